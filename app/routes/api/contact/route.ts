import type { ActionFunctionArgs } from '@remix-run/node'
import { addEnquiry } from '~/domain/enquiries/enquiries.server'
import { newEnquiry } from '~/domain/enquiries/schema'
import { readInput } from '~/http/api.server'
import { comesTooOften } from '~/http/suspicion.server'

export async function action(args: ActionFunctionArgs) {
  const { request, context } = args
  const enquiry = await readInput(request, newEnquiry)
  const { officeEmail } = context.settings
  const id = await addEnquiry(context.db, enquiry, { suspected: await comesTooOften(context), officeEmail })
  return Response.json({ id, message: "Thank you for your message. We'll get back to you soon!" }, { status: 201 })
}
