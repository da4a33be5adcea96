import { plainCharacters } from '~/characters'
import type { AbsenceMail, AbsenceRemark } from '~/domain/absences/absence-mail.server'
import { sentenceOf } from '~/domain/activity/sentences'
import { dateInWords } from '~/domain/dublin'
import { subjectNames } from '~/domain/enquiries/form-fields'
import { kinds, sizeInWords } from '~/domain/files/kinds'
import { picturesIn } from '~/domain/newsletters/blocks'
import { blocksOf } from '~/domain/newsletters/text.server'
import { paths } from '~/paths'
import { momentInWords, weekdayInWords } from '~/ui/dates'
import type { Row } from '~db/schema'
import { type Block, type MailContent, renderMail, type Sender } from './render'
import type { MailedPicture } from './written'

/** A newsletter's file as its mail shows it, with the number of its picture where it is one. Its address is absolute. */
export interface MailedAttachment {
  title: string
  description: string | null
  fileType: string
  size: number
  url: string
  number: number | null
  picture: MailedPicture | null
}

const heading = (text: string): Block => ({ kind: 'heading', text })
const paragraph = (text: string): Block => ({ kind: 'paragraph', text })
const button = (label: string, url: string): Block => ({ kind: 'button', label, url })

/** Anybody can sign up any address under any name, so a name that could carry a message or a link is not repeated. */
const plainName = /^(?!.*\.\S)[\p{L}\p{M} .'-]{1,40}$/u
const greeting = (name: string | null) =>
  paragraph(name && plainName.test(plainCharacters(name)) ? `Hello ${name},` : 'Hello,')

function attached({ title, description, url, fileType, size, picture }: MailedAttachment): Block {
  const kind = kinds[fileType as keyof typeof kinds]?.name ?? 'File'
  return { kind: 'attachment', title, description, url, file: `${kind}, ${sizeInWords(size)}`, picture }
}

/** A newsletter: its text with the pictures that have a place in it, its other files linked and its other pictures shown small. */
export function newsletterMail({
  newsletter,
  attachments,
  hidden = [],
  unsubscribeUrl,
  site,
}: {
  newsletter: Pick<Row<'newsletters'>, 'title' | 'content' | 'format'>
  attachments: MailedAttachment[]
  /** The numbers of pictures that are not shown, nor are their places. */
  hidden?: number[]
  unsubscribeUrl: string
  site: Sender
}): MailContent {
  const pictures = new Map<number, MailedPicture>()
  for (const { number, picture } of attachments) if (number && picture) pictures.set(number, picture)
  const written = blocksOf(newsletter, [...pictures.keys(), ...hidden])
  const placed = picturesIn(written)
  const others = attachments.filter(({ number }) => number === null || !placed.includes(number))
  const blocks = [heading(newsletter.title), { kind: 'written' as const, blocks: written, pictures }]
  return renderMail({
    ...site,
    subject: newsletter.title,
    blocks: [...blocks, ...others.map(attached)],
    unsubscribeUrl,
  })
}

/** A mail to a subscriber, who may be known by name: what is greeted below its heading. */
interface ToSubscriber {
  name: string | null
  site: Sender
}

/** Welcomes a new subscriber. */
export function welcomeMail({ name, site, unsubscribeUrl }: ToSubscriber & { unsubscribeUrl: string }): MailContent {
  const subject = `Welcome to ${site.centre.shortName} News`
  const blocks = [
    heading(subject),
    greeting(name),
    paragraph('Thank you for subscribing. We are glad to have you with us.'),
    paragraph(
      'From time to time we will send you our news by email: what we do, what we have achieved and what is coming up.',
    ),
  ]
  return renderMail({ ...site, subject, blocks, unsubscribeUrl })
}

/** Asks a new subscriber to confirm (double opt-in). An unconfirmed address gets nothing more. */
export function confirmMail({ name, site, confirmUrl }: ToSubscriber & { confirmUrl: string }): MailContent {
  const { shortName } = site.centre
  const blocks = [
    heading('Is this your email address?'),
    greeting(name),
    paragraph(
      `Someone asked us to send ${shortName} News to this email address. If it was you, please press the button.`,
    ),
    button('Yes, send me the news', confirmUrl),
    paragraph('If it was not you, you do not have to do anything. We will not send you the news.'),
  ]
  return renderMail({ ...site, subject: `Please confirm: ${shortName} News`, blocks })
}

/** The unsubscribe link, for whoever requested it. */
export function unsubscribeLinkMail({ name, site, unsubscribeUrl }: ToSubscriber & { unsubscribeUrl: string }) {
  const { shortName } = site.centre
  const blocks = [
    heading('Your link to unsubscribe'),
    greeting(name),
    paragraph(
      `Someone asked us for the link to stop ${shortName} News coming to this email address. It opens a page with one button.`,
    ),
    button('Unsubscribe', unsubscribeUrl),
    paragraph('If you want to keep getting our news, you do not have to do anything.'),
  ]
  return renderMail({ ...site, subject: `Your link to unsubscribe from ${shortName} News`, blocks })
}

type Enquiry = Pick<Row<'enquiries'>, 'name' | 'email' | 'phone' | 'subject' | 'message' | 'suspected'>

/** Notifies the office of an enquiry. A reply goes to the visitor. */
export function enquiryMail({ enquiry, site }: { enquiry: Enquiry; site: Sender }): MailContent {
  const subject = subjectNames[enquiry.subject]
  const warning = enquiry.suspected
    ? [paragraph('This message looks like spam. Please check it before you reply.')]
    : []
  return renderMail({
    ...site,
    subject: `${enquiry.suspected ? 'Possible spam: ' : ''}${subject} from ${enquiry.name}`,
    blocks: [
      heading(`${subject} from ${enquiry.name}`),
      ...warning,
      paragraph(
        `Name: ${enquiry.name}\nEmail: ${enquiry.email}\nPhone: ${enquiry.phone ?? 'not given'}\nSubject: ${subject}`,
      ),
      { kind: 'quote', text: enquiry.message.replace(/\r\n?/g, '\n') },
      paragraph(
        'Reply to this email to answer the visitor. All enquiries are also in the portal, under Profile, Enquiries.',
      ),
    ],
  })
}

/** Tells the office that somebody changed how a tutor logs in. */
export function accessMail({ line, site }: { line: Row<'activity'>; site: Sender }): MailContent {
  const { before, title, after } = sentenceOf(line)
  const what = line.action === 'added' ? 'tutor was added' : 'tutor’s log-in was changed'
  return renderMail({
    ...site,
    subject: `${site.centre.shortName}: a ${what}`,
    blocks: [
      heading(`A ${what}`),
      paragraph(`${momentInWords(line.at)}: ${line.actorName} ${before}${title}${after}.`),
      paragraph(
        'If that was agreed, you have nothing to do. If not, please ask them both, and tell whoever looks after the website: they can set a new password on the server, where no tutor can.',
      ),
      button('Open the activity log', `${site.origin}${paths.dashboard.profile.activity}`),
    ],
  })
}

const absenceRemarks: Record<AbsenceRemark, string> = {
  off: 'This mail is late: the website was not running at 10:00.',
  clock: 'This mail is late: at 10:00 the clock of the website’s computer could not be trusted.',
  waited: 'This mail is late: it could not be sent at 10:00.',
  news: 'We heard this after today’s first email.',
}

/** The office's mail about absences on a day. Notes about them stay in the portal. */
export function absencesMail({ absences, day, remark, site }: AbsenceMail & { site: Sender }): MailContent {
  const number = `${absences.length} not coming today`
  const isAnyAbsent = absences.length > 0
  const lines = absences.map(({ studentName, endDate }) =>
    endDate === day ? studentName : `${studentName}, until ${dateInWords(endDate)}`,
  )
  const list = `${weekdayInWords(day)}:\n${lines.join('\n')}`
  const nobody = `${weekdayInWords(day)}: nobody has told us that they are not coming.`
  return renderMail({
    ...site,
    subject: `${site.centre.shortName}: ${isAnyAbsent ? number : 'everybody is expected today'}`,
    blocks: [
      heading(isAnyAbsent ? number : 'Everybody is expected today'),
      paragraph(isAnyAbsent ? list : nobody),
      ...(remark ? [paragraph(absenceRemarks[remark])] : []),
      paragraph(
        isAnyAbsent
          ? 'If more people tell us later today, you find them on the list.'
          : 'If somebody tells us before we close, you get one more email.',
      ),
      button('Open the list', `${site.origin}${paths.dashboard.timetable.away}`),
      paragraph(
        'You get this email at 10:00 on each open day, also when everybody is expected. If none comes, something is wrong. A tutor can turn it off there.',
      ),
    ],
  })
}

/** Tells the operator what has been wrong with the website, each with the moment since when. */
export function operatorMail({
  lasting,
  site,
  timeZone,
}: {
  lasting: { words: string; since: string }[]
  site: Sender
  timeZone: string
}): MailContent {
  const clock = new Intl.DateTimeFormat('en-IE', { dateStyle: 'long', timeStyle: 'short', timeZone })
  return renderMail({
    ...site,
    subject: `${site.centre.shortName}: something is wrong with the website`,
    blocks: [
      heading('Something is wrong with the website'),
      paragraph('You get this email because you look after the website. This has lasted for more than an hour:'),
      ...lasting.map(({ words, since }) => paragraph(`${words}\nSince ${clock.format(new Date(since))}.`)),
      paragraph('On the server, “node scripts/doctor.mjs” looks at everything and says what to do.'),
      button('See how it is now', `${site.origin}/readyz`),
      paragraph('This email comes at most once a day.'),
    ],
  })
}
