import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { absenceMailOf } from '~/domain/absences/absence-mail.server'
import { isRefused } from '~/domain/consent/shown.server'
import type { Delivery } from '~/domain/deliveries/deliveries.server'
import { isImage, MAIL_WIDTH } from '~/domain/files/kinds'
import { LostBytes, whileStored } from '~/domain/files/store.server'
import { openForMail } from '~/domain/newsletters/mailed-picture.server'
import { log } from '~/log.server'
import { paths } from '~/paths'
import type { Settings } from '~/settings.server'
import type { Database, Row } from '~db/schema'
import type { AddressedMail } from './message.server'
import type { MailContent, Sender } from './render'
import {
  absencesMail,
  accessMail,
  confirmMail,
  enquiryMail,
  type MailedAttachment,
  newsletterMail,
  unsubscribeLinkMail,
  welcomeMail,
} from './templates'

/** Why a delivery can't be sent: without an address, or without content. */
export interface Undeliverable {
  undeliverable: string
}
const UNSUBSCRIBED = { undeliverable: 'Unsubscribed before it was sent.' }
const CONFIRMED = { undeliverable: 'It was confirmed before it was sent.' }
const OVER = { undeliverable: 'Its day was over before it was sent.' }
const GONE = { undeliverable: 'It was deleted before it was sent.' }

type Attached = Row<'newsletterAttachments'>

function attachmentFor(origin: string, row: Attached, embedded: boolean): MailedAttachment {
  const { title, description, fileType, size, picture: number } = row
  const url = `${origin}${paths.files.newsletter(row.id, row.secret)}`
  const smallUrl = `${url}?inline&width=${MAIL_WIDTH}`
  const picture = {
    alt: row.alt ?? description ?? title,
    caption: description,
    url,
    smallUrl: embedded ? `cid:${cidOf(row)}` : smallUrl,
    width: Math.min(row.width ?? MAIL_WIDTH, MAIL_WIDTH),
  }
  return { title, description, fileType, size, url, number, picture: isImage(fileType) ? picture : null }
}

const cidOf = ({ id, secret }: Attached) => `picture-${id}-${secret.slice(0, 8)}@newsletter`

/** A newsletter's mail; undefined when it is gone. With `uploads` its pictures come along, since nobody can open those of a draft. */
export async function newsletterContent(
  db: Database,
  id: number,
  unsubscribeUrl: string,
  site: Sender,
  { uploads }: { uploads?: string } = {},
): Promise<MailContent | undefined> {
  const newsletter = await db.selectFrom('newsletters').selectAll().where('id', '=', id).executeTakeFirst()
  if (!newsletter) return undefined
  const attached = db.selectFrom('newsletterAttachments').selectAll().where('newsletterId', '=', id)
  const all = await attached.select(isRefused('newsletter').as('isHidden')).orderBy('id').execute()
  const files = all.filter(({ isHidden }) => !isHidden)
  const hidden = all.flatMap(({ isHidden, picture }) => (isHidden && picture) || [])
  const attachments = files.map((file) => attachmentFor(site.origin, file, uploads !== undefined))
  const mail = newsletterMail({ newsletter, attachments, hidden, unsubscribeUrl, site })
  return uploads ? { ...mail, pictures: await picturesFrom(db, uploads, files) } : mail
}

/** The pictures among `files`, without those that were deleted meanwhile or have lost their bytes: their words stand in their place. */
async function picturesFrom(db: Database, uploads: string, files: Attached[]): Promise<MailContent['pictures']> {
  const read = async (row: Attached) => {
    const { handle, fileType, fileName } = await openForMail(uploads, row)
    const content = await handle.readFile().finally(() => handle.close())
    return {
      cid: cidOf(row),
      filename: fileName,
      contentType: fileType,
      content,
      contentDisposition: 'inline' as const,
    }
  }
  const pictures = files.filter(({ fileType }) => isImage(fileType))
  const all = await Promise.all(
    pictures.map(({ id }) => {
      const row = db.selectFrom('newsletterAttachments').selectAll().where('id', '=', id)
      return whileStored(uploads, row, read).catch((error) => {
        if (error instanceof LostBytes) return null
        throw error
      })
    }),
  )
  return all.filter((picture) => picture !== null)
}

/** Composes the mails of deliveries. A newsletter is rendered once, with a placeholder for each reader’s token. */
export function mailComposer(db: Database, { settings, origin }: { settings: Settings; origin: string }) {
  const site: Sender = { origin, centre: settings.centre }
  const uploads = join(settings.dataDir, 'uploads')
  const unsubscribeUrl = (token: string) => `${origin}${paths.unsubscribe.one(token)}`
  const toOffice = (mail: MailContent) => {
    const to = { name: settings.centre.name, address: settings.officeEmail }
    return { ...mail, to, automatic: true }
  }
  let master: { of: string; mark: string; mail: MailContent } | undefined

  async function masterOf(newsletterId: number): Promise<typeof master> {
    const sending = db.selectFrom('newsletters').select('sentAt').where('id', '=', newsletterId)
    const pictures = db.selectFrom('newsletterAttachments').select('id').where('newsletterId', '=', newsletterId)
    const hidden = await pictures.where(isRefused('newsletter')).execute()
    const of = JSON.stringify([newsletterId, (await sending.executeTakeFirst())?.sentAt, site.centre, hidden])
    if (master?.of === of) return master
    const mark = randomBytes(16).toString('hex')
    const mail = await newsletterContent(db, newsletterId, unsubscribeUrl(mark), site)
    const webps = pictures.clearSelect().selectAll().where('fileType', '=', 'image/webp')
    // Made now, not when many readers ask for it at once.
    await picturesFrom(db, uploads, await webps.execute()).catch((err) => log.warn({ err }, 'pictures of a newsletter'))
    master = mail && { of, mark, mail }
    return master
  }

  async function newsletterFor(newsletterId: number, token: string): Promise<MailContent | undefined> {
    const { mark = '', mail } = (await masterOf(newsletterId)) ?? {}
    if (!mail) return undefined
    return { ...mail, text: mail.text.replaceAll(mark, token), html: mail.html.replaceAll(mark, token) }
  }

  async function toSubscriber(delivery: Delivery): Promise<AddressedMail | Undeliverable> {
    const those = db.selectFrom('subscribers').selectAll()
    const subscriber = await those.where('id', '=', delivery.subscriberId ?? 0).executeTakeFirst()
    if (!subscriber) return GONE
    const { active, name, token, confirmToken } = subscriber
    const to = { name: delivery.name ?? name ?? '', address: delivery.email }
    const oneClickUrl = unsubscribeUrl(token)
    const reader = { name, site, unsubscribeUrl: oneClickUrl }
    if (delivery.kind === 'confirm') {
      if (!confirmToken) return CONFIRMED
      return {
        ...confirmMail({ ...reader, confirmUrl: `${origin}${paths.confirm(confirmToken)}` }),
        to,
        automatic: true,
      }
    }
    if (!active) return UNSUBSCRIBED
    if (delivery.kind === 'welcome') return { ...welcomeMail(reader), to, oneClickUrl, automatic: true }
    if (delivery.kind === 'unsubscribe') return { ...unsubscribeLinkMail(reader), to, automatic: true }
    const mail = await newsletterFor(delivery.newsletterId ?? 0, token)
    return mail ? { ...mail, to, oneClickUrl, isOfList: true, automatic: false } : GONE
  }

  async function toTutor({ newsletterId, name, email }: Delivery): Promise<AddressedMail | Undeliverable> {
    const noReader = `${origin}${paths.unsubscribe.index}`
    const mail = await newsletterContent(db, newsletterId ?? 0, noReader, site, { uploads })
    const to = { name: name ?? '', address: email }
    return mail ? { ...mail, subject: `[Test] ${mail.subject}`, to, automatic: false } : GONE
  }

  async function ofEnquiry({ enquiryId }: Delivery): Promise<AddressedMail | Undeliverable> {
    const those = db.selectFrom('enquiries').selectAll()
    const enquiry = await those.where('id', '=', enquiryId ?? 0).executeTakeFirst()
    if (!enquiry) return GONE
    return { ...toOffice(enquiryMail({ enquiry, site })), replyTo: { name: enquiry.name, address: enquiry.email } }
  }

  async function aboutAccess({ activityId }: Delivery): Promise<AddressedMail | Undeliverable> {
    const those = db.selectFrom('activity').selectAll()
    const line = await those.where('id', '=', activityId ?? 0).executeTakeFirst()
    return line ? toOffice(accessMail({ line, site })) : GONE
  }

  async function aboutAbsences({ createdAt }: Delivery): Promise<AddressedMail | Undeliverable> {
    const mail = await absenceMailOf(db, new Date(createdAt))
    return mail ? toOffice(absencesMail({ ...mail, site })) : OVER
  }

  const composers: Partial<Record<Delivery['kind'], typeof toTutor>> = {
    enquiry: ofEnquiry,
    access: aboutAccess,
    absences: aboutAbsences,
    test: toTutor,
  }
  /** The mail of a delivery and its recipient, from the current data. */
  return (delivery: Delivery) => (composers[delivery.kind] ?? toSubscriber)(delivery)
}
