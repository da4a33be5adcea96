// Tables about people: accounts, sessions, second steps, consents, absences, attendance and the activity log.
import type { Generated } from 'kysely'
import type { AttendanceState, ConsentAnswer, PhotoUse, Role } from '../choices'
import type { Bit, Moment, Version } from './columns'

/** The activity log's verbs, with sentences in domain/activity/sentences.ts. */
export type Verb =
  | 'looked at'
  | 'opened'
  | 'added'
  | 'changed'
  | 'moved'
  | 'moved away'
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
    /** 1 for an account of the demonstration, which is closed while DEMO is off (demo/demonstration.server.ts). */
    demonstration: Generated<Bit>
    /** When personal data was removed. The row stays, because other records refer to it. */
    erasedAt: Generated<Moment | null>
    /** The start of the last complete export of their data. */
    exportedAt: Generated<Moment | null>
    /** The newest log line in the notices that they have confirmed (domain/accounts/access-notices.server.ts). */
    toldUpTo: Generated<number>
    /**
     * The last day in Dublin on which they changed an answer, and the number of changes that day (domain/limits/limits.server.ts).
     */
    changesOn: Generated<string | null>
    changesThatDay: Generated<number>
    /** A student's first and last day at the centre, '2026-09-01'; null if it is not known or not over. Both count. */
    firstDay: Generated<string | null>
    lastDay: Generated<string | null>
    /** The times before, of a student who came back, as a JSON list of { firstDay, lastDay }. */
    earlierDays: Generated<string>
    version: Version
  }

  /** Salted hashes of erased people's usernames (domain/accounts/password.server.ts). */
  usedUsernames: {
    usernameHash: string
  }

  /** The parts of the portal that a student sees, as a JSON array (domain/portal-view); null for all. No row means all, too. */
  shownParts: {
    userId: number
    parts: string | null
    /** The version without a row is 1. */
    version: number
  }

  /** A person's display settings, serialized (domain/display). */
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
    /** 1 for a session started with a sign-in card or a day code. It ends when that does. */
    byCard: Generated<Bit>
  }

  /** A student's sign-in card, with the SHA-256 of its secret and an HMAC of its four digits. */
  signInCards: {
    userId: number
    tokenHash: string
    digitsSeal: string | null
    /** Wrong attempts since the last correct one. */
    wrongDigits: Generated<number>
    createdAt: Moment
    expiresAt: Moment
    lastUsedAt: Generated<Moment | null>
  }

  /** A student's day code, as an HMAC, because six digits are few. */
  dayCodes: {
    userId: number
    codeSeal: string
    expiresAt: Moment
    /** All wrong attempts: each code allows five. */
    wrongTries: Generated<number>
  }

  /** A student's answers about uses of their photos. The newest row counts. Rows are never changed. */
  photoConsents: {
    id: Generated<number>
    userId: number
    use: PhotoUse
    answer: ConsentAnswer
    /** Who helped them to decide, and how it was explained. */
    supportedBy: string | null
    explained: string | null
    /** The first and last day of a yes. Other answers have no last day. */
    from: string
    until: string | null
    recordedAt: Moment
    byId: number | null
    /** Whether the student says that this record is right; null until they answer. */
    ownWord: 'yes' | 'no' | null
    ownWordAt: Moment | null
    /** The day on which the student last wanted to answer later. */
    postponedOn: string | null
  }

  /** A student in a picture: a file, a newsletter's attachment, a step's or answer's photo, or a website picture by address. */
  peopleInPictures: {
    id: Generated<number>
    userId: number
    fileId: number | null
    attachmentId: number | null
    websitePicture: string | null
    stepPhotoId: number | null
    answerPhotoId: number | null
  }

  /** A print that shows a student. It stays when the picture is deleted, so it has a copy of the title. */
  printedPictures: {
    id: Generated<number>
    userId: number
    picture: string
    what: string
    printedAt: Moment
    byId: number | null
  }

  /** An account that a restore may have opened again, until a tutor confirms it, and when its person was last here. */
  restoredAccounts: {
    userId: number
    lastSeenAt: Moment | null
  }

  /** A person's second step. It is off until a first code confirms it. */
  secondSteps: {
    userId: number
    /** The authenticator app's key, encrypted with the server's secret. */
    lockedKey: string
    begunAt: Moment
    confirmedAt: Generated<Moment | null>
    /** The time step (RFC 6238) of the last code used: it and earlier ones are refused. */
    lastTimeStep: Generated<number>
    recoverySalt: Generated<string>
  }

  /** A code for a lost phone, deleted once used. */
  recoveryCodes: {
    id: Generated<number>
    userId: number
    codeHash: string
  }

  /** A person's calendar address contains a signature of this nonce. A new nonce invalidates the old address. */
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
    /** The number of times on that day; `at` is the last one. */
    times: Generated<number>
  }

  /** A form that was sent after the session expired. The next log-in restores it. */
  interruptedForms: {
    userId: number
    path: string
    fields: string
    createdAt: Moment
  }

  /** Idempotency keys of saved forms: hashes of the random key and of all fields. */
  tickets: {
    ticket: string
    savedAt: Moment
    /** A hash of the person who sent the form, or for a visitor, of the page. */
    sender: Generated<string | null>
  }

  /** A private link with which a student's family reports absences. `label` says whose it is: 'Mother'. */
  familyLinks: {
    id: Generated<number>
    userId: number
    label: string
    tokenHash: string
    createdAt: Moment
    lastUsedAt: Generated<Moment | null>
    /** The last day in Dublin on which it changed something, and the number of changes that day (domain/limits/limits.server.ts). */
    changesOn: Generated<string | null>
    changesThatDay: Generated<number>
  }

  /** Students whose family links show what they chose for home. The nonce identifies the row after a restore. */
  homeFamilies: {
    userId: number
    nonce: string
    turnedOnAt: Moment
  }

  /** A file, or the sessions of a day as JSON, that a student shows at home. */
  shownAtHome: {
    id: Generated<number>
    userId: number
    fileId: number | null
    /** The day in Dublin, '2026-09-01', and its sessions: [{ from, to, activity }]. */
    day: string | null
    sessions: string | null
    shownAt: Moment
    nonce: string
  }

  /** Absences that were cancelled: on these days the student comes after all. */
  cancelledAbsences: {
    id: Generated<number>
    userId: number
    startDate: string
    endDate: string
    /** As in absences: who had reported it. */
    linkId: number | null
    saidBy: string | null
    /** The family link that cancelled it, while that exists, and its label; null if a tutor did. */
    cancelledByLinkId: number | null
    cancelledBy: string | null
    cancelledAt: Moment
  }

  /** Days on which a student does not come. */
  absences: {
    id: Generated<number>
    userId: number
    /** First and last day in Dublin, '2026-09-01'. */
    startDate: string
    endDate: string
    note: string | null
    /** The family link that reported it, while that exists, and its label; null if a tutor recorded it. */
    linkId: number | null
    saidBy: string | null
    createdAt: Moment
  }

  /** Whether a student was there on a day or, with a session, in it. */
  attendance: {
    id: Generated<number>
    /** In Dublin, '2026-09-01'. */
    date: string
    userId: number
    sessionId: number | null
    state: AttendanceState
    /** When they came late or left early, '10:30'. */
    time: string | null
    recordedBy: number | null
    recordedAt: Moment
    version: Version
  }
}
