/** Values of columns with a fixed list. A migration checks them, so a new value needs a new migration. */
export const roles = ['student', 'tutor'] as const
export type Role = (typeof roles)[number]

export const enquirySubjects = ['general', 'programmes', 'visit', 'other'] as const
export type EnquirySubject = (typeof enquirySubjects)[number]

/** The recipients of a newsletter: all active subscribers, or only parents and guardians. */
export const audiences = ['all', 'guardians'] as const
export type Audience = (typeof audiences)[number]

export const newsletterFormats = ['plain', 'markdown'] as const
export type NewsletterFormat = (typeof newsletterFormats)[number]

/**
 * How a person agreed to the newsletter: on a page of the website, through another program's API call, or with the tutor who added
 * them.
 */
export const agreedOn = ['page', 'call', 'tutor'] as const
export type AgreedOn = (typeof agreedOn)[number]

export const photoUses = ['gallery', 'website', 'newsletter', 'print', 'home'] as const
export type PhotoUse = (typeof photoUses)[number]

export const consentAnswers = ['yes', 'no', 'withdrawn'] as const
export type ConsentAnswer = (typeof consentAnswers)[number]

export const attendanceStates = ['here', 'not here', 'late', 'left early'] as const
export type AttendanceState = (typeof attendanceStates)[number]

export const categories = ['support', 'information', 'community'] as const
export type Category = (typeof categories)[number]

export const weekdays = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'] as const
export type Weekday = (typeof weekdays)[number]

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
