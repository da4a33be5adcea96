import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { findSession, startSession } from '~/auth/sessions.server'
import { makeBackup } from '~/backups/make.server'
import { makeFamilyLink } from '~/domain/absences/family-links.server'
import { closeAccountById } from '~/domain/accounts/close-account.server'
import { formatIsoDay, toDay } from '~/domain/events/days'
import { hashSecret } from '~/signing.server'
import { setUpFreshRiverbank } from '~/test/riverbank'
import { openDatabase } from '~db/open'
import type { Database } from '~db/schema'
import {
  endAllCardSessions,
  findCard,
  findCardHolder,
  findDayCode,
  logInWithCard,
  logInWithDayCode,
  makeCard,
  makeDayCode,
  unlockCard,
  withdrawCard,
} from './cards.server'
import { type DayCode, newCard } from './schema'

const riverbank = setUpFreshRiverbank()
const { aoife } = riverbank.people
const DAY = 24 * 3_600_000
const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString()
const dayIn = (days: number) => formatIsoDay(toDay(Date.now() + days * DAY))

const make = (digits: string | null = null, id = riverbank.people.daniel.id) =>
  makeCard(riverbank.db, riverbank.context.sign, aoife, id, { until: dayIn(30), digits })
const begin = async (change: Database, { id }: { id: number }, cardEndsAt: string) =>
  (await startSession(change, id, false, { cardEndsAt })).cookie
const makeCode = (id = riverbank.people.daniel.id) => makeDayCode(riverbank.db, riverbank.context.sign, aoife, id)
const enter = (token: string, digits = '') =>
  logInWithCard(riverbank.db, riverbank.context.sign, { token, digits }, begin)
const enterByCode = (typed: DayCode) => logInWithDayCode(riverbank.db, riverbank.context.sign, typed, begin)
/** The n-th of the wrong codes. */
const wrong = ({ username, code }: DayCode, n = 1) => ({
  username,
  code: String((Number(code) + n) % 1e6).padStart(6, '0'),
})
const outcomeOf = (entering: Promise<unknown>) => entering.then(() => 'entered').catch(({ kind }) => kind)
const isIn = async (cookie: string) => (await findSession(riverbank.db, 'cookie', cookie)) !== null

test('a replaced or removed card ends its log-ins on every phone, and no other', async ({ db, people, sessions }) => {
  const token = await make()
  const [tablet, copy] = [await enter(token), await enter(token)]
  expect([await isIn(tablet), await isIn(copy)]).toEqual([true, true])
  expect((await findCard(db, aoife, people.daniel.id))?.lastUsedAt).not.toBeNull()
  // A new card ends the sessions of the old one, too.
  const next = await make()
  expect([await isIn(tablet), await isIn(copy), await findCardHolder(db, token)]).toEqual([false, false, null])
  const holder = { firstName: 'Daniel', asksForDigits: false, isLocked: false }
  expect(await findCardHolder(db, next)).toEqual(holder)
  const last = await enter(next)
  await withdrawCard(db, people.aoife, people.daniel.id)
  expect([await isIn(last), await isIn(sessions.daniel.cookie)]).toEqual([false, true])
  expect(await findCardHolder(db, next)).toBeNull()
  await expect(enter(next)).rejects.toMatchObject({ kind: 'notFound' })
})

test('tutors have no cards or codes, not even former students, nor do closed accounts', async ({ db, people }) => {
  await expect(make(null, people.aoife.id)).rejects.toMatchObject({ kind: 'notFound' })
  await expect(makeCode(people.aoife.id)).rejects.toMatchObject({ kind: 'notFound' })
  const token = await make()
  const code = await makeCode()
  const set = (row: object) => db.updateTable('users').set(row).where('id', '=', people.daniel.id).execute()
  await set({ role: 'tutor' })
  expect([await findCardHolder(db, token), await enterByCode(code)]).toEqual([null, null])
  await expect(enter(token)).rejects.toMatchObject({ kind: 'notFound' })
  await set({ role: 'student' })
  expect(await findCardHolder(db, token)).not.toBeNull()
  await closeAccountById(db, people.aoife, people.daniel.id)
  await set({ closedAt: null })
  expect([await findCardHolder(db, token), await enterByCode(code)]).toEqual([null, null])
})

test('four digits may be wrong five times in a row, even all at once; then only a tutor can unlock them', async () => {
  const { db, people } = riverbank
  const token = await make('4071')
  await expect(enter(token)).rejects.toMatchObject({ kind: 'invalid', errors: { digits: [expect.any(String)] } })
  expect(await isIn(await enter(token, '40 71'))).toBe(true)
  const guesses = await Promise.all(Array.from({ length: 20 }, (_, n) => outcomeOf(enter(token, String(5000 + n)))))
  expect(guesses).toEqual(['invalid', 'invalid', 'invalid', 'invalid', ...Array(16).fill('forbidden')])
  await expect(enter(token, '4071')).rejects.toMatchObject({ kind: 'forbidden' })
  expect((await findCard(db, aoife, people.daniel.id))?.isLocked).toBe(true)
  await unlockCard(db, people.aoife, people.daniel.id)
  expect(await isIn(await enter(token, '4071'))).toBe(true)
})

test('five wrong tries lock a student’s code, and no other, until a tutor makes a new one', async ({ db, people }) => {
  const own = await makeCode()
  for (const username of ['niamh', 'aoife', 'nobody', ''])
    expect(await enterByCode({ ...own, username }), username).toBeNull()
  const other = await makeCode(people.niamh.id)
  expect(await outcomeOf(enterByCode({ ...own, code: other.code }))).toBe('invalid')
  expect(await outcomeOf(enterByCode(own))).toBe('entered')
  // A correct code in between does not reset the count.
  const guesses = await Promise.all(Array.from({ length: 20 }, (_, n) => outcomeOf(enterByCode(wrong(own, n + 1)))))
  expect(guesses).toEqual(['invalid', 'invalid', 'invalid', ...Array(17).fill('forbidden')])
  expect(await outcomeOf(enterByCode(own))).toBe('forbidden')
  expect(await findDayCode(db, aoife, people.daniel.id)).toEqual({ expiresAt: own.expiresAt, isLocked: true })
  expect(await isIn((await enterByCode(other))!)).toBe(true)
  const next = await makeCode()
  expect(await isIn((await enterByCode(next))!)).toBe(true)
})

test('a restart keeps the count of wrong tries', async ({ settings }) => {
  const code = await makeCode()
  for (let n = 1; n <= 4; n++) expect(await outcomeOf(enterByCode(wrong(code, n)))).toBe('invalid')
  await riverbank.db.destroy()
  riverbank.db = openDatabase(join(settings.dataDir, 'riverbank.sqlite'))
  expect(await outcomeOf(enterByCode(wrong(code, 5)))).toBe('forbidden')
  expect(await outcomeOf(enterByCode(code))).toBe('forbidden')
})

test('a session ends with its card or code at the latest, and a new code ends the sessions of the previous one', async () => {
  const { db, people, sessions } = riverbank
  const ends = async (cookie: string) => {
    const sessions = db.selectFrom('sessions').select(['expiresAt', 'endedAt'])
    return sessions.where('cookieHash', '=', hashSecret(cookie)).executeTakeFirstOrThrow()
  }
  const expire = async (table: 'signInCards' | 'dayCodes', hours: number) => {
    const expiresAt = inHours(hours)
    await db.updateTable(table).set({ expiresAt }).execute()
  }
  const token = await make()
  await expire('signInCards', 2)
  const byCard = await enter(token)
  expect((await ends(byCard)).expiresAt).toBe((await findCard(db, aoife, people.daniel.id))?.expiresAt)
  await expire('signInCards', 100)
  const inHalfADay = (await ends(await enter(token))).expiresAt
  expect(inHalfADay > inHours(11.9) && inHalfADay < inHours(12.1)).toBe(true)

  const code = await makeCode()
  await expire('dayCodes', 1)
  const byCode = (await enterByCode(code))!
  expect(await ends(byCode)).toEqual({
    expiresAt: (await findDayCode(db, aoife, people.daniel.id))?.expiresAt,
    endedAt: null,
  })
  const next = await makeCode()
  expect(await isIn(byCode)).toBe(false)
  // Turning cards off ends all their sessions, and no other.
  const started = [await enter(token), (await enterByCode(next))!]
  expect(await endAllCardSessions(db)).toBeGreaterThanOrEqual(2)
  for (const cookie of started) expect(await isIn(cookie)).toBe(false)
  expect(await isIn(sessions.daniel.cookie)).toBe(true)
})

test('a card works to the end of its last day in Dublin, and a code for twelve hours', async ({ db }) => {
  const token = await make()
  const code = await makeCode()
  expect(code).toMatchObject({ username: 'daniel', code: expect.stringMatching(/^\d{6}$/) })
  const inTwo = `${code.code.slice(0, 3)} ${code.code.slice(3)}`
  expect(await isIn((await enterByCode({ username: 'Daniel', code: inTwo }))!)).toBe(true)
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + DAY / 2 + 1000 })
  expect(await enterByCode(code)).toBeNull()
  vi.setSystemTime(Date.now() + 29 * DAY)
  expect(await findCardHolder(db, token)).not.toBeNull()
  vi.setSystemTime(Date.now() + 2 * DAY)
  expect(await findCardHolder(db, token)).toBeNull()
})

test('a card lasts at most a year, and its digits are hard to guess', () => {
  for (const [days, digits, isValid] of [
    [0, null, true],
    [-1, null, false],
    [365, null, true],
    [368, null, false],
    [30, '4071', true],
    [30, '1111', false],
    [30, '1234', false],
  ] as const)
    expect(newCard.safeParse({ until: dayIn(days), digits }).success, `${days} ${digits}`).toBe(isValid)
})

test('no secret is on the disk or in a backup in clear', async ({ db, settings, people }) => {
  const token = await make('4071')
  const familyLink = await makeFamilyLink(db, people.aoife, people.daniel.id, { label: 'Mother' })
  const { code } = await makeCode()
  const cookie = await enter(token, '4071')
  const { path } = await makeBackup(settings.dataDir, join(settings.dataDir, 'backup.zip'))
  // A backup's parts are stored uncompressed.
  for (const file of [path, ...['', '-wal'].map((end) => join(settings.dataDir, `riverbank.sqlite${end}`))]) {
    const bytes = await readFile(file)
    for (const secret of [token, cookie, familyLink]) expect(bytes.includes(secret), file).toBe(false)
  }
  const rows = [
    await db.selectFrom('signInCards').selectAll().execute(),
    await db.selectFrom('dayCodes').selectAll().execute(),
  ]
  expect(JSON.stringify(rows)).not.toContain(`"${code}"`)
  expect(JSON.stringify(rows)).not.toContain('"4071"')
})
