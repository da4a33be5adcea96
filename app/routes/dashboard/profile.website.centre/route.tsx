import { useActionData, useLoaderData } from '@remix-run/react'
import { changeCentre, describeCentre, findCentre, hasOwnCentreDetails } from '~/domain/centre/centre.server'
import { centreEdit } from '~/domain/centre/schema'
import { toChange } from '~/domain/change.server'
import { createFormAction, createPageLoader } from '~/http/forms/pages.server'
import { paths } from '~/paths'
import { defineScreen } from '~/screen'
import { BackLink } from '~/ui/portal/back-link'
import { CentreForm } from './centre-form'

export const handle = defineScreen({ access: 'tutor', body: 'text', title: 'The centre’s details' })

export const loader = createPageLoader(async ({ db, settings }) => ({
  centre: await findCentre(db, settings.centre),
  isOwn: await hasOwnCentreDetails(db),
}))
export const action = createFormAction(
  centreEdit,
  async (details, { db, settings, tutor }) => {
    await changeCentre(db, settings.centre, tutor, toChange(details))
    return {
      to: paths.dashboard.profile.website.list,
      title: 'Details updated',
      text: 'The website and emails now use the new details.',
    }
  },
  { inWords: describeCentre },
)

export { pageMeta as meta } from '~/ui/browser/page-meta'
export { ErrorPage as ErrorBoundary } from '~/ui/error-page'
export { clientAction, shouldRevalidate } from '~/ui/forms/post'

export default function CentreDetailsPage() {
  const { centre, isOwn } = useLoaderData<typeof loader>()
  return (
    <>
      <BackLink to={paths.dashboard.profile.website.list}>Back to Website</BackLink>
      <h2>The centre’s details</h2>
      <p className="prose mt-2">
        People see these at the top and the bottom of every page, on Contact Us and in emails.
      </p>
      {!isOwn && (
        <p className="mt-4 max-w-measure border-l-4 border-sun pl-4">
          Some of these are examples. Replace them with your own, then press Save.
        </p>
      )}
      <CentreForm centre={centre} answer={useActionData<typeof action>()} />
    </>
  )
}
