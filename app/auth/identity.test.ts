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

test('the loaders of one request share its session, and no other request does', async () => {
  const { context } = riverbank
  const request = await riverbank.request('/dashboard', { as: 'daniel' })
  const first = await whoIsAsking({ request, context })
  expect(first?.user.username).toBe(riverbank.people.daniel.username)
  await ended()
  expect(await whoIsAsking({ request, context })).toBe(first)
  expect(await whoIsAsking({ request: await riverbank.request('/dashboard', { as: 'daniel' }), context })).toBeNull()
})

test('what a page shows after a change is asked anew', async () => {
  const { context } = riverbank
  const { signal } = new AbortController()
  const request = await riverbank.request('/dashboard', { as: 'daniel', method: 'POST' })
  Object.defineProperty(request, 'signal', { value: signal })
  expect(await whoIsAsking({ request, context })).not.toBeNull()
  await ended()
  const after = await riverbank.request('/dashboard', { as: 'daniel' })
  Object.defineProperty(after, 'signal', { value: signal })
  expect(await whoIsAsking({ request: after, context })).toBeNull()
})
