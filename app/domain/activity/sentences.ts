import type { Row, Verb } from '~db/schema'

type LoggedAction = Pick<Row<'activity'>, 'action' | 'noun' | 'title'> & { times?: number }

const sentencesByVerb: Record<Verb, string> = {
  'looked at': 'looked at the {noun} {title}',
  opened: 'opened the {noun} {title}, before it was moved',
  added: 'added the {noun} {title}',
  changed: 'changed the {noun} {title}',
  moved: 'moved the {noun} {title}',
  'moved away': 'moved the {noun} {title} away from its student',
  deleted: 'deleted the {noun} {title}',
  erased: 'erased the {noun} {title}',
  removed: 'removed {title}, past the time we keep them',
  sent: 'asked to send the {noun} {title}',
  'sent a test': 'asked to send a test of the {noun} {title}',
  'sent again': 'asked to send the {noun} {title} again to people it had not reached',
  stopped: 'stopped sending the {noun} {title}',
  published: 'put the {noun} {title} on the website',
  'took off the website': 'took the {noun} {title} off the website',
  'set when to send': 'set when to send the {noun} {title}',
  'took back': 'cancelled the sending of the {noun} {title}',
  resumed: 'turned {noun} back on, {title}',
  confirmed: 'confirmed that the text of the {noun} {title} is the centre’s own',
  'put back': 'restored an older version of the {noun} {title}',
  unsubscribed: 'unsubscribed {title} from the newsletter',
  're-activated': 're-activated {title} as a subscriber',
  exported: 'exported the {noun} {title}',
  imported: 'imported {noun} {title}',
  answered: 'marked the {noun} {title} as answered',
  reopened: 'marked the {noun} {title} as not answered yet',
  'marked as real': 'marked the {noun} {title} as not spam',
  'marked as spam': 'marked the {noun} {title} as spam',
  'said who is in': 'said who is in the {noun} {title}',
  printed: 'recorded that the {noun} {title} was printed',
  renamed: 'changed the name of the {noun} {title}',
  'set a password': 'set a new password for the {noun} {title}',
  'ended the sessions': 'logged the {noun} {title} out everywhere',
  closed: 'closed the {noun} {title}',
  'took out the data': 'exported the data of the {noun} {title}',
  'turned on the second step': 'turned on the second step of the {noun} {title}',
  'turned off the second step': 'turned off the second step of the {noun} {title}',
  'made new recovery codes': 'made new recovery codes for the {noun} {title}',
}

/** Sentences for pairs that the general one does not suit. */
const sentencesByVerbAndNoun = new Map<string, string>([
  // The title has the day too.
  ['opened opening', 'opened {title}, before it was moved'],
  ['changed centre', 'changed the centre’s details'],
  ['changed retention', 'changed how long we keep things: {title}'],
  ['moved term', 'changed the calendar to show {title}'],
  ['sent again enquiry', 'asked to send the enquiry {title} to the office again'],
  ['sent again sending', 'asked to send again what the mail server had refused: {title}'],
  ['resumed subscriber', 'asked to try the address {title} again'],
  ['took out the data subscriber', 'exported what we hold about {title}'],
  ['erased subscriber', 'erased a subscriber’s address for good'],
  ['added backup', 'asked for a backup'],
  ['exported backup', 'downloaded the backup of {title}'],
  ['exported website', 'downloaded the website’s text and pictures'],
  ['changed website', 'chose which examples the website shows'],
  ['confirmed website', 'said that the website is ready'],
  ['reopened website', 'said that the website is not ready yet'],
  ['added sign-in card', 'made a sign-in card for {title}'],
  ['changed sign-in card', 'unlocked the sign-in card of {title}'],
  ['deleted sign-in card', 'removed the sign-in card of {title}'],
  ['added family link', 'made a family link for {title}'],
  ['deleted family link', 'removed the family link of {title}'],
  ['changed portal view', 'chose what the portal shows to {title}'],
  ['changed home view', 'turned what the family sees {title}'],
  ['added item at home', 'showed at home: {title}'],
  ['took back item at home', 'stopped showing at home: {title}'],
  ['added absence', 'recorded an absence: {title}'],
  ['deleted absence', 'removed an absence: {title}'],
  ['changed absence mail', 'turned the 10:00 email about absences {title}'],
  ['added attendance', 'recorded attendance: {title}'],
  ['changed attendance', 'changed {title}'],
  ['deleted attendance', 'took back attendance: {title}'],
  ['added register', 'recorded the register of {title}'],
  ['took back register', 'undid the register of {title}'],
  ['changed register', 'turned the count of days for students {title}'],
  ['exported register', 'exported the register of {title}'],
  ['added day of a session', 'said that {title}'],
  ['changed day of a session', 'said that {title}'],
  ['deleted day of a session', 'took back that {title}'],
  ['added code for a day', 'made a code for a day for {title}'],
  ['added photo consent', 'recorded the photo permissions of {title}'],
  ['confirmed photo consent', 'confirmed a photo permission of {title}'],
  ['changed photo consent', 'said that a photo permission of {title} is not recorded right'],
  ['took back photo consent', 'withdrew a photo permission of {title}'],
  ['put back photo consent', 'undid the withdrawal of a photo permission of {title}'],
  ['deleted album', 'deleted the album {title} and its photos'],
  ['answered question', 'answered the question {title}'],
  ['added spoken answer', 'answered the question {title} by voice'],
  ['deleted spoken answer', 'deleted a recorded answer to the question {title}'],
  ['changed account', 'changed the first or last day of {title}'],
  ['confirmed account', 'confirmed after a restore that {title} may log in'],
  ['reopened account', 'opened the account {title} again'],
  ['erased account', 'erased a person and all their data'],
])

/** Nouns whose titles are usernames, addresses or fixed names, shown without quotation marks. */
const unquotedNouns = new Set([
  'backup',
  'opening',
  'account',
  'sign-in card',
  'code for a day',
  'photo consent',
  'family link',
  'portal view',
  'home view',
  'item at home',
  'absence',
  'absence mail',
  'attendance',
  'register',
  'day of a session',
  'subscriber',
  'subscribers',
  'sending',
  'term',
  'retention',
])

/** A line of the log after the actor's name, in three parts: before the title, the title as shown (may be empty), and after it. */
export function splitActivitySentence({ action, noun, title, times = 1 }: LoggedAction): {
  before: string
  title: string
  after: string
} {
  const sentence = (sentencesByVerbAndNoun.get(`${action} ${noun}`) ?? sentencesByVerb[action]).replace('{noun}', noun)
  const [before = '', after] = sentence.split('{title}')
  const often = times > 1 ? ` (${times} times that day)` : ''
  if (after === undefined) return { before: before + often, title: '', after: '' }
  return { before, title: unquotedNouns.has(noun) ? title : `“${title}”`, after: after + often }
}

/** The topics that people can filter the activity log by, and the nouns of their lines. */
export const activitySubjects = {
  documents: { label: 'Documents', nouns: ['document', 'opening'] },
  timetables: {
    label: 'Timetables',
    nouns: [
      ...(['timetable', 'session of the week', 'day of a session', 'steps', 'step'] as const),
      ...(['absence', 'absence mail', 'attendance', 'register'] as const),
    ],
  },
  calendar: { label: 'The calendar', nouns: ['event', 'term'] },
  notices: { label: 'Notices', nouns: ['notice', 'photo notice', 'question', 'spoken answer'] },
  photos: { label: 'Photos', nouns: ['photo', 'album', 'picture', 'photo consent'] },
  newsletters: { label: 'Newsletters', nouns: ['newsletter', 'newsletter attachment', 'sending'] },
  subscribers: { label: 'Subscribers', nouns: ['subscriber', 'subscribers'] },
  enquiries: { label: 'Enquiries', nouns: ['enquiry'] },
  resources: { label: 'Resources', nouns: ['resource'] },
  board: { label: 'The board and its plans', nouns: ['board member', 'strategic plan'] },
  website: { label: 'The website', nouns: ['page', 'centre', 'website'] },
  backups: { label: 'Backups', nouns: ['backup'] },
  retention: { label: 'How long we keep things', nouns: ['retention'] },
  people: {
    label: 'People',
    nouns: [
      ...(['account', 'sign-in card', 'code for a day', 'family link', 'group'] as const),
      ...(['portal view', 'home view', 'item at home'] as const),
    ],
  },
} as const

export type ActivitySubject = keyof typeof activitySubjects
export type Noun = (typeof activitySubjects)[ActivitySubject]['nouns'][number]

export const activitySubjectNames = Object.keys(activitySubjects) as [ActivitySubject, ...ActivitySubject[]]
export const getNounsOfSubject = (subject: ActivitySubject): readonly Noun[] => activitySubjects[subject].nouns
