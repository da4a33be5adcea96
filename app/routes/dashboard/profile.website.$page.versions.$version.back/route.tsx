import { redirect } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { parsePathId } from '~/domain/path-id'
import { orNotFound } from '~/domain/refused'
import { pageForm } from '~/domain/website/fields.server'
import { findPage, findPageVersion, restorePageVersion } from '~/domain/website/website.server'
import { handleSubmission, parseForm } from '~/http/forms/form.server'
import { readSubmission } from '~/http/forms/idempotency.server'
import { redirectOnConflict } from '~/http/forms/message.server'
import { createPageAction, createPageLoader } from '~/http/forms/pages.server'
import { paths } from '~/paths'
import { findEditedPage, redirectToEditor } from '~/routes/parts/website/editor.server'
import { defineScreen } from '~/screen'
import { formatDateTime } from '~/ui/dates'
import { ConfirmForm } from '~/ui/dialogs/confirm'

export const handle = defineScreen<typeof loader>({
  access: 'tutor',
  bundle: 'website',
  title: 'Restore this version',
  detail: ({ page, older }) => `${page.title}, version ${older}`,
})

export const loader = createPageLoader(async (args) => {
  const { params, context } = args
  const { name, page } = findEditedPage(params.page)
  const older = orNotFound(await findPageVersion(context.db, args.tutor, page, parsePathId(params.version)))
  const current = await findPage(context.db, page)
  if (older.version === current.version) throw redirect(paths.dashboard.profile.website.versions(name), 303)
  return { page: { name, title: page.title }, version: current.version, older: older.version, saved: older.saved }
})

export const action = createPageAction(async (args) => {
  const user = args.tutor
  const { params, context } = args
  const { name, page } = findEditedPage(params.page)
  const older = parsePathId(params.version)
  const versions = paths.dashboard.profile.website.versions(name)
  return handleSubmission(parseForm(await readSubmission(args), pageForm), ({ version }) =>
    redirectOnConflict(context, { location: versions, failure: 'Failed to restore this version' }, async () => {
      await restorePageVersion(context.db, user, page, older, version)
      return redirectToEditor(context, versions, 'Version restored', `The page is as it was in version ${older}.`)
    }),
  )
})

export { pageMeta as meta } from '~/ui/browser/page-meta'
export { ErrorPage as ErrorBoundary } from '~/ui/error-page'
export { clientAction, shouldRevalidate } from '~/ui/forms/post'

export default function RestoreVersion() {
  const { page, version, older, saved } = useLoaderData<typeof loader>()
  return (
    <ConfirmForm
      title="Restore this version"
      question={`Restore version ${older} of ‘${page.title}’${saved ? `, from ${formatDateTime(saved.at)},` : ''} on the website? You can still find the current version under ‘Versions’.`}
      submitLabel="Restore"
      pendingLabel="Restoring..."
      failure="Failed to restore this version"
      cancelTo={paths.dashboard.profile.website.versions(page.name)}
    >
      <input type="hidden" name="version" value={version} />
    </ConfirmForm>
  )
}
