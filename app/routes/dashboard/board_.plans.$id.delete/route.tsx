import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { requireTutor } from '~/auth/identity.server'
import { pathId } from '~/domain/path-id'
import { findPlan, removePlan } from '~/domain/plans/plans.server'
import { redirectWithMessage } from '~/http/message.server'
import { notFound } from '~/http/refusal'
import { log } from '~/log.server'
import { ConfirmDelete } from '~/ui/confirm'
import { pageTitle } from '~/ui/page-title'

export async function loader(args: LoaderFunctionArgs) {
  await requireTutor(args)
  const plan = await findPlan(args.context.db, pathId(args.params.id))
  if (!plan) throw notFound(args.request)
  return { title: plan.title }
}

export async function action(args: ActionFunctionArgs) {
  const { user } = await requireTutor(args)
  const { request, params, context } = args
  const removed = await removePlan(context.db, user, pathId(params.id)).catch((error: unknown) => {
    log.error({ err: error }, 'Failed to delete strategic plan')
    return 'failed' as const
  })
  if (!removed) throw notFound(request)
  return redirectWithMessage(
    context,
    '/dashboard/board/plans',
    removed === 'failed'
      ? { kind: 'error', title: 'Error', text: 'Failed to delete strategic plan' }
      : { kind: 'success', title: 'Success', text: 'Strategic plan deleted successfully' },
  )
}

export const meta = pageTitle('Delete Strategic Plan')

export default function DeletePlan() {
  const { title } = useLoaderData<typeof loader>()
  return <ConfirmDelete what="Strategic Plan" name={title} cancelTo="/dashboard/board/plans" />
}
