import { expect, test } from 'vitest'
import { closeAccountById, reopenAccountById } from '~/domain/accounts/close-account.server'
import { changePerson, findPerson } from '~/domain/accounts/people.server'
import { listActivity } from '~/domain/activity/activity.server'
import { formatIsoDay, getToday } from '~/domain/events/days'
import { sendApiRequest } from '~/test/api'
import { fillPasswordQueue } from '~/test/log-in-load'
import { exportToJson } from '~/test/personal-export'
import { callRoute, setUpFreshRiverbank } from '~/test/riverbank'
import { plantSecretWords, secretWords } from '~/test/secret-words'
import { action as close } from '../profile.people.$id.close/route'
import { action as addOne } from '../profile.people.new/route'
import { action } from './route'

const riverbank = setUpFreshRiverbank()

function post(fields: Record<string, string>) {
  const id = String(riverbank.people.daniel.id)
  return callRoute(riverbank, action, `/dashboard/profile/people/${id}`, { as: 'aoife', fields, params: { id } })
}

const findName = (id: number) =>
  riverbank.db.selectFrom('users').select(['firstName', 'lastName']).where('id', '=', id).executeTakeFirstOrThrow()

test('POST of a new name without a version is refused, and the name comes back', async () => {
  const answer = await post({ intent: 'rename', firstName: 'Dan', lastName: 'Okafor' })
  expect(answer.status).toBe(400)
  expect(await answer.json()).toMatchObject({
    form: 'rename',
    result: { initialValue: { firstName: 'Dan' }, error: { version: [expect.stringContaining('open this again')] } },
  })
})

test('a name that conflicts with another tutor’s change is not lost: 409, with who changed what', async () => {
  const { db, people } = riverbank
  const { id } = people.daniel
  const colleague = { id: null, role: 'operator', firstName: 'Orla', lastName: 'Kelly' } as const
  await changePerson(db, colleague, id, { version: 1, patch: { firstName: 'Dan' } })
  const mine = { intent: 'rename', firstName: 'Daniel', lastName: 'Murphy' }
  const answer = await post({ ...mine, version: '1' })
  expect(answer.status).toBe(409)
  expect(await answer.json()).toMatchObject({
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
  await post({ ...mine, version: '2' })
  expect(await findName(id)).toEqual({ firstName: 'Daniel', lastName: 'Murphy' })
  const [line] = await listActivity(db, people.aoife)
  expect(line).toMatchObject({ actorName: 'Aoife Brennan', action: 'renamed', noun: 'account', recordId: id })
})

test('an export has nothing of another person', async () => {
  await plantSecretWords(riverbank)
  const exported = await exportToJson(riverbank, riverbank.people.daniel.id)
  const text = JSON.stringify(exported)
  expect(text).toContain(secretWords.daniel)
  expect(text).not.toContain(secretWords.niamh)
  expect(exported.attendance).toHaveLength(1)
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

test('the days of a student can be changed by page and API, also after the account was closed', async () => {
  const { db, people } = riverbank
  await closeAccountById(db, people.aoife, people.daniel.id)
  const answer = await post({ intent: 'days', firstDay: '1 September 2025', lastDay: '3 October 2025', version: '1' })
  expect(answer.status).toBe(303)
  const path = `/api/students/${people.daniel.id}`
  const json = { lastDay: '2025-10-10', version: 2 }
  expect((await sendApiRequest(riverbank, `PATCH ${path}`, { as: 'aoife', json })).body).toMatchObject({
    ...{ username: 'daniel', firstDay: '2025-09-01', lastDay: '2025-10-10', isOpen: false, version: 3 },
  })
  expect((await sendApiRequest(riverbank, `PATCH ${path}`, { as: 'aoife', json })).status).toBe(409)
  const ofTutor = `/api/students/${people.aoife.id}`
  expect((await sendApiRequest(riverbank, `PATCH ${ofTutor}`, { as: 'aoife', json })).status).toBe(404)
  const earlier = [{ firstDay: '2025-09-01', lastDay: '2025-10-10' }]
  await reopenAccountById(db, people.aoife, people.daniel.id, '2025-11-03')
  const { body } = await sendApiRequest(riverbank, 'GET /api/students', { as: 'aoife' })
  expect(body).toMatchObject([
    { username: 'daniel', firstDay: '2025-11-03', earlierDays: earlier },
    { username: 'niamh', earlierDays: [] },
  ])
})

test.each([
  ['7 September 2026', '2026-09-07'],
  ['', formatIsoDay(getToday())],
])('a student who is added with the first day ‘%s’ begins on %s; a tutor has none', async (firstDay, begins) => {
  const { db, people } = riverbank
  const fields = { firstName: 'Seán', username: 'sean', password: 'heron boat lamp', role: 'student', firstDay }
  const answer = await callRoute(riverbank, addOne, '/dashboard/profile/people/new', { as: 'aoife', fields })
  const added = Number(/\d+$/.exec(answer.headers.get('Location') ?? '')?.[0])
  expect(await findPerson(db, people.aoife, added)).toMatchObject({ firstDay: begins, lastDay: null })
  expect(await findPerson(db, people.aoife, people.aoife.id)).toMatchObject({ firstDay: null })
})

test('a student’s last day is asked when the account is closed; it is today unless another is typed', async () => {
  const { db, people } = riverbank
  const closeAccount = (id: number, lastDay: string) =>
    callRoute(riverbank, close, `/dashboard/profile/people/${id}/close`, {
      ...{ as: 'aoife', params: { id: String(id) } },
      fields: { lastDay },
    })
  await db.updateTable('users').set({ firstDay: '2026-09-07' }).where('id', '=', people.daniel.id).execute()
  const early = await closeAccount(people.daniel.id, '1 September 2026')
  expect(early.status).toBe(400)
  expect(await early.text()).toContain('The last day is before the first day.')
  expect(await findPerson(db, people.aoife, people.daniel.id)).toMatchObject({ closedAt: null, lastDay: null })
  expect((await closeAccount(people.daniel.id, '30/10/2026')).status).toBe(303)
  expect(await findPerson(db, people.aoife, people.daniel.id)).toMatchObject({
    closedAt: expect.any(String),
    lastDay: '2026-10-30',
  })
  await closeAccount(people.niamh.id, '')
  expect(await findPerson(db, people.aoife, people.niamh.id)).toMatchObject({ lastDay: formatIsoDay(getToday()) })
})
