// Every term there is, once: domain/retention removes by them, the page under Profile and the privacy page tell them.

interface Bounds {
  first: number
  least: number
  most: number
}

interface Term {
  /** What has it, at the start of a line, and from when it counts. */
  label: string
  since: string
  /** One of what is removed, and several. */
  one: string
  many: string
  term: { days: number } | { months: Bounds }
  /** Why no longer and no shorter (GDPR article 5(1)(e), storage limitation). */
  why: string
}

export const retentionTerms = {
  enquiries: {
    label: 'Enquiries',
    since: 'From the day they were answered; spam from the day it came. What nobody has answered stays.',
    one: 'enquiry',
    many: 'enquiries',
    term: { months: { first: 24, least: 3, most: 36 } },
    why: 'People come back to what they asked within a year or two.',
  },
  activity: {
    label: 'The activity log',
    since: 'From the day of each line.',
    one: 'line of the activity log',
    many: 'lines of the activity log',
    term: { months: { first: 24, least: 6, most: 36 } },
    why: 'Families ask about the year before; older lines answer no question any more.',
  },
  leftFiles: {
    label: 'Files of students who left',
    since: 'From the day their account was closed. They must be exported first.',
    one: 'file of a student who left',
    many: 'files of a student who left',
    term: { months: { first: 12, least: 3, most: 36 } },
    why: 'Time to ask for their own work, and to give it to them.',
  },
  closedAccounts: {
    label: 'Closed accounts',
    since: 'From the day they were closed. Not before the files of the same person.',
    one: 'closed account',
    many: 'closed accounts',
    term: { months: { first: 36, least: 6, most: 84 } },
    why: 'A student who comes back finds their account; after years nobody does.',
  },
  unconfirmedSignUps: {
    label: 'Newsletter sign-ups that nobody confirmed',
    since: 'From the last email that asked.',
    one: 'sign-up that nobody confirmed',
    many: 'sign-ups that nobody confirmed',
    term: { days: 30 },
    why: 'Whoever has not pressed the button in the mail by then did not want the newsletter, or never asked for it.',
  },
  otherMails: {
    label: 'Emails about subscriptions, and tests',
    since: 'From the day they were sent.',
    one: 'email about a subscription, or a test',
    many: 'emails about subscriptions, and tests',
    term: { days: 30 },
    why: 'They say what became of a mail that somebody waits for; nobody waits for a month.',
  },
  readers: {
    label: 'Who a newsletter went to',
    since: 'From the day it was sent. How many were sent stays.',
    one: 'reader’s address of a newsletter that was sent',
    many: 'readers’ addresses of newsletters that were sent',
    term: { days: 90 },
    why: 'Refusals and complaints come in within weeks. The numbers of sent and failed mails stay.',
  },
  endedSessions: {
    label: 'Log-ins that have ended',
    since: 'From the day they ended.',
    one: 'log-in that was over',
    many: 'log-ins that were over',
    term: { days: 30 },
    why: 'Someone who suspects a stranger in their account asks within days.',
  },
  absences: {
    label: 'Days when somebody did not come',
    since: 'From the last day of an absence.',
    one: 'absence',
    many: 'absences',
    term: { days: 365 },
    why: 'Tutors compare a term with the one of the year before; later nobody asks who stayed at home.',
  },
  questions: {
    label: 'My say: questions and answers',
    since: 'From the last day of a question.',
    one: 'question with its answers',
    many: 'questions with their answers',
    term: { days: 365 },
    why: 'Tutors look back at what people chose when they plan the next year; later nobody does.',
  },
  interruptedForms: {
    label: 'What somebody typed when they were logged out',
    since: 'From that moment.',
    one: 'form that a log-out interrupted',
    many: 'forms that a log-out interrupted',
    term: { days: 1 },
    why: 'People come back to a form on the same day, or begin it again.',
  },
  tickets: {
    label: 'Notes that a form was saved',
    since: 'From that moment.',
    one: 'note that a form was saved',
    many: 'notes that a form was saved',
    term: { days: 1 },
    why: 'Whoever lost the answer presses again on the same day.',
  },
} as const satisfies Record<string, Term>

/** Calendar days and months (this one included) of daily backups, hours of hourly ones, and days of data that a restore set aside. */
export const backupsKept = { days: 14, months: 6, hours: 24, daysAside: 30 }

/** The same in words; backups and restores remove by the numbers (app/backups). */
export const backupTerms = [
  {
    label: 'Daily backups',
    term: `${backupsKept.days} days; the first of each month ${backupsKept.months} months`,
    since: 'From the day they were made.',
  },
  {
    label: 'Hourly backups',
    term: `${backupsKept.hours} hours`,
    since: 'From when they were made. The last one stays until there is a newer backup.',
  },
  {
    label: 'What a restore set aside',
    term: `${backupsKept.daysAside} days`,
    since: 'From the restore.',
  },
]

/** What has a term. */
export type Retained = keyof typeof retentionTerms
export type Changeable = {
  [Name in Retained]: (typeof retentionTerms)[Name]['term'] extends { months: Bounds } ? Name : never
}[Retained]
export type Terms = Record<Changeable, number>

export const retained = Object.keys(retentionTerms) as Retained[]
export const isChangeable = (what: Retained): what is Changeable => 'months' in retentionTerms[what].term
export const changeable = retained.filter(isChangeable)
export const boundsOf = (what: Changeable): Bounds => retentionTerms[what].term.months

export const firstTerms = Object.fromEntries(changeable.map((what) => [what, boundsOf(what).first])) as Terms

/** A term in days: a month counts as a twelfth of 365. */
export function daysOf(what: Retained, terms: Terms = firstTerms): number {
  const { term }: Term = retentionTerms[what]
  return 'days' in term ? term.days : Math.round((terms[what as Changeable] * 365) / 12)
}

/** A term in words: '1 day', '18 months', '2 years'. */
export function termInWords(what: Retained, terms: Terms = firstTerms): string {
  const { term }: Term = retentionTerms[what]
  if ('days' in term) return term.days % 365 === 0 ? spelled(term.days / 365, 'year') : spelled(term.days, 'day')
  const months = terms[what as Changeable]
  return months % 12 === 0 ? spelled(months / 12, 'year') : spelled(months, 'month')
}

const spelled = (number: number, unit: string) => `${number} ${unit}${number === 1 ? '' : 's'}`

/** So many of what has a term: '1 enquiry', '1,200 enquiries'. */
export function countInWords(what: Retained, count: number): string {
  const { one, many } = retentionTerms[what]
  return `${count.toLocaleString('en-IE')} ${count === 1 ? one : many}`
}
