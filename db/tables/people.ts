// The tables of people: their accounts, sessions, second steps, and what they did.
import type { Generated } from 'kysely'
import type { ConsentAnswer, PhotoUse, Role } from '../choices'
import type { Bit, Moment, Version } from './columns'

/** The activity log's verbs; sentences.ts has their words. A conflict names whoever 'changed' or 'renamed' last. */
export type Verb =
  | 'looked at'
  | 'added'
  | 'changed'
  | 'moved'
  | 'deleted'
  | 'erased'
  | 'removed'
  // newsletters and mail
  | 'sent'
  | 'sent a test'
  | 'sent again'
  | 'stopped'
  | 'published'
  | 'took off the website'
  | 'set when to send'
  | 'took back'
  | 'resumed'
  // the website
  | 'confirmed'
  | 'put back'
  // subscribers
  | 'unsubscribed'
  | 're-activated'
  | 'exported'
  | 'imported'
  // enquiries
  | 'answered'
  | 'reopened'
  | 'marked as real'
  | 'marked as spam'
  // photos of people
  | 'said who is in'
  | 'printed'
  // accounts
  | 'renamed'
  | 'set a password'
  | 'ended the sessions'
  | 'closed'
  | 'took out the data'
  | 'turned on the second step'
  | 'turned off the second step'
  | 'made new recovery codes'

export interface PeopleTables {
  users: {
    id: Generated<number>
    username: string
    passwordHash: string
    role: Role
    firstName: string
    lastName: string
    createdAt: Moment
    closedAt: Moment | null
    /** An account of the demonstration: closed while DEMO is off (domain/accounts/demonstration.server.ts). */
    demonstration: Generated<Bit>
    /** When personal data was removed from the row, which stays for the records that refer to it. */
    erasedAt: Generated<Moment | null>
    /** When somebody last took out all that is here of them, to the end. */
    exportedAt: Generated<Moment | null>
    /** The last line of the log up to which they have seen what others did to their log-in (domain/accounts/access-notices.server.ts). */
    toldUpTo: Generated<number>
    /** The last day in Dublin on which they changed an answer, and how often on that day (app/domain/daily-limit.server.ts). */
    changesOn: Generated<string | null>
    changesThatDay: Generated<number>
    version: Version
  }

  /** How somebody wants to see the screens (app/domain/display). */
  displaySettings: {
    userId: number
    settings: string
  }

  /** A session has two secrets, the cookie's and the Bearer token's; only their SHA-256 is stored (ASVS 3.3.4). */
  sessions: {
    id: Generated<number>
    userId: number
    cookieHash: string
    tokenHash: string
    remember: Bit
    createdAt: Moment
    lastUsedAt: Moment
    expiresAt: Moment
    endedAt: Moment | null
    /** Begun by a sign-in card or a code for a day: it ends when that does. */
    byCard: Generated<Bit>
  }

  /** A student's sign-in card; only the SHA-256 of its secret is stored, and a seal of its four digits. */
  signInCards: {
    userId: number
    tokenHash: string
    digitsSeal: string | null
    /** Since the last right ones. */
    wrongDigits: Generated<number>
    createdAt: Moment
    expiresAt: Moment
    lastUsedAt: Generated<Moment | null>
  }

  /** A student's code for a day, as a seal: six digits are few. */
  dayCodes: {
    userId: number
    codeSeal: string
    expiresAt: Moment
    /** In all, so that each code has its five guesses and no more. */
    wrongTries: Generated<number>
  }

  /** What a student said to one use of photos of them. The last row counts; none is changed or overwritten. */
  photoConsents: {
    id: Generated<number>
    userId: number
    use: PhotoUse
    answer: ConsentAnswer
    /** With whom they decided, and how it was explained to them. */
    supportedBy: string | null
    explained: string | null
    /** The first day of a yes, and its last; another answer has no last day. */
    from: string
    until: string | null
    recordedAt: Moment
    byId: number | null
  }

  /** A student who is in a picture: one of a file, of a newsletter's attachment, or of the website by its address. */
  peopleInPictures: {
    id: Generated<number>
    userId: number
    fileId: number | null
    attachmentId: number | null
    websitePicture: string | null
  }

  /** What was printed of a student and can't be called back. It outlives the picture, whose title it copies. */
  printedPictures: {
    id: Generated<number>
    userId: number
    picture: string
    what: string
    printedAt: Moment
    byId: number | null
  }

  /** A person's second step, off until a first code has confirmed it. */
  secondSteps: {
    userId: number
    /** The key shared with the app, encrypted with the server's secret. */
    lockedKey: string
    begunAt: Moment
    confirmedAt: Generated<Moment | null>
    /** The time step (RFC 6238) of the last code used: neither it nor an earlier one is accepted again. */
    lastTimeStep: Generated<number>
    recoverySalt: Generated<string>
  }

  /** A code for a lost phone, deleted once used. */
  recoveryCodes: {
    id: Generated<number>
    userId: number
    codeHash: string
  }

  /** A person's iCal address is derived from this number; a new number invalidates the old address. */
  calendarAddresses: {
    userId: number
    nonce: string
  }

  activity: {
    id: Generated<number>
    at: Moment
    actorId: number | null
    actorName: string
    action: Verb
    noun: string
    recordId: number
    title: string
    studentId: number | null
    /** How often it happened on the day of `at`, which is the last time. */
    times: Generated<number>
  }

  /** What somebody had typed when their session expired, for the same person after the next log-in. */
  interruptedForms: {
    userId: number
    path: string
    fields: string
    createdAt: Moment
  }

  /** The forms that were saved, by a hash of their ticket and of what was typed. */
  tickets: {
    ticket: string
    savedAt: Moment
    /** A hash of the person who sent it, or of the page where a visitor did. */
    sender: Generated<string | null>
  }

  /** A private address by which a student's family says when they do not come; `label` tells whose it is: 'Mother'. */
  familyLinks: {
    id: Generated<number>
    userId: number
    label: string
    tokenHash: string
    createdAt: Moment
    lastUsedAt: Generated<Moment | null>
    /** The last day in Dublin on which it changed something, and how often on that day (app/domain/daily-limit.server.ts). */
    changesOn: Generated<string | null>
    changesThatDay: Generated<number>
  }

  /** The days on which a student does not come. */
  absences: {
    id: Generated<number>
    userId: number
    /** The first and the last day in Dublin, '2026-09-01'. */
    startDate: string
    endDate: string
    note: string | null
    /** The family's link by which it was said, while that is there, and its label; null where a tutor noted it. */
    linkId: number | null
    saidBy: string | null
    createdAt: Moment
  }
}
