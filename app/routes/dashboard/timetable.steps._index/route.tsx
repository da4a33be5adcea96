import { useLoaderData } from '@remix-run/react'
import { formatSomeNames, getShortNames } from '~/domain/accounts/account'
import { listStudents } from '~/domain/accounts/accounts.server'
import { type Guide, paginateGuides } from '~/domain/guides/guides.server'
import { createPageLoader } from '~/http/forms/pages.server'
import { paths } from '~/paths'
import { defineScreen } from '~/screen'
import { Badge } from '~/ui/badge'
import { formatPageNumber } from '~/ui/browser/page-meta'
import { Card } from '~/ui/card'
import { Link } from '~/ui/link'
import { EmptyState } from '~/ui/lists/empty-state'
import { AddLink, EditAndDelete } from '~/ui/lists/list-with-forms'
import { getPageNumber, PageLinks } from '~/ui/lists/page-links'
import { BackLink } from '~/ui/portal/back-link'

const { timetable } = paths.dashboard

export const handle = defineScreen<typeof loader>({
  access: 'tutor',
  bundle: 'steps',
  title: 'Steps for students',
  detail: ({ guides }) => formatPageNumber(guides),
})

export const loader = createPageLoader(async ({ db, tutor, request }) => {
  const guides = await paginateGuides(db, tutor, getPageNumber(new URL(request.url).searchParams))
  const ids = guides.items.flatMap(({ studentIds }) => studentIds)
  return { guides, students: await listStudents(db, tutor, ids) }
})

export { pageMeta as meta } from '~/ui/browser/page-meta'

export default function TutorGuides() {
  const { guides, students } = useLoaderData<typeof loader>()
  const names = [...getShortNames(students)]
  return (
    <>
      <BackLink to={timetable.list}>Timetable</BackLink>
      <div className="flex flex-wrap items-center justify-between gap-4">
        <h2>Steps for students</h2>
        <AddLink to={timetable.steps.new}>Add steps</AddLink>
      </div>
      <p className="prose mt-2">Show students how to do a thing: one picture and one short sentence at a time.</p>
      <div className="mt-4">
        {guides.found === 0 && (
          <EmptyState picture="empty-files" title="No steps yet.">
            <p>Start with something that students do each day, such as making tea.</p>
          </EmptyState>
        )}
        <ul className="grid items-start gap-4 lg:grid-cols-2">
          {guides.items.map((guide) => (
            <GuideCard key={guide.id} guide={guide} names={names} />
          ))}
        </ul>
        <PageLinks pages={guides.pages} />
      </div>
    </>
  )
}

function GuideCard({ guide, names }: { guide: Guide; names: [number, string][] }) {
  const { id, title, studentIds, isPublic, steps } = guide
  const own = names.filter(([student]) => studentIds.includes(student)).map(([, name]) => name)
  return (
    <Card as="li" isSnug>
      <h3>
        <Link to={timetable.steps.one(id)} className="inline-flex min-h-target items-center">
          {title}
        </Link>
      </h3>
      <p className="text-small">
        {steps.length === 1 ? '1 step' : `${steps.length} steps`}, for{' '}
        {studentIds.length === 0 ? 'all students' : formatSomeNames(own)}{' '}
        {isPublic && <Badge>Anyone with the code</Badge>}
      </p>
      <div className="mt-3 flex flex-wrap gap-2">
        <EditAndDelete to={{ edit: timetable.steps.edit(id), delete: timetable.steps.delete(id) }} title={title} />
      </div>
    </Card>
  )
}
