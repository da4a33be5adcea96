import { DomUtils, parseDocument } from 'htmlparser2'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { formatDate } from '~/domain/dublin'
import { formatIsoDay, toDay } from '~/domain/events/days'
import { servedToAll } from '~/test/built'
import { type RunningRiverbank, saveState } from '~/test/running'
import { forms, SOME_DAY, sendWrite, type WriteRequest } from './shared/writes'

const riverbank = servedToAll()
let state: Awaited<ReturnType<typeof saveState>>
let writes: WriteRequest[]
beforeAll(async () => {
  writes = await forms(riverbank, riverbank.sessions)
  state = await saveState(riverbank)
}, 120_000)
afterAll(() => state.remove())

const day = (fromNow: number) => formatDate(formatIsoDay(toDay(Date.now() + fromNow * 86_400_000)))
/** What a field takes by its name, where the words that `forms` types are refused. */
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

function fillInWell({ path, body }: WriteRequest): void {
  if (!(body instanceof FormData || body instanceof URLSearchParams)) return
  for (const [name, value] of [...body]) if (value === SOME_DAY) body.set(name, day(7))
  for (const [name, value] of Object.entries(good)) if (body.has(name)) body.set(name, value)
  if (path.startsWith('/dashboard/profile/people/')) {
    if (body.has('username')) body.set('username', 'heron.new')
    if (body.has('password')) body.set('password', 'kingfisher at noon')
  }
  if (body.has('weekday')) {
    body.set('from', '9:30')
    body.set('to', '10:30')
  }
  if (path.includes('/questions/')) {
    for (const place of [0, 1, 2, 3]) if (path.endsWith('/new')) body.set(`answers[${place}].words`, `Heron ${place}`)
    // Somebody has answered: its words stay as they are.
    if (!path.endsWith('/new')) body.delete('answers[3].words')
  }
  if (body.get('intent') === 'consents') {
    for (const use of ['gallery', 'website', 'newsletter', 'print']) body.set(use, 'yes')
    body.set('decided', 'on')
    body.set('until', day(30))
  }
  // It is for all students or for some.
  if (body.has('isShared')) body.delete('studentId')
}

/** Forms that are refused all the same, and why. */
const refused = [
  // Nobody has such a code.
  '/card?index (code)',
  // Not everybody in the picture has said yes to print.
  '/dashboard/profile/people/photos/file/12 (print)',
  // One was made a moment before.
  '/dashboard/profile/backup?index',
]
/** Successes without a record of ours, and why. */
const elsewhere = [
  // The device keeps it.
  '/settings',
  // Whether somebody is on the list is told to nobody.
  '/unsubscribe?index',
]

/** Every row of every table, as text: without the log, whose line says what was done as the success does, and the keys of sent forms. */
function records({ rows }: RunningRiverbank): Set<string> {
  const tables = rows("select name from sqlite_master where type = 'table' and name not glob '*_*'")
  const stored = tables.map(({ name }) => String(name)).filter((name) => !['activity', 'tickets'].includes(name))
  return new Set(
    stored.flatMap((table) =>
      // Each page that is asked for says when its session was last seen.
      rows(`select ${table === 'sessions' ? 'id, endedAt' : '*'} from "${table}"`).map(
        (row) => `${table} ${JSON.stringify(row)}`,
      ),
    ),
  )
}

/** The successes that a page tells, in words. */
const successesIn = (html: string) =>
  DomUtils.filter((node) => 'attribs' in node && node.attribs['data-success'] !== undefined, parseDocument(html)).map(
    (reported) => DomUtils.textContent(reported),
  )

test('every success that a form tells names a record that exists, with the words that were typed', async () => {
  const faults: string[] = []
  const reported: string[] = []
  for (const write of writes) {
    fillInWell(write)
    const before = records(riverbank)
    const { status, text, led } = await sendWrite(riverbank.url, write)
    const [success] = successesIn(led || text)
    if (status >= 400 && !refused.includes(write.name)) faults.push(`${write.name} is refused: ${status}`)
    if (status >= 400) continue
    const after = records(riverbank)
    const made = [...after].filter((row) => !before.has(row))
    if (success !== undefined && !elsewhere.includes(write.name)) {
      reported.push(success)
      // Of what is typed into a form some is for another choice of it; where none is kept, it is not this form's record.
      const words = write.typed.filter((one) => one.includes('heron'))
      const isKept = made.some((row) => words.some((one) => row.includes(one)))
      if (made.length === 0 && after.size === before.size) faults.push(`${write.name} tells '${success}' of nothing`)
      else if (words.length > 1 && !isKept)
        faults.push(`${write.name} tells '${success}', and keeps none of '${words}'`)
    }
    await state.putBack()
  }
  expect(faults).toEqual([])
  expect(reported.length).toBeGreaterThan(60)
}, 180_000)
