import { afterEach, beforeEach, expect, test } from 'vitest'
import { freshRiverbank, type TestRiverbank } from '~/test/riverbank'
import { whoIsAsking } from './identity.server'
import { endSession, findSession } from './sessions.server'

let riverbank: TestRiverbank
beforeEach(async () => {
  riverbank = await freshRiverbank()
})
afterEach(() => riverbank.close())

async function ended() {
  const session = await findSession(riverbank.db, 'cookie', riverbank.sessions.daniel.cookie)
  await endSession(riverbank.db, session!.id)
}

test('a session that is kept in memory opens nothing once it was ended', async () => {
  const { context } = riverbank
  const request = await riverbank.request('/dashboard', { as: 'daniel' })
  const first = await whoIsAsking({ request, context })
  expect(first?.user.username).toBe(riverbank.people.daniel.username)
  expect(await whoIsAsking({ request, context })).toBe(first)
  await ended()
  expect(await whoIsAsking({ request, context })).toBeNull()
})
