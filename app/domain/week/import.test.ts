import iconv from 'iconv-lite'
import { expect, test, vi } from 'vitest'
import { addAccount } from '~/domain/accounts/accounts.server'
import { setUpFreshRiverbank } from '~/test/riverbank'
import { importTimetable, previewTimetable } from './import.server'
import { TABLE_LIMIT } from './import-limits'
import { weekTable } from './schema'
import { listWeek } from './week.server'

const riverbank = setUpFreshRiverbank()
/** Sets the clock to before the days in a list, which would be over one day. */
const setClock = () => vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-12-01T10:00:00Z') })
const bytes = (text: string) => new TextEncoder().encode(text)
const preview = (text: string | Uint8Array, studentIds: number[] = []) =>
  previewTimetable(riverbank.db, riverbank.people.aoife, {
    bytes: typeof text === 'string' ? bytes(text) : text,
    studentIds,
  })
async function importTable(text: string, studentIds: number[] = []) {
  const { db, people } = riverbank
  const result = await importTimetable(db, people.aoife, { bytes: bytes(text), studentIds })
  const { added, joined, skipped } = result ?? {}
  return result && { ...result, added: added?.length, joined: joined?.length, skipped: skipped?.length }
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
  expect(await importTable(table)).toMatchObject({ added: 4, joined: 0, skipped: 0, refused: 2 })
  const both = [daniel.id, niamh.id].join()
  expect(await describeWeek()).toEqual([
    `Monday 09:30-11:00 Art Art room Aoife ${both}`,
    `Tuesday 09:30-11:00 Art Art room Aoife ${both}`,
    `Wednesday 09:30-11:00 Art Art room Aoife ${both}`,
    'Friday 12:30-13:15 Lunch',
  ])
  expect(await importTable(table)).toMatchObject({ added: 0, joined: 0, skipped: 4, refused: 2 })
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

test('a row for two students joins the one who does not have it to the other’s session', async () => {
  const { daniel, niamh } = riverbank.people
  const header = 'Day,From,To,Activity,Students\n'
  await importTable(`${header}Mon,9:30,11:00,Art,Daniel Okafor\n`)
  const both = `${header}Mon,9:30,11:00,Art,Daniel Okafor and Niamh Walsh\nTue,9:30,11:00,Art,Niamh Walsh\n`
  expect(await preview(both)).toMatchObject({ found: 1, joined: 1 })
  expect(await importTable(both)).toMatchObject({
    added: 1,
    joined: 1,
  })
  const elsewhere = 'Day,From,To,Activity,Place,Students\nTue,9:30,11:00,Art,Hall,Niamh Walsh\n'
  expect((await preview(elsewhere)).present.lines).toMatchObject([
    { reason: 'It is in the timetable already, without a place.' },
  ])
  expect((await listWeek(riverbank.db, riverbank.people.aoife)).map(({ studentIds }) => studentIds)).toEqual([
    [daniel.id, niamh.id],
    [niamh.id],
  ])
})

test.each([
  ['Hello\nthere\n', /can’t find the days and activities/],
  ['PK\u0003\u0004\0\0', /not a CSV file/],
  [`Day,From,To,Activity\n${'Mon,9:00,9:30,Bus\n'.repeat(301)}`, /more than 300 rows/],
  [`Day,From,To,Activity\n${'Mon-Fri,9:00,9:30,Bus\n'.repeat(101)}`, /more than 500 sessions/],
  [`Time${',Mon'.repeat(400)}\n${`9-10${',Bus'.repeat(400)}\n`.repeat(10)}`, /more than 500 sessions/],
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

/** What a preview says, in a few words. */
async function summarize(text: string, answers: object = {}) {
  const source = { bytes: bytes(text.replaceAll('|', '\n')), studentIds: [], ...answers }
  const preview = await previewTimetable(riverbank.db, riverbank.people.aoife, source)
  const { first, refused, notOn, open, unused, skipped } = preview
  return [
    ...first.lines.map((row) => row.text),
    ...open.lines.map(({ line, reason }) => `${line}? ${reason}`),
    ...refused.lines.map(({ line, reason }) => `${line}! ${reason}`),
    ...notOn.lines.map(({ line, reason }) => `${line} is off: ${reason}`),
    ...unused.map((name) => `unused ${name}`),
    ...skipped.map(({ line, text: skippedText }) => `${line} ${skippedText}`),
  ]
}
const LIST = 'Day,From,To,Activity'
const GRID = 'Time,Monday,Tuesday,Wednesday'
const AFTERNOON = `${LIST}|Monday,11:15,12:30,Choir|Monday,12:30,1:30,Lunch|Monday,1:30,3:00,Drama`
const DATED = 'Time,Mon 30 Nov 2026,Tue 1 Dec 2026|9:30-11:00,Art,'
const HEADINGS = 'From,To,Activity,Place|Monday,,,|9:30,11:00,Yoga,Hall'
const [STARTS, ENDS] = ['9:30,11:15,13:00', '11:00,12:30,15:00']
const ACTIVITIES = 'Monday,Yoga,Art,Drama|Tuesday,Pottery,Dance,Bus'
const FROM_TO = [
  ...['Monday 09:30 to 11:00: Yoga', 'Monday 11:15 to 12:30: Art', 'Monday 13:00 to 15:00: Drama'],
  ...['Tuesday 09:30 to 11:00: Pottery', 'Tuesday 11:15 to 12:30: Dance', 'Tuesday 13:00 to 15:00: Bus'],
]
const someWeeks = (text: string) =>
  `It is not on every week: ‘${text}’. Please add this session yourself, with the days when it is not on.`

/** A table, and what its preview says. */
type Timetable = [text: string, ...expected: string[]]
const timetables: Record<string, Timetable> = {
  'merged cells of days': [
    `${LIST},Place|Monday,9:30,11:00,Art,Room 1|,11:15,12:30,Choir,—|Tuesday,,,,|,9:30,11:00,Cookery,`,
    ...['Monday 09:30 to 11:00: Art, Room 1', 'Monday 11:15 to 12:30: Choir', 'Tuesday 09:30 to 11:00: Cookery'],
  ],
  'a grid with merged breaks': [
    `${GRID},Notes|9:30,Art,Choir,—,apron|11:00,Break,,|12:30,Lunch,,|1:30,Art / Music,Choir (A) or Drama (B),|3:00-4:00,,,Bus|Remember,,,`,
    ...['Monday 09:30 to 11:00: Art', 'Tuesday 09:30 to 11:00: Choir', 'Monday to Wednesday 11:00 to 12:30: Break'],
    ...['Monday to Wednesday 12:30 to 13:30: Lunch', 'Monday 13:30 to 15:00: Art / Music'],
    ...['Wednesday 15:00 to 16:00: Bus', `5! ${someWeeks('Choir (A) or Drama (B)')}`, 'unused Notes', '7 Remember'],
  ],
  'days down': [
    ',9-10:30,11:15-12:30,1:30-3|Monday,Art,Choir,Drama|Tuesday,Cookery,,|Bring lunch,,,',
    ...['Monday 09:00 to 10:30: Art', 'Monday 11:15 to 12:30: Choir', 'Monday 13:30 to 15:00: Drama'],
    ...['Tuesday 09:00 to 10:30: Cookery', '4 Bring lunch'],
  ],
  'letters as days': [
    'Time,M,T,W,T,F|9-10,Art,,,Choir,',
    'Monday 09:00 to 10:00: Art',
    'Thursday 09:00 to 10:00: Choir',
  ],
  'times of spreadsheets': [
    `${LIST}|Mon,0.395833333333333,0.4583,Art|Tue,9:30:00 AM,11:00:00 AM,Choir|Wed,9.30,11,Drama|Thu,0930,1100,Cookery|MWF,from 9h30,until 11,Swim`,
    ...['Monday 09:30 to 11:00: Art', 'Tuesday 09:30 to 11:00: Choir', 'Wednesday 09:30 to 11:00: Drama'],
    ...['Thursday 09:30 to 11:00: Cookery', 'Monday, Wednesday and Friday 09:30 to 11:00: Swim'],
  ],
  'impossible times and days': [
    `${LIST}|Monday,09:75,11:00,Odd|Tuesday,22:00,1:00,Night|Someday,9:30,11:00,Art|Friday,9:30,11:00,—`,
    '2! There is no 09:75: minutes end at 59.',
    '3! Please enter a time after the start. If it goes on over midnight, add two sessions: one until 23:59, and one from 0:00 on the next day.',
    '4! ‘Someday’ is not a day we know. Please write, for example, Monday, or Mon and Fri.',
    '5! Please enter the activity.',
  ],
  'afternoons without pm': [
    AFTERNOON,
    ...['Monday 11:15 to 12:30: Choir', 'Monday 12:30 to 13:30: Lunch'],
    '4? 1:30-3:00 at night, or 13:30-15:00 in the afternoon?',
  ],
  'a grid of afternoons': [
    `${GRID}|1:30,Art,,|3:00-4:00,,,`,
    '2? 1:30-3:00 at night, or 13:30-15:00 in the afternoon?',
  ],
  'weeks A and B': [
    `Week,${LIST}|A,Monday,9:30,11:00,Art|both,Monday,9:30,11:00,Choir`,
    'Monday 09:30 to 11:00: Choir',
    `2! ${someWeeks('A')}`,
  ],
  'a cycle with a session of both weeks': [
    `${LIST},Cycle|Monday,9:30,11:00,Art,1|Tuesday,9:30,11:00,Choir,1 and 2|Friday,9:30,11:00,Gym,both|Friday,2pm,3pm,Bus,alternate`,
    ...[
      'Friday 09:30 to 11:00: Gym',
      `2! ${someWeeks('1')}`,
      `3! ${someWeeks('1 and 2')}`,
      `5! ${someWeeks('alternate')}`,
    ],
  ],
  'a column of any name with weeks': [
    `${LIST},Set|Monday,9:30,11:00,Art,A|Tuesday,9:30,11:00,Choir,A/B|Friday,2pm,3pm,Gym,Week 1`,
    ...['Tuesday 09:30 to 11:00: Choir', `2! ${someWeeks('A')}`, `4! ${someWeeks('Week 1')}`],
  ],
  ...Object.fromEntries(
    ['Week 1', 'Cycle 1', 'Rota A', 'Autumn, cycle two', 'Rotation B (mornings)', '2nd cycle'].flatMap((title) => {
      const text = someWeeks(title)
      return [
        [`the title ${title} above a grid`, [`"${title}",,|${GRID}|9:30-11:00,Art,,`, `3! ${text}`, `1 ${title}`]],
        [`${title} in the corner of a grid`, [`"${title}",Mon,Tue|9:30-11:00,Art,`, `2! ${text}`]],
        [`the title ${title} above a list`, [`"${title}",,,|${LIST}|Mon,9:30,11:00,Art`, `3! ${text}`, `1 ${title}`]],
      ]
    }),
  ),
  'a cycle in the corner of days down': [
    'Cycle 1,9:30-11:00,11:00-12:00|Monday,Art,|Tuesday,,Choir',
    ...[2, 3].map((line) => `${line}! ${someWeeks('Cycle 1')}`),
  ],
  'two grids for the halves of a cycle': [
    'Cycle 1,|Time,Monday,Tuesday|9:30-11:00,Art,|Cycle 2,|Time,Monday,Tuesday|9:30-11:00,,Choir',
    ...[`3! ${someWeeks('Cycle 1')}`, `6! ${someWeeks('Cycle 2')}`, '1 Cycle 1', '4 Cycle 2'],
  ],
  'cycles in notes, in days and as headings': [
    `${LIST},Notes|Mon,9:30,11:00,a,Cycle 1|Tue,9:30,11:00,b,cycle 2 only|Wed (cycle 2),9:30,11:00,c,|Thu,9:30,11:00,Art (rota B),|Fri,9:30,11:00,Cycle 4 miles,Junior Cycle 2 maths|Rota B,,,,|Fri,2pm,3pm,d,`,
    'Friday 09:30 to 11:00: Cycle 4 miles',
    ...['Cycle 1', 'cycle 2 only', 'Wed (cycle 2)', 'Art (rota B)'].map(
      (text, index) => `${index + 2}! ${someWeeks(text)}`,
    ),
    ...[`8! ${someWeeks('Rota B')}`, '7 Rota B'],
  ],
  'a grid with a column of weeks': [
    'Time,Week,Monday,Tuesday|9:30-11:00,A,Art,Choir|11:00-12:00,both,Drama,|13:00-14:00,B,Yoga,',
    ...['Monday 11:00 to 12:00: Drama', `2! ${someWeeks('A')}`, `2! ${someWeeks('A')}`, `4! ${someWeeks('B')}`],
  ],
  'days down with a column of weeks': [
    'Day,Cycle,9:30-11:00,11:00-12:00|Monday,1,Art,|Monday,2,,Choir|Friday,,Gym,',
    ...['Friday 09:30 to 11:00: Gym', `2! ${someWeeks('1')}`, `3! ${someWeeks('2')}`],
  ],
  'times in a column of another name': [
    'Lá,Am,Gníomhaíocht,Uair|Dé Luain,9:30 – 11:00,Ealaín,|Déardaoin,14:00–15:00,Ceol,3',
    ...['Monday 09:30 to 11:00: Ealaín', 'Thursday 14:00 to 15:00: Ceol', 'unused Uair'],
  ],
  'columns of starts and ends with days': [
    'Day,Time,Activity,From,Ends|Monday,9:30-11:00,Art,14/09/2026,18/12/2026|Friday,2pm-3pm,Gym,,Christmas',
    'Monday 09:30 to 11:00: Art, from 14 September 2026, until 18 December 2026',
    '3! Please enter a date, for example 1 September 2026.',
  ],
  'weeks of a cycle, and a rota of people': [
    `Cycle,${LIST},Rota|1,Monday,9:30,11:00,Art,Aoife|2,Monday,9:30,11:00,Choir,Sam`,
    ...[`2! ${someWeeks('1')}`, `3! ${someWeeks('2')}`, 'unused Rota'],
  ],
  'weeks as headings and in days': [
    `${LIST},Turn|every second Monday,9:30,11:00,Art,|Tue,9:30,11:00,Choir,B|Week A,,,,|Friday,9:30,11:00,Drama,`,
    ...[`2! ${someWeeks('every second Monday')}`, `3! ${someWeeks('B')}`, `5! ${someWeeks('Week A')}`, '4 Week A'],
  ],
  'first and last days, and other columns': [
    `Autumn 2026,,,|,,,|${LIST},First day,Last day,Colour|Monday,9:30,11:00,Art,7 September 2026,18/12/2026,red|Friday,9:30,11:00,Art,,soon,`,
    'Monday 09:30 to 11:00: Art, from 7 September 2026, until 18 December 2026',
    ...['5! Please enter a date, for example 1 September 2026.', 'unused Colour', '1 Autumn 2026'],
  ],
  dates: [DATED, '2? Only on 30 November 2026, or every week?'],
  Irish: ['LÁ,Ó,Go,Gníomhaíocht|Dé Luain,9:30,11:00,Ealaín', 'Monday 09:30 to 11:00: Ealaín'],
  'German and a title': [
    'Wochenplan, Herbst|Tag;Von;Bis;Aktivität|Mi;9:30;11 Uhr;Kunst',
    'Wednesday 09:30 to 11:00: Kunst',
    '1 Wochenplan, Herbst',
  ],
  Polish: ['Dzień;Od;Do;Zajęcia|środa;9:30;11:00;Chór', 'Wednesday 09:30 to 11:00: Chór'],
  French: ['Jour,De,À,Activité|mardi,9h30,11h,Dessin', 'Tuesday 09:30 to 11:00: Dessin'],
  'initials in French': [
    'Horaires;L;M;M;J;V|9h-10h30;Dessin;;;Chorale;',
    ...['Monday 09:00 to 10:30: Dessin', 'Thursday 09:00 to 10:30: Chorale'],
  ],
  'initials of the whole week': [
    'Time,M,T,W,T,F,S,S|9-10,Art,,,,,Film,Mass',
    ...['Monday 09:00 to 10:00: Art', 'Saturday 09:00 to 10:00: Film', 'Sunday 09:00 to 10:00: Mass'],
  ],
  'days of one and two letters': [
    'Time,M,Tu,W,Th,F|9-10,Art,Choir,,Swim,Bowls',
    ...['Monday 09:00 to 10:00: Art', 'Tuesday 09:00 to 10:00: Choir', 'Thursday 09:00 to 10:00: Swim'],
    'Friday 09:00 to 10:00: Bowls',
  ],
  'days down, and rows of starts and ends': [
    'From,9:30,11:15,13:30|To,11:00,12:30,15:00|Monday,Art,Choir,Drama|Tuesday,Cookery,,',
    ...['Monday 09:30 to 11:00: Art', 'Monday 11:15 to 12:30: Choir', 'Monday 13:30 to 15:00: Drama'],
    'Tuesday 09:30 to 11:00: Cookery',
  ],
  'names next to the times of a grid': [
    ',Session 1 (9:30-11:00),Session 2: 11.15 to 12.30|Monday,Art,Choir|Tuesday,,Swim',
    ...['Monday 09:30 to 11:00: Art', 'Monday 11:15 to 12:30: Choir', 'Tuesday 11:15 to 12:30: Swim'],
  ],
  'names next to the times in rows': [
    'Session,Mon,Tue|Morning 9:30-11,Art,|Lunch 12:30-1:30,,|Afternoon 1:30 – 3pm,,Drama',
    ...['Monday 09:30 to 11:00: Art', 'Tuesday 13:30 to 15:00: Drama', '3 Lunch 12:30-1:30'],
  ],
  'numbers instead of times': [
    'Period,Monday|1,Art|2,Choir',
    ...['2! Please enter a time, for example 9:30 or 2pm.', '3! Please enter a time, for example 9:30 or 2pm.'],
  ],
  'rows of a grid without a time': [
    'Time,Monday|9:30-11:00,Art|,Drama|11:15-12:30,Bowls',
    ...['Monday 09:30 to 11:00: Art', 'Monday 11:15 to 12:30: Bowls'],
    '3! Please enter a time, for example 9:30 or 2pm.',
  ],
  'days of weeks A and B': [
    'Time,Mon A,Tue,Mon B|9:30-11:00,Art,Choir,Drama',
    ...['Tuesday 09:30 to 11:00: Choir', `2! ${someWeeks('Mon A')}`, `2! ${someWeeks('Mon B')}`],
  ],
  'days as headings of a list': [
    'Time,Activity,Room|MONDAY,,|9:30-11:00,Art,Hall|11:15-12:30,Choir,n/a|Tuesday,,|9:30-11:00,N/A,',
    ...['Monday 09:30 to 11:00: Art, Hall', 'Monday 11:15 to 12:30: Choir', '6 is off: It says ‘N/A’.'],
  ],
  'days and times in one cell': [
    'When,What|Monday 9:30-11:00,Art|Mon to Wed 10 to 12,Choir|Soon 9-10,Swim',
    ...['Monday 09:30 to 11:00: Art', 'Monday to Wednesday 10:00 to 12:00: Choir'],
    '4! Please enter a time, for example 9:30 or 2pm.',
  ],
  'days as spreadsheets store them': [
    `${LIST},First day,Last day|Monday,1/12/2026 09:30,46000.4583,Art,46266,18.12.2026`,
    'Monday 09:30 to 11:00: Art, from 1 September 2026, until 18 December 2026',
  ],
  'times without an end or in no order': [
    `${LIST}|Monday,9:30,,Art|Tuesday,2:00,1:00,Choir|Friday,half 9,,Swim`,
    ...['2! It does not say when it ends.', '3! Please enter a time after the start.'],
    '4! Please enter a time, for example 9:30 or 2pm.',
  ],
  'times of people': [
    'Day,Time,Activity|Mon,09:30hrs-11.00hrs,a|Tue,between 9:30 and 11:00,b|Wed,ab 9:30 bis 11 Uhr,c|Thu,"9:30\n11:00",d|Fri,9∶30 – 11h,e',
    ...['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday'].map(
      (day, index) => `${day} 09:30 to 11:00: ${'abcde'[index]}`,
    ),
  ],
  'starts above ends without names': [`,${STARTS}|,${ENDS}|${ACTIVITIES}`, ...FROM_TO],
  'ends above starts': [`To,${ENDS}|From,${STARTS}|${ACTIVITIES}`, ...FROM_TO],
  'numbers above starts and ends, and a break': [
    `,1,2,3,4|,9:30,11:15,Break,13:00|,11:00,12:30,,15:00|Monday,Yoga,Art,,Drama`,
    ...['Monday 09:30 to 11:00: Yoga', 'Monday 11:15 to 12:30: Art', 'Monday 13:00 to 15:00: Drama', '1 1, 2, 3, 4'],
  ],
  'starts and ends of a list, below a day of merged cells': [
    'Day,Activity,From,To|Monday,Art,9:30,10:30|,Lunch,12:00,13:00|,Music,14:00,15:00|Tuesday,Drama,9:30,10:30',
    ...['Monday 09:30 to 10:30: Art', 'Monday 12:00 to 13:00: Lunch', 'Monday 14:00 to 15:00: Music'],
    'Tuesday 09:30 to 10:30: Drama',
  ],
  'starts of a list and numbers of rooms': [
    'Day,Activity,Start,Room|Monday,Art,9:30am,12|,Lunch,12:00,14|,Music,14:00,3|Tuesday,Drama,9:30,2',
    ...[2, 3, 4, 5].map((line) => `${line}! It does not say when it ends.`),
  ],
  'starts and ends of a list, below headings of days': [
    'Activity,From,To|Monday,,|Art,9:30,10:30|Music,11:00,12:00|Tuesday,,|Yoga,9:30,10:30',
    ...['Monday 09:30 to 10:30: Art', 'Monday 11:00 to 12:00: Music', 'Tuesday 09:30 to 10:30: Yoga'],
  ],
  'names of sessions above starts and ends': [
    `Time,Session 1,Session 2,Session 3|,${STARTS}|,${ENDS}|${ACTIVITIES}`,
    ...[...FROM_TO, '1 Time, Session 1, Session 2, Session 3'],
  ],
  'an end left out of a row of ends': [
    `Start,${STARTS}|End,11:00,,15:00|Monday,Yoga,Art,Drama`,
    ...['Monday 09:30 to 11:00: Yoga', 'Monday 13:00 to 15:00: Drama', '3! It does not say when it ends.'],
  ],
  'an end left out of a column of ends': [
    'From,To,Monday|9:30,,Art|11:15,12:30,Choir',
    ...['Monday 11:15 to 12:30: Choir', '2! It does not say when it ends.'],
  ],
  ...Object.fromEntries(
    ['Tuesday:', 'Tuesday (all)', 'Day: Tuesday', 'Dé Máirt:', 'Tuesday,Tuesday,Tuesday,Tuesday'].map(
      (heading): [string, Timetable] => [
        `the heading ${heading}`,
        [
          `${HEADINGS}|${heading}|9:30,11:00,Dance,Hall`,
          ...['Monday 09:30 to 11:00: Yoga, Hall', 'Tuesday 09:30 to 11:00: Dance, Hall'],
        ],
      ],
    ),
  ),
  ...Object.fromEntries(
    ['Toosday,,,', ',,Toosday,', 'Toosday,Toosday,Toosday,Toosday'].map((heading): [string, Timetable] => [
      `the unknown heading ${heading}`,
      [
        `${HEADINGS}|${heading}|9:30,11:00,Dance,Hall|11:15,12:30,Art,Hall|Friday,,,|9:30,11:00,Choir,`,
        ...['Monday 09:30 to 11:00: Yoga, Hall', 'Friday 09:30 to 11:00: Choir', expect.stringMatching(/^4! /)],
        ...[5, 6].map((line) => `${line}! Row 4 says ‘Toosday’, which is no day that we know.`),
      ],
    ]),
  ),
  'some weeks in other cells': [
    `${LIST},Place,Who with,Notes|Mon,9:30,11:00,Art,,,Fortnightly|Tue,9:30,11:00,Choir,alternate weeks,,|Wed,9:30,11:00,Drama,Room (B),Sam A,every second week|Thu,9:30,11:00,Bowls,Room (B),Sam A,apron`,
    'Thursday 09:30 to 11:00: Bowls, Room (B), with Sam A',
    ...['Fortnightly', 'alternate weeks', 'every second week'].map((text, index) => `${index + 2}! ${someWeeks(text)}`),
  ],
  'some weeks in a grid': [
    'Time,Monday,Tuesday,Notes|9:30-11:00,"Art\nHall\nevery second week",Choir,|11:15-12:30,Drama,,fortnightly',
    'Tuesday 09:30 to 11:00: Choir',
    ...[`2! ${someWeeks('every second week')}`, `3! ${someWeeks('fortnightly')}`],
  ],
  'some weeks in other languages': [
    `${LIST},Notes|alle zwei Wochen Montag,9:30,11:00,Kunst,|Mon,9:30,11:00,Chor,14-tägig|Tue,9:30,11:00,Art,co dwa tygodnie|Wed,9:30,11:00,Dessin,toutes les deux semaines|Thu,9:30,11:00,Ealaín,gach coicís|Fri,9:30,11:00,Swim,every 3rd week|Fri,13:30,14:00,Walk,Weeks 1 and 3|Fri,15:00,16:00,Bus,semaines paires`,
    ...[
      ...['alle zwei Wochen Montag', '14-tägig', 'co dwa tygodnie', 'toutes les deux semaines', 'gach coicís'],
      ...['every 3rd week', 'Weeks 1 and 3', 'semaines paires'],
    ].map((text, index) => `${index + 2}! ${someWeeks(text)}`),
  ],
  'times in the cells of a grid, without a column for them': [
    'Monday,Tuesday|9:30-11:00 Art,10:00-11:00 Choir|"Drama\n11:15-12:30\nHall",9:30 Swim',
    ...['Monday 09:30 to 11:00: Art', 'Tuesday 10:00 to 11:00: Choir', 'Monday 11:15 to 12:30: Drama, Hall'],
    '3! Please enter a time, for example 9:30 or 2pm.',
  ],
  'a lost corner': [
    'Monday,Tuesday|9:30-11:00,Art,Choir',
    ...['Monday 09:30 to 11:00: Art', 'Tuesday 09:30 to 11:00: Choir'],
  ],
  'two sessions in a cell': [
    'Session,Mon|1,"9:30-11:00 Art\nHall\n11:15-12:30 Choir"',
    ...['Monday 09:30 to 11:00: Art, Hall', 'Monday 11:15 to 12:30: Choir'],
  ],
  'two grids, one below the other': [
    'Time,Mon,Tue|9:30-11:00,Art,Choir|Second half,,|Time,Wed,Thu|10:00-11:00,Drama,Swim',
    ...['Monday 09:30 to 11:00: Art', 'Tuesday 09:30 to 11:00: Choir', 'Wednesday 10:00 to 11:00: Drama'],
    ...['Thursday 10:00 to 11:00: Swim', '3 Second half'],
  ],
  'two grids side by side': [
    'Time,Mon,,Time,Tue|9:30-11:00,Art,,10:00-11:00,Drama',
    ...['Monday 09:30 to 11:00: Art', 'Tuesday 10:00 to 11:00: Drama'],
  ],
  'a list for each day': [
    'Monday|Time,Activity|9:30-11:00,Art|Tuesday|Time,Activity|10:00-11:00,Choir',
    ...['Monday 09:30 to 11:00: Art', 'Tuesday 10:00 to 11:00: Choir', '1 Monday', '4 Tuesday'],
  ],
  'evenings below afternoons': [
    'Time,Mon|10:00-11:00,Art|13:30-15:00,Choir|7:00-9:00,Film|10:00-11:00,Walk',
    ...['Monday 10:00 to 11:00: Art', 'Monday 13:30 to 15:00: Choir', 'Monday 10:00 to 11:00: Walk'],
    '4! ‘7:00-9:00’ is below 13:30. Please write the times of the evening with pm.',
  ],
  'pm in a cell of its own': [
    'Day,Start,AM/PM,End,AM/PM,Activity|Mon,7:00,PM,9:00,PM,Film',
    'Monday 19:00 to 21:00: Film',
  ],
  'words for no activity': [
    'Time,Mon,Tue,Wed,Thu,Fri|9-10,Closed,No session,TBC,TBA,Art|10-11,x,Off,Cancelled,closed.,Choir',
    ...['Friday 09:00 to 10:00: Art', 'Friday 10:00 to 11:00: Choir'],
    ...['Closed', 'No session', 'TBC', 'TBA'].map((text) => `2 is off: It says ‘${text}’.`),
    ...['x', 'Off', 'Cancelled', 'closed.'].map((text) => `3 is off: It says ‘${text}’.`),
  ],
  'words for no activity in a list': [
    `${LIST},Place|Mon,9:30,11:00,Cancelled,Hall|Tue,9:30,11:00,x,|Wed,9:30,11:00,Off to town,TBC`,
    'Wednesday 09:30 to 11:00: Off to town, TBC',
    ...['2 is off: It says ‘Cancelled’.', '3 is off: It says ‘x’.'],
  ],
  'words for no activity in notes': [
    `${LIST},Status,Cost,Cancelled?|Mon,9:30,11:00,Art,Running,Free,no|Tue,9:30,11:00,Choir,Cancelled,Free,|Wed,9:30,11:00,Gym,,,Yes|Thu,,,closed,,,|Fri,Bank holiday,,,,,`,
    'Monday 09:30 to 11:00: Art',
    ...['3 is off: The column Status says ‘Cancelled’.', '4 is off: The column Cancelled? says ‘Yes’.'],
    ...['5 is off: It says ‘closed’.', '6 is off: It says ‘Bank holiday’.'],
    'unused Cost',
  ],
  'words for no activity in lines of a cell': [
    'Time,Mon,Tue|9:30-11:00,"Art\nHall\nnot on this week","Drama\nHall"',
    'Tuesday 09:30 to 11:00: Drama, Hall',
    '2 is off: It says ‘not on this week’.',
  ],
  'first and last days in other words': [
    `${LIST},Notes|Mon,9:30,11:00,Art,starts 14 Sept 2026|Tue,9:30,11:00,Choir (from 5 October 2026),|Wed,9:30,11:00,Gym - ends 18 December 2026,|Thu,9:30,11:00,Film,14 Sept - 18 Dec 2026|Fridays from 5 October 2026,9:30,11:00,Bus,|Fri,13:00,14:00,Tea,du 14 septembre 2026 au 18 décembre 2026`,
    ...['Monday 09:30 to 11:00: Art, from 14 September 2026', 'Tuesday 09:30 to 11:00: Choir, from 5 October 2026'],
    'Wednesday 09:30 to 11:00: Gym, until 18 December 2026',
    'Thursday 09:30 to 11:00: Film, from 14 September 2026, until 18 December 2026',
    'Friday 09:30 to 11:00: Bus, from 5 October 2026',
    'Friday 13:00 to 14:00: Tea, from 14 September 2026, until 18 December 2026',
  ],
  'first and last days in a grid': [
    'Time,Monday,Tuesday,Notes|9:30-11:00,"Art\nHall\nstarts 14 Sept 2026",Choir,until 18 December 2026',
    'Monday 09:30 to 11:00: Art, Hall, from 14 September 2026, until 18 December 2026',
    'Tuesday 09:30 to 11:00: Choir, until 18 December 2026',
  ],
  'a last day without a year, after the first': [
    `${LIST},First day,Last day|Monday,9:30,11:00,Art,14 September 2026,30 June|Tuesday,9:30,11:00,Choir,14 September,30 June 2027`,
    'Monday 09:30 to 11:00: Art, from 14 September 2026, until 30 June 2027',
    'Tuesday 09:30 to 11:00: Choir, from 14 September 2026, until 30 June 2027',
  ],
  'months in other languages': [
    `${LIST},First day,Last day|Mon,9:30,11:00,a,14 septembre 2026,18 déc. 2026|Tue,9:30,11:00,b,14 Meán Fómhair 2026,18 de Nollaig 2026|Wed,9:30,11:00,c,5 października 2026,18 grudnia 2026 r.|Thu,9:30,11:00,d,5. Oktober 2026,05-Mär-27`,
    'Monday 09:30 to 11:00: a, from 14 September 2026, until 18 December 2026',
    'Tuesday 09:30 to 11:00: b, from 14 September 2026, until 18 December 2026',
    'Wednesday 09:30 to 11:00: c, from 5 October 2026, until 18 December 2026',
    'Thursday 09:30 to 11:00: d, from 5 October 2026, until 5 March 2027',
  ],
  'repetition marks': [
    `${LIST},Place,Who with|Monday,9:30,11:00,Art,Hall,Aoife|ditto,11:15,12:30,Choir,ditto,do.|"""",13:30,14:30,ditto,〃,as above|Tuesday,9:30,11:00,Bowls,,|Tuesday,11:15,12:30,Film,ditto,`,
    ...['Monday 09:30 to 11:00: Art, Hall, with Aoife', 'Monday 11:15 to 12:30: Choir, Hall, with Aoife'],
    ...['Monday 13:30 to 14:30: Choir, Hall, with Aoife', 'Tuesday 09:30 to 11:00: Bowls'],
    '6! There is nothing above ‘ditto’ that it could repeat.',
  ],
  'quotation marks alone in cells': [
    `${LIST},Place|Monday,9:30,11:00,Art,Hall|",11:15,12:30,Choir,"|",13:30,14:30,",Kitchen`,
    ...['Monday 09:30 to 11:00: Art, Hall', 'Monday 11:15 to 12:30: Choir, Hall'],
    'Monday 13:30 to 14:30: Choir, Kitchen',
  ],
  'Do. in German, and the same in English': [
    'Tag;Von;Bis;Aktivität;Raum|Mittwoch;9:30;11:00;Chor;Saal|Do.;9:30;11:00;dito;same',
    'Wednesday 09:30 to 11:00: Chor, Saal',
    'Thursday 09:30 to 11:00: Chor, Saal',
  ],
  'Di in French': [
    'Heure,Sam,Di|9h30-11h,Dessin,Messe',
    ...['Saturday 09:30 to 11:00: Dessin', 'Sunday 09:30 to 11:00: Messe'],
  ],
  'Di after Sa in French': ['Jour,De,À,Activité|Sa-Di,9:30,11:00,Film', 'Saturday and Sunday 09:30 to 11:00: Film'],
  'Di in German': [
    'Zeit;Mo;Di;Mi|9:30-11:00;Kunst;Chor;',
    'Monday 09:30 to 11:00: Kunst',
    'Tuesday 09:30 to 11:00: Chor',
  ],
  'rows below cells of several lines': [
    'Time,Mon,Tue|9:30-11,"Art\nHall\nAoife","Yoga\nGym"||11-12,Choir,|soon,,Bus',
    ...['Monday 09:30 to 11:00: Art, Hall, with Aoife', 'Tuesday 09:30 to 11:00: Yoga, Gym'],
    ...['Monday 11:00 to 12:00: Choir', '5! Please enter a time, for example 9:30 or 2pm.'],
  ],
  'merged cells of days below cells of several lines': [
    `${LIST},Place|Mon,9:30,11:00,"Art\nand craft",Hall|,11:00,12:00,Choir,Hall`,
    ...['Monday 09:30 to 11:00: Art and craft, Hall', 'Monday 11:00 to 12:00: Choir, Hall'],
  ],
  'names of columns in Irish': ['Lá,Ó,Go dtí,Gníomhaíocht|Dé Luain,9:30,11:00,Ealaín', 'Monday 09:30 to 11:00: Ealaín'],
  'lists next to one another': [
    'Day,Time,Activity,,Day,Time,Activity,Cost|Mon,9:30-11,Art,,Tue,9:30-11,Yoga,5|,11-12,Choir,,,,,|,,,,Wed,11-12,Bowls,',
    ...['Monday 09:30 to 11:00: Art', 'Monday 11:00 to 12:00: Choir'],
    ...['Tuesday 09:30 to 11:00: Yoga', 'Wednesday 11:00 to 12:00: Bowls', 'unused Cost'],
  ],
  'lists of two weeks next to one another': [
    'Week 1,,,Week 2,,|Day,Time,Activity,Day,Time,Activity|Mon,9:30-11,Art,Mon,9:30-11,Yoga',
    ...[`3! ${someWeeks('Week 1, Week 2')}`, `3! ${someWeeks('Week 1, Week 2')}`, '1 Week 1, Week 2'],
  ],
  'columns of one name': [
    'Day,Time,Activity,Place,Activity,Place|Mon,9:30-11,Art,Hall,Yoga,Gym',
    ...['Monday 09:30 to 11:00: Art, Hall', 'unused Activity (column 5)', 'unused Place (column 6)'],
  ],
  'sessions that alternate': [
    `${GRID}|9:30-11:00,Art/Yoga (alternating),Art alternating with Yoga,"Yoga - alternates"|11-12,Alternative therapy,,`,
    'Monday 11:00 to 12:00: Alternative therapy',
    ...['Art/Yoga (alternating)', 'Art alternating with Yoga', 'Yoga - alternates'].map(
      (text) => `2! ${someWeeks(text)}`,
    ),
  ],
  'Di in no known language': [
    `${LIST}|Sam,9:30,11:00,Art|Di,9:30,11:00,Mass`,
    'Saturday 09:30 to 11:00: Art',
    '3! ‘Di’ can be Tuesday or Sunday. Please write the whole name of the day.',
  ],
}
test.each(Object.entries(timetables))('a timetable with %s', async (_, [text, ...expected]) => {
  expect(await summarize(text)).toEqual(expected)
})

type Answered = [text: string, answers: object, ...expected: string[]]
const answered: Record<string, Answered> = {
  'afternoons, with the answer': [
    AFTERNOON,
    { half: 'pm' },
    ...['Monday 11:15 to 12:30: Choir', 'Monday 12:30 to 13:30: Lunch', 'Monday 13:30 to 15:00: Drama'],
  ],
  'dates of one day': [DATED, { dates: 'once' }, 'Monday 09:30 to 11:00: Art, only on 30 November 2026'],
  'dates as first days': [
    'Date,From,To,Activity|30/11/2026,9:30,11:00,Art',
    { dates: 'weekly' },
    'Monday 09:30 to 11:00: Art, from 30 November 2026',
  ],
  'a date of another day': [
    'Day,Date,From,To,Activity|Monday,03/04/2026,9:30,11:00,Art',
    { dates: 'once' },
    '2! 3 April 2026 is a Friday, not a Monday. Please correct the day or the date.',
  ],
  'events of a calendar': [
    'Subject,Start Date,Start Time,End Date,End Time,Location|Art,30/11/2026,9:30 AM,30/11/2026,11:00 AM,Hall',
    { dates: 'once' },
    ...['Monday 09:30 to 11:00: Art, Hall, only on 30 November 2026', 'unused End Date'],
  ],
  'first and last days, every week': [
    'Start,End,Time,Activity|7/12/2026,25/1/2027,9:30-11:00,Alpha|8 Dec 2026,26 Jan,9:30-11:00,Beta|9/12/2026,,9:30-11:00,Gamma|10/12/2026,10/12/2026,9:30-11:00,Delta',
    { dates: 'weekly' },
    'Monday 09:30 to 11:00: Alpha, from 7 December 2026, until 25 January 2027',
    'Tuesday 09:30 to 11:00: Beta, from 8 December 2026, until 26 January 2027',
    'Wednesday 09:30 to 11:00: Gamma, from 9 December 2026',
    'Thursday 09:30 to 11:00: Delta, only on 10 December 2026',
  ],
  'times at night, with the answer': [
    `${LIST}|Friday,1:30,3:00,Walk|Friday,2am,4am,Stars|Saturday,12am,1am,Film|Sunday,0:00,1:00,Sky`,
    { half: 'am' },
    ...['Friday 01:30 to 03:00: Walk', 'Friday 02:00 to 04:00: Stars', 'Saturday 00:00 to 01:00: Film'],
    'Sunday 00:00 to 01:00: Sky',
  ],
  ...Object.fromEntries(
    ['Tuesday 1/12/2026', 'Tuesday 1 December 2026', 'Tue 01-Dec-26:'].map((heading): [string, Answered] => [
      `the heading ${heading}`,
      [
        `${HEADINGS}|${heading},,,|9:30,11:00,Dance,Hall`,
        { dates: 'once' },
        ...['Monday 09:30 to 11:00: Yoga, Hall', 'Tuesday 09:30 to 11:00: Dance, Hall, only on 1 December 2026'],
      ],
    ]),
  ),
  'a date of another day, every week': [
    `${LIST}|Monday 1 December 2026,9:30,11:00,Art|Tue 1/12/2026,9:30,11:00,Choir`,
    { dates: 'weekly' },
    'Tuesday 09:30 to 11:00: Choir, from 1 December 2026',
    '2! 1 December 2026 is a Tuesday, not a Monday. Please correct the day or the date.',
  ],
}
test.each(Object.entries(answered))('a timetable with %s', async (_, [text, answers, ...expected]) => {
  expect(await summarize(text, answers)).toEqual(expected)
})

test('a condition on a line of a grid’s cell is no place, and has to be checked', async () => {
  const { first, doubtful } = await preview('Time,Mon,Tue\n9:30-11:00,"Art\nHall\nonly if staff",Choir\n')
  expect(first.lines.map(({ text }) => text)).toEqual([
    'Monday 09:30 to 11:00: Art, Hall',
    'Tuesday 09:30 to 11:00: Choir',
  ])
  expect(doubtful.lines).toMatchObject([{ line: 2, reason: 'It says ‘only if staff’. Please check that it is on.' }])
})

test.each([
  ['a title', 'Timetable for Daniel,,|Time,Mon,Tue|9:30-11:00,Art,Yoga', 'Row 1 says ‘Timetable for Daniel’.'],
  ['a row below', 'Time,Mon,Tue|9:30-11:00,Art,Yoga|Only for Niamh,,', 'Row 3 says ‘Only for Niamh’.'],
  ['the corner of a grid', 'Daniel,Mon,Tue|9:30-11:00,Art,Yoga', 'Row 1 says ‘Daniel’.'],
  ['the corner of days', 'Niamh,9:30-11:00,11-12|Mon,Art,|Tue,Yoga,', 'Row 1 says ‘Niamh’.'],
])('sessions of a student whose first name is in %s have to be checked', async (_, text, said) => {
  const { first, doubtful } = await preview(text.replaceAll('|', '\n'))
  expect(first.lines.map(({ reason }) => reason)).toEqual(['For everyone.', 'For everyone.'])
  const reason = `${said} Please check who it is for.`
  expect(doubtful.lines).toMatchObject([{ reason }, { reason }])
})

test.each([
  ['Mon,9:30,11:00,Art (Daniel),,Daniel Okafor', 'a column has its students'],
  ['Mon,9:30,11:00,Art (Daniel leads),,Everyone', 'it is for everyone by a column'],
  ['Mon,9:30,11:00,Art,Niamh,', 'a tutor may share a first name'],
  ['Mon,9:30,11:00,a danielle cake,,', 'a name is within a word'],
])('the students of %s are not asked about: %s', async (row) => {
  const { doubtful } = await preview(`${LIST},Who with,Students\n${row}\n`)
  expect(doubtful.number).toBe(0)
})

test('a student whom another title names has to be checked, also if one is ticked', async () => {
  const daniel = riverbank.people.daniel.id
  const both = (one: string, other: string) =>
    `${one}\n${LIST}\nMon,9:30,11:00,Art\n\n${other}\n${LIST}\nTue,9,10,Yoga\n`
  const reason = 'Row 5 says ‘Timetable for Niamh’. Please check who it is for.'
  const { doubtful } = await preview(both('Timetable for Daniel', 'Timetable for Niamh'), [daniel])
  expect(doubtful.lines).toMatchObject([{ line: 7, reason }])
  const named = await preview(both('Timetable for Daniel Okafor', 'Timetable for Niamh'))
  expect(named.doubtful.lines).toMatchObject([{ line: 7, reason }])
  expect((await preview(both('Timetable for Daniel Okafor', 'Timetable for Niamh Walsh'))).doubtful.number).toBe(0)
})

test('a session that names two students has to be checked if one is ticked', async () => {
  const { niamh } = riverbank.people
  const table = `${LIST}\nMon,9:30,11:00,Art (Niamh and Daniel)\n`
  expect((await preview(table, [niamh.id])).doubtful.number).toBe(1)
})

test('a name in a session is not asked about if only that student is ticked', async () => {
  const { niamh, daniel } = riverbank.people
  const table = `${LIST}\nMon,9:30,11:00,Art (Niamh)\n`
  expect((await preview(table, [niamh.id])).doubtful.number).toBe(0)
  expect((await preview(table, [niamh.id, daniel.id])).doubtful.number).toBe(1)
})

test('a last day that is not used, since the session is on once, has to be checked', async () => {
  setClock()
  const text = 'Start,End,Time,Activity\n7/12/2026,25/1/2027,9-10,Alpha\n8/12/2026,8/12/2026,9-10,Beta\n'
  const source = { bytes: bytes(text), studentIds: [], dates: 'once' as const }
  const { first, doubtful } = await previewTimetable(riverbank.db, riverbank.people.aoife, source)
  expect(first.lines.map((row) => row.text)).toEqual([
    'Monday 09:00 to 10:00: Alpha, only on 7 December 2026',
    'Tuesday 09:00 to 10:00: Beta, only on 8 December 2026',
  ])
  expect(doubtful.lines).toMatchObject([
    { line: 2, reason: 'Its last day would be 25 January 2027. Please check that it is only on one day.' },
  ])
})

test.each([
  ['Free time', 'It says ‘Free time’. Please check that it is on.'],
  ['Art (TBC)', 'It says ‘Art (TBC)’. Please check that it is on.'],
  ['No Limits drama', 'It says ‘No Limits drama’. Please check that it is on.'],
  ['Art,no class 26 October', 'The column Notes says ‘no class 26 October’. Please check that it is on.'],
  ...[
    ...['moved to Thursday', 'paused', 'not 8 Dec', 'last class this week', 'Ends soon', 'finished pieces at the door'],
    ...['bus no longer running', 'Lunch is over at 2', 'stopped for lunch', 'Week 6', 'x', '✗'],
  ].map((note) => [`Art,${note}`, `The column Notes says ‘${note}’. Please check that it is on.`]),
  ['Art finished', 'It says ‘Art finished’. Please check that it is on.'],
  ...['off until 12 January', 'not until 12 January', 'break from 14 December until 8 January'].map((note) => [
    `Art,${note}`,
    `The column Notes says ‘${note}’. Please check that it is on. It says ‘${note}’. We don’t read all of that: please check its first and last day.`,
  ]),
  ['Art,term time only', 'The column Notes says ‘term time only’. Please check that it is on.'],
  ['Art (skip on 8 December)', 'It says ‘Art (skip on 8 December)’. Please check that it is on.'],
  ...['only if staff', 'weather permitting', 'skip if it rains', 'omit some Fridays'].map((note) => [
    `Art,${note}`,
    `The column Notes says ‘${note}’. Please check that it is on.`,
  ]),
  ['Art,until Christmas', 'It says ‘until Christmas’. We don’t read all of that: please check its first and last day.'],
  ...['until 18 December 2025', 'last class 18 Dec 2025'].map((note) => [`Art,${note}`, 'Its last day is over.']),
  ['Art,,no class 26 October', 'Column 6 says ‘no class 26 October’. Please check that it is on.'],
  ...['6 weeks', 'an 8-week course'].map((note) => [
    `Art,${note}`,
    `The column Notes says ‘${note}’. Please check that it is on.`,
  ]),
  ...['Art ✗', '~~Art~~', '❌ Art'].map((activity) => [activity, `It says ‘${activity}’. Please check that it is on.`]),
  ...['Daniel only', 'for Niamh Walsh', 'daniel okafor and carers', 'Women only', 'only for Niamh'].map((note) => [
    `Art,${note}`,
    `The column Notes says ‘${note}’. Please check who it is for.`,
  ]),
  ...['Art (Daniel)', 'Gym - Niamh Walsh', 'Niamh’s cooking', 'Bus for Niamh & Daniel', '1:1 DANIEL'].map(
    (activity) => [activity, `It says ‘${activity}’. Please check who it is for.`],
  ),
])('%s is added, but has to be checked', async (text, reason) => {
  const { first, doubtful } = await preview(`${LIST},Notes\nMonday,9:30,11:00,${text}\n`)
  expect(first.number).toBe(1)
  expect(doubtful.lines).toMatchObject([{ line: 2, reason }])
})

test.each([
  ...['finished', 'Ended', 'STOPPED', 'no longer on', 'no longer runs', 'The class has ended.', 'Finished for good'],
  ...['this group has finished (bring shoes back)', 'ended last term', 'stopped in 2025', 'not running any more'],
  ...['doesn’t run any more', 'stopped until January', 'terminé', 'beendet', 'findet nicht mehr statt', 'zakończone'],
  ...[
    'skip',
    'Skip this',
    'omit',
    'ignore',
    'remove',
    'please leave out',
    'ignore this row',
    'do not import',
    'deleted',
  ],
  ...['Skip - asked by Tom', 'to be removed', 'please skip for now', 'leave this out', 'Tom: ignore'],
  ...['ended 18 December 2025', 'finished on 3 Nov 2025', 'Stopped (12/11/2025)'],
])('a note that says ‘%s’ leaves the session out, with its words', async (note) => {
  const { found, notOn, doubtful } = await preview(`${LIST},Notes\nMonday,9:30,11:00,Art,${note}\n`)
  expect([found, doubtful.number]).toEqual([0, 0])
  expect(notOn.lines).toMatchObject([{ line: 2, reason: `The column Notes says ‘${note}’.` }])
})

test.each([
  ['Art has ended', 'It says ‘Art has ended’.'],
  ['Art no longer runs', 'It says ‘Art no longer runs’.'],
  ['Art (finished)', 'It says ‘Art (finished)’.'],
  ['Art (ended 18 December 2025)', 'It says ‘Art (ended 18 December 2025)’.'],
  ['Art (skip)', 'It says ‘Art (skip)’.'],
  ['Art - do not import', 'It says ‘Art - do not import’.'],
  ['Art,,completed', 'The column Status says ‘completed’.'],
])('%s leaves the session out too', async (text, reason) => {
  const { found, notOn } = await preview(`${LIST},Notes,Status\nMonday,9:30,11:00,${text}\n`)
  expect(found).toBe(0)
  expect(notOn.lines).toMatchObject([{ line: 2, reason }])
})

test.each([
  ['last class 12 Dec 2027', 'until 12 December 2027', []],
  ['final session on 12 December 2027', 'until 12 December 2027', []],
  ['stops 12/12/2027', 'until 12 December 2027', []],
  [
    'finished 12 Dec 2027',
    'until 12 December 2027',
    ['It says ‘finished 12 Dec 2027’. Has it ended, or is its last day 12 December 2027?'],
  ],
  ['has not finished', '', []],
  ['ends at 11', '', []],
])('the note %s is read', async (note, period, reasons) => {
  setClock()
  const { first, doubtful } = await preview(`${LIST},Notes\nMonday,9:30,11:00,Art,${note}\n`)
  expect(first.lines.map(({ text }) => text)).toEqual([`Monday 09:30 to 11:00: Art${period && `, ${period}`}`])
  expect(doubtful.lines.map(({ reason }) => reason)).toEqual(reasons)
})

test.each([
  ['Skip', 'yes', 'no'],
  ['Skip?', 'x', ''],
  ['Skip this', '✓', 'n'],
  ['Leave out', 'Y', ''],
  ['Do not import', 'true', 'false'],
  ['Ignore', '1', '0'],
  ['Import', 'no', 'yes'],
  ['Included', 'N', 'y'],
])('in a column %s, %s leaves the session out', async (column, off, on) => {
  const { first, notOn, doubtful } = await preview(
    `${LIST},${column}\nMonday,9:30,11:00,Art,${off}\nTuesday,9:30,11:00,Choir,${on}\n`,
  )
  expect(first.lines.map(({ line }) => line)).toEqual([3])
  expect(notOn.lines).toMatchObject([{ line: 2, reason: `The column ${column} says ‘${off}’.` }])
  expect(doubtful.number).toBe(0)
})

test('a bare word in a column about something else is asked about', async () => {
  const { found, doubtful } = await preview(`${LIST},Training\nMonday,9:30,11:00,Art,finished\n`)
  expect(found).toBe(1)
  expect(doubtful.lines).toMatchObject([{ reason: 'The column Training says ‘finished’. Please check that it is on.' }])
})

test('what each column was read for is said, and columns of which nothing was read are named', async () => {
  const { columns, unused } = await preview(
    `Day,Time,Activity,Notes,Status,Turn,Cost\nMon,9:30-11:00,Art,starts 14 Sept 2026,Running,,Free\nTue,9:30-11:00,Choir,apron,Cancelled,,5\nWed,9:30-11:00,Gym,,Running,fortnightly,5\n`,
  )
  expect(columns.map(({ name, use }) => `${name}: ${use}`)).toEqual([
    'Day: day',
    'Time: start and end',
    'Activity: activity',
    'Notes: first and last day. We don’t use its other words.',
    'Status: whether it is on',
    'Turn: which weeks',
  ])
  expect(unused).toEqual(['Cost'])
})

test.each([
  ['Day,Winter,Summer,Activity|Monday,9:30-11:00,10:00-11:30,Art', 'Summer', 'Summer'],
  ['Day,Time,Time (Fridays),Activity|Monday,9:30-11:00,10:00-11:30,Art', 'Time (Fridays)', 'Time (Fridays)'],
  ['Day,Time,Time,Activity|Monday,9:30-11:00,10am-11.30am,Art', 'Time (column 3)', 'Time (column 3)'],
  ['Day,From,To,Activity,Time|Monday,9:30,11:00,Art,10:00-11:30', 'Time', 'Time'],
  [
    'Activity,When,Where,When,Where|Art,Monday 9:30-11:00,Hall,10:00-11:30,Gym',
    'When (column 4)',
    'When (column 4), Where (column 5)',
  ],
  ['Time,Time (summer),Monday,Tuesday|9:30-11:00,10:00-11:30,Art,', 'Time (summer)', 'Time (summer)'],
])('the second times of %s are asked about, and their column is named as unused', async (table, column, others) => {
  const { first, doubtful, unused } = await preview(table.replace('|', '\n'))
  expect(first.lines).toMatchObject([{ text: expect.stringMatching(/^Monday 09:30 to 11:00: Art/) }])
  expect(doubtful.lines).toMatchObject([
    { line: 2, reason: expect.stringMatching(/^The column .* says ‘10.*30(am)?’\. Please check the times\.$/) },
  ])
  expect(doubtful.lines[0]?.reason).toContain(column)
  expect(unused.join(', ')).toBe(others)
})

test.each([
  ['the same times', 'Day,From,To,Activity,Time|Monday,9:30,11:00,Art,9.30 - 11am'],
  ['a single time', 'Day,From,To,Activity,Bus|Monday,9:30,11:00,Art,15:30'],
  ['numbers', 'Day,From,To,Activity,People|Monday,9:30,11:00,Art,2-4'],
])('%s in another column are not asked about', async (_what, table) => {
  expect(await preview(table.replace('|', '\n'))).toMatchObject({ found: 1, doubtful: { number: 0 } })
})

test('a second pair of columns of one name is named as unused', async () => {
  const { unused } = await preview('Day,From,To,From,To,Activity\nMonday,9:30,11:00,10:00,11:30,Art')
  expect(unused).toEqual(['From (column 4)', 'To (column 5)'])
})

test.each([
  'Free dance',
  'Free art class',
  'Closed captions',
  'Bake-off',
  'Holiday planning',
  'Art,bring lunch from home',
  'Art,remove shoes at the door',
  'Drop-in',
  'Art,drop in any time',
])('%s is a session like others', async (text) => {
  const { first, notOn, doubtful } = await preview(`${LIST},Notes\nMonday,9:30,11:00,${text}\n`)
  expect([first.number, notOn.number, doubtful.number]).toEqual([1, 0, 0])
})

test.each([
  ...['Art (cancelled)', 'CANCELLED - Art', 'Art is not running', 'No art today', '*** CLOSED ***', 'Bank holiday'],
  ...[
    'Closed for staff training',
    'Staff training - no classes',
    'Mid-term break',
    'Free',
    'Holidays',
    'n.a.',
    'Day off',
  ],
  ...['Kunst fällt aus', 'Feiertag', 'Dessin (annulé)', 'Jour férié', 'Chór odwołany', 'Ealaín ar ceal', 'Lá saoire'],
])('%s says that nothing is on', async (text) => {
  const { found, notOn } = await preview(`${LIST}\nMonday,9:30,11:00,${text}\n`)
  expect(found).toBe(0)
  expect(notOn.lines).toMatchObject([{ line: 2, reason: `It says ‘${text}’.` }])
})

test.each([
  ['a title', 'Timetable for Daniel Okafor|Time,Mon|9:30-11:00,Art|11:15-12:00,Choir'],
  ['a heading in a grid', 'Time,Mon,Tue|Daniel Okafor,,|9:30-11:00,Art,|11:15-12:00,Choir,'],
  ['merged cells', 'Name,Day,From,To,Activity|Daniel Okafor,Mon,9:30,11:00,Art|,Mon,11:15,12:00,Choir'],
  ['attendees', `${LIST},Attendees|Mon,9:30,11:00,Art,Daniel Okafor|Mon,11:15,12:00,Choir,Daniel Okafor`],
])('sessions of a student named in %s are not for everyone', async (_, text) => {
  await importTable(text.replaceAll('|', '\n'))
  const { daniel } = riverbank.people
  expect(await describeWeek()).toEqual([`Monday 09:30-11:00 Art ${daniel.id}`, `Monday 11:15-12:00 Choir ${daniel.id}`])
})

test.each([
  ['without names that we know', 'Wochentag,Uhrzeit,Zimmer,Fach|Montag,9-10,Zimmer 3,Kunst'],
  ['without an activity', 'Weekday,Venue,Start time,End time,Thing|Monday,Hall,9:30,11,Art'],
  ['without any name', 'Monday,Art,9:30,10:30|,Lunch,12:00,13:00|,Music,14:00,15:00|Tuesday,Drama,9:30,10:30'],
  [
    'and merged cells without an activity',
    'Day,Thing,From,To|Mon,Art,9:30,10:30|,Lunch,12:00,13:00|,Gym,2pm,3pm|Tue,Art,9:30,10:30',
  ],
])('columns %s are not read in the usual order', async (_, text) => {
  await expect(summarize(text)).rejects.toThrow(/can’t find the days and activities/)
})

test.each([
  ['Day,Time,Bob Hill,Daniel Okafor|Monday,9:30-11:00,Yoga,Art', 'columns ‘Bob Hill’, ‘Daniel Okafor’ are'],
  [
    'Day,Time,Bob Hill,Daniel Okafor|Monday,soon,Yoga,Art|Tuesday,9-10,Art,Yoga',
    'columns ‘Bob Hill’, ‘Daniel Okafor’ are',
  ],
  ['Day,From,To,,Daniel Okafor|Monday,9:30,11:00,Yoga,Art', 'column ‘Daniel Okafor’ is'],
  [',,Bob Hill,Daniel Okafor|Monday,9:30-11:00,Yoga,Art', 'columns ‘Bob Hill’, ‘Daniel Okafor’ are'],
])('%s is refused, since a column of a person is no place', async (text, words) => {
  await expect(summarize(text)).rejects.toThrow(`We can’t tell what the ${words}.`)
})

test('one column without a name that we know has the activities, by its position', async () => {
  const text = 'Day,Time,Our plan,Place|Monday,9:30-11:00,Yoga,Hall'
  expect((await summarize(text))[0]).toBe('Monday 09:30 to 11:00: Yoga, Hall')
})

test('a timetable that leaves something open is not added before it is answered, and a first and last day are stored', async ({
  db,
  people,
}) => {
  expect(await importTable(AFTERNOON.replaceAll('|', '\n'))).toBeNull()
  expect(await describeWeek()).toEqual([])
  const source = { bytes: bytes(DATED.replaceAll('|', '\n')), studentIds: [], dates: 'once' as const }
  await importTimetable(db, people.aoife, source)
  expect(await listWeek(db, people.aoife)).toMatchObject([{ startDate: '2026-11-30', endDate: '2026-11-30' }])
})

test('a title with five hundred semicolons does not hide a table with commas', async () => {
  const text = `${'Our week;'.repeat(501)}\nMonday,9:30,10:30,Choir\n`
  const { first } = await previewTimetable(riverbank.db, riverbank.people.aoife, { bytes: bytes(text), studentIds: [] })
  expect(first.lines.map((row) => row.text).join()).toContain('Choir')
})
