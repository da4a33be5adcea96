import { afterEach, beforeEach, expect, test } from 'vitest'
import { answerOf, formOf, freshRiverbank, type TestRiverbank } from '~/test/riverbank'
import { action } from './route'

let riverbank: TestRiverbank
beforeEach(async () => {
  riverbank = await freshRiverbank()
})
afterEach(() => riverbank.close())

/** What the page of Daniel answers when a tutor sends `fields`. */
async function post(fields: Record<string, string>) {
  const { context, people, request } = riverbank
  const sent = await request(`/dashboard/profile/people/${people.daniel.id}`, { as: 'aoife', ...formOf(fields) })
  return answerOf(() => action({ request: sent, params: { id: String(people.daniel.id) }, context }))
}

test.each(['constructor', '__proto__', 'toString', 'valueOf', 'hasOwnProperty', 'prototype', ''])(
  'POST of a deed that nobody offers (%s) is answered 404, with nothing of the server’s',
  async (intent) => {
    const answer = await post({ intent })
    expect(answer.status).toBe(404)
    expect(await answer.text()).toBe('Not found.')
  },
)

test('POST of a new name changes it', async () => {
  const answer = await post({ intent: 'rename', firstName: 'Dan', lastName: 'Okafor' })
  expect(answer.status).toBe(303)
  const { firstName } = await riverbank.db
    .selectFrom('users')
    .select('firstName')
    .where('id', '=', riverbank.people.daniel.id)
    .executeTakeFirstOrThrow()
  expect(firstName).toBe('Dan')
})
