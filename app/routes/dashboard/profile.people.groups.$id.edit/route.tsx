import { useActionData, useLoaderData } from '@remix-run/react'
import { listStudents } from '~/domain/accounts/accounts.server'
import { toChange } from '~/domain/change.server'
import { changeGroup, describeByName, describeGroup, findGroup } from '~/domain/groups/groups.server'
import { groupEdit } from '~/domain/groups/schema'
import { createFormAction, createRecordLoader, createSaveResult } from '~/http/forms/pages.server'
import { paths } from '~/paths'
import { GroupForm } from '~/routes/parts/groups/group-form'
import { defineScreen } from '~/screen'
import { Card } from '~/ui/card'

export const handle = defineScreen<typeof loader>({
  access: 'tutor',
  title: 'Edit group',
  detail: ({ group }) => group.name,
})

export const loader = createRecordLoader(
  ({ db, id, tutor }) => findGroup(db, tutor, id),
  async (group, { db, tutor }) => ({ group, students: await listStudents(db, tutor) }),
)
export const action = createFormAction(
  groupEdit,
  async (group, { db, tutor, id }) => {
    await changeGroup(db, tutor, id, toChange(group))
    return createSaveResult('group', 'updated', paths.dashboard.profile.people.groups.list)
  },
  async ({ db, tutor }) => ({ descriptions: await describeByName(db, tutor, describeGroup, 'No students') }),
)

export { pageMeta as meta } from '~/ui/browser/page-meta'
export { ErrorPage as ErrorBoundary } from '~/ui/error-page'
export { clientAction, shouldRevalidate } from '~/ui/forms/post'

export default function EditGroup() {
  const { group, students } = useLoaderData<typeof loader>()
  return (
    <Card className="max-w-2xl">
      <h2>Edit group</h2>
      <GroupForm group={group} students={students} answer={useActionData<typeof action>()} />
    </Card>
  )
}
