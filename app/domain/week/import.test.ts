import iconv from 'iconv-lite'
import { expect, test } from 'vitest'
import { addAccount } from '~/domain/accounts/accounts.server'
import { setUpFreshRiverbank } from '~/test/riverbank'
import { importTimetable, previewTimetable } from './import.server'
import { TABLE_LIMIT } from './import-limits'
import { weekTable } from './schema'
import { listWeek } from './week.server'

const riverbank = setUpFreshRiverbank()
const bytes = (text: string) => new TextEncoder().encode(text)
const preview = (text: string | Uint8Array, studentIds: number[] = []) =>
  previewTimetable(riverbank.db, riverbank.people.aoife, {
    bytes: typeof text === 'string' ? bytes(text) : text,
    studentIds,
  })
async function importTable(text: string, studentIds: number[] = []) {
  const { db, people } = riverbank
  const { added, ...others } = await importTimetable(db, people.aoife, { bytes: bytes(text), studentIds })
  return { added: added.length, ...others }
}
const describeWeek = async () =>
  (await listWeek(riverbank.db, riverbank.people.aoife)).map(
    ({ weekday, from, to, activity, place, withWhom, studentIds }) =>
      [weekday, `${from}-${to}`, activity, place, withWhom, studentIds.join()].filter(Boolean).join(' '),
  )

test('rows pasted from a spreadsheet are previewed, and added once', async () => {
  const { daniel, niamh } = riverbank.people
  const table = [
    'Day\tFrom\tTo\tActivity\tPlace\tWho with\tStudents',
    'Monday to Wednesday\t9:30\t11am\tArt\tArt room\tAoife\tDaniel Okafor, niamh walsh',
    'Fri\t12.30\t13:15:00\tLunch\t\t\t',
    'Thursday\tsoon\t11:00\tChoir\t\t\tNobody Known',
    '',
    '\t9:00\t8:00\tBus\t\t\t',
  ].join('\r\n')
  const { found, first, refused, present, readings } = await preview(table)
  expect({ found, present: present.number, readings }).toEqual({ found: 4, present: 0, readings: [] })
  expect(first.lines.map(({ line, text, reason }) => `${line}: ${text}. ${reason}`)).toEqual([
    '2: Monday to Wednesday 09:30 to 11:00: Art, Art room, with Aoife. For Daniel Okafor, Niamh Walsh.',
    '3: Friday 12:30 to 13:15: Lunch. For everyone.',
  ])
  expect(refused.lines).toEqual([
    {
      line: 4,
      text: 'Thursday, soon, Choir',
      reason: 'Please enter a time, for example 9:30 or 2pm. We have no student called ‘Nobody Known’.',
    },
    { line: 6, text: '9:00, Bus', reason: 'Please choose a day of the week. Please enter a time after the start.' },
  ])
  expect(await listWeek(riverbank.db, riverbank.people.aoife)).toEqual([])
  expect(await importTable(table)).toEqual({ added: 4, skipped: 0, refused: 2 })
  const both = [daniel.id, niamh.id].join()
  expect(await describeWeek()).toEqual([
    `Monday 09:30-11:00 Art Art room Aoife ${both}`,
    `Tuesday 09:30-11:00 Art Art room Aoife ${both}`,
    `Wednesday 09:30-11:00 Art Art room Aoife ${both}`,
    'Friday 12:30-13:15 Lunch',
  ])
  expect(await importTable(table)).toEqual({ added: 0, skipped: 4, refused: 2 })
  expect(await preview(table)).toMatchObject({ found: 0, present: { number: 2 } })
  expect(await preview('Day,From,To,Activity\nMon-Fri,12:30,13:15,Lunch\n')).toMatchObject({
    found: 4,
    first: { lines: [{ line: 2, reason: 'For everyone. Some days are there already.' }] },
  })
})

test.each([
  ['commas and other names', 'Room,Session,Start,End,Days\nHall,"Music, Choir",10:00,11:00,Tue\n'],
  ['semicolons', 'Activity;Time;Day;Where\nMusic, Choir;10 to 11am;Tuesday;Hall\n'],
  ['a grid', 'Time,Monday,Tuesday\n10:00-11:00,,"Music, Choir\nHall"\n'],
  ['a grid with starts', '\tMon\tTue\n10:00\t\t"Music, Choir\nHall"\n11:00\t\t\n'],
  [
    'a repeated row',
    'Day,From,To,Activity,Place\nTue,10:00,11:00,"Music, Choir",Hall\nTue,10:00,11:00,"music, choir",\n',
  ],
])('a timetable with %s is read', async (_, table) => {
  await importTable(table)
  const [session, ...others] = await describeWeek()
  expect([session, others]).toEqual(['Tuesday 10:00-11:00 Music, Choir Hall', []])
})

test('rows without students are for the ticked ones; shared names need a username', async ({ db, people }) => {
  const { id: _, ...niamh } = people.niamh
  await addAccount(db, { ...niamh, username: 'other.niamh', password: 'a long enough password' })
  const table = [
    'Day,From,To,Activity,Students',
    'Mon,9:00,9:30,Bus,',
    'Mon,12:30,13:15,Lunch,Everyone',
    'Mon,9:30,11:00,Art,Niamh Walsh',
    'Mon,9:30,11:00,Choir,Niamh Walsh (niamh)',
  ].join('\n')
  expect((await preview(table, [people.daniel.id])).refused.lines).toMatchObject([
    { line: 4, reason: 'More than one student is called ‘Niamh Walsh’. Please write ‘Niamh Walsh (niamh)’.' },
  ])
  await importTable(table, [people.daniel.id])
  expect(await describeWeek()).toEqual([
    `Monday 09:00-09:30 Bus ${people.daniel.id}`,
    `Monday 09:30-11:00 Choir ${people.niamh.id}`,
    'Monday 12:30-13:15 Lunch',
  ])
  await expect(preview(table, [people.aoife.id])).rejects.toMatchObject({
    errors: { studentIds: [expect.any(String)] },
  })
})

test('a row for two students is added for the one who does not have it', async () => {
  const { daniel, niamh } = riverbank.people
  const header = 'Day,From,To,Activity,Students\n'
  await importTable(`${header}Mon,9:30,11:00,Art,Daniel Okafor\n`)
  expect(await importTable(`${header}Mon,9:30,11:00,Art,Daniel Okafor; Niamh Walsh\n`)).toMatchObject({ added: 1 })
  expect((await listWeek(riverbank.db, riverbank.people.aoife)).map(({ studentIds }) => studentIds)).toEqual([
    [daniel.id],
    [niamh.id],
  ])
})

test.each([
  ['Hello\nthere\n', /can’t find the days and activities/],
  ['PK\u0003\u0004\0\0', /not a CSV file/],
  [`Day,From,To,Activity\n${'Mon,9:00,9:30,Bus\n'.repeat(301)}`, /more than 300 rows/],
  [`Day,From,To,Activity\n${'Mon-Fri,9:00,9:30,Bus\n'.repeat(101)}`, /more than 500 sessions/],
])('%j is refused', async (text, message) => {
  await expect(preview(text)).rejects.toThrow(message)
})

test('a timetable in an older encoding is read, and its readings are compared', async () => {
  const aine = { username: 'aine', role: 'student', firstName: 'Áine', lastName: 'Ó Sé' } as const
  await addAccount(riverbank.db, { ...aine, password: 'a long enough password' })
  const table = iconv.encode('Day;From;To;Activity;Students\nMon;9:00;10:00;Gaeilge;Áine Ó Sé\n', 'win1252')
  const { found, encoding, readings } = await preview(table)
  expect({ found, encoding }).toEqual({ found: 1, encoding: 'win1252' })
  expect(readings.length).toBeGreaterThan(1)
})

const large = 'x'.repeat(TABLE_LIMIT + 1)
test.each([
  [{}, 'Please choose a file, or paste the timetable.'],
  [{ pasted: large }, 'This timetable is too large. Please send at most 64 kB.'],
  [{ file: new File([large], 'a.csv') }, 'This timetable is too large. Please send at most 64 kB.'],
])('the form refuses %s', (fields, message) => {
  expect(weekTable.safeParse(fields).error?.issues[0]?.message).toBe(message)
})
