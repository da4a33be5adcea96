import { join } from 'node:path'
import { beforeEach, expect, test } from 'vitest'
import { makeBackup } from '~/backups/make.server'
import { prepareDatabase } from '~/backups/ready-database.server'
import { restoreBackup } from '~/backups/restore.server'
import { makeFamilyLink } from '~/domain/absences/family-links.server'
import { addAttendance, listAttendance } from '~/domain/attendance/attendance.server'
import { showAttendance } from '~/domain/attendance/month.server'
import { newAttendance } from '~/domain/attendance/schema'
import { formatIsoDay, getToday } from '~/domain/events/days'
import { getRequiredAccess, type ScreenDefinition } from '~/screen'
import { sendApiRequest } from '~/test/api'
import { createTemporaryFolder } from '~/test/folder'
import { exportToJson } from '~/test/personal-export'
import { callRoute, type Handlers, type Person, setUpFreshRiverbank } from '~/test/riverbank'
import * as registerPage from './dashboard/timetable.register._index/route'
import * as monthPage from './dashboard/timetable.register.month._index/route'
import * as monthFile from './dashboard/timetable.register.month.export/route'
import * as weekPage from './dashboard/timetable.week._index/route'
import * as familyPage from './site/away.$token._index/route'

// Tests who sees, by every address, that Daniel was late.

const riverbank = setUpFreshRiverbank()
const today = formatIsoDay(getToday())
let token: string

beforeEach(async () => {
  const { db, people } = riverbank
  token = await makeFamilyLink(db, people.aoife, people.daniel.id, { label: 'Mother' })
  const line = { studentId: people.daniel.id, date: today, state: 'late', time: '10:47' }
  await addAttendance(db, people.aoife, newAttendance.parse(line))
  await showAttendance(db, people.aoife, true)
})

type Page = Handlers & { handle: ScreenDefinition }

/** Calls a loader if the page's access allows it, as the server does. */
async function open(page: Page, path: string, as?: Person, params: Record<string, string> = {}) {
  const access = getRequiredAccess(page.handle, 'loader')
  if (access !== 'anyone' && !as) return new Response(null, { status: 401 })
  if (access === 'tutor' && as !== 'aoife') return new Response(null, { status: 403 })
  return callRoute(riverbank, page.loader!, path, { as, params })
}

type Cell = number | 'line' | 'own number' | 'nothing'
const viewers = ['aoife', 'daniel', 'niamh', undefined] as const

/** What each address gives a tutor, the student, another student and a stranger. */
const addresses: [string, (as?: Person) => Promise<Response>, Cell[]][] = [
  ['the register', (as) => open(registerPage, '/dashboard/timetable/register', as), ['line', 403, 403, 401]],
  ['the month', (as) => open(monthPage, '/dashboard/timetable/register/month', as), ['line', 403, 403, 401]],
  ['the file', (as) => open(monthFile, '/dashboard/timetable/register/month/export', as), ['line', 403, 403, 401]],
  ['My week', (as) => open(weekPage, '/dashboard/timetable/week', as), [303, 'own number', 'nothing', 401]],
  ['the family’s link', () => open(familyPage, '/away', undefined, { token }), Array(4).fill('nothing')],
  ['the API', (as) => callApi(as), ['line', 403, 403, 401]],
]

async function callApi(as?: Person) {
  const { status, body } = await sendApiRequest(riverbank, 'GET /api/attendance', { as })
  return Response.json(body, { status })
}

async function describeAnswer(answer: Response): Promise<Cell> {
  if (!answer.ok) return answer.status
  const text = await answer.text()
  return /10:47|"late"|,late/.test(text) ? 'line' : text.includes('You were here') ? 'own number' : 'nothing'
}

test.each(addresses)('who sees a line of the register at %s', async (_, ask, expected) => {
  const found: Cell[] = []
  for (const as of viewers) found.push(await describeAnswer(await ask(as)))
  expect(found).toEqual(expected)
})

test('an export has the lines of its person only', async () => {
  const { daniel, niamh } = riverbank.people
  expect((await exportToJson(riverbank, daniel.id)).attendance).toHaveLength(1)
  expect((await exportToJson(riverbank, niamh.id)).attendance).toEqual([])
})

test('a backup has the register', async () => {
  const { db, settings } = riverbank
  using elsewhere = createTemporaryFolder()
  const { path } = await makeBackup(settings.dataDir, join(elsewhere.path, 'backup.zip'))
  await db.deleteFrom('attendance').execute()
  await db.destroy()
  await restoreBackup(settings.dataDir, path)
  riverbank.db = await prepareDatabase(settings)
  expect((await listAttendance(riverbank.db)).items).toMatchObject([{ state: 'late', time: '10:47' }])
})
