import { join } from 'node:path'
import { beforeEach, expect, test, vi } from 'vitest'
import { storeInterruptedForm } from '~/domain/interrupted-forms/interrupted-forms.server'
import { log } from '~/log.server'
import { runRetention } from '~/retention.server'
import { setUpFreshRiverbank } from '~/test/riverbank'
import { ClockWatch } from './clock.server'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

const riverbank = setUpFreshRiverbank()
let begin: number
let watch: ClockWatch
beforeEach(() => {
  // After the build and the rows of the test people.
  begin = Date.now() + MINUTE
  vi.useFakeTimers({ now: begin, toFake: ['Date', 'performance'] })
})

/** Sets the system clock to `after` ms after the beginning; the monotonic clock is unchanged. */
const setClock = (after: number) => vi.setSystemTime(begin + after)
/** Lets time pass on both clocks. */
const pass = (time: number) => vi.advanceTimersByTime(time)
/** Starts the watch, as a start of the server does. */
async function start(more = {}) {
  watch = new ClockWatch()
  await watch.start({ ...riverbank.settings, ...more })
}
const minute = () => watch.store(riverbank.db)

test('a fortnight without Riverbank is not a leap, nor is a night’s sleep or slow clock adjustment', async () => {
  await start()
  await minute()
  setClock(13.9 * DAY)
  await start()
  expect(watch.doubt()).toBeNull()
  setClock(14.8 * DAY)
  expect(watch.doubt()).toBeNull()
  for (let step = 1; step < 50; step++) {
    setClock(14.8 * DAY - step * 50 * MINUTE)
    expect(watch.doubt()).toBeNull()
  }
})

test('a start a year ahead holds removals until an hour has passed on the monotonic clock', async () => {
  const warn = vi.spyOn(log, 'warn').mockImplementation(() => {})
  setClock(365 * DAY)
  await start()
  expect(watch.doubt()).toMatch(/^The clock jumped ahead by 365 days, or Riverbank was off\. It now shows 20\d\d-/)
  expect(warn).toHaveBeenCalledTimes(1)
  setClock(366 * DAY - 1)
  expect(watch.doubt()).toBeTruthy()
  pass(59 * MINUTE)
  expect(watch.doubt()).toBeTruthy()
  pass(MINUTE)
  expect(watch.doubt()).toBeNull()
})

test('with an operator’s address, removals are held until they were mailed', async () => {
  vi.spyOn(log, 'warn').mockImplementation(() => {})
  setClock(365 * DAY)
  await start({ operatorEmail: 'operator@centre.example', smtpUrl: 'smtp://127.0.0.1:1' })
  pass(30 * HOUR)
  expect(watch.doubt()).toBeTruthy()
  watch.noteMailed()
  expect(watch.doubt()).toBeNull()
})

test('a leap in either direction while it runs holds removals until it is undone', async () => {
  vi.spyOn(log, 'warn').mockImplementation(() => {})
  await start()
  setClock(2 * DAY)
  expect(watch.doubt()).toContain('ahead by 2 days')
  setClock(0)
  expect(watch.doubt()).toBeNull()
  setClock(-3 * DAY)
  expect(watch.doubt()).toContain('back by 3 days')
})

test('the next start remembers the trusted clock, and ignores rows written by a wrong one', async () => {
  vi.spyOn(log, 'warn').mockImplementation(() => {})
  await start()
  await minute()
  setClock(365 * DAY)
  for (let time = 0; time < 3; time++) {
    await start()
    expect(watch.doubt()).toContain('ahead by 365 days')
    await minute()
    await riverbank.db
      .insertInto('healthCheck')
      .values({ id: 1, checkedAt: new Date().toISOString() })
      .onConflict((row) => row.doNothing())
      .execute()
  }
  setClock(MINUTE)
  await start()
  expect(watch.doubt()).toBeNull()
})

test('the retention job removes nothing while the clock is in doubt', async () => {
  vi.spyOn(log, 'warn').mockImplementation(() => {})
  const { db, people, context } = riverbank
  const form = new FormData()
  form.set('title', 'Tea')
  await storeInterruptedForm(db, people.daniel.id, '/dashboard', form)
  const stored = async () => (await db.selectFrom('interruptedForms').selectAll().execute()).length
  setClock(365 * DAY)
  await start()
  const run = () => runRetention({ ...context, clockWatch: watch })
  await run()
  expect(await stored()).toBe(1)
  pass(HOUR)
  await run()
  expect(await stored()).toBe(0)
})

test('in a new folder the clock is not in doubt, whenever the program was built', async () => {
  const dataDir = join(riverbank.settings.dataDir, 'fresh')
  setClock(300 * DAY)
  watch = new ClockWatch()
  await watch.start({ dataDir, backups: { isHourly: false, at: '03:00', folder: join(dataDir, 'backups') } })
  expect(watch.doubt()).toBeNull()
})
