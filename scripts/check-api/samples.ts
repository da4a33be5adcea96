import { dayAt, isoDay, midnight, today } from '../../app/domain/events/days'
import { password } from '../../app/test/running'
import { pdf, picture } from '../../app/test/samples'
import type { Part } from '../shared/wire'
import { ACCOUNTS } from './people'

let logIns = 0
function account() {
  logIns += 1
  return `account.${logIns % ACCOUNTS}`
}
const photo = await picture().jpeg().toBuffer()
/** The last day of a notice, which must not be over. */
const nextYear = `${new Date().getUTCFullYear() + 1}-06-01`
const thisDay = isoDay(today())
const inAWeek = isoDay(dayAt(midnight(today()) + 7 * 24 * 3_600_000))
const weekFile = (): Part => ({ name: 'file', fileName: 'week.pdf', content: pdf() })

/** A valid body for every call that takes one; NEXT becomes a new number each time. A new call fails the check until it is listed. */
export const samples: Record<string, () => Record<string, unknown> | Part[]> = {
  'POST /api/login': () => ({ username: account(), password, rememberMe: false }),
  'POST /api/contact': () => ({
    name: 'Maura',
    email: 'maura@riverbank.example',
    phone: '',
    subject: 'visit',
    message: 'May we come and see you?',
  }),
  'POST /api/newsletter/subscribe': () => ({
    email: 'readerNEXT@riverbank.example',
    name: null,
    isGuardian: false,
    studentName: null,
  }),
  'POST /api/newsletters': () => ({ title: 'News NEXT', content: 'The choir sang in the hall.' }),
  'PATCH /api/newsletters/{id}': () => ({ title: 'News NEXT', content: 'The choir sang\r\nin the hall.' }),
  'PATCH /api/newsletters/{id}/status': () => ({ status: 'sent' }),
  'POST /api/newsletters/{id}/attachments': () => [{ name: 'title', content: 'Photo NEXT' }, weekFile()],
  'PATCH /api/newsletter/subscribers/{id}': () => ({ active: false }),
  'POST /api/files/upload': () => [
    { name: 'title', content: 'Week NEXT' },
    { name: 'isShared', content: 'false' },
    weekFile(),
  ],
  'PATCH /api/files/{id}': () => ({ title: 'Week NEXT', description: 'Read this.' }),
  'POST /api/qqi-images': () => [{ name: 'file', fileName: 'photo.jpg', content: photo }],
  'POST /api/timetables': () => [
    { name: 'title', content: 'Week NEXT' },
    { name: 'startDate', content: '2026-09-07' },
    weekFile(),
  ],
  'PATCH /api/timetables/{id}': () => ({ title: 'Week NEXT', endDate: '2026-12-18' }),
  'POST /api/sessions': () => ({ weekday: 'Monday', from: '9:30', to: '11:00', activity: 'Art NEXT', symbol: 'art' }),
  'PATCH /api/sessions/{id}': () => ({ weekday: 'Monday', activity: 'Art NEXT', exceptions: ['2026-12-21'] }),
  'POST /api/events': () => ({
    title: 'Tea NEXT',
    description: null,
    time: '10:00',
    day: 14,
    month: 'October',
    year: 2026,
  }),
  'PATCH /api/events/{id}': () => ({ title: 'Tea NEXT', location: 'Main hall' }),
  'POST /api/notices': () => ({ title: 'No bus NEXT', text: 'Please ring us.', until: nextYear }),
  'PATCH /api/notices/{id}': () => ({ title: 'No bus NEXT' }),
  'POST /api/resources': () => ({ title: 'Respite NEXT', content: '<p>Ring us.</p>', category: 'support' }),
  'PATCH /api/resources/{id}': () => ({ title: 'Respite NEXT', isPublic: true }),
  'POST /api/board': () => ({
    name: 'Bríd NEXT',
    position: 'Director',
    startDate: '2019-05-01T00:00:00.000Z',
    endDate: null,
  }),
  'PATCH /api/board/{id}': () => ({ name: 'Bríd NEXT', displayOrder: 2 }),
  'POST /api/strategic-plans': () => ({
    title: 'Open doors NEXT',
    content: '<p>One</p>',
    startYear: 2025,
    endYear: 2028,
  }),
  'PATCH /api/strategic-plans/{id}': () => ({ title: 'Open doors NEXT', isActive: false }),
  'POST /api/absences': () => ({ studentId: 2, startDate: inAWeek, note: 'At the dentist NEXT.' }),
  'POST /api/consents': () => ({
    studentId: 2,
    website: 'yes',
    decided: true,
    explained: 'With the sheet NEXT',
    from: thisDay,
    until: inAWeek,
  }),
  'POST /api/consents/withdraw': () => ({ use: 'newsletter', studentId: 2 }),
  // The second photo of the demonstration's gallery.
  'POST /api/pictures/people': () => ({ kind: 'file', id: 13, nobodyInPicture: true }),
  'POST /api/pictures/printed': () => ({ kind: 'file', id: 13, what: 'Poster NEXT' }),
  'POST /api/questions': () => ({
    question: 'What will we cook NEXT?',
    answers: [{ words: 'Soup', symbol: null }, { words: 'Pizza' }],
    until: nextYear,
  }),
  'PATCH /api/questions/{id}': () => ({ until: nextYear }),
  'POST /api/questions/{id}/answer': () => ({ answer: 1 }),
  'PATCH /api/retention': () => ({ enquiries: 24 }),
}

/** The call that adds the record of a path with an id, where it is not the path before the id. */
export const makers: Record<string, string> = {
  '/api/files/{id}': '/api/files/upload',
  '/api/newsletter/subscribers/{id}': '/api/newsletter/subscribe',
}
