import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { findFormerSession, findSession, startSession } from '~/auth/sessions.server'
import { addAccount, closeAccount, findByPassword, setPassword } from '~/domain/accounts/accounts.server'
import { addPerson, findPersonById } from '~/domain/accounts/people.server'
import { createCalendarToken, findCalendarReader, makeCalendarAddress } from '~/domain/events/address.server'
import { loadSessionSecret } from '~/signing.server'
import { lowerHashCost } from '~/test/hash-cost'
import { setUpFreshRiverbank } from '~/test/riverbank'
import {
  closeDemonstration,
  demonstrators,
  getTrialSettings,
  openDemonstration,
  randomPassword,
} from './demonstration.server'

let DATA_DIR: string
beforeEach(() => {
  DATA_DIR = mkdtempSync(join(tmpdir(), 'riverbank-first-try-'))
})
afterEach(() => rmSync(DATA_DIR, { recursive: true }))

test('scripts/start keeps every setting of the operator', () => {
  const set = { HOST: '0.0.0.0', PORT: '8080', DEMO: '0', DEMO_PASSWORD: 'heron on the river', SESSION_SECRET: 's' }
  expect(getTrialSettings(set)).toEqual(set)
})

test.each([
  [{ HOST: '0.0.0.0' }, ''],
  [{ HOST: '192.168.1.5' }, ''],
  [{ PUBLIC_URL: 'https://riverbank.example' }, ''],
  [{ TRUST_PROXY: '1' }, ''],
  [{ HOST: 'localhost' }, 'riverbank-demo'],
  [{ HOST: '127.0.0.2', TRUST_PROXY: '0' }, 'riverbank-demo'],
])('scripts/start with %j uses the known password only if no other machine can connect', (set, password) => {
  expect(getTrialSettings({ DATA_DIR, ...set }).DEMO_PASSWORD).toBe(password)
})

test('the session secret is generated once, readable by its owner only, and again if it is incomplete', () => {
  const secret = loadSessionSecret(DATA_DIR)
  const file = join(DATA_DIR, 'session-secret')
  expect(secret).toMatch(/^[\da-f]{64}$/)
  expect(loadSessionSecret(DATA_DIR)).toBe(secret)
  expect(statSync(file).mode & 0o077).toBe(0)
  writeFileSync(file, '')
  expect(loadSessionSecret(DATA_DIR)).toMatch(/^[\da-f]{64}$/)
  expect(readFileSync(file, 'utf8')).not.toBe(secret)
})

const password = 'heron on the river'
const centre = { name: 'Riverbank Day Service', shortName: 'Riverbank' }
const maeve = { username: 'maeve', password, role: 'tutor', firstName: 'Maeve', lastName: 'Kelly' } as const

lowerHashCost()
const riverbank = setUpFreshRiverbank()
let tutorId: number
beforeEach(async () => {
  const { db } = riverbank
  for (const table of ['sessions', 'activity', 'users'] as const) await db.deleteFrom(table).execute()
  tutorId = await addAccount(db, { ...demonstrators.tutor, password, demonstration: 1 })
  await addAccount(db, { ...demonstrators.daniel, password, demonstration: 1 })
})

const opens = async (username: string, word = password) => (await findByPassword(riverbank.db, username, word)) !== null

test('without DEMO, its accounts don’t work by password, cookie, token or calendar address', async ({ db }) => {
  const { sign } = riverbank.context
  const { cookie, token } = await startSession(db, tutorId, true)
  const tutor = (await findPersonById(db, tutorId))!
  await makeCalendarAddress(db, tutor)
  const address = (await createCalendarToken(db, sign, tutor)) ?? ''
  expect((await findCalendarReader(db, sign, address)) !== null).toBe(true)

  expect(await closeDemonstration(db)).toBe(2)
  expect(await opens('demo.tutor')).toBe(false)
  expect(await findSession(db, 'cookie', cookie)).toBeNull()
  expect(await findSession(db, 'token', token)).toBeNull()
  expect(await findFormerSession(db, cookie)).toBeNull()
  expect((await findCalendarReader(db, sign, address)) !== null).toBe(false)

  // With DEMO again, the accounts work, but not the sessions from before.
  expect(await openDemonstration(db, password)).toEqual(['demo.tutor', 'demo.student'])
  expect(await opens('demo.tutor')).toBe(true)
  expect(await findSession(db, 'cookie', cookie)).toBeNull()
})

test('without DEMO, people whom its tutor added are out too, but not the operator’s', async ({ db }) => {
  await addPerson(db, { ...demonstrators.tutor, id: tutorId }, { ...maeve, username: 'stranger' }, centre)
  await addAccount(db, maeve)
  await closeDemonstration(db)
  expect([await opens('stranger'), await opens('maeve')]).toEqual([false, true])
})

test('without DEMO, the operator makes one of the accounts the centre’s own with a new password', async ({ db }) => {
  await closeDemonstration(db)
  await expect(setPassword(db, 'demo.tutor', 'password1', centre)).rejects.toThrow('easy to guess')
  expect(await opens('demo.tutor', 'password1'), 'taken over with a password that was refused').toBe(false)
  await setPassword(db, 'demo.tutor', 'kingfisher at noon', centre)
  expect(await closeDemonstration(db)).toBe(1)
  expect([await opens('demo.tutor'), await opens('demo.tutor', 'kingfisher at noon')]).toEqual([false, true])
})

test('the last tutor is never closed, and the demonstration’s does not count beside a real one', async ({ db }) => {
  await expect(closeAccount(db, 'demo.tutor')).rejects.toThrow('This is the last tutor.')
  await addAccount(db, maeve)
  await expect(closeAccount(db, 'maeve')).rejects.toThrow('This is the last tutor.')
  await closeAccount(db, 'demo.tutor')
  await closeDemonstration(db)
  await expect(closeAccount(db, 'maeve')).rejects.toThrow('This is the last tutor.')
  await addAccount(db, { ...maeve, username: 'conor' })
  await closeAccount(db, 'maeve')
})

test('with DEMO, they get this start’s password; sessions continue only if it is the same', async ({ db }) => {
  const { cookie } = await startSession(db, tutorId, true)
  await openDemonstration(db, password)
  expect(await findSession(db, 'cookie', cookie)).not.toBeNull()
  await openDemonstration(db, 'kingfisher at noon')
  expect([await opens('demo.student'), await opens('demo.student', 'kingfisher at noon')]).toEqual([false, true])
  expect(await findSession(db, 'cookie', cookie)).toBeNull()
})

test('with DEMO, a closed account stays closed, and a real centre’s accounts are left alone', async ({ db }) => {
  await closeAccount(db, 'demo.student')
  expect(await openDemonstration(db, password)).toEqual(['demo.tutor'])
  expect(await opens('demo.student')).toBe(false)

  await db.updateTable('users').set({ demonstration: 0 }).execute()
  const { cookie } = await startSession(db, tutorId, true)
  expect(await openDemonstration(db, 'kingfisher at noon')).toEqual([])
  expect(await closeDemonstration(db)).toBe(0)
  expect(await findSession(db, 'cookie', cookie)).not.toBeNull()
})

test('random passwords are easy to copy and never the same', () => {
  const made = Array.from({ length: 200 }, randomPassword)
  for (const one of made) expect(one).toMatch(/^[a-hj-km-np-z2-9]{4}(-[a-hj-km-np-z2-9]{4}){2}$/)
  expect(new Set(made).size).toBe(200)
})
