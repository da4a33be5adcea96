import { expect, test, vi } from 'vitest'
import { cancelReportedAbsence, reportAbsence } from '~/domain/absences/absences.server'
import { makeFamilyLink } from '~/domain/absences/family-links.server'
import { familyAbsence } from '~/domain/absences/schema'
import { describeErasure } from '~/domain/accounts/account-contents.server'
import { closeAccountById, reopenAccountById } from '~/domain/accounts/close-account.server'
import { changeStudentDays, findPerson } from '~/domain/accounts/people.server'
import { erasePerson } from '~/domain/accounts/personal-data.server'
import { studentDays } from '~/domain/accounts/schema'
import { listActivity } from '~/domain/activity/activity.server'
import { splitActivitySentence } from '~/domain/activity/sentences'
import { addDays, formatIsoDay, getToday } from '~/domain/events/days'
import { addEvent } from '~/domain/events/events.server'
import { lowerHashCost } from '~/test/hash-cost'
import { exportToJson } from '~/test/personal-export'
import { setUpFreshRiverbank } from '~/test/riverbank'
import {
  addAttendance,
  changeAttendance,
  listAttendance,
  listAttendanceOfStudent,
  removeAttendance,
} from './attendance.server'
import { describeOwnAttendance, exportMonth, parseMonth, readMonth, showAttendance } from './month.server'
import { listDaysWithoutRegister, listRegisterNews, readRegister, saveRegister, undoRegister } from './register.server'
import { type Mark, newAttendance, packMarks, unpackMarks } from './schema'

lowerHashCost()
const riverbank = setUpFreshRiverbank()
const { aoife } = riverbank.people

const today = formatIsoDay(getToday())
const key = { date: today, sessionId: null }
const mark = (state: Mark['state'], time: string | null = null): Mark => ({ state, time })

/** Saves a register that was opened now, or with the marks of `opened`. */
async function save(marks: [id: number, mark: Mark][], { isRestHere = false, opened = '' } = {}) {
  const { db, people } = riverbank
  return saveRegister(db, people.aoife, { ...key, marks: new Map(marks), opened: unpackMarks(opened), isRestHere })
}
const listStates = async () =>
  (await readRegister(riverbank.db, aoife, key)).students.map(({ name, mark }) => `${name}: ${mark?.state ?? '-'}`)
const listSentences = async () =>
  (await listActivity(riverbank.db, aoife)).map((line) => {
    const { before, title, after } = splitActivitySentence(line)
    return before + title + after
  })
/** Adds a student and returns the id. */
async function addStudent(firstName: string, lastName: string) {
  const person = { username: firstName, passwordHash: '', role: 'student' as const, firstName, lastName }
  const insert = riverbank.db.insertInto('users').values({ ...person, createdAt: new Date().toISOString() })
  return (await insert.returning('id').executeTakeFirstOrThrow()).id
}

test('the packed marks of a form read back, and nothing else does', () => {
  const marks = new Map([
    [2, mark('here')],
    [5, mark('late', '10:30')],
    [7, mark('not here')],
  ])
  expect(packMarks(marks)).toBe('2h 5l10:30 7n')
  expect(unpackMarks(packMarks(marks))).toEqual(marks)
  expect(unpackMarks('2x h <b> 3h4 9n10:00 5l99:98')).toEqual(
    new Map([
      [9, mark('not here')],
      [5, mark('late')],
    ]),
  )
})

test('one press records everybody else as here, except those whose absence was reported', async ({ db, people }) => {
  const niamh = people.niamh.id
  const conor = await addStudent('Conor', 'Daly')
  const token = await makeFamilyLink(db, people.aoife, people.daniel.id, { label: 'Mother' })
  await reportAbsence(db, token, familyAbsence.parse({ startDate: today }), riverbank.settings.centre)
  const { students } = await readRegister(db, aoife, key)
  expect(students.find(({ id }) => id === people.daniel.id)).toMatchObject({ absence: 'told by Mother', mark: null })
  const saved = await save([[niamh, mark('late', '10:30')]], { isRestHere: true })
  expect(saved).toMatchObject({ away: 1, unmarked: 0, before: '' })
  const lines = await db.selectFrom('attendance').select(['userId', 'state', 'time']).execute()
  expect(lines).toContainEqual({ userId: people.daniel.id, ...mark('not here') })
  expect(lines).toContainEqual({ userId: niamh, ...mark('late', '10:30') })
  expect(lines).toContainEqual({ userId: conor, ...mark('here') })
  expect((await listSentences())[0]).toMatch(/^recorded the register of .*: \d+ here, 1 not here$/)
  // Undo takes all of it back, once.
  await undoRegister(db, people.aoife, { ...key, at: saved.at, before: new Map() })
  expect(await db.selectFrom('attendance').selectAll().execute()).toEqual([])
  const again = undoRegister(db, people.aoife, { ...key, at: saved.at, before: new Map() })
  await expect(again).rejects.toMatchObject({ kind: 'conflict' })
})

test('a correction is logged with both states, and Undo puts the first one back', async ({ db, people }) => {
  const { id } = people.daniel
  await save([[id, mark('here')]])
  const corrected = await save([[id, mark('not here')]], { opened: `${id}h` })
  expect((await listSentences())[0]).toMatch(/^changed Daniel Okafor on \d+ \w+ \d+ from here to not here$/)
  const before = unpackMarks(corrected.before)
  await undoRegister(db, people.aoife, { ...key, at: corrected.at, before })
  expect(await listStates()).toContain('Daniel Okafor: here')
})

test('of two tutors, the second learns of a change to the same line, and saves the others', async ({ db, people }) => {
  const { id } = people.daniel
  const niamh = people.niamh.id
  await save([
    [id, mark('here')],
    [niamh, mark('here')],
  ])
  const opened = `${id}h ${niamh}h`
  await save([[id, mark('late', '10:30')]], { opened })
  const second = save([[id, mark('not here')]], { opened })
  await expect(second).rejects.toMatchObject({
    kind: 'conflict',
    message: expect.stringMatching(/has changed this since you opened it\. Daniel Okafor: late 10:30\./),
  })
  // The second tutor left Daniel's line alone: it stays late.
  await save(
    [
      [id, mark('here')],
      [niamh, mark('not here')],
    ],
    { opened },
  )
  expect(await listStates()).toEqual(expect.arrayContaining(['Daniel Okafor: late', 'Niamh Walsh: not here']))
  // Two tutors who record the same do not disturb each other.
  await save([[niamh, mark('not here')]], { opened })
  expect(await db.selectFrom('attendance').selectAll().execute()).toHaveLength(2)
})

test('a register is refused for a day in the future and for an unknown session', async ({ db }) => {
  await expect(readRegister(db, aoife, { date: addDays(today, 1), sessionId: null })).rejects.toMatchObject({
    kind: 'invalid',
  })
  await expect(readRegister(db, aoife, { date: today, sessionId: 9999 })).rejects.toMatchObject({ kind: 'notFound' })
})

test('a month counts late and left early as attended, and its CSV holds no formulas', async ({ db, people }) => {
  const evil = await addStudent('=1+1', 'New')
  const add = (studentId: number, date: string, state: Mark['state']) =>
    addAttendance(
      db,
      people.aoife,
      newAttendance.parse({ studentId, date, state, time: state === 'late' ? '10:30' : null }),
    )
  await add(people.daniel.id, '2026-10-01', 'here')
  await add(people.daniel.id, '2026-10-02', 'late')
  await add(people.daniel.id, '2026-10-05', 'not here')
  await add(evil, '2026-10-05', 'left early')
  // A bank holiday is not an open day; a Saturday with a line is.
  const when = { day: 26, month: 'October', year: 2026, time: null } as const
  const rest = { description: null, location: null, onWebsite: true, endDate: null }
  await addEvent(db, people.aoife, { ...rest, ...when, title: 'Bank holiday', closed: true })
  await add(evil, '2026-10-31', 'here')
  const { days, people: rows } = await readMonth(db, aoife, '2026-10')
  expect(days).toHaveLength(22)
  expect(days).not.toContain('2026-10-26')
  expect(days).toContain('2026-10-31')
  expect(rows.find(({ id }) => id === people.daniel.id)).toMatchObject({ attended: 2, absent: 1 })
  const csv = await exportMonth(db, people.aoife, '2026-10')
  expect(csv).toContain('Daniel Okafor,22,2,1,19,here,late 10:30,not here,')
  expect(csv).toContain("'=1+1 New,22,2,0,20,")
  expect(await listSentences()).toContain('exported the register of October 2026')
  expect(parseMonth('2026-10')).toBe('2026-10')
  expect([parseMonth('2999-01'), parseMonth('x'), parseMonth(null)]).toEqual(Array(3).fill(today.slice(0, 7)))
})

test('a student sees their own days only where the centre shows them', async ({ db, people }) => {
  await save([[people.daniel.id, mark('late')]])
  expect(await describeOwnAttendance(db, people.daniel)).toBeNull()
  await showAttendance(db, people.aoife, true)
  expect(await describeOwnAttendance(db, people.daniel)).toMatch(/^You were here the 1 day written down in \w+\.$/)
  expect(await describeOwnAttendance(db, people.niamh)).toBeNull()
  await showAttendance(db, people.aoife, false)
  expect(await describeOwnAttendance(db, people.daniel)).toBeNull()
})

test('a line is added once, corrected with its version, and deleted', async ({ db, people }) => {
  const fields = newAttendance.parse({ studentId: people.daniel.id, date: today, state: 'here', time: '9:30' })
  const { id, time } = await addAttendance(db, people.aoife, fields)
  expect(time).toBeNull()
  await expect(addAttendance(db, people.aoife, fields)).rejects.toMatchObject({ kind: 'conflict' })
  const changed = await changeAttendance(db, people.aoife, id, { version: 1, patch: { state: 'late', time: '9:45' } })
  expect(changed).toMatchObject({ state: 'late', time: '09:45', version: 2 })
  await expect(changeAttendance(db, people.aoife, id, { version: 1, patch: { state: 'here' } })).rejects.toMatchObject({
    kind: 'conflict',
  })
  const moved = changeAttendance(db, people.aoife, id, { patch: { date: addDays(today, -1) } })
  await expect(moved).rejects.toMatchObject({ kind: 'invalid' })
  expect((await listAttendance(db, aoife)).items).toHaveLength(1)
  expect(await listAttendanceOfStudent(db, people.daniel.id)).toHaveLength(1)
  expect(await listAttendanceOfStudent(db, people.niamh.id)).toHaveLength(0)
  await removeAttendance(db, people.aoife, id)
  expect((await listAttendance(db, aoife)).items).toEqual([])
  const times = ['x', 12, '09:75', '99:98', '1:30'].map((time) => ({ state: 'late', time }))
  for (const input of [{ date: addDays(today, 1) }, { state: 'gone' }, { studentId: 0 }, ...times])
    expect(newAttendance.safeParse({ ...fields, ...input }).success, JSON.stringify(input)).toBe(false)
})

/** Sets the clock to ten in the morning of a day. */
const setDay = (day: string) => vi.useFakeTimers({ toFake: ['Date'], now: new Date(`${day}T10:00:00Z`) })

/** Records that a student was here, or not, on these days. */
async function record(studentId: number, days: string[], state: Mark['state'] = 'here') {
  const { db, people } = riverbank
  for (const date of days)
    await addAttendance(db, people.aoife, newAttendance.parse({ studentId, date, state, time: null }))
}

const closeCentre = (title: string, day: number, month: 'December' | 'January', endDate: string | null) => {
  const when = { day, month, year: month === 'January' ? 2027 : 2026, time: null, endDate }
  const rest = { description: null, location: null, onWebsite: true, closed: true }
  return addEvent(riverbank.db, aoife, { ...rest, ...when, title })
}

test('a student reads of how many recorded days they were here, not of how many days the month had', async ({
  db,
  people,
}) => {
  setDay('2026-12-31')
  await showAttendance(db, people.aoife, true)
  await record(people.daniel.id, ['2026-12-01', '2026-12-02', '2026-12-03'])
  expect(await describeOwnAttendance(db, people.daniel)).toBe('You were here all 3 days written down in December.')
  await record(people.daniel.id, ['2026-12-04', '2026-12-07'], 'not here')
  // Days without a line of this student don't count as days away.
  await record(people.niamh.id, ['2026-12-08', '2026-12-09'])
  expect(await describeOwnAttendance(db, people.daniel)).toBe('You were here 3 of the 5 days written down in December.')
})

test('tutors learn of past open days without a register, if the centre uses it', async ({ db, people }) => {
  setDay('2026-12-09')
  expect(await listDaysWithoutRegister(db, people.aoife)).toEqual([])
  // A Tuesday was the first register. The Friday, the next Monday and Tuesday have none.
  await record(people.daniel.id, ['2026-12-01', '2026-12-02', '2026-12-03'])
  expect(await listDaysWithoutRegister(db, people.aoife)).toEqual(['2026-12-08', '2026-12-07', '2026-12-04'])
  await closeCentre('Snow', 7, 'December', null)
  await record(people.niamh.id, ['2026-12-08'])
  expect(await listDaysWithoutRegister(db, people.aoife)).toEqual(['2026-12-04'])
  // After two weeks nobody knows any more who was there.
  setDay('2026-12-19')
  expect((await listDaysWithoutRegister(db, people.aoife)).at(-1)).toBe('2026-12-09')
  // A centre that recorded nothing for a month no longer uses it.
  setDay('2027-01-20')
  expect(await listDaysWithoutRegister(db, people.aoife)).toEqual([])
})

test('what a family says after the register was saved marks the line, until a tutor decides', async ({
  db,
  people,
}) => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date(`${today}T10:00:00Z`) })
  const { id } = people.daniel
  const token = await makeFamilyLink(db, people.aoife, id, { label: 'Mother' })
  const setTime = (time: string) => vi.setSystemTime(new Date(`${today}T${time}:00Z`))
  const sayAbsent = () => reportAbsence(db, token, familyAbsence.parse({ startDate: today }), riverbank.settings.centre)
  const listNews = async () => (await listRegisterNews(db, people.aoife)).map(({ name, isComing }) => [name, isComing])
  const absence = await sayAbsent()
  setTime('10:30')
  await save([], { isRestHere: true })
  expect(await listNews()).toEqual([])
  setTime('11:20')
  await cancelReportedAbsence(db, token, absence, riverbank.settings.centre)
  expect(await listRegisterNews(db, people.aoife)).toEqual([
    { name: 'Daniel Okafor', isComing: true, by: 'Mother', at: `${today}T11:20:00.000Z` },
  ])
  // A form that was opened before does not settle it.
  setTime('11:30')
  await save([[id, mark('not here')]], { opened: `${id}n` })
  expect(await listNews()).toHaveLength(1)
  await saveRegister(db, people.aoife, {
    ...key,
    marks: new Map([[id, mark('not here')]]),
    opened: unpackMarks(`${id}n`),
    isRestHere: false,
    seen: [id],
  })
  expect(await listNews()).toEqual([])
  // The other way round.
  setTime('11:40')
  await save([[id, mark('here')]], { opened: `${id}n` })
  setTime('13:00')
  await sayAbsent()
  expect(await listNews()).toEqual([['Daniel Okafor', false]])
  setTime('13:10')
  await save([[id, mark('left early', '13:00')]], { opened: `${id}h` })
  expect(await listNews()).toEqual([])
})

const inOctober = (studentId: number, date: string, state: Mark['state'] = 'here') =>
  addAttendance(riverbank.db, aoife, newAttendance.parse({ studentId, date, state }))
const readOctober = async () =>
  new Map((await readMonth(riverbank.db, aoife, '2026-10')).people.map(({ marks: _, ...row }) => [row.id, row]))
const namesOn = async (date: string) =>
  (await readRegister(riverbank.db, aoife, { date, sessionId: null })).students.map(({ name }) => name)
const setDays = (id: number, firstDay: string | null, lastDay: string | null) =>
  changeStudentDays(riverbank.db, aoife, id, { patch: { firstDay, lastDay } })

test('registers and months count a student’s days from the first to the last', async ({ db, people }) => {
  const { id } = people.daniel
  await setDays(id, '2026-10-08', '2026-10-14')
  await inOctober(id, '2026-10-09')
  expect((await readOctober()).get(id)).toMatchObject({ open: 5, attended: 1, absent: 0 })
  expect(await namesOn('2026-10-07')).toEqual(['Niamh Walsh'])
  expect(await namesOn('2026-10-08')).toEqual(['Daniel Okafor', 'Niamh Walsh'])
  expect(await namesOn('2026-10-15')).toEqual(['Niamh Walsh'])
  const everyone = { date: '2026-10-15', sessionId: null, marks: new Map(), opened: new Map(), isRestHere: true }
  expect(await saveRegister(db, people.aoife, everyone)).toMatchObject({ here: 1, unmarked: 0 })
  await expect(setDays(id, '2026-10-08', '2026-10-07')).rejects.toMatchObject({ kind: 'invalid' })
  expect((await listSentences()).some((words) => words === 'changed the first or last day of daniel')).toBe(true)
})

test('a student who comes back counts again from that day, and the months before stay as they were', async ({
  db,
  people,
  uploads,
}) => {
  const { id } = people.daniel
  await setDays(id, '2026-10-05', null)
  for (const date of ['2026-10-06', '2026-10-07']) await inOctober(id, date)
  await closeAccountById(db, people.aoife, id, '2026-10-09')
  const before = (await readOctober()).get(id)
  expect(before).toMatchObject({ open: 5, attended: 2 })
  await reopenAccountById(db, people.aoife, id, '2026-11-09')
  expect((await readOctober()).get(id)).toEqual(before)
  expect(await namesOn('2026-10-08')).toEqual(['Daniel Okafor', 'Niamh Walsh'])
  for (const date of ['2026-10-12', '2026-11-06']) expect(await namesOn(date)).toEqual(['Niamh Walsh'])
  expect(await namesOn('2026-11-09')).toEqual(['Daniel Okafor', 'Niamh Walsh'])
  // Closed by mistake: without a day between, the student never left.
  await closeAccountById(db, people.aoife, id, '2026-11-13')
  await reopenAccountById(db, people.aoife, id, '2026-11-14')
  expect(await findPerson(db, people.aoife, id)).toMatchObject({ firstDay: '2026-11-09', lastDay: null })
  await erasePerson(db, uploads, people.aoife, id)
  expect((await readOctober()).get(id)).toEqual({ ...before, name: 'Former student' })
})

test('the times of a student who came back never overlap, and a return by mistake can be taken back', async () => {
  const { db, people } = riverbank
  const { id } = people.daniel
  const first = { firstDay: '2026-09-01', lastDay: '2026-10-09', earlierDays: '[]' }
  const earlier = [{ firstDay: '2026-09-01', lastDay: '2026-10-09' }]
  const close = (lastDay: string) => closeAccountById(db, people.aoife, id, lastDay)
  const comeBack = (firstDay: string) => reopenAccountById(db, people.aoife, id, firstDay)
  const refusal = (field: string, words: string) => ({
    kind: 'invalid',
    errors: { [field]: [expect.stringContaining(words)] },
  })
  await setDays(id, '2026-09-01', null)
  await close('2026-10-09')
  await expect(comeBack('2026-10-08')).rejects.toMatchObject(refusal('firstDay', 'Their last day was 9 October 2026'))
  expect(await comeBack('2026-10-09')).toMatchObject({ firstDay: '2026-09-01', lastDay: null, earlierDays: '[]' })
  await close('2026-10-09')
  expect(await comeBack('2026-11-02')).toMatchObject({ firstDay: '2026-11-02', earlierDays: JSON.stringify(earlier) })
  for (const overlapping of ['2026-10-09', '2026-09-20', ''])
    await expect(setDays(id, overlapping || null, null)).rejects.toMatchObject(refusal('firstDay', '9 October 2026'))
  expect(await setDays(id, '2026-11-03', null)).toMatchObject({ firstDay: '2026-11-03' })
  expect((await exportToJson(riverbank, id)).person).toMatchObject({ earlierDays: earlier })
  await expect(close('2026-08-31')).rejects.toMatchObject(refusal('lastDay', 'before the first'))
  await close('2026-10-09')
  expect(await findPerson(db, people.aoife, id)).toMatchObject(first)
  // With a last day to come, they come back on it without a day.
  await comeBack('2026-10-10')
  await close(addDays(today, 7))
  expect(await reopenAccountById(db, people.aoife, id)).toMatchObject({ ...first, lastDay: null })
})

test.each(['0000-01-01', '1899-12-31', '2101-01-01'])('%s is no first or last day', async (day) => {
  const daysOf = studentDays.safeParse({ firstDay: day, lastDay: day })
  expect(daysOf.error?.issues.map(({ path }) => path[0])).toEqual(['firstDay', 'lastDay'])
  await expect(setDays(riverbank.people.daniel.id, day, null)).rejects.toMatchObject({ kind: 'invalid' })
})

test('a student whose account is closed before the first day counts on no day', async ({ db, people }) => {
  const { id } = people.daniel
  const firstDay = addDays(today, 7)
  await setDays(id, firstDay, null)
  const tooEarly = closeAccountById(db, people.aoife, id, today)
  await expect(tooEarly).rejects.toMatchObject({ kind: 'invalid', errors: { lastDay: [expect.any(String)] } })
  await closeAccountById(db, people.aoife, id)
  expect(await findPerson(db, people.aoife, id)).toMatchObject({ firstDay: null, lastDay: null })
  for (const date of [today, '2026-10-06'])
    expect((await readRegister(db, people.aoife, { date, sessionId: null })).students).toHaveLength(1)
  expect((await readOctober()).get(id)).toBeUndefined()
  expect(await reopenAccountById(db, people.aoife, id)).toMatchObject({ firstDay: today, lastDay: null })
})

test('a closed student stays in the registers of the days before, and they can be corrected', async ({
  db,
  people,
}) => {
  const { id } = people.daniel
  const { id: line } = await inOctober(id, '2026-10-01')
  await closeAccountById(db, people.aoife, id)
  expect(await findPerson(db, people.aoife, id)).toMatchObject({ lastDay: today })
  await changeAttendance(db, people.aoife, line, { patch: { state: 'not here' } })
  const key = { date: '2026-10-02', sessionId: null }
  const marks = new Map([[id, mark('here')]])
  await saveRegister(db, people.aoife, { ...key, marks, opened: new Map(), isRestHere: false })
  await inOctober(id, '2026-10-05')
  expect((await readOctober()).get(id)).toMatchObject({ open: 22, attended: 2, absent: 1 })
  await expect(setDays(id, '2026-10-01', null)).rejects.toMatchObject({ kind: 'invalid' })
  expect((await readOctober()).get(id)).toMatchObject({ open: 22, attended: 2, absent: 1 })
  await setDays(id, '2026-10-01', '2026-10-09')
  await expect(inOctober(id, '2026-10-12')).rejects.toMatchObject({ kind: 'conflict' })
})

test('the totals of a month and a register stay when a student is erased, without the name', async ({
  db,
  people,
  uploads,
}) => {
  const { id } = people.daniel
  await setDays(id, '2026-10-05', null)
  for (const date of ['2026-10-06', '2026-10-07']) await inOctober(id, date)
  await inOctober(id, '2026-10-08', 'not here')
  const before = await readOctober()
  const { goes, stays, registerMonths } = await describeErasure(db, people.aoife, id)
  expect(stays[0]).toMatch(/^3 register days \(October 2026\), without the name/)
  expect(goes.join()).not.toContain('register')
  expect(registerMonths).toEqual(['2026-10'])
  await erasePerson(db, uploads, people.aoife, id)
  const after = await readOctober()
  expect(after.get(id)).toEqual({ ...before.get(id), name: 'Former student' })
  expect(await exportMonth(db, people.aoife, '2026-10')).toMatch(/^Former student,20,2,1,17,/m)
  const { students, former } = await readRegister(db, people.aoife, { date: '2026-10-06', sessionId: null })
  expect([students.map(({ name }) => name), former]).toEqual([['Niamh Walsh'], { all: 1, here: 1, away: 0 }])
  expect((await readMonth(db, people.aoife, today.slice(0, 7))).people.map(({ name }) => name)).toContain('Niamh Walsh')
})

test('the API gives the lines of an erased student without an id, and they can still be corrected', async ({
  db,
  people,
  uploads,
}) => {
  const { id } = people.daniel
  await setDays(id, '2026-10-05', null)
  const line = await inOctober(id, '2026-10-06')
  expect(line).toMatchObject({ studentId: id, isFormerStudent: false })
  await erasePerson(db, uploads, people.aoife, id)
  const list = async () => (await listAttendance(db, people.aoife, { limit: 10, isWhole: true })).items
  const former = { ...line, studentId: null, isFormerStudent: true, time: null }
  expect(await list()).toEqual([former])
  const change = (patch: object) => changeAttendance(db, people.aoife, line.id, { version: 1, patch })
  // Not even by trying ids can a tutor find whose line it is.
  await expect(change({ studentId: id })).rejects.toMatchObject({ kind: 'invalid' })
  expect(await change({ state: 'not here' })).toMatchObject({ studentId: null, state: 'not here', version: 2 })
  const [logged] = await listActivity(db, people.aoife)
  expect(logged).toMatchObject({ title: expect.stringMatching(/^A former student on 6 October/), studentId: null })
})
