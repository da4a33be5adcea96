import type { Row, Verb } from '~db/schema'

type Entry = Pick<Row<'activity'>, 'action' | 'noun' | 'title'> & { times?: number }

const sentences: Record<Verb, string> = {
  'looked at': 'looked at the {noun} {title}',
  added: 'added the {noun} {title}',
  changed: 'changed the {noun} {title}',
  moved: 'moved the {noun} {title}',
  deleted: 'deleted the {noun} {title}',
  erased: 'erased the {noun} {title}',
  removed: 'removed {title}, past their term',
  sent: 'asked to send the {noun} {title}',
  'sent a test': 'asked to send a test of the {noun} {title}',
  'sent again': 'asked to send the {noun} {title} again to people it had not reached',
  stopped: 'stopped sending the {noun} {title}',
  published: 'put the {noun} {title} on the website',
  'took off the website': 'took the {noun} {title} off the website',
  'set when to send': 'set when to send the {noun} {title}',
  'took back': 'cancelled the sending of the {noun} {title}',
  resumed: 'turned {noun} back on, {title}',
  confirmed: 'said that the words of the {noun} {title} are the centre’s own',
  'put back': 'put an older version of the {noun} {title} back',
  unsubscribed: 'unsubscribed {title} from the newsletter',
  're-activated': 're-activated {title} as a subscriber',
  exported: 'exported the {noun} {title}',
  imported: 'imported {noun} {title}',
  answered: 'marked the {noun} {title} as answered',
  reopened: 'marked the {noun} {title} as not answered yet',
  'marked as real': 'marked the {noun} {title} as not spam',
  'marked as spam': 'marked the {noun} {title} as spam',
  'said who is in': 'said who is in the {noun} {title}',
  printed: 'wrote down that the {noun} {title} was printed',
  renamed: 'changed the name of the {noun} {title}',
  'set a password': 'set a new password for the {noun} {title}',
  'ended the sessions': 'ended all sessions of the {noun} {title}',
  closed: 'closed the {noun} {title}',
  'took out the data': 'exported the data of the {noun} {title}',
  'turned on the second step': 'turned on the second step of the {noun} {title}',
  'turned off the second step': 'turned off the second step of the {noun} {title}',
  'made new recovery codes': 'made new recovery codes for the {noun} {title}',
}

/** Where the general sentence would not be English. */
const exceptions = new Map<string, string>([
  ['changed centre', 'changed the centre’s details'],
  ['changed retention', 'changed how long we keep things: {title}'],
  ['moved term', 'changed the calendar to show {title}'],
  ['sent again enquiry', 'asked to send the enquiry {title} to the office again'],
  ['sent again sending', 'asked to send again what the mail server had refused: {title}'],
  ['took out the data subscriber', 'exported what we hold about {title}'],
  ['erased subscriber', 'erased a subscriber’s address for good'],
  ['added backup', 'asked for a backup'],
  ['exported backup', 'downloaded the backup of {title}'],
  ['exported website', 'downloaded the website’s words and pictures'],
  ['added sign-in card', 'made a sign-in card for {title}'],
  ['changed sign-in card', 'unlocked the sign-in card of {title}'],
  ['deleted sign-in card', 'took back the sign-in card of {title}'],
  ['added family link', 'made a family link for {title}'],
  ['deleted family link', 'took back the family link of {title}'],
  ['added absence', 'noted that somebody is not coming: {title}'],
  ['deleted absence', 'noted that somebody is coming after all: {title}'],
  ['changed absence mail', 'turned the email at 10:00 about who is not coming {title}'],
  ['added code for a day', 'made a code for a day for {title}'],
  ['added photo consent', 'wrote down what {title} said about photos'],
  ['took back photo consent', 'took back a yes to photos of {title}'],
  ['answered question', 'answered the question {title}'],
  ['reopened account', 'opened the account {title} again'],
  ['erased account', 'erased a person and all their data'],
])

/** Nouns logged by a username, an address or a fixed name rather than a title, and so without quotation marks. */
const unquoted = new Set([
  'backup',
  'account',
  'sign-in card',
  'code for a day',
  'photo consent',
  'family link',
  'absence',
  'absence mail',
  'subscriber',
  'subscribers',
  'sending',
  'term',
  'retention',
])

/** A line of the log after its actor's name, in three parts: before the title, the title as it is shown (may be empty), and after it. */
export function splitActivitySentence({ action, noun, title, times = 1 }: Entry): {
  before: string
  title: string
  after: string
} {
  const sentence = (exceptions.get(`${action} ${noun}`) ?? sentences[action]).replace('{noun}', noun)
  const [before = '', after] = sentence.split('{title}')
  const often = times > 1 ? ` (${times} times that day)` : ''
  if (after === undefined) return { before: before + often, title: '', after: '' }
  return { before, title: unquoted.has(noun) ? title : `“${title}”`, after: after + often }
}

/** What the lines of the activity log are about: for people, and the nouns of the lines. */
export const activitySubjects = {
  documents: { label: 'Documents', nouns: ['document'] },
  timetables: { label: 'Timetables', nouns: ['timetable', 'session of the week', 'absence', 'absence mail'] },
  calendar: { label: 'The calendar', nouns: ['event', 'term'] },
  notices: { label: 'Notices', nouns: ['notice', 'question'] },
  photos: { label: 'Photos', nouns: ['photo', 'picture', 'photo consent'] },
  newsletters: { label: 'Newsletters', nouns: ['newsletter', 'newsletter attachment', 'sending'] },
  subscribers: { label: 'Subscribers', nouns: ['subscriber', 'subscribers'] },
  enquiries: { label: 'Enquiries', nouns: ['enquiry'] },
  resources: { label: 'Resources', nouns: ['resource'] },
  board: { label: 'The board and its plans', nouns: ['board member', 'strategic plan'] },
  website: { label: 'The website', nouns: ['page', 'centre', 'website'] },
  backups: { label: 'Backups', nouns: ['backup'] },
  retention: { label: 'How long we keep things', nouns: ['retention'] },
  people: { label: 'People', nouns: ['account', 'sign-in card', 'code for a day', 'family link'] },
} as const

export type ActivitySubject = keyof typeof activitySubjects
export type Noun = (typeof activitySubjects)[ActivitySubject]['nouns'][number]

export const activitySubjectNames = Object.keys(activitySubjects) as [ActivitySubject, ...ActivitySubject[]]
export const getNounsOfSubject = (subject: ActivitySubject): readonly Noun[] => activitySubjects[subject].nouns
