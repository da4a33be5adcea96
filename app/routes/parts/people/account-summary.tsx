import type { ReactNode } from 'react'
import { roleNames } from '~/domain/accounts/account'
import type { AccountContents } from '~/domain/accounts/account-contents.server'
import type { PersonRecord } from '~/domain/accounts/people.server'
import { paths } from '~/paths'
import { getMonthPath } from '~/routes/parts/addresses'
import { ButtonAnchor } from '~/ui/button'
import { Link } from '~/ui/link'

/** Before an account is closed or erased: whose it is, what goes, and what stays and for how long. */
export function AccountSummary({
  person,
  lastSeen,
  contents,
  goes,
  children,
}: {
  person: Pick<PersonRecord, 'id' | 'username' | 'role'>
  lastSeen: string
  contents: AccountContents
  goes: string
  children?: ReactNode
}) {
  const facts = [
    ['Username', person.username],
    ['Role', roleNames[person.role]],
    ['Last here', lastSeen],
  ]
  const [month] = contents.registerMonths
  return (
    <>
      <dl className="long-words grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1">
        {facts.map(([name, value]) => (
          <div key={name} className="contents">
            <dt className="text-ink-soft">{name}</dt>
            <dd className="font-bold">{value}</dd>
          </div>
        ))}
      </dl>
      <ContentsList title={goes} lines={contents.goes} />
      <ContentsList title="This stays" lines={contents.stays} />
      {children}
      <p className="flex flex-wrap items-center gap-x-6 gap-y-2">
        <ButtonAnchor href={paths.dashboard.profile.people.export(person.id)} variant="secondary">
          Export all data first
        </ButtonAnchor>
        {month && (
          <Link to={getMonthPath(month)} className="inline-flex min-h-control items-center font-bold">
            Download the register first
          </Link>
        )}
      </p>
    </>
  )
}

function ContentsList({ title, lines }: { title: string; lines: string[] }) {
  return (
    <div>
      <h3>{title}</h3>
      <ul className="mt-1 list-disc space-y-1 pl-6">
        {lines.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    </div>
  )
}
