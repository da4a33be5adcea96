import type { ActionFunctionArgs } from '@remix-run/node'
import { requireSecondStep, requireUser, whoIsAsking } from '~/auth/identity.server'
import { signedUp } from '~/content/contact'
import { isTutor } from '~/domain/accounts/account'
import { newSubscriber } from '~/domain/subscribers/schema'
import { addSubscriber, refuseOnList } from '~/domain/subscribers/subscribers.server'
import { signUp } from '~/domain/subscribers/subscription.server'
import { readInput } from '~/http/contract/api.server'
import { countMail } from '~/http/limits/spam.server'

/** With credentials the tutor's form, without them the visitor's. */
export async function action(args: ActionFunctionArgs) {
  const { request, context } = args
  // A Bearer token must be valid; an expired cookie is no reason to refuse a visitor.
  const session = request.headers.has('Authorization') ? await requireUser(args) : await whoIsAsking(args)
  if (session) await requireSecondStep(args, session)
  const tutor = session && isTutor(session.user) ? session.user : null
  const also = async ({ email }: { email?: unknown }) => tutor && refuseOnList(context.db, email)
  const subscriber = await readInput(request, newSubscriber, also)
  if (tutor) return Response.json(await addSubscriber(context.db, tutor, subscriber), { status: 201 })
  await countMail(context)
  const { newsletter } = context.settings
  await signUp(context.db, subscriber, newsletter)
  return Response.json({ message: signedUp(newsletter.doubleOptIn) }, { status: 201 })
}
