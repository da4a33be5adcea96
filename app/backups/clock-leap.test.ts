import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { keepInterrupted } from '~/domain/interrupted-forms/interrupted-forms.server'
import { log } from '~/log.server'
import { runRetention } from '~/retention.server'
import { freshForEach } from '~/test/riverbank'
import { ClockWatch } from './clock.server'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

const riverbank = freshForEach()
let begin: number
let watch: ClockWatch
beforeEach(() => {
  // After the build and what the database has of the people.
  begin = Date.now() + MINUTE
  vi.useFakeTimers({ now: begin, toFake: ['Date', 'performance'] })
})
afterEach(() => {
  vi.restoreAllMocks()
  vi.useRealTimers()
})

/** Puts the clock to so much after the beginning, and lets the stopwatch be. */
const setClock = (after: number) => vi.setSystemTime(begin + after)
/** Lets a time pass by both. */
const pass = (time: number) => vi.advanceTimersByTime(time)
/** A start of the server. */
async function start(more = {}) {
  watch = new ClockWatch()
  await watch.start({ ...riverbank.settings, ...more })
}
const minute = () => watch.store(riverbank.db)

test('a fortnight without Riverbank is no leap, and neither is a night’s sleep or the slow setting of a clock', async () => {
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

test('a start a year ahead holds removals until an hour has passed by the stopwatch', async () => {
  const warn = vi.spyOn(log, 'warn').mockImplementation(() => {})
  setClock(365 * DAY)
  await start()
  expect(watch.doubt()).toMatch(/^The clock went ahead by 365 days, or Riverbank was off\. It says 20\d\d-/)
  expect(warn).toHaveBeenCalledTimes(1)
  setClock(366 * DAY - 1)
  expect(watch.doubt()).toBeTruthy()
  pass(59 * MINUTE)
  expect(watch.doubt()).toBeTruthy()
  pass(MINUTE)
  expect(watch.doubt()).toBeNull()
})

test('with an operator to be mailed, also until they were', async () => {
  vi.spyOn(log, 'warn').mockImplementation(() => {})
  setClock(365 * DAY)
  await start({ operatorEmail: 'operator@centre.example', smtpUrl: 'smtp://127.0.0.1:1' })
  pass(30 * HOUR)
  expect(watch.doubt()).toBeTruthy()
  watch.noteMailed()
  expect(watch.doubt()).toBeNull()
})

test('a leap while it runs, in either direction, holds them, and no longer once it is taken back', async () => {
  vi.spyOn(log, 'warn').mockImplementation(() => {})
  await start()
  setClock(2 * DAY)
  expect(watch.doubt()).toContain('ahead by 2 days')
  setClock(0)
  expect(watch.doubt()).toBeNull()
  setClock(-3 * DAY)
  expect(watch.doubt()).toContain('back by 3 days')
})

test('the next start remembers which clock was believed, and is not in doubt for a year about what another one wrote', async () => {
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

test('a retention job removes nothing while the clock is in doubt', async () => {
  vi.spyOn(log, 'warn').mockImplementation(() => {})
  const { db, people, context } = riverbank
  const form = new FormData()
  form.set('title', 'Tea')
  await keepInterrupted(db, people.daniel.id, '/dashboard', form)
  const kept = async () => (await db.selectFrom('interruptedForms').selectAll().execute()).length
  setClock(365 * DAY)
  await start()
  const run = () => runRetention({ ...context, clockWatch: watch })
  await run()
  expect(await kept()).toBe(1)
  pass(HOUR)
  await run()
  expect(await kept()).toBe(0)
})

test('a fresh folder is not in doubt, whenever the program was built', async () => {
  const dataDir = join(riverbank.settings.dataDir, 'fresh')
  setClock(300 * DAY)
  watch = new ClockWatch()
  await watch.start({ dataDir, backups: { isHourly: false, at: '03:00', folder: join(dataDir, 'backups') } })
  expect(watch.doubt()).toBeNull()
})
