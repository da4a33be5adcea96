import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { createAbsenceMail } from '~/domain/absences/absence-mail.server'
import type { Tutor } from '~/domain/accounts/account'
import { isPictureHidden } from '~/domain/consent/visibility.server'
import { type Delivery, hasUndeliverableAddress } from '~/domain/deliveries/deliveries.server'
import { isImage, MAIL_WIDTH } from '~/domain/files/kinds'
import { LostBytes, openRow } from '~/domain/files/store.server'
import { openForMail } from '~/domain/newsletters/mailed-picture.server'
import { log } from '~/log.server'
import { paths } from '~/paths'
import type { Settings } from '~/settings.server'
import type { Database, Row } from '~db/schema'
import type { AddressedMail } from './message.server'
import type { MailContent, Sender } from './render'
import {
  type MailedAttachment,
  writeAbsencesMail,
  writeAccessMail,
  writeConfirmationMail,
  writeEnquiryMail,
  writeNewsletterMail,
  writeUnsubscribeLinkMail,
  writeWelcomeMail,
} from './templates'

export interface Undeliverable {
  undeliverable: string
}
const UNSUBSCRIBED = { undeliverable: 'Unsubscribed before it was sent.' }
const UNDELIVERABLE = { undeliverable: 'This address does not work.' }
const CONFIRMED = { undeliverable: 'The address was confirmed before this email was sent.' }
const DAY_OVER = { undeliverable: 'The day was over before this email was sent.' }
const DELETED = { undeliverable: 'It was deleted before it was sent.' }

type AttachmentRow = Row<'newsletterAttachments'>

function toMailedAttachment(origin: string, row: AttachmentRow, embedded: boolean): MailedAttachment {
  const { title, description, fileType, size, picture: number } = row
  const url = `${origin}${paths.files.newsletter(row.id, row.secret)}`
  const smallUrl = `${url}?inline&width=${MAIL_WIDTH}`
  const picture = {
    alt: row.alt ?? description ?? title,
    caption: description,
    url,
    smallUrl: embedded ? `cid:${getContentId(row)}` : smallUrl,
    width: Math.min(row.width ?? MAIL_WIDTH, MAIL_WIDTH),
  }
  return { title, description, fileType, size, url, number, picture: isImage(fileType) ? picture : null }
}

const getContentId = ({ id, secret }: AttachmentRow) => `picture-${id}-${secret.slice(0, 8)}@newsletter`

/** A newsletter's mail as its readers will get it, for a tutor; undefined if it is deleted. */
export const previewNewsletterMail = (
  db: Database,
  _tutor: Tutor,
  id: number,
  unsubscribeUrl: string,
  site: Sender,
): Promise<MailContent | undefined> => composeNewsletter(db, id, unsubscribeUrl, site)

/** A newsletter's mail, to send; undefined if it is deleted. With `uploads` it embeds its pictures, since a draft's are not public. */
export async function composeNewsletter(
  db: Database,
  id: number,
  unsubscribeUrl: string,
  site: Sender,
  { uploads }: { uploads?: string } = {},
): Promise<MailContent | undefined> {
  const newsletter = await db.selectFrom('newsletters').selectAll().where('id', '=', id).executeTakeFirst()
  if (!newsletter) return undefined
  const attached = db.selectFrom('newsletterAttachments').selectAll().where('newsletterId', '=', id)
  const all = await attached.select(isPictureHidden('newsletter').as('isHidden')).orderBy('id').execute()
  const files = all.filter(({ isHidden }) => !isHidden)
  const hidden = all.flatMap(({ isHidden, picture }) => (isHidden && picture) || [])
  const attachments = files.map((file) => toMailedAttachment(site.origin, file, uploads !== undefined))
  const mail = writeNewsletterMail({ newsletter, attachments, hidden, unsubscribeUrl, site })
  return uploads ? { ...mail, pictures: await readPictures(db, uploads, files) } : mail
}

/** The pictures among `files`, except deleted ones and those without stored bytes: their alt texts show instead. */
async function readPictures(db: Database, uploads: string, files: AttachmentRow[]): Promise<MailContent['pictures']> {
  const read = async (row: AttachmentRow) => {
    const { handle, fileType, fileName } = await openForMail(uploads, row)
    const content = await handle.readFile().finally(() => handle.close())
    return {
      cid: getContentId(row),
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
      return openRow(uploads, row, read).catch((error) => {
        if (error instanceof LostBytes) return null
        throw error
      })
    }),
  )
  return all.filter((picture) => picture !== null)
}

/** Composes the mails of deliveries. A newsletter is rendered once, with a placeholder for each reader’s token. */
export function createMailComposer(db: Database, { settings, origin }: { settings: Settings; origin: string }) {
  const site: Sender = { origin, centre: settings.centre }
  const uploads = join(settings.dataDir, 'uploads')
  const unsubscribeUrl = (token: string) => `${origin}${paths.unsubscribe.one(token)}`
  const addressToOffice = (mail: MailContent) => {
    const to = { name: settings.centre.name, address: settings.officeEmail }
    return { ...mail, to, automatic: true }
  }
  let cachedMaster: { of: string; mark: string; mail: MailContent } | undefined

  async function renderMaster(newsletterId: number): Promise<typeof cachedMaster> {
    const sending = db.selectFrom('newsletters').select('sentAt').where('id', '=', newsletterId)
    const pictures = db.selectFrom('newsletterAttachments').select('id').where('newsletterId', '=', newsletterId)
    const hidden = await pictures.where(isPictureHidden('newsletter')).execute()
    const of = JSON.stringify([newsletterId, (await sending.executeTakeFirst())?.sentAt, site.centre, hidden])
    if (cachedMaster?.of === of) return cachedMaster
    const mark = randomBytes(16).toString('hex')
    const mail = await composeNewsletter(db, newsletterId, unsubscribeUrl(mark), site)
    const webps = pictures.clearSelect().selectAll().where('fileType', '=', 'image/webp')
    // Convert WebP now, not when many readers request it at once.
    await readPictures(db, uploads, await webps.execute()).catch((err) =>
      log.warn({ err }, 'could not prepare the pictures of a newsletter'),
    )
    cachedMaster = mail && { of, mark, mail }
    return cachedMaster
  }

  async function personalizeNewsletter(newsletterId: number, token: string): Promise<MailContent | undefined> {
    const { mark = '', mail } = (await renderMaster(newsletterId)) ?? {}
    if (!mail) return undefined
    return { ...mail, text: mail.text.replaceAll(mark, token), html: mail.html.replaceAll(mark, token) }
  }

  async function composeForSubscriber(delivery: Delivery): Promise<AddressedMail | Undeliverable> {
    const those = db.selectFrom('subscribers').selectAll()
    const subscriber = await those.where('id', '=', delivery.subscriberId ?? 0).executeTakeFirst()
    if (!subscriber) return DELETED
    const { active, name, token, confirmToken } = subscriber
    const to = { name: delivery.name ?? name ?? '', address: delivery.email }
    const oneClickUrl = unsubscribeUrl(token)
    const reader = { name, site, unsubscribeUrl: oneClickUrl }
    if (delivery.kind === 'confirm') {
      if (!confirmToken) return CONFIRMED
      return {
        ...writeConfirmationMail({ ...reader, confirmUrl: `${origin}${paths.confirm(confirmToken)}` }),
        to,
        automatic: true,
      }
    }
    if (!active) return UNSUBSCRIBED
    if (delivery.kind === 'welcome') return { ...writeWelcomeMail(reader), to, oneClickUrl, automatic: true }
    if (delivery.kind === 'unsubscribe') return { ...writeUnsubscribeLinkMail(reader), to, automatic: true }
    if (hasUndeliverableAddress(subscriber)) return UNDELIVERABLE
    const mail = await personalizeNewsletter(delivery.newsletterId ?? 0, token)
    return mail ? { ...mail, to, oneClickUrl, isOfList: true, automatic: false } : DELETED
  }

  async function composeTest({ newsletterId, name, email }: Delivery): Promise<AddressedMail | Undeliverable> {
    const noReader = `${origin}${paths.unsubscribe.index}`
    const mail = await composeNewsletter(db, newsletterId ?? 0, noReader, site, { uploads })
    const to = { name: name ?? '', address: email }
    return mail ? { ...mail, subject: `[Test] ${mail.subject}`, to, automatic: false } : DELETED
  }

  async function composeEnquiry({ enquiryId }: Delivery): Promise<AddressedMail | Undeliverable> {
    const those = db.selectFrom('enquiries').selectAll()
    const enquiry = await those.where('id', '=', enquiryId ?? 0).executeTakeFirst()
    if (!enquiry) return DELETED
    return {
      ...addressToOffice(writeEnquiryMail({ enquiry, site })),
      replyTo: { name: enquiry.name, address: enquiry.email },
    }
  }

  async function composeAccess({ activityId }: Delivery): Promise<AddressedMail | Undeliverable> {
    const those = db.selectFrom('activity').selectAll()
    const line = await those.where('id', '=', activityId ?? 0).executeTakeFirst()
    return line ? addressToOffice(writeAccessMail({ line, site })) : DELETED
  }

  async function composeAbsences({ createdAt }: Delivery): Promise<AddressedMail | Undeliverable> {
    const mail = await createAbsenceMail(db, new Date(createdAt))
    return mail ? addressToOffice(writeAbsencesMail({ ...mail, site })) : DAY_OVER
  }

  const composers: Partial<Record<Delivery['kind'], typeof composeTest>> = {
    enquiry: composeEnquiry,
    access: composeAccess,
    absences: composeAbsences,
    test: composeTest,
  }
  return (delivery: Delivery) => (composers[delivery.kind] ?? composeForSubscriber)(delivery)
}
