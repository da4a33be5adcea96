// For each column: whether it is erased with its person (GDPR article 17), and whether an export of their data contains it
// (articles 15 and 20). A missing column does not compile. app/domain/accounts/personal-data.test.ts compares this list with the
// real tables, fills every column, erases and exports.
import type { Tables } from './schema'

/**
 * - exported: in an export, and erased with its person.
 * - exported, retained: in an export, and not erased.
 * - erased: in no export, and erased with its person.
 * - retained: not erased, or not personal.
 */
export type Fate = 'exported' | `exported, retained: ${string}` | `erased: ${string}` | `retained: ${string}`

const assignFate = <Assigned extends Fate, Column extends string>(fate: Assigned, ...columns: Column[]) =>
  Object.fromEntries(columns.map((column) => [column, fate])) as Record<Column, Assigned>

const exported = <Column extends string>(...columns: Column[]) => assignFate('exported', ...columns)
/** Secrets that grant access. They would help only an attacker. */
const secret = <Column extends string>(...columns: Column[]) => assignFate('erased: a secret', ...columns)
/** Numbers, marks and versions that only the program uses. */
const internal = <Column extends string>(...columns: Column[]) =>
  assignFate('erased: means nothing outside the database', ...columns)
const published = <Column extends string>(...columns: Column[]) =>
  assignFate('retained: published by the centre, where tutors change or delete it', ...columns)
const notPersonal = <Column extends string>(...columns: Column[]) => assignFate('retained: not personal', ...columns)
const byNumber = <Column extends string>(...columns: Column[]) =>
  assignFate('retained: the id of an account, whose row no longer has a name', ...columns)
/** A visitor's message. All of it is on one page, which a tutor can copy for the visitor. */
const onItsPage = <Column extends string>(...columns: Column[]) =>
  assignFate('erased: one page shows all of it', ...columns)

export const personalData = {
  users: {
    ...exported('username', 'firstName', 'lastName', 'closedAt', 'version'),
    ...assignFate(
      'exported, retained: finds the same account in a backup, to erase it again after a restore',
      'createdAt',
    ),
    ...assignFate('exported, retained: files and pages that a tutor published refer to the row', 'id', 'role'),
    ...assignFate(
      'exported, retained: a date without a name, for the totals of past months',
      ...(['firstDay', 'lastDay', 'earlierDays'] as const),
    ),
    ...secret('passwordHash'),
    ...internal('demonstration', 'toldUpTo'),
    ...assignFate('erased: shows only that an export was made', 'exportedAt'),
    ...assignFate('erased: limits the changes in a day', 'changesOn', 'changesThatDay'),
    ...assignFate('retained: marks the row of an erased person', 'erasedAt'),
  },
  usedUsernames: assignFate('retained: a hash, so that a username is never given again', 'usernameHash'),
  displaySettings: { ...internal('userId'), ...exported('settings') },
  shownParts: { ...internal('userId', 'version'), ...exported('parts') },
  sessions: {
    ...internal('id', 'userId'),
    ...secret('cookieHash', 'tokenHash'),
    ...exported('remember', 'createdAt', 'lastUsedAt', 'expiresAt', 'endedAt', 'byCard'),
  },
  signInCards: {
    ...internal('userId'),
    ...secret('tokenHash', 'digitsSeal'),
    ...exported('wrongDigits', 'createdAt', 'expiresAt', 'lastUsedAt'),
  },
  dayCodes: { ...internal('userId'), ...secret('codeSeal'), ...exported('expiresAt', 'wrongTries') },
  photoConsents: {
    ...internal('userId'),
    ...exported('id', 'use', 'answer', 'supportedBy', 'explained', 'from', 'until', 'recordedAt', 'byId'),
    ...exported('ownWord', 'ownWordAt'),
    ...internal('postponedOn'),
  },
  peopleInPictures: {
    ...internal('id', 'userId'),
    // The export contains the picture's title instead.
    ...exported('fileId', 'attachmentId', 'websitePicture', 'stepPhotoId', 'answerPhotoId'),
  },
  printedPictures: { ...internal('id', 'userId'), ...exported('picture', 'what', 'printedAt'), ...byNumber('byId') },
  secondSteps: {
    ...internal('userId', 'begunAt'),
    ...secret('lockedKey', 'lastTimeStep', 'recoverySalt'),
    ...exported('confirmedAt'),
  },
  recoveryCodes: { ...internal('id', 'userId'), ...secret('codeHash') },
  restoredAccounts: {
    ...internal('userId'),
    ...assignFate('erased: shows only that a backup was restored', 'lastSeenAt'),
  },
  calendarAddresses: { ...internal('userId'), ...secret('nonce') },
  /** Lines about a person are erased with them. Lines about their actions on others stay, without their name. */
  activity: {
    ...internal('id', 'recordId', 'studentId', 'actorId'),
    ...exported('at', 'actorName', 'action', 'noun', 'title', 'times'),
  },
  interruptedForms: { ...internal('userId'), ...exported('path', 'fields', 'createdAt') },
  tickets: assignFate('retained: hashes and a time, removed after a day', 'ticket', 'savedAt', 'sender'),
  familyLinks: {
    ...internal('userId'),
    ...exported('id', 'label', 'createdAt', 'lastUsedAt'),
    ...secret('tokenHash'),
    ...assignFate('erased: limits the changes in a day', 'changesOn', 'changesThatDay'),
  },
  homeFamilies: { ...internal('userId'), ...exported('turnedOnAt'), ...secret('nonce') },
  shownAtHome: {
    ...internal('id', 'userId'),
    ...exported('fileId', 'day', 'sessions', 'shownAt'),
    ...secret('nonce'),
  },
  absences: {
    ...internal('id', 'userId', 'linkId'),
    ...exported('startDate', 'endDate', 'note', 'saidBy', 'createdAt'),
  },
  cancelledAbsences: {
    ...internal('id', 'userId', 'linkId', 'cancelledByLinkId'),
    ...exported('startDate', 'endDate', 'saidBy', 'cancelledBy', 'cancelledAt'),
  },
  /** The days of an erased student stay as a former student's, because totals that funders have must not change. */
  attendance: {
    ...assignFate('exported, retained: a day without a name', 'date', 'sessionId', 'state', 'recordedAt'),
    ...exported('time'),
    ...notPersonal('id', 'version'),
    ...byNumber('userId'),
    ...byNumber('recordedBy'),
  },

  enquiries: {
    ...internal('id'),
    ...onItsPage('name', 'email', 'phone', 'subject', 'message', 'suspected', 'createdAt', 'answeredAt'),
    ...byNumber('answeredBy'),
  },
  subscribers: {
    ...exported('id', 'email', 'name', 'isGuardian', 'studentName', 'active', 'createdAt', 'unsubscribedAt'),
    ...exported('bouncedAt', 'bounceReason', 'agreedOn', 'agreedWords', 'agreedAt', 'agreedFrom', 'vouchedFor'),
    ...exported('vouchedById', 'confirmedAt', 'refusedNewsletters'),
    ...secret('token', 'confirmToken'),
    ...internal('version'),
  },
  newsletters: {
    ...published('id', 'title', 'easyRead', 'content', 'format', 'status', 'audience', 'createdAt', 'sentAt'),
    ...published('goesOutAt', 'publishedAt', 'leavesAt', 'leavesTo', 'version'),
    ...byNumber('leavesBy'),
  },
  newsletterAttachments: {
    ...published('id', 'newsletterId', 'title', 'description', 'fileName', 'fileType', 'size', 'width', 'height'),
    ...published('storageKey', 'secret', 'createdAt', 'alt', 'picture', 'version'),
    ...assignFate('retained: hides a picture with an erased person', 'whoIsIn'),
  },
  /** A mail loses its address, but stays in the counts. */
  deliveries: {
    ...assignFate('erased: the export of a subscriber begins with it', 'email', 'name'),
    ...internal('subscriberId'),
    ...exported('reason'),
    ...assignFate('exported, retained: an outcome without an address', 'kind', 'state', 'createdAt', 'settledAt'),
    ...notPersonal('id', 'newsletterId', 'enquiryId', 'activityId', 'attempts', 'dueAt', 'erasedAt'),
  },

  /** These are one student's files. The centre publishes the shared ones. */
  files: {
    ...exported('id', 'title', 'description', 'alt', 'fileName', 'fileType', 'size', 'uploadedAt', 'openedAt'),
    ...internal('width', 'height', 'storageKey', 'isShared', 'studentId', 'album', 'albumId', 'whoIsIn'),
    ...internal('version'),
    ...byNumber('uploadedBy'),
  },
  albums: published('id', 'title', 'text', 'isHiddenWhenEmpty', 'createdAt', 'version'),
  fileOpenings: { ...internal('fileId', 'userId'), ...exported('openedAt') },
  boardMembers: published(
    ...(['id', 'name', 'position', 'bio', 'linkedIn', 'email', 'isCurrent'] as const),
    ...(['startDate', 'endDate', 'displayOrder', 'version'] as const),
  ),
  boardPhotos: published('id', 'memberId', 'storageKey', 'fileType'),
  strategicPlans: published(
    ...(['id', 'title', 'description', 'easyRead', 'content', 'documentUrl'] as const),
    ...(['startYear', 'endYear', 'isActive', 'version'] as const),
  ),
  resources: published(
    ...(['id', 'title', 'description', 'easyRead', 'content', 'category'] as const),
    ...(['isPublic', 'createdAt', 'version'] as const),
  ),
  /** These are one student's timetables. */
  timetables: { ...internal('id', 'fileId'), ...exported('startDate', 'endDate') },
  events: published(
    ...(['id', 'title', 'description', 'time', 'location', 'day', 'month', 'year', 'date'] as const),
    ...(['changedAt', 'series', 'onWebsite', 'closed', 'endDate', 'version'] as const),
  ),
  /** These are the sessions of only one student. Shared ones stay for the others. */
  weekSessions: {
    ...exported('id', 'weekday', 'from', 'to', 'activity', 'symbol', 'photoId', 'place', 'withWhom', 'startDate'),
    ...exported('endDate', 'exceptions', 'guideId', 'version'),
    ...internal('isForAll'),
  },
  weekSessionStudents: internal('sessionId', 'userId'),
  /** These are the notices for only one student. Shared ones stay for the others. */
  notices: {
    ...exported('title', 'easyRead', 'text', 'until', 'createdAt'),
    ...internal('id', 'isForAll', 'version'),
  },
  noticeStudents: internal('noticeId', 'userId'),
  studentGroups: {
    ...assignFate('exported, retained: the group stays for the others', 'name'),
    ...notPersonal('id', 'version'),
  },
  groupStudents: internal('groupId', 'userId'),
  /** These are changes of the sessions of only one student. */
  sessionChanges: {
    ...exported('sessionId', 'day', 'reason', 'place', 'withWhom'),
    ...internal('id', 'isOff', 'version'),
  },
  /** These are the questions for only one student. */
  questions: {
    ...exported('question', 'answers'),
    ...internal('id', 'isForAll', 'until', 'createdAt', 'version', 'allowsVoice'),
  },
  questionStudents: internal('questionId', 'userId'),
  questionAnswers: { ...internal('questionId', 'userId'), ...exported('answer', 'answeredAt') },
  answerPhotos: {
    ...internal(
      'id',
      'questionId',
      'answer',
      'fileType',
      'size',
      'width',
      'height',
      'storageKey',
      'createdAt',
      'whoIsIn',
    ),
    ...secret('secret'),
  },
  spokenAnswers: {
    ...internal('id', 'userId', 'questionId', 'storageKey'),
    ...exported('fileType', 'size', 'seconds', 'recordedAt'),
  },
  /** These are the guides for only one student. Shared ones stay for the others. */
  guides: {
    ...exported('title'),
    ...internal('id', 'isForAll', 'isPublic', 'createdAt', 'version'),
    ...secret('token'),
  },
  guideStudents: internal('guideId', 'userId'),
  guideSteps: { ...exported('sentence'), ...internal('id', 'guideId', 'position', 'symbol', 'version') },
  stepPhotos: {
    ...internal('id', 'stepId', 'fileType', 'size', 'width', 'height', 'storageKey', 'createdAt', 'whoIsIn'),
    ...secret('secret'),
  },
  guideProgress: { ...internal('guideId', 'userId'), ...exported('step', 'seenAt') },
  portalSettings: notPersonal('name', 'value'),
  healthCheck: notPersonal('id', 'checkedAt'),

  websitePictures: {
    ...published('id', 'address', 'width', 'height', 'fallback', 'storageKey', 'size', 'createdAt'),
    ...byNumber('addedBy'),
    ...assignFate('retained: hides a picture with an erased person', 'whoIsIn'),
  },
  websiteVersions: {
    ...published('id', 'page', 'version', 'shape', 'words', 'own', 'savedAt', 'deed'),
    ...assignFate('erased: the page stays, without the name', 'savedById', 'savedBy'),
  },
  websiteDrafts: assignFate(
    'erased: an unpublished text of the centre',
    ...(['page', 'section', 'userId', 'version', 'shape', 'words', 'savedAt'] as const),
  ),
  centre: published(
    ...(['id', 'name', 'shortName', 'phone', 'email', 'address', 'openingHours', 'chy', 'rcn', 'cro'] as const),
    ...(['social', 'learningCentre', 'tagline', 'theme', 'version'] as const),
  ),
} satisfies { [Table in keyof Tables]: { [Column in keyof Tables[Table]]: Fate } }

type Fates<Table extends keyof Tables> = (typeof personalData)[Table]

export type ErasedColumn<Table extends keyof Tables> = {
  [Column in keyof Fates<Table>]: Fates<Table>[Column] extends `${string}retained: ${string}` ? never : Column
}[keyof Fates<Table>]
