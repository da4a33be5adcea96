import { verify } from '@node-rs/argon2'
import { expect, it, vi } from 'vitest'
import { findSession } from '~/auth/sessions.server'
import { PASSWORD_OF_PEOPLE, setUpFreshRiverbank } from '~/test/riverbank'
import { closeAccount, findByPassword, listStudents, setPassword } from './accounts.server'

// The real argon2, with a spy.
vi.mock('@node-rs/argon2', async (original) => {
  const argon2 = await original<typeof import('@node-rs/argon2')>()
  return { ...argon2, verify: vi.fn(argon2.verify) }
})

const centre = { name: 'Riverbank Day Service', shortName: 'Riverbank' }
setUpFreshRiverbank()

it('unknown usernames, wrong passwords and closed accounts get one answer, after the same work', async ({ db }) => {
  await setPassword(db, 'daniel', 'kingfisher at noon', centre)
  await closeAccount(db, 'niamh')
  for (const [username, password] of [
    ['nobody', PASSWORD_OF_PEOPLE],
    ['niamh', PASSWORD_OF_PEOPLE],
    ['daniel', PASSWORD_OF_PEOPLE],
    ['daniel', ''],
  ] as const) {
    vi.mocked(verify).mockClear()
    expect(await findByPassword(db, username, password), username).toBeNull()
    expect(vi.mocked(verify).mock.calls, username).toEqual([
      [expect.stringMatching(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/), password],
    ])
  }
})

it('a new password replaces the old one and ends the sessions of that person only', async ({ db, sessions }) => {
  await setPassword(db, 'daniel', 'kingfisher at noon', centre)
  expect(await findByPassword(db, 'daniel', PASSWORD_OF_PEOPLE)).toBeNull()
  expect(await findByPassword(db, 'daniel', 'kingfisher at noon')).not.toBeNull()
  expect(await findSession(db, 'cookie', sessions.daniel.cookie)).toBeNull()
  expect(await findSession(db, 'token', sessions.daniel.token)).toBeNull()
  expect(await findSession(db, 'cookie', sessions.niamh.cookie)).not.toBeNull()
})

it('a new password is refused without an open account', async ({ db }) => {
  await closeAccount(db, 'daniel')
  await expect(setPassword(db, 'daniel', 'kingfisher at noon', centre)).rejects.toMatchObject({ kind: 'notFound' })
  await expect(setPassword(db, 'nobody', 'kingfisher at noon', centre)).rejects.toThrow(
    'There is no open account with the username nobody.',
  )
})

it('closing an account ends its sessions and takes a student off the list', async ({ db, sessions, people }) => {
  await closeAccount(db, 'daniel')
  expect(await findSession(db, 'cookie', sessions.daniel.cookie)).toBeNull()
  expect((await listStudents(db, people.aoife)).map(({ username }) => username)).toEqual(['niamh'])
})
