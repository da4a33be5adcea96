import { beforeEach, expect, test } from 'vitest'
import { findSession, startSession } from '~/auth/sessions.server'
import { findByPassword } from '~/domain/accounts/accounts.server'
import { findSecondStep } from '~/domain/accounts/second-step.server'
import { action as changePerson } from '~/routes/dashboard/profile.people.$id._index/route'
import { answerOf, formOf, freshForEach, password } from '~/test/riverbank'
import { withSecondStep } from '~/test/second-step'
import { action, loader } from './route'

const riverbank = freshForEach()
beforeEach(async () => {
  await riverbank.db.updateTable('users').set({ role: 'tutor' }).where('username', '=', 'niamh').execute()
})

async function ask(
  handler: typeof loader | typeof action | typeof changePerson,
  id: number,
  fields?: Record<string, string>,
) {
  const path = `/dashboard/profile/people/${id}/second-step`
  const request = await riverbank.request(path, { as: 'aoife', ...(fields ? formOf(fields) : {}) })
  return answerOf(() => handler({ request, params: { id: String(id) }, context: riverbank.context }))
}

test('POST /dashboard/profile/people/:id/second-step turns a colleague’s off and ends their sessions', async () => {
  const { db, people, sessions } = riverbank
  await withSecondStep(riverbank, 'niamh')
  expect((await ask(loader, people.niamh.id)).status).toBe(200)
  const answer = await ask(action, people.niamh.id, { currentPassword: password })
  expect([answer.status, answer.headers.get('Location')]).toEqual([303, `/dashboard/profile/people/${people.niamh.id}`])
  expect(await findSecondStep(db, people.niamh.id)).toBeNull()
  expect(await findSession(db, 'cookie', sessions.niamh.cookie)).toBeNull()
  expect((await ask(action, people.niamh.id, { currentPassword: password })).status).toBe(409)
  expect((await ask(loader, people.niamh.id)).status).toBe(404)
})

test('nobody gets around their own current password by their own page under People', async () => {
  const { db, people } = riverbank
  await withSecondStep(riverbank, 'aoife')
  riverbank.sessions.aoife = await startSession(db, people.aoife.id, false)
  expect((await ask(loader, people.aoife.id)).status).toBe(404)
  expect((await ask(action, people.aoife.id, {})).status).toBe(400)
  expect(await findSecondStep(db, people.aoife.id)).not.toBeNull()

  const answer = await ask(changePerson, people.aoife.id, { intent: 'password', password: 'kingfisher at noon' })
  expect([answer.status, answer.headers.get('Location')]).toEqual([303, '/dashboard/password'])
  expect(await findByPassword(db, 'aoife', password)).not.toBeNull()
})

test('a password that is easy to guess comes back beside its field', async () => {
  const { people } = riverbank
  const answer = await ask(changePerson, people.daniel.id, { intent: 'password', password: 'DanielOkafor1' })
  expect(answer.status).toBe(400)
  const { result } = await answer.json()
  expect(result.error.password[0]).toMatch(/^This password is easy to guess\./)
  expect(JSON.stringify(result.initialValue)).not.toContain('Okafor')
})
