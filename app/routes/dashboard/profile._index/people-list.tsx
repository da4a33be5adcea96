import type { PersonRecord } from '~/domain/accounts/people.server'
import { RoleBadge } from '~/routes/parts/people/role-badge'
import { Badge } from '~/ui/badge'
import { dayInWords } from '~/ui/dates'
import { Link } from '~/ui/link'

function Person({ person }: { person: PersonRecord }) {
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 py-4">
      <div className="min-w-0 flex-1 basis-56">
        <Link
          to={`/dashboard/profile/people/${person.id}`}
          className="inline-flex min-h-target items-center text-lead font-bold"
        >
          {person.firstName} {person.lastName}
        </Link>
        <p className="break-all text-small text-ink-soft">{person.username}</p>
      </div>
      <RoleBadge role={person.role} />
      {person.closedAt && <Badge tone="stone">Closed {dayInWords(person.closedAt)}</Badge>}
    </li>
  )
}

export function PeopleList({ people }: { people: PersonRecord[] }) {
  return (
    <ul className="long-words mt-4 divide-y divide-line rounded border border-line bg-white px-6">
      {people.map((person) => (
        <Person key={person.id} person={person} />
      ))}
    </ul>
  )
}
