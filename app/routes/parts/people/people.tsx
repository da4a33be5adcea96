import type { ComponentProps, ReactNode } from 'react'
import { roleNames } from '~/domain/accounts/account'
import type { AccountContents } from '~/domain/accounts/account-contents.server'
import type { PersonRecord } from '~/domain/accounts/people.server'
import { paths } from '~/paths'
import { getMonthPath } from '~/routes/parts/addresses'
import { Badge } from '~/ui/badge'
import { ButtonAnchor } from '~/ui/button'
import { classes } from '~/ui/classes'
import { DateField } from '~/ui/forms/date-field'
import { OwnProofFields } from '~/ui/forms/own-proof'
import { Icon } from '~/ui/icon'
import { Link } from '~/ui/link'
import type { Role } from '~db/choices'

/** Asks for the sender's own password and code when they add a tutor. The stylesheet hides this until 'Tutor' is chosen. */
export function TutorProofFields(own: ComponentProps<typeof OwnProofFields>) {
  return (
    <div className="only-for-tutors space-y-6">
      <p>
        Tutors can see and change everything, so please confirm your identity. You don’t need this to add a student.
      </p>
      <OwnProofFields {...own} requiredWhen="(required for a tutor)" />
    </div>
  )
}

export function FirstDayField({ field }: Pick<ComponentProps<typeof DateField>, 'field'>) {
  return <DateField field={field} label="First day" hint="Only for students. The register counts from this day on." />
}

export function RoleBadge({ role }: { role: Role }) {
  return <Badge tone={role === 'tutor' ? 'river' : 'moss'}>{roleNames[role]}</Badge>
}

/** Warns about pictures without names, with a link to name the people in them. */
export function UnnamedPictures({ lines, about, className }: { lines: string[]; about: string; className?: string }) {
  return (
    <div className={classes('flex max-w-3xl gap-2 rounded-sm border-2 border-amber bg-amber-tint p-3', className)}>
      <Icon name="warning" className="mt-1 h-5 w-5 shrink-0 text-amber" />
      <div className="min-w-0 space-y-1">
        {lines.map((line) => (
          <p key={line}>{line}</p>
        ))}
        <p>{about}</p>
        <Link
          to={`${paths.dashboard.profile.people.photos.list}?of=unmarked`}
          className="inline-flex min-h-target items-center font-bold"
        >
          See the pictures without names
        </Link>
      </div>
    </div>
  )
}

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
