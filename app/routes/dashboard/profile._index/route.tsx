import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { tutorOf } from '~/auth/identity.server'
import { backupWarning, lastBackup } from '~/backups/folder.server'
import { roleNames } from '~/domain/accounts/account'
import { type PersonRecord, pageOfPeople } from '~/domain/accounts/people.server'
import { countEnquiries } from '~/domain/enquiries/enquiries.server'
import { websiteToDo } from '~/domain/website/pages.server'
import { type SiteWarning, siteWarnings } from '~/http/errors/warnings.server'
import { RoleBadge } from '~/routes/parts/people/role-badge'
import { Badge } from '~/ui/badge'
import { pageInWords, pageTitle } from '~/ui/browser/page-title'
import { useCentre } from '~/ui/browser/root-data'
import { ButtonLink } from '~/ui/button'
import { Card } from '~/ui/card'
import { dayInWords, momentInWords } from '~/ui/dates'
import { Icon } from '~/ui/icon'
import { Link } from '~/ui/link'
import { PageLinks, pageIn } from '~/ui/lists/page-links'

export async function loader(args: LoaderFunctionArgs) {
  const user = tutorOf(args)
  const { db, settings } = args.context
  const people = await pageOfPeople(db, pageIn(new URL(args.request.url).searchParams))
  return {
    user,
    people,
    enquiries: await countEnquiries(db),
    website: settings.demo ? null : await websiteToDo(db),
    warnings: [...siteWarnings(), ...backupWarning()],
    backup: lastBackup(),
  }
}

export const meta = pageTitle<typeof loader>('Profile', { of: ({ people }) => pageInWords(people) })

export default function Profile() {
  const { user, people, enquiries, website, warnings, backup } = useLoaderData<typeof loader>()
  const { shortName, learningCentre } = useCentre()
  const facts = [
    ['First name', user.firstName],
    ['Last name', user.lastName],
    ['Role', roleNames[user.role]],
    ['Learning centre', learningCentre ?? `${shortName} Centre Dublin`],
    ...(backup ? [['Last backup', backup.at ? momentInWords(backup.at) : backup.isDaily ? 'None yet' : 'None']] : []),
  ]
  return (
    <>
      <SiteWarnings warnings={warnings} />
      {website && <WebsiteToDo {...website} />}
      <div className="grid items-start gap-8 lg:grid-cols-[1fr_2fr]">
        <Card as="section" aria-labelledby="profile">
          <h2 id="profile">Profile</h2>
          <dl className="mt-4 space-y-4">
            {facts.map(([name, value]) => (
              <div key={name}>
                <dt className="text-small text-ink-soft">{name}</dt>
                <dd className="text-lead font-bold">{value}</dd>
              </div>
            ))}
          </dl>
          <ul className="mt-6 space-y-4">
            <li>
              <ButtonLink to="/dashboard/profile/website" variant="secondary" className="w-full">
                Website
              </ButtonLink>
            </li>
            <li>
              <ButtonLink to="/dashboard/profile/enquiries" variant="secondary" className="w-full">
                Enquiries ({enquiries.open} to answer)
              </ButtonLink>
            </li>
            <li>
              <ButtonLink to="/dashboard/profile/activity" variant="secondary" className="w-full">
                Activity log
              </ButtonLink>
            </li>
          </ul>
        </Card>
        <section aria-labelledby="people">
          <div className="flex flex-wrap items-center justify-between gap-4">
            <h2 id="people">People</h2>
            <ButtonLink to="/dashboard/profile/people/new">Add a person</ButtonLink>
          </div>
          <PeopleList people={people.items} />
          <PageLinks pages={people.pages} heading="people" />
        </section>
      </div>
    </>
  )
}

/** Faults in the website's set-up, for a tutor to pass on; nothing when all is well. */
function SiteWarnings({ warnings }: { warnings: SiteWarning[] }) {
  if (warnings.length === 0) return null
  return (
    <section aria-labelledby="set-up" className="no-print mb-8 rounded border-2 border-amber bg-amber-tint p-6">
      <h2 id="set-up" className="flex items-center gap-3">
        <Icon name="warning" className="h-6 w-6 shrink-0 text-amber" />
        For whoever looks after the website
      </h2>
      <ul className="mt-4 max-w-measure space-y-4">
        {warnings.map(({ title, text }) => (
          <li key={title}>
            <p className="font-bold">{title}</p>
            <p>{text}</p>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** Leads through the website's pages until all of their words are the centre's own. */
function WebsiteToDo({ own, of, next }: { own: number; of: number; next: { name: string; title: string } }) {
  return (
    <Card as="section" aria-labelledby="website" className="mb-8">
      <div className="flex flex-wrap items-center justify-between gap-4">
        <div className="min-w-0">
          <h2 id="website" className="text-h3">
            Your website: {own} of {of} pages are yours
          </h2>
          <p className="text-ink-soft">The others still hold the example words that the website came with.</p>
        </div>
        <ButtonLink to={`/dashboard/profile/website/${next.name}`}>Next: {next.title}</ButtonLink>
      </div>
    </Card>
  )
}

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

function PeopleList({ people }: { people: PersonRecord[] }) {
  return (
    <ul className="long-words mt-4 divide-y divide-line rounded border border-line bg-white px-6">
      {people.map((person) => (
        <Person key={person.id} person={person} />
      ))}
    </ul>
  )
}
