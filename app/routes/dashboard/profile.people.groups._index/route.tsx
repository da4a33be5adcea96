import { useActionData, useLoaderData } from '@remix-run/react'
import { formatSomeNames, getShortNames } from '~/domain/accounts/account'
import { listStudents } from '~/domain/accounts/accounts.server'
import { addGroup, paginateGroups, type StudentGroup } from '~/domain/groups/groups.server'
import { newGroup } from '~/domain/groups/schema'
import { createFormAction, createPageLoader, createSaveResult } from '~/http/forms/pages.server'
import { paths } from '~/paths'
import { GroupForm } from '~/routes/parts/groups/group-form'
import { defineScreen } from '~/screen'
import { formatPageNumber } from '~/ui/browser/page-meta'
import { Card } from '~/ui/card'
import { classes } from '~/ui/classes'
import { EmptyState } from '~/ui/lists/empty-state'
import { AddFormLink, EditAndDelete, getFormPath, isFormRequested, useIsFormAlone } from '~/ui/lists/list-with-forms'
import { getPageNumber, PageLinks } from '~/ui/lists/page-links'
import { BackLink } from '~/ui/portal/back-link'

const { people } = paths.dashboard.profile

export const handle = defineScreen<typeof loader>({
  access: 'tutor',
  title: 'Groups',
  detail: ({ groups }, { search }) =>
    isFormRequested(new URLSearchParams(search)) ? 'Add a group' : formatPageNumber(groups),
})

export const loader = createPageLoader(async ({ db, request, tutor }) => ({
  groups: await paginateGroups(db, tutor, getPageNumber(new URL(request.url).searchParams)),
  students: await listStudents(db, tutor),
}))

export const action = createFormAction(newGroup, async (group, { db, tutor }) => {
  const { name } = await addGroup(db, tutor, group)
  return createSaveResult(
    'group',
    'added',
    people.groups.list,
    `You can choose ‘${name}’ wherever you choose students.`,
  )
})

export { pageMeta as meta } from '~/ui/browser/page-meta'
export { ErrorPage as ErrorBoundary } from '~/ui/error-page'
export { clientAction, shouldRevalidate } from '~/ui/forms/post'

export default function Groups() {
  const { groups, students } = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  const isAdding = useIsFormAlone()
  const names = getShortNames(students)
  return (
    <>
      <BackLink to={people.list} className={classes(isAdding && 'hidden lg:block')}>
        People
      </BackLink>
      <div className="flex flex-wrap items-center justify-between gap-4">
        <h2 id="groups">Groups</h2>
        {!isAdding && (
          <p className="no-print lg:hidden">
            <AddFormLink listPath={people.groups.list}>Add a group</AddFormLink>
          </p>
        )}
      </div>
      <div className="mt-4 grid items-start gap-8 lg:grid-cols-2">
        <div className={classes('min-w-0', isAdding && 'hidden lg:block')}>
          {groups.found === 0 && (
            <EmptyState picture="empty-people" title="No groups yet.">
              <p>With a group, you choose several students at once. Only tutors see groups.</p>
            </EmptyState>
          )}
          <ul className="space-y-4">
            {groups.items.map((group) => (
              <GroupCard key={group.id} group={group} names={names} />
            ))}
          </ul>
          <PageLinks pages={groups.pages} heading="groups" />
        </div>
        <Card
          as="section"
          isSnug
          id="add"
          aria-labelledby="add-heading"
          className={classes('no-print', !isAdding && 'hidden lg:block')}
        >
          <BackLink to={people.groups.list} className="lg:hidden">
            Groups
          </BackLink>
          <h3 id="add-heading">Add a group</h3>
          <GroupForm key={groups.found} students={students} answer={answer} action={getFormPath(people.groups.list)} />
        </Card>
      </div>
    </>
  )
}

function GroupCard({ group: { id, name, studentIds }, names }: { group: StudentGroup; names: Map<number, string> }) {
  const students = [...names].filter(([student]) => studentIds.includes(student)).map(([, studentName]) => studentName)
  return (
    <Card as="li" isSnug>
      <h3>{name}</h3>
      <p className="mt-1">
        {students.length === 0 ? 'No students' : students.length === 1 ? '1 student' : `${students.length} students`}
        {students.length > 0 && `: ${formatSomeNames(students)}`}
      </p>
      <div className="no-print mt-3 flex flex-wrap gap-2">
        <EditAndDelete to={{ edit: people.groups.edit(id), delete: people.groups.delete(id) }} title={name} />
      </div>
    </Card>
  )
}
