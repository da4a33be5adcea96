import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { tutorOf } from '~/auth/identity.server'
import { pathId } from '~/domain/path-id'
import { findPlan, removePlan } from '~/domain/plans/plans.server'
import { found } from '~/domain/refused'
import { removing } from '~/http/form.server'
import { redirectWithMessage } from '~/http/message.server'
import { ConfirmDelete } from '~/ui/confirm'
import { pageTitle } from '~/ui/page-title'

export async function loader(args: LoaderFunctionArgs) {
  const plan = found(await findPlan(args.context.db, pathId(args.params.id)))
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
export { clientAction, shouldRevalidate } from '~/ui/post'

export default function DeletePlan() {
  const { title } = useLoaderData<typeof loader>()
  return <ConfirmDelete what="Strategic Plan" name={title} cancelTo="/dashboard/board/plans" />
}
