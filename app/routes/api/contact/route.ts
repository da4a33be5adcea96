import type { ActionFunctionArgs } from '@remix-run/node'
import { addEnquiry } from '~/domain/enquiries/enquiries.server'
import { newEnquiry } from '~/domain/enquiries/schema'
import { readInput } from '~/http/contract/api.server'
import { countEnquiry } from '~/http/limits/spam.server'

export async function action({ request, context }: ActionFunctionArgs) {
  const enquiry = await readInput(request, newEnquiry)
  const { isSpam } = await countEnquiry(context, { isAutomatic: false })
  const { officeEmail } = context.settings
  const id = await addEnquiry(context.db, enquiry, { isSpam, officeEmail })
  return Response.json({ id, message: "Thank you for your message. We'll get back to you soon!" }, { status: 201 })
}
