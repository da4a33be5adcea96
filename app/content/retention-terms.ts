// All retention periods. domain/retention applies them; Profile and the privacy page show them.

interface MonthRange {
  first: number
  min: number
  max: number
}

interface RetentionRule {
  /** The category as a label, and when its period begins. */
  label: string
  since: string
  /** Singular and plural names of a removed record. */
  one: string
  many: string
  term: { days: number } | { months: MonthRange }
  /** The reason for the length of the period (GDPR article 5(1)(e), storage limitation). */
  reason: string
}

export const retentionPeriods = {
  enquiries: {
    label: 'Enquiries',
    since: 'From the day they were answered. Spam: from the day it arrived. Unanswered enquiries stay.',
    one: 'enquiry',
    many: 'enquiries',
    term: { months: { first: 24, min: 3, max: 36 } },
    reason: 'People ask about the same thing again within a year or two.',
  },
  activity: {
    label: 'Activity log',
    since: 'From the date of each entry.',
    one: 'activity log entry',
    many: 'activity log entries',
    term: { months: { first: 24, min: 6, max: 36 } },
    reason: 'Families ask about the year before. Nobody asks about older entries.',
  },
  leftFiles: {
    label: 'Files of students who left',
    since: 'From the day their account was closed. The files must be exported first.',
    one: 'file of a student who left',
    many: 'files of a student who left',
    term: { months: { first: 12, min: 3, max: 36 } },
    reason: 'This leaves time for students to ask for their work, and for us to give it to them.',
  },
  closedAccounts: {
    label: 'Closed accounts',
    since: 'From the day they were closed. The person’s files must be removed first.',
    one: 'closed account',
    many: 'closed accounts',
    term: { months: { first: 36, min: 6, max: 84 } },
    reason: 'A student who comes back can use the same account. After some years nobody comes back.',
  },
  unconfirmedSignUps: {
    label: 'Unconfirmed newsletter sign-ups',
    since: 'From the last email that asked for it.',
    one: 'unconfirmed sign-up',
    many: 'unconfirmed sign-ups',
    term: { days: 30 },
    reason:
      'Anyone who has not pressed the button in the email by then did not want the newsletter, or never asked for it.',
  },
  otherMails: {
    label: 'Subscription emails and test emails',
    since: 'From the day they were sent.',
    one: 'subscription or test email',
    many: 'subscription and test emails',
    term: { days: 30 },
    reason: 'They show what happened to an email that someone is waiting for. Nobody waits for a month.',
  },
  readers: {
    label: 'Who each newsletter was sent to',
    since: 'From the day it was sent. The number of emails stays.',
    one: 'reader’s address of a sent newsletter',
    many: 'readers’ addresses of sent newsletters',
    term: { days: 90 },
    reason: 'Bounces and complaints arrive within weeks. The numbers of sent and failed emails stay.',
  },
  endedSessions: {
    label: 'Past log-ins',
    since: 'From the day they ended.',
    one: 'past log-in',
    many: 'past log-ins',
    term: { days: 30 },
    reason: 'Anyone who thinks that someone else used their account asks within days.',
  },
  absences: {
    label: 'Absences',
    since: 'From the last day of each absence.',
    one: 'absence',
    many: 'absences',
    term: { days: 365 },
    reason:
      'Tutors compare each term with the same term a year before. Later, nobody needs to know who stayed at home.',
  },
  attendance: {
    label: 'The register',
    since: 'From each day. Download a month if your funder wants it for longer.',
    one: 'line of the register',
    many: 'lines of the register',
    term: { days: 3 * 365 },
    reason: 'Funders count the days of a year, and may check the two years before it.',
  },
  questions: {
    label: 'My say: questions and answers',
    since: 'From the last day of each question.',
    one: 'question with its answers',
    many: 'questions with their answers',
    term: { days: 365 },
    reason: 'Tutors look back at what people chose when they plan the next year. Later, nobody does.',
  },
  interruptedForms: {
    label: 'Forms that a log-out interrupted',
    since: 'From that moment.',
    one: 'form that a log-out interrupted',
    many: 'forms that a log-out interrupted',
    term: { days: 1 },
    reason: 'People come back to a form on the same day, or start again.',
  },
  tickets: {
    label: 'Records that a form was saved',
    since: 'From that moment.',
    one: 'record that a form was saved',
    many: 'records that a form was saved',
    term: { days: 1 },
    reason: 'People whose connection fails press the button again on the same day.',
  },
} as const satisfies Record<string, RetentionRule>

/**
 * Daily backups stay for `days`, the first of each month for `months` including the current one, and hourly ones for `hours`. Data
 * that a restore set aside stays for `daysAside`.
 */
export const backupRetention = { days: 14, months: 6, hours: 24, daysAside: 30 }

/** The backup periods as text; app/backups applies the numbers. */
export const backupPeriods = [
  {
    label: 'Daily backups',
    term: `${backupRetention.days} days; the first of each month ${backupRetention.months} months`,
    since: 'From the day they were made.',
  },
  {
    label: 'Hourly backups',
    term: `${backupRetention.hours} hours`,
    since: 'From the time they were made. The last one stays until there is a newer backup.',
  },
  {
    label: 'Data that a restore set aside',
    term: `${backupRetention.daysAside} days`,
    since: 'From the day of the restore.',
  },
]

export type RetentionCategory = keyof typeof retentionPeriods
export type AdjustableCategory = {
  [Name in RetentionCategory]: (typeof retentionPeriods)[Name]['term'] extends { months: MonthRange } ? Name : never
}[RetentionCategory]
export type RetentionMonths = Record<AdjustableCategory, number>

export const retentionCategories = Object.keys(retentionPeriods) as RetentionCategory[]
export const isAdjustable = (category: RetentionCategory): category is AdjustableCategory =>
  'months' in retentionPeriods[category].term
export const adjustableCategories = retentionCategories.filter(isAdjustable)
export const getRetentionBounds = (category: AdjustableCategory): MonthRange => retentionPeriods[category].term.months

export const defaultRetentionMonths = Object.fromEntries(
  adjustableCategories.map((category) => [category, getRetentionBounds(category).first]),
) as RetentionMonths

/** A period in days; a month is a twelfth of 365. */
export function getRetentionDays(category: RetentionCategory, terms: RetentionMonths = defaultRetentionMonths): number {
  const { term }: RetentionRule = retentionPeriods[category]
  return 'days' in term ? term.days : Math.round((terms[category as AdjustableCategory] * 365) / 12)
}

/** A period as text: '1 day', '18 months', '2 years'. */
export function formatRetentionPeriod(
  category: RetentionCategory,
  terms: RetentionMonths = defaultRetentionMonths,
): string {
  const { term }: RetentionRule = retentionPeriods[category]
  if ('days' in term)
    return term.days % 365 === 0 ? formatQuantity(term.days / 365, 'year') : formatQuantity(term.days, 'day')
  const months = terms[category as AdjustableCategory]
  return months % 12 === 0 ? formatQuantity(months / 12, 'year') : formatQuantity(months, 'month')
}

const formatQuantity = (number: number, unit: string) => `${number} ${unit}${number === 1 ? '' : 's'}`

/** A number of records: '1 enquiry', '1,200 enquiries'. */
export function formatRemovedCount(category: RetentionCategory, count: number): string {
  const { one, many } = retentionPeriods[category]
  return `${count.toLocaleString('en-IE')} ${count === 1 ? one : many}`
}
