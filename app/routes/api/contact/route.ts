import type { ActionFunctionArgs } from '@remix-run/node'
import { tooManyEnquiries } from '~/content/contact'
import { fill } from '~/content/fill'
import { addEnquiry } from '~/domain/enquiries/enquiries.server'
import { newEnquiry } from '~/domain/enquiries/schema'
import { readInput } from '~/http/api.server'
import { refusal } from '~/http/refusal'
import { weighEnquiry } from '~/http/spam.server'

export async function action(args: ActionFunctionArgs) {
  const { request, context } = args
  const enquiry = await readInput(request, newEnquiry)
  const { suspected, wait } = await weighEnquiry(context, { automatic: false })
  const { centre, officeEmail } = context.settings
  if (wait > 0)
    throw refusal(request, 429, { message: fill(tooManyEnquiries, centre) }, { 'Retry-After': String(wait) })
  const id = await addEnquiry(context.db, enquiry, { suspected, officeEmail })
  return Response.json({ id, message: "Thank you for your message. We'll get back to you soon!" }, { status: 201 })
}
