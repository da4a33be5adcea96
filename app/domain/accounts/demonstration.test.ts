import { afterEach, beforeEach, expect, test } from 'vitest'
import { findFormerSession, findSession, startSession } from '~/auth/sessions.server'
import { createCalendarToken, isCalendarToken, makeCalendarAddress } from '~/domain/events/address.server'
import { createSigner } from '~/signing.server'
import { migrate } from '~db/migrate'
import { openDatabase } from '~db/open'
import type { Database } from '~db/schema'
import { addAccount, closeAccount, findByPassword, setPassword } from './accounts.server'
import { closeDemonstration, demonstrators, openDemonstration, randomPassword } from './demonstration.server'
import { addPerson } from './people.server'

const password = 'heron on the river'
const centre = { name: 'Riverbank Day Service', shortName: 'Riverbank' }
const maeve = { username: 'maeve', password, role: 'tutor', firstName: 'Maeve', lastName: 'Kelly' } as const

let db: Database
let tutorId: number
beforeEach(async () => {
  db = openDatabase(':memory:')
  await migrate(db)
  tutorId = await addAccount(db, { ...demonstrators.tutor, password, demonstration: 1 })
  await addAccount(db, { ...demonstrators.daniel, password, demonstration: 1 })
})
afterEach(() => db.destroy())

const opens = async (username: string, word = password) => (await findByPassword(db, username, word)) !== null

test('without DEMO, the demonstration’s accounts don’t work by password, cookie, token or calendar address', async () => {
  const sign = createSigner('the secret of this test')
  const { cookie, token } = await startSession(db, tutorId, true)
  await makeCalendarAddress(db, tutorId)
  const address = (await createCalendarToken(db, sign, tutorId)) ?? ''
  expect(await isCalendarToken(db, sign, address)).toBe(true)

  expect(await closeDemonstration(db)).toBe(2)
  expect(await opens('demo.tutor')).toBe(false)
  expect(await findSession(db, 'cookie', cookie)).toBeNull()
  expect(await findSession(db, 'token', token)).toBeNull()
  expect(await findFormerSession(db, cookie)).toBeNull()
  expect(await isCalendarToken(db, sign, address)).toBe(false)
  expect(await closeDemonstration(db)).toBe(2)
})

test('without DEMO, people whom the demonstration’s tutor added are out too, but not those whom the operator added', async () => {
  await addPerson(db, { ...demonstrators.tutor, id: tutorId }, { ...maeve, username: 'stranger' }, centre)
  await addAccount(db, maeve)
  await closeDemonstration(db)
  expect([await opens('stranger'), await opens('maeve')]).toEqual([false, true])
})

test('without DEMO, the operator makes one of the accounts the centre’s own with a new password', async () => {
  await closeDemonstration(db)
  await expect(setPassword(db, 'demo.tutor', 'password1', centre)).rejects.toThrow('easy to guess')
  expect(await opens('demo.tutor', 'password1'), 'taken over with a password that was refused').toBe(false)
  await setPassword(db, 'demo.tutor', 'kingfisher at noon', centre)
  expect(await closeDemonstration(db)).toBe(1)
  expect([await opens('demo.tutor'), await opens('demo.tutor', 'kingfisher at noon')]).toEqual([false, true])
})

test('without DEMO, a real tutor is the last one, whether the demonstration’s is open or closed', async () => {
  await addAccount(db, maeve)
  await expect(closeAccount(db, 'maeve')).rejects.toThrow('This is the last tutor.')
  await closeDemonstration(db)
  await expect(closeAccount(db, 'maeve')).rejects.toThrow('This is the last tutor.')
  await addAccount(db, { ...maeve, username: 'conor' })
  await closeAccount(db, 'maeve')
})

test('with DEMO, the accounts work again, but not the sessions from before', async () => {
  const { cookie } = await startSession(db, tutorId, true)
  await closeDemonstration(db)
  expect(await openDemonstration(db, password)).toEqual(['demo.tutor', 'demo.student'])
  expect(await opens('demo.tutor')).toBe(true)
  expect(await findSession(db, 'cookie', cookie)).toBeNull()
})

test('with DEMO, they get this start’s password; sessions continue only if it is the same', async () => {
  const { cookie } = await startSession(db, tutorId, true)
  await openDemonstration(db, password)
  expect(await findSession(db, 'cookie', cookie)).not.toBeNull()
  await openDemonstration(db, 'kingfisher at noon')
  expect([await opens('demo.student'), await opens('demo.student', 'kingfisher at noon')]).toEqual([false, true])
  expect(await findSession(db, 'cookie', cookie)).toBeNull()
})

test('with DEMO, a closed account stays closed', async () => {
  await closeAccount(db, 'demo.student')
  expect(await openDemonstration(db, password)).toEqual(['demo.tutor'])
  expect(await opens('demo.student')).toBe(false)
})

test('with DEMO, the demonstration’s last tutor can’t be closed without a real one', async () => {
  await expect(closeAccount(db, 'demo.tutor')).rejects.toThrow('This is the last tutor.')
  await addAccount(db, maeve)
  await closeAccount(db, 'demo.tutor')
})

test('with DEMO, a real centre’s accounts are left alone', async () => {
  const real = openDatabase(':memory:')
  await migrate(real)
  const id = await addAccount(real, maeve)
  const { cookie } = await startSession(real, id, true)
  expect(await openDemonstration(real, 'kingfisher at noon')).toEqual([])
  expect(await closeDemonstration(real)).toBe(0)
  expect(await findSession(real, 'cookie', cookie)).not.toBeNull()
  await real.destroy()
})

test('random passwords are easy to copy and never the same', () => {
  const made = Array.from({ length: 200 }, randomPassword)
  for (const one of made) expect(one).toMatch(/^[a-hj-km-np-z2-9]{4}(-[a-hj-km-np-z2-9]{4}){2}$/)
  expect(new Set(made).size).toBe(200)
})
