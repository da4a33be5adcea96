import { createTransport } from 'nodemailer'
import type { Delivery } from '~/domain/deliveries/deliveries.server'
import type { Message } from '~/domain/deliveries/outcome'
import { oneLine, plainLetters } from '~/domain/text'
import { namedAddress } from '~/email-address'
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
  /** Whether it goes to the newsletter's list, which mail programs then can sort and name (RFC 2919). */
  isOfList?: boolean
  /** Marks a mail as automatic, so that no auto-responder answers it (RFC 3834). */
  automatic: boolean
}

/** The parsed MAIL_FROM: an address, or a name with the address in angle brackets; without a name, the centre's. */
export function senderOf({ mailFrom, centre }: Pick<Settings, 'mailFrom' | 'centre'>): Address {
  const { name, address } = namedAddress(mailFrom)
  return { name: name || centre.name, address }
}

/** Names are passed apart from addresses and never parsed, so no name can become another recipient. */
const clean = ({ name, address }: Address): Address => ({ name: oneLine(name).slice(0, 200), address })

type Identified = Pick<Delivery, 'id' | 'createdAt'>

/** Constant for the retries of a delivery, so that a duplicate can be recognised. */
function messageId({ id, createdAt }: Identified, host: string): string {
  return `<${id}.${Date.parse(createdAt).toString(36)}@${host}>`
}

/** The newsletter's name and address for mail programs, the same for good (RFC 2919): a name in ASCII alone, and an address that is none. */
function listId(centreName: string, host: string) {
  const name = oneLine(plainLetters(centreName).replace(/[^\x20-\x7e]|["\\]/g, '')).slice(0, 60)
  return { comment: `${name} newsletter`, url: `newsletter.${host}` }
}

/** A mail without lines that begin with 'From ', where mailboxes of the mbox kind begin another: the F is coded. */
function withoutFromLines(raw: Buffer): Buffer {
  const coded = (_: string, rest: string) => (rest.length > 68 ? '=46=\r\nrom ' : '=46rom ')
  return Buffer.from(raw.toString('latin1').replace(/^From (?=(.*))/gm, coded), 'latin1')
}

const composer = createTransport({
  streamTransport: true,
  buffer: true,
  newline: 'windows',
  disableFileAccess: true,
  disableUrlAccess: true,
})

/** The finished mail of a delivery: text and HTML, headers encoded. `origin` is the site's. */
export async function messageOf(
  delivery: Identified,
  { to, replyTo, subject, text, html, pictures, oneClickUrl, isOfList, automatic }: AddressedMail,
  { settings, origin }: { settings: Settings; origin: string },
): Promise<Message> {
  const from = senderOf(settings)
  const host = new URL(origin).hostname
  const { message, envelope } = await composer.sendMail({
    from: clean(from),
    to: clean(to),
    replyTo: replyTo && clean(replyTo),
    subject,
    text,
    html,
    attachments: pictures,
    date: new Date(),
    messageId: messageId(delivery, host),
    list: {
      ...(isOfList && { id: listId(settings.centre.name, host) }),
      ...(oneClickUrl && { unsubscribe: oneClickUrl }),
    },
    headers: {
      ...(oneClickUrl && { 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' }),
      ...(automatic && { 'Auto-Submitted': 'auto-generated' }),
    },
    encoding: 'quoted-printable',
  })
  return {
    id: delivery.id,
    envelope: { from: envelope.from || from.address, to: envelope.to[0] ?? to.address },
    raw: withoutFromLines(message as Buffer),
  }
}
