import { redirect } from '@remix-run/node'
import { toSafeNextPath } from '~/auth/identity.server'
import { markNoticesSeen } from '~/domain/accounts/access-notices.server'
import { readSubmission } from '~/http/forms/idempotency.server'
import { createPageAction, createPageLoader } from '~/http/forms/pages.server'
import { paths } from '~/paths'
import { defineScreen } from '~/screen'

export const handle = defineScreen({ access: 'tutor', bundle: 'password' })

export const loader = createPageLoader(async () => redirect(paths.dashboard.index, { status: 303 }))
export { clientAction } from '~/ui/forms/post'

/** Marks changes that others made to a tutor's log-in as seen. Until then every portal page shows them. */
export const action = createPageAction(async (args) => {
  const tutor = args.tutor
  const form = await readSubmission(args)
  const upTo = Number(form.get('upTo'))
  if (Number.isSafeInteger(upTo)) await markNoticesSeen(args.context.db, tutor, upTo)
  return redirect(toSafeNextPath(String(form.get('next'))), { status: 303 })
})
