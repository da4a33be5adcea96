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
import { attachment, button, heading, type MailContent, quote, renderMail, type Sender, written } from './render'
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

/** Anybody can sign up any address under any name, so a name that could carry a message or a link is not repeated. */
const plainName = /^(?!.*\.\S)[\p{L}\p{M} .'-]{1,40}$/u
const greeting = (name: string | null) => (name && plainName.test(plainCharacters(name)) ? `Hello ${name},` : 'Hello,')

interface Newsletter {
  newsletter: Pick<Row<'newsletters'>, 'title' | 'content' | 'format'>
  attachments: MailedAttachment[]
  /** The numbers of pictures that are not shown, nor are their places. */
  hidden?: number[]
  unsubscribeUrl: string
  site: Sender
}

/** A newsletter: its text with the pictures that have a place in it, its other files linked and its other pictures shown small. */
export function newsletterMail({ newsletter, attachments, hidden = [], unsubscribeUrl, site }: Newsletter) {
  const { title } = newsletter
  const pictures = new Map<number, MailedPicture>()
  for (const { number, picture } of attachments) if (number && picture) pictures.set(number, picture)
  const text = blocksOf(newsletter, [...pictures.keys(), ...hidden])
  const placed = picturesIn(text)
  const others = attachments.filter(({ number }) => number === null || !placed.includes(number))
  const files = others.map(({ fileType, size, ...file }) =>
    attachment({ ...file, file: `${kinds[fileType as keyof typeof kinds]?.name ?? 'File'}, ${sizeInWords(size)}` }),
  )
  return renderMail(site, title, [heading(title), written(text, pictures), ...files], unsubscribeUrl)
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
    'Thank you for subscribing. We are glad to have you with us.',
    'From time to time we will send you our news by email: what we do, what we have achieved and what is coming up.',
  ]
  return renderMail(site, subject, blocks, unsubscribeUrl)
}

/** Asks a new subscriber to confirm (double opt-in). An unconfirmed address gets nothing more. */
export function confirmMail({ name, site, confirmUrl }: ToSubscriber & { confirmUrl: string }): MailContent {
  const { shortName } = site.centre
  return renderMail(site, `Please confirm: ${shortName} News`, [
    heading('Is this your email address?'),
    greeting(name),
    `Someone asked us to send ${shortName} News to this email address. If it was you, please press the button.`,
    button('Yes, send me the news', confirmUrl),
    'If it was not you, you do not have to do anything. We will not send you the news.',
  ])
}

/** The unsubscribe link, for whoever requested it. */
export function unsubscribeLinkMail({ name, site, unsubscribeUrl }: ToSubscriber & { unsubscribeUrl: string }) {
  const { shortName } = site.centre
  return renderMail(site, `Your link to unsubscribe from ${shortName} News`, [
    heading('Your link to unsubscribe'),
    greeting(name),
    `Someone asked us for the link to stop ${shortName} News coming to this email address. It opens a page with one button.`,
    button('Unsubscribe', unsubscribeUrl),
    'If you want to keep getting our news, you do not have to do anything.',
  ])
}

type Enquiry = Pick<Row<'enquiries'>, 'name' | 'email' | 'phone' | 'subject' | 'message' | 'suspected'>

/** Notifies the office of an enquiry. A reply goes to the visitor. */
export function enquiryMail({ enquiry, site }: { enquiry: Enquiry; site: Sender }): MailContent {
  const { name, email, phone, suspected } = enquiry
  const subject = subjectNames[enquiry.subject]
  return renderMail(site, `${suspected ? 'Possible spam: ' : ''}${subject} from ${name}`, [
    heading(`${subject} from ${name}`),
    ...(suspected ? ['This message looks like spam. Please check it before you reply.'] : []),
    `Name: ${name}\nEmail: ${email}\nPhone: ${phone ?? 'not given'}\nSubject: ${subject}`,
    quote(enquiry.message.replace(/\r\n?/g, '\n')),
    'Reply to this email to answer the visitor. All enquiries are also in the portal, under Profile, Enquiries.',
  ])
}

/** Tells the office that somebody changed how a tutor logs in. */
export function accessMail({ line, site }: { line: Row<'activity'>; site: Sender }): MailContent {
  const { before, title, after } = sentenceOf(line)
  const what = line.action === 'added' ? 'tutor was added' : 'tutor’s log-in was changed'
  return renderMail(site, `${site.centre.shortName}: a ${what}`, [
    heading(`A ${what}`),
    `${momentInWords(line.at)}: ${line.actorName} ${before}${title}${after}.`,
    'If that was agreed, you have nothing to do. If not, please ask them both, and tell whoever looks after the website: they can set a new password on the server, where no tutor can.',
    button('Open the activity log', `${site.origin}${paths.dashboard.profile.activity}`),
  ])
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
  const names = absences.map(({ studentName, endDate }) =>
    endDate === day ? studentName : `${studentName}, until ${dateInWords(endDate)}`,
  )
  const nobody = `${weekdayInWords(day)}: nobody has told us that they are not coming.`
  return renderMail(site, `${site.centre.shortName}: ${isAnyAbsent ? number : 'everybody is expected today'}`, [
    heading(isAnyAbsent ? number : 'Everybody is expected today'),
    isAnyAbsent ? [`${weekdayInWords(day)}:`, ...names].join('\n') : nobody,
    ...(remark ? [absenceRemarks[remark]] : []),
    isAnyAbsent
      ? 'If more people tell us later today, you find them on the list.'
      : 'If somebody tells us before we close, you get one more email.',
    button('Open the list', `${site.origin}${paths.dashboard.timetable.away}`),
    'You get this email at 10:00 on each open day, also when everybody is expected. If none comes, something is wrong. A tutor can turn it off there.',
  ])
}

interface OperatorMail {
  lasting: { words: string; since: string }[]
  site: Sender
  timeZone: string
}

/** Tells the operator what has been wrong with the website, each with the moment since when. */
export function operatorMail({ lasting, site, timeZone }: OperatorMail): MailContent {
  const clock = new Intl.DateTimeFormat('en-IE', { dateStyle: 'long', timeStyle: 'short', timeZone })
  return renderMail(site, `${site.centre.shortName}: something is wrong with the website`, [
    heading('Something is wrong with the website'),
    'You get this email because you look after the website. This has lasted for more than an hour:',
    ...lasting.map(({ words, since }) => `${words}\nSince ${clock.format(new Date(since))}.`),
    'On the server, “node scripts/doctor.mjs” looks at everything and says what to do.',
    button('See how it is now', `${site.origin}/readyz`),
    'This email comes at most once a day.',
  ])
}
