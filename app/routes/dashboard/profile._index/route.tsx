import type { SubmissionResult } from '@conform-to/react'
import { useActionData, useLoaderData } from '@remix-run/react'
import { formatFullName, roleNames, type Tutor } from '~/domain/accounts/account'
import {
  confirmRestoredAccounts,
  listRestoredAccounts,
  type RestoredAccount,
} from '~/domain/accounts/close-account.server'
import { type ConfirmedAccounts, confirmedAccounts } from '~/domain/accounts/schema'
import { formatUnnamedCount, useNames } from '~/domain/consent/consents'
import { listWithdrawn } from '~/domain/consent/consents.server'
import { countUnnamed } from '~/domain/consent/pictures.server'
import { countWebsiteToDo } from '~/domain/website/pages.server'
import type { SiteWarning } from '~/http/errors/warnings.server'
import { createFormAction, createPageLoader } from '~/http/forms/pages.server'
import { paths } from '~/paths'
import { RoleBadge, UnnamedPictures } from '~/routes/parts/people/people'
import { defineScreen } from '~/screen'
import { useCentre } from '~/ui/browser/root-data'
import { ButtonLink } from '~/ui/button'
import { Card } from '~/ui/card'
import { formatDateTime, formatDay } from '~/ui/dates'
import { tickClass } from '~/ui/forms/field'
import { useSiteForm, ValidatedForm } from '~/ui/forms/form'
import { FieldError } from '~/ui/forms/labelled'
import { SubmitButton } from '~/ui/forms/submit-button'
import { Icon } from '~/ui/icon'
import { Link } from '~/ui/link'
import type { Database } from '~db/schema'

const MAX_SHOWN = 20

/** The accounts that may have been closed or erased since the backup that was restored. Each stays until a tutor confirms it. */
function RestoredAccounts({ accounts, result }: { accounts: RestoredAccount[]; result?: SubmissionResult<string[]> }) {
  const [form, fields] = useSiteForm<ConfirmedAccounts>({ id: 'restored', result })
  const { userIds } = fields
  const rest = accounts.length - MAX_SHOWN
  return (
    <section
      aria-labelledby="restored-heading"
      className="no-print mb-8 rounded border-2 border-amber bg-amber-tint p-6"
    >
      <h2 id="restored-heading" className="flex items-center gap-3 text-h3">
        <Icon name="warning" className="h-6 w-6 shrink-0 text-amber" />
        Who may still log in?
      </h2>
      <p className="mt-2 max-w-measure">
        A backup was restored. We don’t know who has left since it was made. These people can log in again. Tick those
        who are still here. Open the others to close or erase their account.
      </p>
      <ValidatedForm form={form} fields={[userIds]} failure="Failed to confirm" className="mt-4 space-y-4">
        <fieldset id={userIds.id} tabIndex={-1}>
          <legend className="font-bold">People who can log in again ({accounts.length})</legend>
          <FieldError field={userIds} />
          <ul className="long-words mt-2 divide-y divide-line rounded border border-line bg-white px-4">
            {accounts.slice(0, MAX_SHOWN).map((account) => (
              <li key={account.id} className="flex flex-wrap items-center gap-x-4 gap-y-1 py-2">
                <input
                  type="checkbox"
                  id={`restored-${account.id}`}
                  name={userIds.name}
                  value={account.id}
                  className={tickClass}
                />
                <div className="min-w-0 flex-1 basis-40">
                  <label htmlFor={`restored-${account.id}`} className="block font-bold">
                    {formatFullName(account)}
                  </label>
                  <p className="text-small text-ink-soft">
                    {account.username},{' '}
                    {account.lastSeenAt ? `last here ${formatDay(account.lastSeenAt)}` : 'no log-in is known'}
                  </p>
                </div>
                <RoleBadge role={account.role} />
                <Link
                  to={paths.dashboard.profile.people.one(account.id)}
                  className="inline-flex min-h-target items-center font-bold"
                >
                  Open<span className="sr-only"> {account.username}</span>
                </Link>
              </li>
            ))}
          </ul>
        </fieldset>
        {rest > 0 && <p>{rest === 1 ? 'One more comes' : `${rest} more come`} after these.</p>}
        <SubmitButton submitLabel="These people may log in" pendingLabel="Saving..." />
      </ValidatedForm>
    </section>
  )
}

export const handle = defineScreen({
  access: 'tutor',
  title: 'Profile',
  tab: { label: 'Profile', place: 1 },
})

export const loader = createPageLoader(async (args) => {
  const user = args.tutor
  const { db, settings, siteWarnings, backupStatus } = args.context
  return {
    user,
    website: settings.demo ? null : await countWebsiteToDo(db, args.tutor),
    unnamed: await listUnnamedWarnings(db, user),
    warnings: [...siteWarnings.list, ...backupStatus.warnings],
    backup: backupStatus.last,
    restored: await listRestoredAccounts(db, user),
  }
})

export const action = createFormAction(confirmedAccounts, async ({ userIds }, { db, tutor }) => {
  const number = await confirmRestoredAccounts(db, tutor, userIds)
  const text = number === 1 ? 'This person may log in.' : `These ${number} people may log in.`
  return { to: paths.dashboard.profile.index, title: 'Confirmed', text }
})

/** Warnings about withdrawn permissions while pictures have no names: those pictures stay visible. */
async function listUnnamedWarnings(db: Database, tutor: Tutor): Promise<string[]> {
  const unnamed = await countUnnamed(db, tutor)
  const withdrawals = (await listWithdrawn(db, tutor)).filter(({ use }) => unnamed[use] > 0)
  return withdrawals.map(
    ({ name, use }) =>
      `${name} no longer says yes to photos ${useNames[use].where}. ${formatUnnamedCount(unnamed[use], use)}`,
  )
}

export { pageMeta as meta } from '~/ui/browser/page-meta'
export { ErrorPage as ErrorBoundary } from '~/ui/error-page'
export { clientAction, shouldRevalidate } from '~/ui/forms/post'

export default function Profile() {
  const { user, website, unnamed, warnings, backup, restored } = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  const { shortName, learningCentre } = useCentre()
  const facts = [
    ['First name', user.firstName],
    ...(user.lastName ? [['Last name', user.lastName]] : []),
    ['Role', roleNames[user.role]],
    ['Learning centre', learningCentre ?? `${shortName} Centre Dublin`],
    ...(backup ? [['Last backup', backup.at ? formatDateTime(backup.at) : backup.isDaily ? 'None yet' : 'None']] : []),
  ]
  return (
    <>
      {restored.length > 0 && <RestoredAccounts accounts={restored} result={answer?.result} />}
      {unnamed.length > 0 && (
        <UnnamedPictures lines={unnamed} about="Please check if they are in these pictures." className="mb-8" />
      )}
      <Card as="section" aria-labelledby="profile" className="mb-8 max-w-3xl">
        <h2 id="profile">Profile</h2>
        <dl className="mt-4 grid gap-x-8 gap-y-4 sm:grid-cols-2">
          {facts.map(([name, value]) => (
            <div key={name}>
              <dt className="text-small text-ink-soft">{name}</dt>
              <dd className="text-lead font-bold">{value}</dd>
            </div>
          ))}
        </dl>
      </Card>
      <SiteWarnings warnings={warnings} />
      {website && <WebsiteToDo {...website} />}
      <p>
        <Link to={paths.dashboard.profile.tryOut} className="inline-flex min-h-control items-center gap-2 font-bold">
          <Icon name="people" className="h-6 w-6 shrink-0" />
          Test the portal with students
        </Link>
      </p>
    </>
  )
}

/** Configuration problems for a tutor to pass on. */
function SiteWarnings({ warnings }: { warnings: SiteWarning[] }) {
  if (warnings.length === 0) return null
  return (
    <section aria-labelledby="set-up" className="no-print mb-8 rounded border-2 border-amber bg-amber-tint p-6">
      <h2 id="set-up" className="flex items-center gap-3 text-h3">
        <Icon name="warning" className="h-6 w-6 shrink-0 text-amber" />
        For the person who looks after the website
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

function WebsiteToDo({ own, of, next }: { own: number; of: number; next: { name: string; title: string } }) {
  return (
    <Card as="section" aria-labelledby="website" className="mb-8">
      <div className="flex flex-wrap items-center justify-between gap-4">
        <div className="min-w-0">
          <h2 id="website" className="text-h3">
            Your website: {own} of {of} pages have your own words
          </h2>
          <p className="text-ink-soft">The other pages still have the example words that came with the website.</p>
        </div>
        <ButtonLink to={paths.dashboard.profile.website.page(next.name)}>Next: {next.title}</ButtonLink>
      </div>
    </Card>
  )
}
