import type { SubmissionResult } from '@conform-to/react'
import { formatFullName } from '~/domain/accounts/account'
import type { RestoredAccount } from '~/domain/accounts/restored-accounts.server'
import type { ConfirmedAccounts } from '~/domain/accounts/schema'
import { paths } from '~/paths'
import { RoleBadge } from '~/routes/parts/people/role-badge'
import { formatDay } from '~/ui/dates'
import { tickClass } from '~/ui/forms/field'
import { useSiteForm, ValidatedForm } from '~/ui/forms/form'
import { FieldError } from '~/ui/forms/labelled'
import { SubmitButton } from '~/ui/forms/submit-button'
import { Icon } from '~/ui/icon'
import { Link } from '~/ui/link'

/** How many are shown at a time. */
const MAX_SHOWN = 20

/** The accounts that may have been closed or erased since the backup that was restored. Each stays until a tutor confirms it. */
export function RestoredAccounts({
  accounts,
  result,
}: {
  accounts: RestoredAccount[]
  result?: SubmissionResult<string[]>
}) {
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
