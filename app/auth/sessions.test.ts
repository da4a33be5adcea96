import { expect, test, vi } from 'vitest'
import type { AccessLevel } from '~/screen'
import { type Person, setUpFreshRiverbank } from '~/test/riverbank'
import { findSender } from './identity.server'
import { endSession, findSession, MAX_STORED_SESSIONS, startSession } from './sessions.server'

const riverbank = setUpFreshRiverbank()

const isLive = async (kind: 'cookie' | 'token') =>
  (await findSession(riverbank.db, kind, riverbank.sessions.daniel[kind])) !== null

test('a session is found by its cookie or its token, and neither works as the other', async () => {
  const { db, sessions, people } = riverbank
  expect((await findSession(db, 'cookie', sessions.daniel.cookie))?.user).toEqual(people.daniel)
  expect((await findSession(db, 'token', sessions.daniel.token))?.user).toEqual(people.daniel)
  expect(await findSession(db, 'cookie', sessions.daniel.token)).toBeNull()
  expect(await findSession(db, 'token', sessions.daniel.cookie)).toBeNull()
  expect(await findSession(db, 'cookie', '')).toBeNull()
})

test('a session expires without a write', async () => {
  const { expiresAt } = await riverbank.db
    .selectFrom('sessions')
    .select('expiresAt')
    .where('userId', '=', riverbank.people.daniel.id)
    .executeTakeFirstOrThrow()
  // Used a moment ago, so that the expiry is not caused by this write.
  const lastUsedAt = new Date(Date.parse(expiresAt) - 60_000).toISOString()
  await riverbank.db.updateTable('sessions').set({ lastUsedAt }).execute()
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse(expiresAt) - 1 })
  expect(await isLive('cookie')).toBe(true)
  vi.setSystemTime(expiresAt)
  expect(await isLive('cookie')).toBe(false)
})

test('the last use is stored, but not for every page', async () => {
  const { db } = riverbank
  const lastUse = async () =>
    (
      await db
        .selectFrom('sessions')
        .select('lastUsedAt')
        .where('userId', '=', riverbank.people.daniel.id)
        .executeTakeFirstOrThrow()
    ).lastUsedAt
  const started = await lastUse()
  await isLive('cookie')
  expect(await lastUse()).toBe(started)
  await db.updateTable('sessions').set({ lastUsedAt: '2020-01-01T00:00:00.000Z' }).execute()
  await isLive('cookie')
  expect(Date.now() - Date.parse(await lastUse())).toBeLessThan(60_000)
})

async function endSessionOf(person: Person = 'daniel') {
  const session = await findSession(riverbank.db, 'cookie', riverbank.sessions[person].cookie)
  await endSession(riverbank.db, session!.id)
}

test('a sender is found by the cookie or token of a live session, if it has the access that the address needs', async () => {
  const { context, people, sessions } = riverbank
  const requested = async (as?: Person, access: AccessLevel = 'tutor') => {
    const cookie = (await riverbank.request('/dashboard', as && { as })).headers.get('Cookie') ?? undefined
    return findSender({ headers: { cookie } }, access, context)
  }
  const byToken = () => findSender({ headers: { authorization: `Bearer ${sessions.aoife.token}` } }, 'tutor', context)
  expect([await requested('aoife'), await byToken()]).toEqual([people.aoife.id, people.aoife.id])
  expect([await requested('daniel'), await requested()]).toEqual([null, 'logged out'])
  expect([await requested('daniel', 'user'), await requested('aoife', 'user')]).toEqual([
    people.daniel.id,
    people.aoife.id,
  ])
  const strict = { ...context, settings: { ...context.settings, secondStep: 'required' as const } }
  const cookie = (await riverbank.request('/dashboard', { as: 'aoife' })).headers.get('Cookie') ?? undefined
  const withoutSecondStep = (access: AccessLevel) => findSender({ headers: { cookie } }, access, strict)
  expect([await withoutSecondStep('tutor'), await withoutSecondStep('session')]).toEqual([null, people.aoife.id])
  await endSessionOf('aoife')
  expect([await requested('aoife'), await byToken()]).toEqual(['logged out', 'logged out'])
})

test('ended sessions push out no live one', async () => {
  const { db, people } = riverbank
  for (let more = 0; more < MAX_STORED_SESSIONS + 5; more++) {
    const { cookie } = await startSession(db, people.daniel.id, false)
    const started = await findSession(db, 'cookie', cookie)
    if (started) await endSession(db, started.id)
  }
  expect([await isLive('cookie'), await isLive('token')]).toEqual([true, true])
})

test('a person’s newest sessions are stored, however often they log in; others keep theirs', async () => {
  const { db, people, sessions } = riverbank
  for (let more = 0; more < MAX_STORED_SESSIONS + 5; more++)
    sessions.daniel = await startSession(db, people.daniel.id, false)
  const stored = await db.selectFrom('sessions').select('userId').execute()
  expect(stored.filter(({ userId }) => userId === people.daniel.id)).toHaveLength(MAX_STORED_SESSIONS)
  expect([await isLive('cookie'), await findSession(db, 'cookie', sessions.niamh.cookie)]).toEqual([
    true,
    expect.anything(),
  ])
})
