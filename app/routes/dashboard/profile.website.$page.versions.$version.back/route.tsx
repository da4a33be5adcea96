import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { getTutor } from '~/auth/identity.server'
import { parsePathId } from '~/domain/path-id'
import { orNotFound } from '~/domain/refused'
import { pageForm } from '~/domain/website/fields.server'
import { findPage, findPageVersion, restorePageVersion } from '~/domain/website/website.server'
import { handleSubmission, parseForm } from '~/http/forms/form.server'
import { readSubmission } from '~/http/forms/idempotency.server'
import { redirectOnConflict } from '~/http/forms/message.server'
import { paths } from '~/paths'
import { done, editedPage } from '~/routes/parts/website/edited.server'
import { defineScreen } from '~/screen'
import { formatDateTime } from '~/ui/dates'
import { ConfirmForm } from '~/ui/dialogs/confirm'

export const handle = defineScreen<typeof loader>({
  access: 'tutor',
  title: 'Put this version back',
  detail: ({ page, older }) => `${page.title}, version ${older}`,
})

export async function loader(args: LoaderFunctionArgs) {
  const { params, context } = args
  const { name, page } = editedPage(params.page)
  const older = orNotFound(await findPageVersion(context.db, page, parsePathId(params.version)))
  const now = await findPage(context.db, page)
  if (older.version === now.version) throw redirect(paths.dashboard.profile.website.versions(name), 303)
  return { page: { name, title: page.title }, version: now.version, older: older.version, saved: older.saved }
}

export async function action(args: ActionFunctionArgs) {
  const user = getTutor(args)
  const { params, context } = args
  const { name, page } = editedPage(params.page)
  const older = parsePathId(params.version)
  const versions = paths.dashboard.profile.website.versions(name)
  return handleSubmission(parseForm(await readSubmission(args), pageForm), ({ version }) =>
    redirectOnConflict(context, { location: versions, failure: 'Failed to put this version back' }, async () => {
      await restorePageVersion(context.db, user, page, older, version)
      return done(context, versions, 'Put back', `The page is as it was in version ${older}.`)
    }),
  )
}

export { pageMeta as meta } from '~/ui/browser/page-meta'
export { clientAction, shouldRevalidate } from '~/ui/forms/post'

export default function PutBack() {
  const { page, version, older, saved } = useLoaderData<typeof loader>()
  return (
    <ConfirmForm
      title="Put this version back"
      question={`Put version ${older} of ‘${page.title}’${saved ? `, of ${formatDateTime(saved.at)},` : ''} back on the website? You can still find what it says now under ‘Versions’.`}
      submitLabel="Put it back"
      pendingLabel="Putting it back..."
      failure="Failed to put this version back"
      cancelTo={paths.dashboard.profile.website.versions(page.name)}
    >
      <input type="hidden" name="version" value={version} />
    </ConfirmForm>
  )
}
