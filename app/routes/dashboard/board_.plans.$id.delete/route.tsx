import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { tutorOf } from '~/auth/identity.server'
import { pathId } from '~/domain/path-id'
import { findPlan, removePlan } from '~/domain/plans/plans.server'
import { orNotFound } from '~/domain/refused'
import { removing } from '~/http/forms/form.server'
import { redirectWithMessage } from '~/http/forms/message.server'
import { pageTitle } from '~/ui/browser/page-title'
import { ConfirmDelete } from '~/ui/dialogs/confirm'

export async function loader(args: LoaderFunctionArgs) {
  const plan = orNotFound(await findPlan(args.context.db, pathId(args.params.id)))
  return { title: plan.title }
}

export async function action(args: ActionFunctionArgs) {
  const user = tutorOf(args)
  const { params, context } = args
  return removing(args.request, async () => {
    await removePlan(context.db, user, pathId(params.id))
    return redirectWithMessage(context, '/dashboard/board/plans', {
      kind: 'success',
      title: 'Success',
      text: 'Strategic plan deleted successfully',
    })
  })
}

export const meta = pageTitle<typeof loader>('Delete Strategic Plan', { of: ({ title }) => title })
export { clientAction, shouldRevalidate } from '~/ui/forms/post'

export default function DeletePlan() {
  const { title } = useLoaderData<typeof loader>()
  return <ConfirmDelete what="Strategic Plan" name={title} cancelTo="/dashboard/board/plans" />
}
