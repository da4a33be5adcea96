import type { ColumnType, Generated, GeneratedAlways, Insertable, Kysely, Selectable } from 'kysely'
import type { AgreedOn, Audience, Category, MonthName, NewsletterFormat, Role, Subject } from './choices'

/** ISO 8601 in UTC, as Date.toISOString() writes it: such texts sort chronologically. */
type Moment = string
/** SQLite has no boolean: 1 is true. */
export type Bit = 0 | 1
/** Incremented by each change; a form opened on an older one conflicts. */
type Version = Generated<number>

interface Users {
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
  version: Version
}

/** A session has two secrets, the cookie's and the Bearer token's; only their SHA-256 is stored (ASVS 3.3.4). */
interface Sessions {
  id: Generated<number>
  userId: number
  cookieHash: string
  tokenHash: string
  remember: Bit
  createdAt: Moment
  lastUsedAt: Moment
  expiresAt: Moment
  endedAt: Moment | null
}

/** A person's second step, off until a first code has confirmed it. */
interface SecondSteps {
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
interface RecoveryCodes {
  id: Generated<number>
  userId: number
  codeHash: string
}

interface Enquiries {
  id: Generated<number>
  name: string
  email: string
  phone: string | null
  subject: Subject
  message: string
  suspected: Bit
  createdAt: Moment
  answeredAt: Generated<Moment | null>
  answeredBy: Generated<number | null>
}

interface Subscribers {
  id: Generated<number>
  email: string
  name: string | null
  isGuardian: Bit
  studentName: string | null
  active: Bit
  createdAt: Moment
  /** The secret part of the unsubscribe links in this subscriber's mails; it never changes. */
  token: string
  /** The secret part of the link that confirms a sign-up; null when there is nothing to confirm. */
  confirmToken: Generated<string | null>
  unsubscribedAt: Generated<Moment | null>
  /** When and why a mail server last rejected this address for good; null again after a mail went through. */
  bouncedAt: Generated<Moment | null>
  bounceReason: Generated<string | null>
  /** How somebody agreed to the newsletter (GDPR article 7(1)); null for what was agreed before this was kept. */
  agreedOn: Generated<AgreedOn | null>
  /** The words that were shown, where the site showed them. */
  agreedWords: Generated<string | null>
  agreedAt: Generated<Moment | null>
  /** When the address itself agreed, by a link in a mail. */
  confirmedAt: Generated<Moment | null>
  version: Version
}

/** Once sent, only `publishedAt` still changes. */
interface Newsletters {
  id: Generated<number>
  title: string
  content: string
  /** What was written before there was Markdown stays plain text until it is changed. */
  format: Generated<NewsletterFormat>
  status: Generated<'draft' | 'sent'>
  audience: Generated<Audience | null>
  createdAt: Moment
  sentAt: Generated<Moment | null>
  /** The sending can be stopped until then; no mail leaves earlier. */
  goesOutAt: Generated<Moment | null>
  /** When a tutor published it on the website; null when it is not there. */
  publishedAt: Generated<Moment | null>
  /** When a draft is to be sent by itself, to whom, and who said so. */
  leavesAt: Generated<Moment | null>
  leavesTo: Generated<Audience | null>
  leavesBy: Generated<number | null>
  version: Version
}

interface NewsletterAttachments {
  id: Generated<number>
  newsletterId: number
  title: string
  description: string | null
  fileName: string
  fileType: string
  size: number
  width: number | null
  height: number | null
  storageKey: string
  /** The unguessable part of its address: mail programs have no session. */
  secret: string
  createdAt: Moment
  /** What a picture shows, for people who can't see it; null for other files. */
  alt: Generated<string | null>
  /** The number by which the text places a picture, which it keeps; null for other files. */
  picture: Generated<number | null>
  version: Version
}

/** One mail to one address, and its state. Its content is made from its kind and records when it is sent. */
interface Deliveries {
  id: Generated<number>
  kind: 'newsletter' | 'test' | 'welcome' | 'confirm' | 'unsubscribe' | 'enquiry'
  newsletterId: number | null
  subscriberId: number | null
  enquiryId: number | null
  email: string
  name: string | null
  /** 'sending' while it is in flight; after a crash, uncertain. */
  state: Generated<'pending' | 'sending' | 'sent' | 'failed' | 'uncertain'>
  attempts: Generated<number>
  /** Not tried before this moment. */
  dueAt: Moment
  /** Why it failed, is uncertain or has to be retried, as the mail server put it. */
  reason: Generated<string | null>
  createdAt: Moment
  settledAt: Generated<Moment | null>
  /** When the address was removed from the row, which still counts. */
  erasedAt: Generated<Moment | null>
}

interface Files {
  id: Generated<number>
  title: string
  description: string | null
  /** What a picture shows, for people who can't see it; null for other files. */
  alt: Generated<string | null>
  fileName: string
  fileType: string
  size: number
  width: number | null
  height: number | null
  storageKey: string
  isShared: Bit
  studentId: number | null
  /** Set for photos of the gallery and files of timetables, which My Files does not list. */
  album: 'qqi' | 'timetable' | null
  uploadedBy: ColumnType<number, number, never>
  uploadedAt: Moment
  /** When the one student whose file it is first opened it. */
  openedAt: Generated<Moment | null>
  version: Version
}

interface BoardMembers {
  id: Generated<number>
  name: string
  position: string
  bio: string | null
  linkedIn: string | null
  email: string | null
  isCurrent: Bit
  startDate: string | null
  endDate: string | null
  displayOrder: number
  version: Version
}

/** The bytes of a member's photo. A new photo is a new row, whose public address is in no cache. */
interface BoardPhotos {
  id: Generated<number>
  memberId: number
  storageKey: string
  fileType: string
}

interface StrategicPlans {
  id: Generated<number>
  title: string
  description: string | null
  content: string
  documentUrl: string | null
  startYear: number
  endYear: number
  isActive: Bit
  version: Version
}

interface Resources {
  id: Generated<number>
  title: string
  description: string | null
  content: string
  category: Category
  isPublic: Bit
  createdAt: Moment
  version: Version
}

/** A timetable's title, description, bytes and student are those of its file. */
interface Timetables {
  id: Generated<number>
  fileId: number
  startDate: string | null
  endDate: string | null
}

interface Events {
  id: Generated<number>
  title: string
  description: string | null
  time: string | null
  location: string | null
  day: number
  month: MonthName
  year: number
  /** '2025-10-14', generated by SQLite from the three: such texts sort chronologically. */
  date: GeneratedAlways<string>
  changedAt: Moment
  /** The id of the first of the events that were added together, as one that is repeated each week. */
  series: Generated<number | null>
  /** 1 when everyone may see it; else students and tutors. */
  onWebsite: Generated<Bit>
  version: Version
}

/** A short notice for everyone. */
interface Notices {
  id: Generated<number>
  title: string
  text: string
  /** Its last day in Dublin, '2026-09-01'. */
  until: string
  createdAt: Moment
  version: Version
}

/** Settings of the whole portal, by name: the calendar's term; since when sending is paused (after a restore). */
interface PortalSettings {
  name: 'term' | 'sendingPaused' | 'logo' | 'troubleSince' | 'operatorMailedAt'
  value: string
}

/** A person's iCal address is derived from this number; a new number invalidates the old address. */
interface CalendarAddresses {
  userId: number
  nonce: string
}

/**
 * The verbs of the activity log. A new one is added here and to the sentences (domain/activity/sentences.ts). 'changed' and
 * 'renamed' are for saved forms alone: the notice of a conflict names whoever did one of these last.
 */
export type Verb =
  | 'looked at'
  | 'added'
  | 'changed'
  | 'moved'
  | 'deleted'
  | 'erased'
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
  // accounts
  | 'renamed'
  | 'set a password'
  | 'ended the sessions'
  | 'closed'
  | 'took out the data'
  | 'turned on the second step'
  | 'turned off the second step'
  | 'made new recovery codes'

/** Who did what to which record. Names are copied, so that the log outlives the records. */
interface Activity {
  id: Generated<number>
  at: Moment
  actorId: number | null
  actorName: string
  action: Verb
  noun: string
  recordId: number
  title: string
  studentId: number | null
}

/** What somebody had typed when their session expired, for the same person after the next log-in. */
interface InterruptedForms {
  userId: number
  path: string
  fields: string
  createdAt: Moment
}

/** The forms that were saved, by a hash of their ticket and of what was typed. */
interface Tickets {
  ticket: string
  savedAt: Moment
}

/** When the database could last be written. */
interface HealthCheck {
  id: 1
  checkedAt: Moment
}

/** An upload that the website shows. Its bytes are the whole picture; what pages show is cut from it once (domain/website/pictures.server.ts). */
interface WebsitePictures {
  id: Generated<number>
  /** The unguessable part of its addresses: a picture that only a draft has is seen by whoever knows it. */
  address: string
  /** The size of the largest version that pages show. */
  width: number
  height: number
  /** The format for browsers that know neither AVIF nor WebP: png where something is transparent. */
  fallback: 'jpg' | 'png'
  storageKey: string
  /** The bytes of the whole picture. */
  size: number
  createdAt: Moment
  /** Null for what the operator brought along from elsewhere. */
  addedBy: number | null
}

/** A public page's words as they stood after a change. The newest version of a page is what everybody sees. */
interface WebsiteVersions {
  id: Generated<number>
  page: string
  version: number
  /** The shape that the page's words had then (domain/website/page.server.ts). */
  shape: number
  /** JSON: the words by section. */
  words: string
  /** JSON: the names of the sections that somebody saved or confirmed, and which so are no examples. */
  own: string
  savedAt: Moment
  savedById: number | null
  /** Who saved it, by name, also when the account is gone. */
  savedBy: string
  /** What was done, for the list of versions. */
  deed: string
}

/** What a tutor typed for a section and wants to see before it is published. */
interface WebsiteDrafts {
  page: string
  section: string
  userId: number
  /** The page's version that it was based on. */
  version: number
  shape: number
  words: string
  savedAt: Moment
}

/** The centre's details, once somebody saved them: at most one row. */
interface Centre {
  id: 1
  name: string
  shortName: string
  phone: string
  email: string
  address: string
  /** A line each; null until somebody has looked at them. */
  openingHours: string | null
  chy: string | null
  rcn: string | null
  cro: string | null
  /** Web addresses, a line each. */
  social: string | null
  learningCentre: string | null
  /** The name of its colours. */
  theme: Generated<string>
  version: number
}

export interface Tables {
  users: Users
  sessions: Sessions
  secondSteps: SecondSteps
  recoveryCodes: RecoveryCodes
  enquiries: Enquiries
  subscribers: Subscribers
  newsletters: Newsletters
  newsletterAttachments: NewsletterAttachments
  deliveries: Deliveries
  files: Files
  boardMembers: BoardMembers
  boardPhotos: BoardPhotos
  strategicPlans: StrategicPlans
  resources: Resources
  timetables: Timetables
  events: Events
  notices: Notices
  portalSettings: PortalSettings
  calendarAddresses: CalendarAddresses
  activity: Activity
  interruptedForms: InterruptedForms
  tickets: Tickets
  healthCheck: HealthCheck
  websiteVersions: WebsiteVersions
  websiteDrafts: WebsiteDrafts
  websitePictures: WebsitePictures
  centre: Centre
}

export type Database = Kysely<Tables>
export type Row<Table extends keyof Tables> = Selectable<Tables[Table]>
export type NewRow<Table extends keyof Tables> = Insertable<Tables[Table]>
