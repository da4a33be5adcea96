import { formatIsoDay, getToday, toDay, toUtcMidnight } from '../../../app/domain/events/days'
import { DEMO_PASSWORD_OF_TESTS } from '../../../app/test/running'
import { createPicture, createSamplePdf } from '../../../app/test/samples'
import type { Part } from '../shared/wire'
import { ACCOUNTS } from './people'

let createLogInSample = 0
function createAccountSample() {
  createLogInSample += 1
  return `account.${createLogInSample % ACCOUNTS}`
}
let pastDays = 0
/** A day that no sample had before: a student has one line of the register a day. */
function createPastDay() {
  pastDays += 1
  return formatIsoDay(toDay(toUtcMidnight(getToday()) - pastDays * DAY))
}
const photo = await createPicture().jpeg().toBuffer()
/** The last day of a notice, in the future. */
const nextYear = `${new Date().getUTCFullYear() + 1}-06-01`
const thisDay = formatIsoDay(getToday())
const DAY = 24 * 3_600_000
const inAWeek = formatIsoDay(toDay(toUtcMidnight(getToday()) + 7 * DAY))
/** One of the demonstration's sessions on Wednesdays. */
export const WEDNESDAY_SESSION = 14
const wednesday = [0, 1, 2, 3, 4, 5, 6]
  .map((days) => toUtcMidnight(getToday()) + days * DAY)
  .find((moment) => new Date(moment).getUTCDay() === 3)!
const weekFile = (): Part => ({ name: 'file', fileName: 'week.pdf', content: createSamplePdf() })

/** Valid bodies for calls whose documented example can't be sent repeatedly; NEXT becomes a new number each time. */
export const samples: Record<string, () => Record<string, unknown> | Part[]> = {
  'POST /api/login': () => ({ username: createAccountSample(), password: DEMO_PASSWORD_OF_TESTS, rememberMe: false }),
  'POST /api/newsletter/subscribe': () => ({
    email: 'readerNEXT@riverbank.example',
    name: null,
    isGuardian: false,
    studentName: null,
  }),
  'POST /api/newsletters/{id}/attachments': () => [{ name: 'title', content: 'Photo NEXT' }, weekFile()],
  'POST /api/files/upload': () => [
    { name: 'title', content: 'Week NEXT' },
    { name: 'isShared', content: 'false' },
    weekFile(),
  ],
  'POST /api/qqi-images': () => [{ name: 'file', fileName: 'photo.jpg', content: photo }],
  'POST /api/timetables': () => [
    { name: 'title', content: 'Week NEXT' },
    { name: 'startDate', content: '2026-09-07' },
    weekFile(),
  ],
  'POST /api/albums': () => ({ title: 'Summer trip NEXT', text: 'Our day at the sea.' }),
  'POST /api/groups': () => ({ name: 'Kitchen NEXT' }),
  // The first guide, which `plantSecrets` adds.
  'POST /api/guide-steps': () => ({ guideId: 1, sentence: 'Fill the kettle NEXT.', symbol: 'tea-break' }),
  'POST /api/guides': () => ({ title: 'Make tea NEXT' }),
  'POST /api/notices': () => ({ title: 'No bus NEXT', text: 'Please ring us.', until: nextYear }),
  'POST /api/sessions': () => ({ weekday: 'Monday', from: '09:45', to: '10:45', activity: 'Reading NEXT' }),
  'POST /api/session-changes': () => ({
    sessionId: WEDNESDAY_SESSION,
    day: formatIsoDay(toDay(wednesday)),
    isOff: true,
    reason: 'Aoife is sick NEXT.',
  }),
  'POST /api/absences': () => ({ studentId: 2, startDate: inAWeek, note: 'At the dentist NEXT.' }),
  'POST /api/attendance': () => ({ studentId: 2, date: createPastDay(), state: 'late', time: '10:30' }),
  'POST /api/consents': () => ({
    studentId: 2,
    website: 'yes',
    decided: true,
    explained: 'With the sheet NEXT',
    from: thisDay,
    until: inAWeek,
  }),
  // What Daniel said about the portal.
  'POST /api/portal/consents/own-word': () => ({ consent: 1, word: 'yes' }),
  'POST /api/consents/withdraw': () => ({ use: 'newsletter', studentId: 2 }),
  // The second photo in the demonstration's gallery.
  'POST /api/pictures/people': () => ({ kind: 'file', id: 13, nobodyInPicture: true }),
  'POST /api/pictures/printed': () => ({ kind: 'file', id: 13, what: 'Poster NEXT' }),
}

/** The tables of calls that refuse more than some dozens of records. */
export const limitedTables: Record<string, string> = {
  '/api/albums': 'albums',
  '/api/groups': 'studentGroups',
  '/api/guide-steps': 'guideSteps',
}

/** The records of paths without a call that creates one, from the demonstration. */
export const existingRecords: Record<string, number> = { '/api/students/{id}': 2 }

/** The call that creates the record of a path with an id, if it is not the path before the id. */
export const creatingCalls: Record<string, string> = {
  '/api/files/{id}': '/api/files/upload',
  '/api/newsletter/subscribers/{id}': '/api/newsletter/subscribe',
}
