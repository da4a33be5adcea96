import { join } from 'node:path'
import SQLite from 'better-sqlite3'
import { DomUtils, parseDocument } from 'htmlparser2'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { formatDate, formatIsoDay, toDay } from '~/domain/events/days'
import { shareServer } from '~/test/built'
import { saveState } from '~/test/running'
import { listForms, SOME_DAY, sendWrite, type WriteRequest } from './shared/writes'

const riverbank = shareServer()
let state: Awaited<ReturnType<typeof saveState>>
let writes: WriteRequest[]
beforeAll(async () => {
  writes = await listForms(riverbank, riverbank.sessions)
  state = await saveState(riverbank)
}, 120_000)
afterAll(() => state.remove())

const day = (fromNow: number) => formatDate(formatIsoDay(toDay(Date.now() + fromNow * 86_400_000)))
/** Valid values by field name, for fields that refuse the words of `listForms`. */
const good: Record<string, string> = {
  endDate: day(30),
  until: day(30),
  repeatUntil: day(30),
  testedOn: '5 October 2025',
  exceptions: '',
  linkedIn: 'https://example.org/heron',
  social: 'https://example.org/heron',
  digits: '4071',
  newPassword: 'kingfisher at noon',
}

function fillWithValidValues({ path, body }: WriteRequest): void {
  if (!(body instanceof FormData || body instanceof URLSearchParams)) return
  for (const [name, value] of [...body]) if (value === SOME_DAY) body.set(name, day(7))
  for (const [name, value] of Object.entries(good)) if (body.has(name)) body.set(name, value)
  if (path.startsWith('/dashboard/profile/people/')) {
    if (body.has('username')) body.set('username', 'heron.new')
    if (body.has('password')) body.set('password', 'kingfisher at noon')
  }
  // An event lasts three months at most, and can't repeat before it is over.
  if (path.startsWith('/dashboard/calendar/')) body.delete('endDate')
  if (body.has('weekday') || body.get('intent') === 'save-session') {
    body.set('from', '9:30')
    body.set('to', '10:30')
    if (!body.has('weekday')) body.set('weekdays', 'Saturday')
  }
  // Niamh, who does not have Daniel's own sessions.
  if (body.get('intent') === 'copy-week') body.set('studentIds', '3')
  if (path.endsWith('/week/import')) {
    body.delete('file')
    body.set('pasted', 'Day,From,To,Activity\nSunday,9:30,10:30,Heron')
  }
  if (path.includes('/questions/')) {
    for (const index of [0, 1, 2, 3]) if (path.endsWith('/new')) body.set(`answers[${index}].words`, `Heron ${index}`)
    // This question has an answer, so its text can't change.
    if (!path.endsWith('/new')) body.delete('answers[3].words')
  }
  if (body.get('intent') === 'parts') body.delete('calendar')
  if (body.get('intent') === 'consents') {
    for (const use of ['gallery', 'website', 'newsletter', 'print', 'home']) body.set(use, 'yes')
    body.set('decided', 'on')
    body.set('until', day(30))
  }
  if (path.startsWith('/dashboard/profile/people/photos/answers')) {
    body.set('students[0].gallery', 'yes')
    body.set('decided', 'on')
    body.set('until', day(30))
  }
  if (body.get('intent') === 'days') {
    body.set('firstDay', day(-30))
    body.set('lastDay', day(30))
  }
  // Students are in a picture, or none.
  if (/^\/dashboard\/(notices\/albums|timetable\/steps)\//.test(path)) {
    body.delete('inPicture')
    body.set('nobodyInPicture', 'on')
  }
  // It is for all students or for one.
  if (body.has('isShared')) body.delete('studentId')
}

/** Forms that are still refused, and why. */
const refused = [
  // There is no such code.
  '/card?index (code)',
  // Not everyone in the picture has agreed to print.
  '/dashboard/profile/people/photos/file/12 (print)',
  // A backup was made a moment ago.
  '/dashboard/profile/backup?index',
]
/** Successes without a stored record, and why. */
const elsewhere = [
  // The device stores it.
  '/settings',
  // The page never reveals who is subscribed.
  '/unsubscribe?index',
]

/**
 * Returns a function that reads every row of every table as text, without the activity log, which repeats the success, and the idempotency
 * keys.
 */
function openRecords(): () => Set<string> {
  const db = new SQLite(join(riverbank.dataDir, 'riverbank.sqlite'), { readonly: true })
  onTestFinished(() => void db.close())
  const tables = db.prepare("select name from sqlite_master where type = 'table' and name not glob '*_*'").pluck().all()
  const queries = (tables as string[])
    .filter((table) => !['activity', 'tickets'].includes(table))
    // Each request updates its session's last use.
    .map(
      (table) => [table, db.prepare(`select ${table === 'sessions' ? 'id, endedAt' : '*'} from "${table}"`)] as const,
    )
  return () => new Set(queries.flatMap(([table, query]) => query.all().map((row) => `${table} ${JSON.stringify(row)}`)))
}

/** The success messages on a page. */
const listSuccesses = (html: string) =>
  DomUtils.filter((node) => 'attribs' in node && node.attribs['data-success'] !== undefined, parseDocument(html)).map(
    (reported) => DomUtils.textContent(reported),
  )

test('every success message of a form has a stored record with the typed texts', async () => {
  const faults: string[] = []
  const reported: string[] = []
  await state.restore()
  const listRecords = openRecords()
  const before = listRecords()
  for (const write of writes) {
    fillWithValidValues(write)
    const { status, text, led } = await sendWrite(riverbank.url, write)
    const [success] = listSuccesses(led || text)
    if (status >= 400 && !refused.includes(write.name)) faults.push(`${write.name} is refused: ${status}`)
    const after = status < 400 ? listRecords() : before
    if (status < 400) await state.restore()
    const made = [...after].filter((row) => !before.has(row))
    if (status < 400 && success !== undefined && !elsewhere.includes(write.name)) {
      reported.push(success)
      // A form may store only some of its fields. If none is stored, the record is not this form's.
      const words = write.typed.filter((one) => one.includes('heron'))
      const isKept = made.some((row) => words.some((one) => row.includes(one)))
      if (made.length === 0 && after.size === before.size)
        faults.push(`${write.name} says '${success}' without a record`)
      else if (words.length > 1 && !isKept)
        faults.push(`${write.name} says '${success}', but stores none of '${words}'`)
    }
  }
  expect(faults).toEqual([])
  expect(reported.length).toBeGreaterThan(60)
}, 600_000)
