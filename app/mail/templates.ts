import { normalizePunctuation } from '~/characters'
import type { AbsenceMail, AbsenceRemark } from '~/domain/absences/absence-mail.server'
import { splitActivitySentence } from '~/domain/activity/sentences'
import { enquirySubjectNames } from '~/domain/enquiries/enquiries'
import { formatDate } from '~/domain/events/days'
import { formatSize, kinds } from '~/domain/files/kinds'
import { findPictures } from '~/domain/newsletters/blocks'
import { parseNewsletter } from '~/domain/newsletters/text.server'
import { paths } from '~/paths'
import { formatDateTime, formatDayWithWeekday } from '~/ui/dates'
import type { Row } from '~db/schema'
import type { MailedPicture } from './mail-text'
import {
  type MailContent,
  renderMail,
  renderMailAttachment,
  renderMailButton,
  renderMailHeading,
  renderMailQuote,
  renderMailText,
  type Sender,
} from './render'

/** A newsletter's file in its mail; `number` is set for pictures, and `url` is absolute. */
export interface MailedAttachment {
  title: string
  description: string | null
  fileType: string
  size: number
  url: string
  number: number | null
  picture: MailedPicture | null
}

/** Anyone can sign up any address under any name, so names that could carry a message or link are not repeated. */
const plainName = /^(?!.*\.\S)[\p{L}\p{M} .'-]{1,40}$/u
const greeting = (name: string | null) =>
  name && plainName.test(normalizePunctuation(name)) ? `Hello ${name},` : 'Hello,'

interface Newsletter {
  newsletter: Pick<Row<'newsletters'>, 'title' | 'content' | 'format'>
  attachments: MailedAttachment[]
  /** Numbers of hidden pictures; their places are hidden too. */
  hidden?: number[]
  unsubscribeUrl: string
  site: Sender
}

/** A newsletter: its text with placed pictures, then its other files as links and other pictures shown small. */
export function writeNewsletterMail({ newsletter, attachments, hidden = [], unsubscribeUrl, site }: Newsletter) {
  const { title } = newsletter
  const pictures = new Map<number, MailedPicture>()
  for (const { number, picture } of attachments) if (number && picture) pictures.set(number, picture)
  const text = parseNewsletter(newsletter, [...pictures.keys(), ...hidden])
  const placed = findPictures(text)
  const others = attachments.filter(({ number }) => number === null || !placed.includes(number))
  const files = others.map(({ fileType, size, ...file }) =>
    renderMailAttachment({
      ...file,
      file: `${kinds[fileType as keyof typeof kinds]?.name ?? 'File'}, ${formatSize(size)}`,
    }),
  )
  return renderMail(site, title, [renderMailHeading(title), renderMailText(text, pictures), ...files], unsubscribeUrl)
}

/** A mail to a subscriber; a known name is greeted below the heading. */
interface ToSubscriber {
  name: string | null
  site: Sender
}

export function writeWelcomeMail({
  name,
  site,
  unsubscribeUrl,
}: ToSubscriber & { unsubscribeUrl: string }): MailContent {
  const subject = `Welcome to ${site.centre.shortName} News`
  const blocks = [
    renderMailHeading(subject),
    greeting(name),
    'Thank you for subscribing. We are glad to have you with us.',
    'From time to time we will send you our news by email: what we do, what we have achieved and what is coming up.',
  ]
  return renderMail(site, subject, blocks, unsubscribeUrl)
}

/** Asks a new subscriber to confirm (double opt-in). Unconfirmed addresses get no other mail. */
export function writeConfirmationMail({ name, site, confirmUrl }: ToSubscriber & { confirmUrl: string }): MailContent {
  const { shortName } = site.centre
  return renderMail(site, `Please confirm: ${shortName} News`, [
    renderMailHeading('Is this your email address?'),
    greeting(name),
    `Someone asked us to send ${shortName} News to this email address. If it was you, please press the button.`,
    renderMailButton('Yes, send me the news', confirmUrl),
    'If it was not you, you do not have to do anything. We will not send you the news.',
  ])
}

export function writeUnsubscribeLinkMail({ name, site, unsubscribeUrl }: ToSubscriber & { unsubscribeUrl: string }) {
  const { shortName } = site.centre
  return renderMail(site, `Your link to unsubscribe from ${shortName} News`, [
    renderMailHeading('Your link to unsubscribe'),
    greeting(name),
    `You asked for a link to stop ${shortName} News. It opens a page with one button.`,
    renderMailButton('Unsubscribe', unsubscribeUrl),
    'If you did not ask for it, or want to keep getting our news, you do not have to do anything.',
  ])
}

type Enquiry = Pick<Row<'enquiries'>, 'name' | 'email' | 'phone' | 'subject' | 'message' | 'suspected'>

/** Notifies the office of an enquiry; Reply-To is the visitor. */
export function writeEnquiryMail({ enquiry, site }: { enquiry: Enquiry; site: Sender }): MailContent {
  const { name, email, phone, suspected } = enquiry
  const subject = enquirySubjectNames[enquiry.subject]
  return renderMail(site, `${suspected ? 'Possible spam: ' : ''}${subject} from ${name}`, [
    renderMailHeading(`${subject} from ${name}`),
    ...(suspected ? ['This message looks like spam. Please check it before you reply.'] : []),
    `Name: ${name}\nEmail: ${email}\nPhone: ${phone ?? 'not given'}\nSubject: ${subject}`,
    renderMailQuote(enquiry.message.replace(/\r\n?/g, '\n')),
    'Reply to this email to answer the visitor. All enquiries are also in the portal, under Profile, Enquiries.',
  ])
}

/** Notifies the office that a tutor's log-in was changed. */
export function writeAccessMail({ line, site }: { line: Row<'activity'>; site: Sender }): MailContent {
  const { before, title, after } = splitActivitySentence(line)
  const what = line.action === 'added' ? 'tutor was added' : 'tutor’s log-in was changed'
  return renderMail(site, `${site.centre.shortName}: a ${what}`, [
    renderMailHeading(`A ${what}`),
    `${formatDateTime(line.at)}: ${line.actorName} ${before}${title}${after}.`,
    'If this was agreed, you do not have to do anything. If not, please ask both people, and tell the person who looks after the website. They can set a new password on the server, where tutors cannot.',
    renderMailButton('Open the activity log', `${site.origin}${paths.dashboard.profile.activity}`),
  ])
}

const absenceRemarks: Record<AbsenceRemark, string> = {
  off: 'This email is late: the website was not running at 10:00.',
  clock: 'This email is late: at 10:00 the clock on the website’s server might have been wrong.',
  waited: 'This email is late: it could not be sent at 10:00.',
  news: 'This was recorded after today’s first email.',
}

/** The office's mail about a day's absences. Their notes stay in the portal. */
export function writeAbsencesMail({ absences, day, until, remark, site }: AbsenceMail & { site: Sender }): MailContent {
  const number = `${absences.length} not coming today`
  const isAnyAbsent = absences.length > 0
  const names = absences.map(({ studentName, endDate }) =>
    endDate === day ? studentName : `${studentName}, until ${formatDate(endDate)}`,
  )
  const nobody = `${formatDayWithWeekday(day)}: no absences are recorded.`
  return renderMail(site, `${site.centre.shortName}: ${isAnyAbsent ? number : 'everybody is expected today'}`, [
    renderMailHeading(isAnyAbsent ? number : 'Everybody is expected today'),
    isAnyAbsent ? [`${formatDayWithWeekday(day)}:`, ...names].join('\n') : nobody,
    ...(remark ? [absenceRemarks[remark]] : []),
    isAnyAbsent
      ? 'Absences recorded later today appear only on the list.'
      : `If an absence is recorded before ${until} today, you get one more email.`,
    renderMailButton('Open the list', `${site.origin}${paths.dashboard.timetable.away}`),
    'You get this email at 10:00 on every day that we are open, even when everybody is expected. If it does not come, something is wrong. Tutors can turn it off on that page.',
  ])
}

interface OperatorMail {
  lasting: { words: string; since: string }[]
  site: Sender
  timeZone: string
}

export function writeOperatorMail({ lasting, site, timeZone }: OperatorMail): MailContent {
  const clock = new Intl.DateTimeFormat('en-IE', { dateStyle: 'long', timeStyle: 'short', timeZone })
  return renderMail(site, `${site.centre.shortName}: something is wrong with the website`, [
    renderMailHeading('Something is wrong with the website'),
    'You get this email because you look after the website. These problems have lasted for more than an hour:',
    ...lasting.map(({ words, since }) => `${words}\nSince ${clock.format(new Date(since))}.`),
    'On the server, run ‘node scripts/doctor.mjs’. It checks everything and says what to do.',
    renderMailButton('See the status now', `${site.origin}/readyz`),
    'You get this email at most once a day.',
  ])
}
