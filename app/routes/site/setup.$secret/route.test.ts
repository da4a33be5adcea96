import { beforeEach, describe, expect, test } from 'vitest'
import { createSetUpAddress } from '~/auth/secret-links.server'
import { listActivity } from '~/domain/activity/activity.server'
import { splitActivitySentence } from '~/domain/activity/sentences'
import { hasOwnCentreDetails, markWebsiteReady } from '~/domain/centre/centre.server'
import { loadCentre } from '~/domain/centre/live.server'
import { callRoute, setUpFreshRiverbank } from '~/test/riverbank'
import { action, loader } from './route'

const form = {
  name: 'Hazelwood Day Centre',
  shortName: 'Hazelwood',
  phone: '091 555 010',
  email: 'office@hazelwood.example',
  address: 'Hazel Road, Galway',
  firstName: 'Maeve',
  lastName: 'Joyce',
  username: 'maeve.j',
  password: 'heron boat lamp',
}
const riverbank = setUpFreshRiverbank()
let secret: string
let now = 0
beforeEach(async () => {
  for (const table of ['activity', 'sessions', 'users'] as const) await riverbank.db.deleteFrom(table).execute()
  now = 0
  riverbank.context.setUp = createSetUpAddress(() => now)
  secret = riverbank.context.setUp.open()
})

const knock = (handler: typeof loader | typeof action, input: string, fields?: Record<string, string>) =>
  callRoute(riverbank, handler, `/setup/${input}`, { fields, params: { secret: input } })
const look = async (input = secret) => (await knock(loader, input)).status
const send = (fields = form, input = secret) => knock(action, input, fields)
const users = () => riverbank.db.selectFrom('users').selectAll().execute()

test('a person with the secret names the centre, becomes its first tutor and is logged in', async () => {
  expect(await look()).toBe(200)
  const answer = await send()
  expect(answer.status).toBe(303)
  expect(answer.headers.get('Location')).toBe('/portal?check-cookies&next=%2Fdashboard%2Fprofile%2Fwebsite%2Fexamples')
  expect(answer.headers.get('Set-Cookie')).toContain('riverbank_session=')
  expect(await users()).toMatchObject([{ username: 'maeve.j', role: 'tutor', firstName: 'Maeve', demonstration: 0 }])
  expect(riverbank.context.settings.centre).toMatchObject({ shortName: 'Hazelwood', learningCentre: form.name })
  // The opening hours are not confirmed yet.
  expect(await hasOwnCentreDetails(riverbank.db)).toBe(false)
  const log = (await listActivity(riverbank.db, riverbank.people.aoife)).map(
    ({ actorName, action, noun }) => `${actorName} ${action} ${noun}`,
  )
  expect(log).toEqual(['Maeve Joyce changed centre', 'Maeve Joyce added account'])
})

test('from the set-up on, search engines are asked to wait until a tutor says that the website is ready', async () => {
  const { db, people, settings } = riverbank
  const mark = async (isReady: boolean) =>
    markWebsiteReady(db, settings.centre, { ...people.aoife, id: (await users())[0]?.id ?? 0 }, isReady)
  // A website without a set-up is ready, and has nothing to say.
  expect(settings.centre).toMatchObject({ isSetUp: false, isReady: true })
  await expect(mark(false)).rejects.toMatchObject({ kind: 'notFound' })
  await send()
  expect(settings.centre).toMatchObject({ isSetUp: true, isReady: false })
  await mark(true)
  expect(settings.centre.isReady).toBe(true)
  await mark(true)
  await mark(false)
  await loadCentre(db, settings.centre)
  expect(settings.centre.isReady).toBe(false)
  const log = (await listActivity(db, people.aoife)).map((line) => splitActivitySentence(line).before)
  expect(log.slice(0, 2)).toEqual(['said that the website is not ready yet', 'said that the website is ready'])
})

describe('it is refused', () => {
  test('without the secret, for GET and POST', async () => {
    for (const wrong of ['', 'x', secret.slice(1), `${secret}x`, 'constructor', secret.toUpperCase()]) {
      expect(await look(wrong), wrong).toBe(404)
      expect((await send(form, wrong)).status, wrong).toBe(404)
    }
    expect(await users()).toEqual([])
  })

  test('twice', async () => {
    await send()
    expect(await look()).toBe(404)
    const again = await send({ ...form, username: 'another' })
    expect(again.headers.get('Location')).toBe('/portal?set-up-already')
    expect(again.headers.get('Set-Cookie')).toBeNull()
    expect(await users()).toHaveLength(1)
  })

  test('after an hour', async () => {
    now = 3_600_000 - 1
    expect(await look()).toBe(200)
    now = 3_600_000
    expect(await look()).toBe(404)
    expect((await send()).status).toBe(404)
    expect(await users()).toEqual([])
  })

  test('once there is any account, open or closed', async () => {
    const student = { role: 'student', firstName: 'A', lastName: 'B', passwordHash: 'x', createdAt: 'x' } as const
    await riverbank.db
      .insertInto('users')
      .values({ ...student, username: 'erased', closedAt: 'x', erasedAt: 'x' })
      .execute()
    expect(await look()).toBe(404)
    await send()
    expect(await users()).toHaveLength(1)
  })
})

test('two simultaneous submissions create one account and one centre', async () => {
  const answers = await Promise.all([send(), send({ ...form, username: 'other', shortName: 'Other' })])
  expect(answers.map(({ status }) => status).sort()).toEqual([303, 409])
  const [tutor, ...others] = await users()
  expect(others).toEqual([])
  const short = tutor?.username === 'other' ? 'Other' : 'Hazelwood'
  expect(riverbank.context.settings.centre.shortName).toBe(short)
})

test('an invalid form creates neither, and shows all errors at once', async () => {
  const answer = await send({ ...form, phone: 'none', password: 'Hazelwood1' })
  expect(answer.status).toBe(400)
  const { result } = (await answer.json()) as { result: { error: object; initialValue: object } }
  expect(Object.keys(result.error).sort()).toEqual(['password', 'phone'])
  expect(JSON.stringify(result)).not.toContain('Hazelwood1')
  expect(await users()).toEqual([])
  expect(riverbank.context.settings.centre.shortName).toBe('Riverbank')
})

test('a failure halfway leaves neither account nor centre', async () => {
  await riverbank.db.schema.dropTable('activity').execute()
  await expect(send()).rejects.toThrow('activity')
  expect(await users()).toEqual([])
  expect(await riverbank.db.selectFrom('centre').selectAll().execute()).toEqual([])
  await loadCentre(riverbank.db, riverbank.settings.centre)
  expect(riverbank.settings.centre.shortName).toBe('Riverbank')
})
