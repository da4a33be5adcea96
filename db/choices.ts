/**
 * What a column can hold where there is a list to choose from: each list once, from which the table's type, the form's rule and the
 * labels follow. The first migration that made a column names its list for good, so a new choice takes a migration too.
 */
export const roles = ['student', 'tutor'] as const
export type Role = (typeof roles)[number]

export const subjects = ['general', 'programmes', 'visit', 'other'] as const
export type Subject = (typeof subjects)[number]

/** Whom a newsletter goes to: all active subscribers, or of those the parents and guardians. */
export const audiences = ['all', 'guardians'] as const
export type Audience = (typeof audiences)[number]

export const categories = ['support', 'information', 'community'] as const
export type Category = (typeof categories)[number]

/** The months' English names, as events have them. */
export const months = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
] as const
export type MonthName = (typeof months)[number]
