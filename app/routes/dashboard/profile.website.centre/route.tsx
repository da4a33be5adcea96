import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { tutorOf } from '~/auth/identity.server'
import { centreInWords, centreIsOwn, changeCentre, findCentre } from '~/domain/centre/centre.server'
import { centreEdit } from '~/domain/centre/schema'
import { changeOf } from '~/domain/change.server'
import { readForm } from '~/http/forms/body'
import { check, saving } from '~/http/forms/form.server'
import { redirectWithMessage } from '~/http/forms/message.server'
import { pageTitle } from '~/ui/browser/page-title'
import { BackLink } from '~/ui/portal/back-link'
import { CentreForm } from './centre-form'

export async function loader(args: LoaderFunctionArgs) {
  const { db, settings } = args.context
  return { centre: await findCentre(db, settings.centre), isOwn: await centreIsOwn(db) }
}

export async function action(args: ActionFunctionArgs) {
  const user = tutorOf(args)
  const { request, context } = args
  return saving(
    check(await readForm(request), centreEdit),
    async (details) => {
      await changeCentre(context.db, context.settings.centre, user, changeOf(details))
      return redirectWithMessage(context, '/dashboard/profile/website', {
        kind: 'success',
        title: 'Details saved',
        text: 'The website, mails and feeds have them from now on.',
      })
    },
    { inWords: centreInWords },
  )
}

export const meta = pageTitle('The centre’s details')
export { clientAction, shouldRevalidate } from '~/ui/forms/post'

export default function CentreDetailsPage() {
  const { centre, isOwn } = useLoaderData<typeof loader>()
  return (
    <>
      <BackLink to="/dashboard/profile/website">Back to Website</BackLink>
      <h2>The centre’s details</h2>
      <p className="prose mt-2">The header and the foot of every page, the Contact page, mails and feeds tell them.</p>
      {!isOwn && (
        <p className="mt-4 max-w-measure border-l-4 border-sun pl-4">
          Some of these are examples. Put your own in their place, then press Save.
        </p>
      )}
      <CentreForm centre={centre} answer={useActionData<typeof action>()} />
    </>
  )
}
