import { expect, test } from 'vitest'
import { changePerson, closeAccountById } from '~/domain/accounts/people.server'
import { fillPasswordQueue } from '~/test/log-in-load'
import { callRoute, getResponse, setUpFreshRiverbank } from '~/test/riverbank'
import { action } from './route'

const riverbank = setUpFreshRiverbank()

/** Submits `fields` on Daniel's page as a tutor. */
function post(fields: Record<string, string>) {
  const id = String(riverbank.people.daniel.id)
  return callRoute(riverbank, action, `/dashboard/profile/people/${id}`, { as: 'aoife', fields, params: { id } })
}

test.each(['constructor', '__proto__', 'toString', 'valueOf', 'hasOwnProperty', 'prototype', ''])(
  'POST of an action that nobody offers (%s) is answered 404, with nothing of the server’s',
  async (intent) => {
    const answer = await post({ intent })
    expect(answer.status).toBe(404)
    expect(await answer.text()).toBe('Not found.')
  },
)

const findName = (id: number) =>
  riverbank.db.selectFrom('users').select(['firstName', 'lastName']).where('id', '=', id).executeTakeFirstOrThrow()

test('POST of a new name changes it', async () => {
  const answer = await post({ intent: 'rename', firstName: 'Dan', lastName: 'Okafor', version: '1' })
  expect(answer.status).toBe(303)
  expect(await findName(riverbank.people.daniel.id)).toEqual({ firstName: 'Dan', lastName: 'Okafor' })
})

test('POST of a new name without a version is refused, and the name comes back', async () => {
  const answer = await post({ intent: 'rename', firstName: 'Dan', lastName: 'Okafor' })
  expect(answer.status).toBe(400)
  expect(await answer.json()).toMatchObject({
    form: 'rename',
    result: { initialValue: { firstName: 'Dan' }, error: { version: [expect.stringContaining('open this again')] } },
  })
})

test('a name that conflicts with another tutor’s change is not lost: 409, with who changed what', async () => {
  const { context, people, request } = riverbank
  const { id } = people.daniel
  const slow = new TransformStream<Uint8Array, Uint8Array>()
  const writer = slow.writable.getWriter()
  const sent = await request(`/dashboard/profile/people/${id}`, {
    as: 'aoife',
    method: 'POST',
    headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
    body: slow.readable,
    duplex: 'half',
  } as RequestInit)
  const answer = getResponse(() => action({ request: sent, params: { id: String(id) }, context }))
  const write = (text: string) => writer.write(new TextEncoder().encode(text))
  await write('intent=rename&version=1&firstName=Daniel')

  const colleague = { id: null, role: 'operator', firstName: 'Orla', lastName: 'Kelly' } as const
  await changePerson(context.db, colleague, id, { version: 1, patch: { firstName: 'Dan' } })

  await write('&lastName=Murphy')
  await writer.close()
  const { status, body } = await answer.then(async (response) => ({
    status: response.status,
    body: await response.json(),
  }))
  expect(status).toBe(409)
  expect(body).toMatchObject({
    form: 'rename',
    result: { initialValue: { firstName: 'Daniel', lastName: 'Murphy' } },
    conflict: {
      by: 'Orla Kelly',
      version: 2,
      differences: [
        { label: 'First name', now: 'Dan', typed: 'Daniel' },
        { label: 'Last name', now: 'Okafor', typed: 'Murphy' },
      ],
    },
  })
  expect(await findName(id)).toEqual({ firstName: 'Dan', lastName: 'Okafor' })
  await post({ intent: 'rename', firstName: 'Daniel', lastName: 'Murphy', version: '2' })
  expect(await findName(id)).toEqual({ firstName: 'Daniel', lastName: 'Murphy' })
})

test.each<Record<string, string>>([
  { intent: 'rename', firstName: 'Dan', lastName: 'Okafor', version: '1' },
  { intent: 'password', password: 'kingfisher at noon' },
  { intent: 'end-sessions' },
])('POST to the page of a closed account is refused ($intent)', async (fields) => {
  const { db, people } = riverbank
  await closeAccountById(db, people.aoife, people.daniel.id)
  const answer = await post(fields)
  expect([answer.status, await answer.text()]).toEqual([409, 'This account is closed.'])
})

test('a password beyond the queue’s limit is refused with the time to try again', async () => {
  const others = fillPasswordQueue('known')
  const answer = await post({ intent: 'password', password: 'kingfisher at noon' })
  expect([answer.status, answer.headers.get('Retry-After')]).toEqual([503, '5'])
  expect(await answer.text()).toContain('The website is busy with something else.')
  await others.disperse()
})
