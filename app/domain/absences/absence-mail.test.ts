import { beforeEach, expect, type Mock, test, vi } from 'vitest'
import { closeAccountById } from '~/domain/accounts/close-account.server'
import { addEvent } from '~/domain/events/events.server'
import { newEvent } from '~/domain/events/schema'
import { newWeekSession } from '~/domain/week/schema'
import { addWeekSession } from '~/domain/week/week.server'
import { createMailComposer } from '~/mail/compose.server'
import { setUpFreshRiverbank } from '~/test/riverbank'
import { isAbsenceMailOn, queueAbsenceMail, setAbsenceMail, startAbsenceMail } from './absence-mail.server'
import { addAbsence } from './absences.server'

const riverbank = setUpFreshRiverbank()
const { aoife } = riverbank.people

/** A Wednesday in summer, when UTC is an hour behind Dublin. */
const DAY = '2027-06-30'
const SATURDAY = '2027-07-03'

const moment = (time: string, day = DAY) => new Date(`${day}T${time}:00+01:00`)
function setClock(time: string, day = DAY) {
  vi.useFakeTimers({ toFake: ['Date'], now: moment(time, day) })
}

beforeEach(async () => {
  setClock('08:00')
  await setAbsenceMail(riverbank.db, aoife, true)
})

/** Whether a mail is queued at a time, if Riverbank has been running since `started`. */
function looksAt(time: string, { day = DAY, started = '07:00' } = {}): Promise<boolean> {
  setClock(time, day)
  return queueAbsenceMail(riverbank.db, new Date(), { started: moment(started, day) })
}

function absent(day = DAY) {
  const { db, people } = riverbank
  const absence = { startDate: day, endDate: null, note: 'At the dentist.' }
  return addAbsence(db, people.aoife, { studentId: people.daniel.id, ...absence })
}

const deliveries = () => riverbank.db.selectFrom('deliveries').selectAll().where('kind', '=', 'absences').execute()

/** The text of the newest mail if it is sent at a time; otherwise why it is not sent. */
async function mailAt(time: string, day = DAY): Promise<string> {
  setClock(time, day)
  const { db, settings } = riverbank
  const mail = await createMailComposer(db, { settings, origin: 'https://riverbank.test' })(
    (await deliveries()).at(-1)!,
  )
  return 'undeliverable' in mail ? mail.undeliverable : `${mail.subject}\n${mail.text}`
}

async function addSession(weekday: string, to: string) {
  const session = { weekday, from: '9:30', to, activity: 'Choir', studentIds: [] }
  await addWeekSession(riverbank.db, aoife, newWeekSession.parse(session))
}

async function closeOn(day: number, endDate?: string) {
  const event = { title: 'Closed', day, endDate, month: 'June', year: 2027, closed: true }
  await addEvent(riverbank.db, aoife, newEvent.parse(event))
}

test('it comes even with no absences, so that silence means a fault', async () => {
  expect(await looksAt('10:00')).toBe(true)
  const text = await mailAt('10:00')
  expect(text).toMatch(/^Riverbank: everybody is expected today\n.*Everybody is expected today\n/s)
  expect(text).toMatch(/no absences are recorded\.\n.*If it does not come, something is wrong\./s)
  expect(text).not.toContain('is late')
  expect(await looksAt('11:00', { started: '10:59' }), 'a second start sends no second mail').toBe(false)
})

test('it says at ten who is not coming, once a day', async () => {
  await absent()
  expect([await looksAt('09:59'), await looksAt('10:00'), await looksAt('10:01')]).toEqual([false, true, false])
  const text = await mailAt('10:00')
  expect(text).toMatch(/^Riverbank: 1 not coming today\n.*Wednesday,? 30 June.*\nDaniel Okafor\n/s)
  expect(text).not.toMatch(/dentist|is late/)
  expect(await looksAt('10:00', { day: '2027-07-01' })).toBe(true)
})

test('a first absence after that sends a second mail; later ones only appear in the list', async () => {
  expect(await looksAt('10:00')).toBe(true)
  await riverbank.db.updateTable('deliveries').set({ state: 'sent' }).execute()
  await absent()
  expect([await looksAt('10:20'), await looksAt('10:21')]).toEqual([true, false])
  expect(await mailAt('10:20')).toMatch(/1 not coming today.*This was recorded after today’s first email\./s)
  expect(await deliveries()).toHaveLength(2)
})

test('a waiting mail is replaced, and is not sent once it is turned off', async ({ db, people }) => {
  await looksAt('10:00')
  await looksAt('10:00', { day: '2027-07-01' })
  await absent('2027-07-01')
  await looksAt('10:20', { day: '2027-07-01' })
  expect(await deliveries()).toHaveLength(1)
  expect(await mailAt('10:21', '2027-07-01')).not.toContain('first email')
  await setAbsenceMail(db, people.aoife, false)
  expect(await deliveries()).toEqual([])
})

test.each([
  ['10:01', undefined],
  ['11:15', 'This email is late: the website was not running at 10:00.'],
])('if Riverbank starts at %s, it sends it then and says why it is late', async (started, words) => {
  expect(await looksAt(started, { started })).toBe(true)
  const text = await mailAt(started)
  expect(text.match(/.* is late.*/)?.[0]).toBe(words)
})

test('a mail that waited for the mail server says so, and is not sent once the day is over', async () => {
  await looksAt('10:00')
  expect(await mailAt('11:00')).toContain('This email is late: it could not be sent at 10:00.')
  expect(await mailAt('16:29')).toContain('everybody is expected')
  expect(await mailAt('16:30')).toBe('The day was over before this email was sent.')
  expect(await mailAt('09:00', '2027-07-01')).toBe('The day was over before this email was sent.')
})

test('none comes after the day ends: at half past four, or after the last session', async () => {
  expect(await looksAt('16:30')).toBe(false)
  await addSession('Wednesday', '20:30')
  expect([await looksAt('20:30'), await looksAt('20:29')]).toEqual([false, true])
  expect(await mailAt('20:29')).toContain('everybody is expected')
})

test('none comes at weekends, unless there is a session or an absence', async () => {
  expect(await looksAt('10:00', { day: SATURDAY })).toBe(false)
  await absent(SATURDAY)
  expect(await looksAt('10:30', { day: SATURDAY, started: '10:20' })).toBe(true)
  expect(await mailAt('10:30', SATURDAY)).not.toContain('is late')
  await addSession('Sunday', '11:00')
  expect(await looksAt('10:00', { day: '2027-07-04' })).toBe(true)
})

test('none comes without students, or while the centre is closed, even with absences', async () => {
  await closeOn(29, '2027-07-01')
  await absent()
  expect(await looksAt('10:00')).toBe(false)
  expect(await looksAt('10:00', { day: '2027-07-02' })).toBe(true)
  const { db, people } = riverbank
  for (const { id } of [people.daniel, people.niamh]) await closeAccountById(db, people.aoife, id)
  expect(await looksAt('10:00', { day: '2027-07-05' })).toBe(false)
})

test('turned on after ten, it starts the next day, even if it was on before', async ({ db, people }) => {
  await looksAt('10:00')
  await setAbsenceMail(db, people.aoife, false)
  expect([await isAbsenceMailOn(db, aoife), await looksAt('10:01')]).toEqual([false, false])
  await setAbsenceMail(db, people.aoife, true)
  await setAbsenceMail(db, people.aoife, true)
  expect([await isAbsenceMailOn(db, aoife), await looksAt('10:02')]).toEqual([true, false])
  expect(await looksAt('10:00', { day: '2027-07-01' })).toBe(true)
})

test('ten is ten in Dublin, in summer and in winter', async () => {
  const at = (iso: string) => queueAbsenceMail(riverbank.db, new Date(iso))
  for (const [before, ten] of [
    ['2027-03-26T09:59:59Z', '2027-03-26T10:00:00Z'],
    ['2027-03-29T08:59:59Z', '2027-03-29T09:00:00Z'],
    ['2027-10-29T08:59:59Z', '2027-10-29T09:00:00Z'],
    ['2027-11-01T09:59:59Z', '2027-11-01T10:00:00Z'],
  ] as const)
    expect([await at(before), await at(ten)], ten).toEqual([false, true])
})

test('a clock that was once years ahead does not stop it until then', async () => {
  expect(await looksAt('10:00', { day: '2029-07-03' })).toBe(true)
  expect(await looksAt('10:00')).toBe(true)
})

/** Advances Date.now() and performance.now(), then waits for the job's next run. */
async function passes(minutes: number, isClockDoubted: Mock) {
  vi.advanceTimersByTime(minutes * 60_000)
  isClockDoubted.mockClear()
  await vi.waitFor(() => expect(isClockDoubted.mock.calls.length).toBeGreaterThan(1), 15_000)
}

test('it waits while the clock is in doubt, and says so', async () => {
  vi.useFakeTimers({ toFake: ['Date', 'performance'], now: moment('09:00') })
  const isClockDoubted = vi.fn(() => true)
  const job = startAbsenceMail(riverbank.db, { isClockDoubted, every: 5 })
  await passes(100, isClockDoubted)
  expect(await deliveries()).toEqual([])
  isClockDoubted.mockReturnValue(false)
  await passes(1, isClockDoubted)
  await job.stop()
  expect(await deliveries()).toHaveLength(1)
  expect(await mailAt('10:41')).toContain('at 10:00 the clock on the website’s server might have been wrong')
})

test('if the clock showed another day at the start, it still knows that Riverbank was off at ten', async () => {
  vi.useFakeTimers({ toFake: ['Date', 'performance'], now: moment('09:00', '2027-06-01') })
  const isClockDoubted = vi.fn(() => true)
  const job = startAbsenceMail(riverbank.db, { isClockDoubted, every: 5 })
  await passes(1, isClockDoubted)
  vi.setSystemTime(moment('12:00'))
  isClockDoubted.mockReturnValue(false)
  await passes(1, isClockDoubted)
  await job.stop()
  expect(await mailAt('12:01')).toContain('the website was not running at 10:00.')
})
