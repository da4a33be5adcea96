import { afterEach, beforeEach, expect, test } from 'vitest'
import { freshRiverbank, type Person, type TestRiverbank } from '~/test/riverbank'
import { whoIsAsking, whoMayAddFiles } from './identity.server'
import { endSession, findSession } from './sessions.server'

let riverbank: TestRiverbank
beforeEach(async () => {
  riverbank = await freshRiverbank()
})
afterEach(() => riverbank.close())

async function ended(person: Person = 'daniel') {
  const session = await findSession(riverbank.db, 'cookie', riverbank.sessions[person].cookie)
  await endSession(riverbank.db, session!.id)
}

test('a session opens nothing once it was ended', async () => {
  const { context } = riverbank
  const request = await riverbank.request('/dashboard', { as: 'daniel' })
  expect((await whoIsAsking({ request, context }))?.user.username).toBe(riverbank.people.daniel.username)
  await ended()
  expect(await whoIsAsking({ request, context })).toBeNull()
})

test('a tutor’s live session may add files, by cookie or token; a student’s, one that is over and none may not', async () => {
  const { context, people, sessions } = riverbank
  const asked = async (as?: Person) => {
    const cookie = (await riverbank.request('/dashboard', as && { as })).headers.get('Cookie') ?? undefined
    return whoMayAddFiles({ headers: { cookie } }, context)
  }
  const byToken = () => whoMayAddFiles({ headers: { authorization: `Bearer ${sessions.aoife.token}` } }, context)
  expect([await asked('aoife'), await byToken()]).toEqual([people.aoife.id, people.aoife.id])
  expect([await asked('daniel'), await asked()]).toEqual([null, null])
  await ended('aoife')
  expect([await asked('aoife'), await byToken()]).toEqual([null, null])
})
