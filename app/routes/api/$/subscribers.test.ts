import { describe, expect, test } from 'vitest'
import { endSession } from '~/auth/sessions.server'
import { getNetwork } from '~/domain/limits/limits.server'
import { type ApiRequest, sendApiRequest } from '~/test/api'
import { setUpFreshRiverbank } from '~/test/riverbank'

const riverbank = setUpFreshRiverbank()

const subscribe = (json: unknown, sent: ApiRequest = {}) =>
  sendApiRequest(riverbank, 'POST /api/newsletter/subscribe', { json, ...sent })
const change = (id: number, json: unknown) =>
  sendApiRequest(riverbank, `PATCH /api/newsletter/subscribers/${id}`, { as: 'aoife', json })
const liam = { email: 'liam@example.ie', name: 'Liam Byrne', isGuardian: false, studentName: null }
const guardian = { ...liam, isGuardian: true, studentName: 'Daniel Okafor' }
const readRows = () => riverbank.db.selectFrom('subscribers').selectAll().execute()

describe('POST /api/newsletter/subscribe by a visitor', () => {
  test('responds to a known address exactly like to a new one, and sends one mail', async () => {
    const first = await subscribe(liam)
    expect([first.status, first.body]).toEqual([201, { message: 'Thank you for subscribing to our newsletter!' }])
    const again = await subscribe({ ...liam, name: 'Other' })
    expect([again.status, again.body]).toEqual([first.status, first.body])
    expect(await readRows()).toMatchObject([{ name: 'Liam Byrne', active: 1 }])
    expect(await riverbank.db.selectFrom('deliveries').select('kind').execute()).toEqual([{ kind: 'welcome' }])
  })

  test('ignores a visitor’s claim to be a guardian', async () => {
    await subscribe(guardian)
    expect(await readRows()).toMatchObject([{ isGuardian: 0, studentName: null }])
  })

  test('is treated the same for a student or an expired cookie', async () => {
    expect((await subscribe(liam, { as: 'daniel' })).body).not.toHaveProperty('id')
    await riverbank.db.updateTable('sessions').set({ endedAt: new Date().toISOString() }).execute()
    expect((await subscribe({ ...liam, email: 'b@example.ie' }, { as: 'aoife' })).status).toBe(201)
    expect(await readRows()).toHaveLength(2)
  })

  test('more than 40 times an hour from one network must wait, but others need not', async () => {
    for (let turn = 0; turn < 40; turn++)
      expect((await subscribe(liam, { network: getNetwork(`2001:db8:1:2::${turn}`) })).status).toBe(201)
    const another = { ...liam, email: 'late@example.ie' }
    const refused = await subscribe(another, { network: getNetwork('2001:db8:1:2::ff') })
    expect([refused.status, refused.body]).toEqual([429, { message: expect.stringContaining('try again') }])
    expect(Number(refused.headers.get('Retry-After'))).toBeGreaterThan(3000)
    expect(await readRows()).toHaveLength(1)
    expect((await subscribe(another, { network: getNetwork('2001:db8:1:3::1') })).status).toBe(201)
    expect((await subscribe(another, { network: getNetwork('::ffff:192.0.2.1') })).status).toBe(201)
  })
})

describe('POST /api/newsletter/subscribe by a tutor', () => {
  test.each([
    ['the cookie', () => ({ as: 'aoife' as const })],
    ['the token', () => ({ bearer: riverbank.sessions.aoife.token })],
  ])('with %s returns 201 with the record, then 409', async (_, credentials) => {
    const { status, body } = await subscribe(guardian, credentials())
    expect(status).toBe(201)
    expect(body).toMatchObject({ ...guardian, id: expect.any(Number), active: true })
    expect(JSON.stringify(body)).not.toContain((await readRows())[0]?.token)
    const again = await subscribe({ ...guardian, email: 'LIAM@example.ie' }, credentials())
    const message = 'This email address is already subscribed.'
    expect([again.status, again.body]).toEqual([409, { message, errors: { email: [message] } }])
  })

  test('with an invalid or expired token returns 401 and stores nothing', async () => {
    expect((await subscribe(liam, { bearer: 'nonsense' })).status).toBe(401)
    const { token } = riverbank.sessions.aoife
    const [session] = await riverbank.db.selectFrom('sessions').select('id').orderBy('id').execute()
    await endSession(riverbank.db, session!.id)
    expect((await subscribe(liam, { bearer: token })).status).toBe(401)
    expect(await readRows()).toEqual([])
  })
})

test('PATCH /api/newsletter/subscribers/:id unsubscribes and re-activates', async () => {
  const { body: added } = await subscribe(guardian, { as: 'aoife' })
  const off = await change(added.id, { id: added.id, active: false })
  expect([off.status, off.body]).toEqual([
    200,
    { ...added, active: false, unsubscribedAt: expect.stringMatching(/Z$/), version: 2 },
  ])
  expect((await change(added.id, {})).body).toEqual(off.body)
  expect((await change(added.id, { active: true })).body).toEqual({
    ...added,
    agreedFrom: 'button',
    agreedAt: expect.stringMatching(/Z$/),
    version: 3,
  })
  expect((await change(added.id, { active: false, version: 2 })).status).toBe(409)
})
