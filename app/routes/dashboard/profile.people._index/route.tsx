import { useLoaderData } from '@remix-run/react'
import { formatFullName } from '~/domain/accounts/account'
import { type PersonRecord, paginatePeople } from '~/domain/accounts/people.server'
import { createPageLoader } from '~/http/forms/pages.server'
import { paths } from '~/paths'
import { RoleBadge } from '~/routes/parts/people/people'
import { defineScreen } from '~/screen'
import { Badge } from '~/ui/badge'
import { formatPageNumber } from '~/ui/browser/page-meta'
import { ButtonLink } from '~/ui/button'
import { formatDay } from '~/ui/dates'
import { Link } from '~/ui/link'
import { AddLink } from '~/ui/lists/list-with-forms'
import { getPageNumber, PageLinks } from '~/ui/lists/page-links'

export const handle = defineScreen<typeof loader>({
  access: 'tutor',
  title: 'People',
  detail: formatPageNumber,
  tab: { label: 'People', place: 2 },
})

export const loader = createPageLoader(({ db, request, tutor }) =>
  paginatePeople(db, tutor, getPageNumber(new URL(request.url).searchParams)),
)

export { pageMeta as meta } from '~/ui/browser/page-meta'

export default function People() {
  const { items, pages } = useLoaderData<typeof loader>()
  return (
    <section aria-labelledby="people" className="max-w-4xl">
      <div className="flex flex-wrap items-center justify-between gap-4">
        <h2 id="people">People</h2>
        <div className="flex flex-wrap gap-3">
          <ButtonLink to={paths.dashboard.profile.people.groups.list} variant="secondary" className="px-3">
            Groups
          </ButtonLink>
          <ButtonLink to={paths.dashboard.profile.people.photos.list} variant="secondary" className="px-3">
            Photo permissions
          </ButtonLink>
          <ButtonLink to={paths.dashboard.profile.people.several} variant="secondary" className="px-3">
            Add several people
          </ButtonLink>
          <AddLink to={paths.dashboard.profile.people.new} className="px-3">
            Add a person
          </AddLink>
        </div>
      </div>
      <ul className="long-words mt-4 divide-y divide-line rounded border border-line bg-white px-4 sm:px-6">
        {items.map((person) => (
          <PersonRow key={person.id} person={person} />
        ))}
      </ul>
      <PageLinks pages={pages} heading="people" />
    </section>
  )
}

function PersonRow({ person }: { person: PersonRecord }) {
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-1 py-2">
      <div className="min-w-0 flex-1 basis-40">
        <Link
          to={paths.dashboard.profile.people.one(person.id)}
          className="inline-flex min-h-target items-center text-lead font-bold"
        >
          {formatFullName(person)}
        </Link>
        <p className="break-all text-small text-ink-soft">{person.username}</p>
      </div>
      <RoleBadge role={person.role} />
      {person.closedAt && <Badge tone="stone">Closed {formatDay(person.closedAt)}</Badge>}
    </li>
  )
}
