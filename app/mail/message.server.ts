import MailComposer from 'nodemailer/lib/mail-composer'
import type { Delivery } from '~/domain/deliveries/deliveries.server'
import type { Message } from '~/domain/deliveries/outcome'
import { oneLine } from '~/domain/one-line'
import type { Settings } from '~/settings.server'
import type { MailContent } from './render'

interface Address {
  name: string
  address: string
}

/** A mail with its recipient and headers. */
export interface AddressedMail extends MailContent {
  to: Address
  replyTo?: Address
  /** The address for one-click unsubscribing (RFC 8058). */
  oneClickUrl?: string
  /** Marks a mail as automatic, so that no auto-responder answers it (RFC 3834). */
  automatic: boolean
}

/** The parsed MAIL_FROM: an address, or a name with the address in angle brackets; without a name, the centre's. */
export function senderOf({ mailFrom, centre }: Pick<Settings, 'mailFrom' | 'centre'>): Address {
  const [, name = '', address = mailFrom] = /^([^<>]*)<([^<>]+)>$/.exec(mailFrom) ?? []
  return { name: name.trim().replace(/^"(.*)"$/, '$1') || centre.name, address }
}

/** Names are passed apart from addresses and never parsed, so no name can become another recipient. */
const clean = ({ name, address }: Address): Address => ({ name: oneLine(name).slice(0, 200), address })

type Identified = Pick<Delivery, 'id' | 'createdAt'>

/** Constant for the retries of a delivery, so that a duplicate can be recognised. */
function messageId({ id, createdAt }: Identified, host: string): string {
  return `<${id}.${Date.parse(createdAt).toString(36)}@${host}>`
}

function headersOf({ oneClickUrl, automatic }: AddressedMail): Record<string, { prepared: boolean; value: string }> {
  const headers: Record<string, string> = {}
  if (oneClickUrl) headers['List-Unsubscribe'] = `<${oneClickUrl}>`
  if (oneClickUrl) headers['List-Unsubscribe-Post'] = 'List-Unsubscribe=One-Click'
  if (automatic) headers['Auto-Submitted'] = 'auto-generated'
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, { prepared: true, value }]))
}

/** The finished mail of a delivery: text and HTML, headers encoded. `origin` is the site's. */
export async function messageOf(
  delivery: Identified,
  content: AddressedMail,
  { settings, origin }: { settings: Settings; origin: string },
): Promise<Message> {
  const { to, replyTo, subject, text, html } = content
  const from = senderOf(settings)
  const mail = new MailComposer({
    from: clean(from),
    to: clean(to),
    replyTo: replyTo && clean(replyTo),
    subject,
    text,
    html,
    date: new Date(),
    messageId: messageId(delivery, new URL(origin).hostname),
    headers: headersOf(content),
    disableFileAccess: true,
    disableUrlAccess: true,
  }).compile()
  const envelope = mail.getEnvelope()
  return {
    id: delivery.id,
    envelope: { from: envelope.from || from.address, to: envelope.to[0] ?? to.address },
    raw: await mail.build(),
  }
}
