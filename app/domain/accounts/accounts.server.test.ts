import { verify } from '@node-rs/argon2'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { findSession, startSession } from '~/auth/sessions.server'
import { migrate } from '~db/migrate'
import { openDatabase } from '~db/open'
import type { Database } from '~db/schema'
import { addAccount, closeAccount, findByPassword, listStudents, setPassword } from './accounts.server'
import type { NewAccount } from './schema'

// The real argon2, with a spy.
vi.mock('@node-rs/argon2', async (original) => {
  const argon2 = await original<typeof import('@node-rs/argon2')>()
  return { ...argon2, verify: vi.fn(argon2.verify) }
})

const password = 'heron on the river'
const centre = { name: 'Riverbank Day Service', shortName: 'Riverbank' }
const daniel: NewAccount = { username: 'daniel', password, role: 'student', firstName: 'Daniel', lastName: 'Okafor' }
const niamh: NewAccount = { username: 'niamh', password, role: 'student', firstName: 'Niamh', lastName: 'Walsh' }

let db: Database
beforeEach(async () => {
  db = openDatabase(':memory:')
  await migrate(db)
})
afterEach(() => db.destroy())

it('a password is stored as argon2id with its own salt', async () => {
  await addAccount(db, daniel)
  await addAccount(db, niamh)
  const hashes = (await db.selectFrom('users').select('passwordHash').execute()).map((user) => user.passwordHash)
  for (const hash of hashes) expect(hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
  expect(new Set(hashes).size).toBe(2)
})

it('an account opens with its password, however its username is capitalised, and shows no hash', async () => {
  const id = await addAccount(db, daniel)
  expect(await findByPassword(db, 'Daniel', password)).toEqual({
    id,
    username: 'daniel',
    role: 'student',
    firstName: 'Daniel',
    lastName: 'Okafor',
  })
})

it('an unknown username, a wrong password and a closed account get the same answer', async () => {
  await addAccount(db, daniel)
  await addAccount(db, niamh)
  await closeAccount(db, 'niamh')
  expect(await findByPassword(db, 'nobody', password)).toBeNull()
  expect(await findByPassword(db, 'daniel', `${password}!`)).toBeNull()
  expect(await findByPassword(db, 'daniel', '')).toBeNull()
  expect(await findByPassword(db, 'niamh', password)).toBeNull()
})

it('a refusal costs the same work, whatever was wrong', async () => {
  await addAccount(db, daniel)
  await addAccount(db, niamh)
  await closeAccount(db, 'niamh')
  for (const username of ['daniel', 'niamh', 'nobody']) {
    vi.mocked(verify).mockClear()
    await findByPassword(db, username, 'wrong')
    expect(vi.mocked(verify).mock.calls, username).toEqual([
      [expect.stringMatching(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/), 'wrong'],
    ])
  }
})

it('a new password replaces the old one and ends the sessions of that person only', async () => {
  const danielsId = await addAccount(db, daniel)
  const niamhsId = await addAccount(db, niamh)
  const daniels = await startSession(db, danielsId, true)
  const niamhs = await startSession(db, niamhsId, true)

  await setPassword(db, 'daniel', 'kingfisher at noon', centre)

  expect(await findByPassword(db, 'daniel', password)).toBeNull()
  expect(await findByPassword(db, 'daniel', 'kingfisher at noon')).not.toBeNull()
  expect(await findSession(db, 'cookie', daniels.cookie)).toBeNull()
  expect(await findSession(db, 'token', daniels.token)).toBeNull()
  expect(await findSession(db, 'cookie', niamhs.cookie)).not.toBeNull()
})

it('a new password is refused without an open account', async () => {
  await addAccount(db, daniel)
  await closeAccount(db, 'daniel')
  await expect(setPassword(db, 'daniel', password, centre)).rejects.toMatchObject({ status: 404 })
  await expect(setPassword(db, 'nobody', password, centre)).rejects.toThrow(
    'There is no open account with the username nobody.',
  )
})

it('closing an account ends its sessions and takes a student off the list', async () => {
  const id = await addAccount(db, daniel)
  await addAccount(db, niamh)
  const { cookie } = await startSession(db, id, true)
  await closeAccount(db, 'daniel')
  expect(await findSession(db, 'cookie', cookie)).toBeNull()
  expect((await listStudents(db)).map(({ username }) => username)).toEqual(['niamh'])
})
