import { createTransport } from 'nodemailer'
import type { Delivery } from '~/domain/deliveries/deliveries.server'
import type { FinishedMail } from '~/domain/deliveries/outcome'
import { toOneLine, toPlainLetters } from '~/domain/text'
import { parseNamedAddress } from '~/email-address'
import type { Settings } from '~/settings.server'
import type { MailContent } from './render'

interface Address {
  name: string
  address: string
}

export interface AddressedMail extends MailContent {
  to: Address
  replyTo?: Address
  /** The address for one-click unsubscribing (RFC 8058). */
  oneClickUrl?: string
  /** Adds the newsletter's List-Id, by which mail programs sort (RFC 2919). */
  isOfList?: boolean
  /** Stops auto-responders from answering (RFC 3834). */
  automatic: boolean
}

/** The parsed MAIL_FROM: an address, or a name with the address in angle brackets. The centre's name is the default. */
export function parseSender({ mailFrom, centre }: Pick<Settings, 'mailFrom' | 'centre'>): Address {
  const { name, address } = parseNamedAddress(mailFrom)
  return { name: name || centre.name, address }
}

/** Names and addresses stay separate and are never parsed, so no name can become a recipient. */
const sanitizeAddress = ({ name, address }: Address): Address => ({ name: toOneLine(name).slice(0, 200), address })

type MessageIdSource = Pick<Delivery, 'id' | 'createdAt'>

/** The same for all retries of a delivery, so that mail programs recognise duplicates. */
function createMessageId({ id, createdAt }: MessageIdSource, host: string): string {
  return `<${id}.${Date.parse(createdAt).toString(36)}@${host}>`
}

/** The newsletter's List-Id, which never changes (RFC 2919): an ASCII name, and an identifier that is not an address. */
function createListId(centreName: string, host: string) {
  const name = toOneLine(toPlainLetters(centreName).replace(/[^\x20-\x7e]|["\\]/g, '')).slice(0, 60)
  return { comment: `${name} newsletter`, url: `newsletter.${host}` }
}

/** Encodes the F of lines that begin with 'From ', since mbox files start a new mail there. */
function escapeFromLines(raw: Buffer): Buffer {
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

/** A delivery's finished mail: text, HTML and encoded headers. `origin` is the site's. */
export async function createMessage(
  delivery: MessageIdSource,
  { to, replyTo, subject, text, html, pictures, oneClickUrl, isOfList, automatic }: AddressedMail,
  { settings, origin }: { settings: Settings; origin: string },
): Promise<FinishedMail> {
  const from = parseSender(settings)
  const host = new URL(origin).hostname
  const { message, envelope } = await composer.sendMail({
    from: sanitizeAddress(from),
    to: sanitizeAddress(to),
    replyTo: replyTo && sanitizeAddress(replyTo),
    subject,
    text,
    html,
    attachments: pictures,
    date: new Date(),
    messageId: createMessageId(delivery, host),
    list: {
      ...(isOfList && { id: createListId(settings.centre.name, host) }),
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
    raw: escapeFromLines(message as Buffer),
  }
}
