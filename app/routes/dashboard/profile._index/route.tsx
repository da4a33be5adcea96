import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { tutorOf } from '~/auth/identity.server'
import { backupWarning, lastBackup } from '~/backups/folder.server'
import { pageOfPeople } from '~/domain/accounts/people.server'
import { roleNames } from '~/domain/accounts/roles'
import { countEnquiries } from '~/domain/enquiries/enquiries.server'
import { websiteToDo } from '~/domain/website/overview.server'
import { siteWarnings } from '~/http/errors/warnings.server'
import { pageInWords, pageTitle } from '~/ui/browser/page-title'
import { useCentre } from '~/ui/browser/root-data'
import { ButtonLink } from '~/ui/button'
import { Card } from '~/ui/card'
import { momentInWords } from '~/ui/dates'
import { PageLinks, pageIn } from '~/ui/lists/page-links'
import { PeopleList } from './people-list'
import { SiteWarnings } from './site-warnings'
import { WebsiteToDo } from './website-to-do'

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
