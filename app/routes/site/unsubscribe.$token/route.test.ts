import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { signUp } from '~/domain/subscribers/subscription.server'
import { answerOf, freshRiverbank, type TestRiverbank } from '~/test/riverbank'
import * as confirm from '../confirm.$token/route'
import * as byAddress from '../unsubscribe._index/route'
import * as byLink from './route'

let riverbank: TestRiverbank
let token: string
beforeEach(async () => {
  riverbank = await freshRiverbank()
  await signUp(riverbank.db, { email: 'liam@example.ie', name: null }, { doubleOptIn: false })
  token = (await row()).token
})
afterEach(() => riverbank.close())

const row = () => riverbank.db.selectFrom('subscribers').selectAll().executeTakeFirstOrThrow()

async function ask(route: typeof byLink | typeof confirm | typeof byAddress, secret: string, init: RequestInit = {}) {
  const request = await riverbank.request(`/unsubscribe/${secret}`, init)
  const args = { request, params: { token: secret }, context: riverbank.context }
  const isReading = ['GET', 'HEAD'].includes(request.method)
  return answerOf(() => (isReading ? route.loader(args) : route.action(args)))
}
const post = (fields: Record<string, string>) => ({ method: 'POST', body: new URLSearchParams(fields) })

test.each(['GET', 'HEAD'])('%s /unsubscribe/:token changes nothing', async (method) => {
  const before = await row()
  expect((await ask(byLink, token, { method })).status).toBe(200)
  expect(await row()).toEqual(before)
})

describe('POST /unsubscribe/:token', () => {
  const parts = new FormData()
  parts.set('List-Unsubscribe', 'One-Click')
  test.each([
    ['as a form', { method: 'POST', body: new URLSearchParams({ 'List-Unsubscribe': 'One-Click' }) }],
    ['in parts', { method: 'POST', body: parts }],
  ])('with one click, sent %s, answers 200 without a redirect, each time', async (_, init) => {
    for (let turn = 0; turn < 2; turn++) {
      const answer = await ask(byLink, token, init)
      expect([answer.status, answer.headers.get('Location')]).toEqual([200, null])
      expect((await row()).active).toBe(0)
    }
  })

  test('of the page’s button leads back to the page; so does ‘Subscribe again’', async () => {
    const answer = await ask(byLink, token, post({ intent: 'unsubscribe' }))
    expect([answer.status, answer.headers.get('Location')]).toEqual([303, `/unsubscribe/${token}`])
    expect((await row()).active).toBe(0)
    expect((await ask(byLink, token, post({ intent: 'subscribe-again' }))).status).toBe(303)
    expect((await row()).active).toBe(1)
  })

  test('of an unknown link answers 404', async () => {
    for (const fields of [{ intent: 'unsubscribe' }, { 'List-Unsubscribe': 'One-Click' }] as Record<string, string>[])
      expect((await ask(byLink, 'unknown', post(fields))).status).toBe(404)
    expect((await ask(byLink, 'unknown')).status).toBe(404)
    expect((await row()).active).toBe(1)
  })

  test('of anything but a form is refused, and so are other methods', async () => {
    const json = { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: '{}' }
    expect((await ask(byLink, token, json)).status).toBe(415)
    for (const route of [byLink, confirm, byAddress])
      expect((await ask(route, token, { method: 'DELETE' })).status).toBe(405)
    expect((await row()).active).toBe(1)
  })
})

test('POST /unsubscribe answers a known and an unknown address alike, and mails the known one', async () => {
  for (const email of ['liam@example.ie', 'nobody@example.ie']) {
    const answer = await ask(byAddress, '', post({ email }))
    expect([answer.status, answer.headers.get('Location')]).toEqual([303, '/unsubscribe?asked'])
  }
  const mails = await riverbank.db.selectFrom('deliveries').select(['kind', 'email']).execute()
  expect(mails.filter(({ kind }) => kind === 'unsubscribe')).toEqual([
    { kind: 'unsubscribe', email: 'liam@example.ie' },
  ])
  expect((await ask(byAddress, '', post({ email: 'liam' }))).status).toBe(400)
})

test('GET and POST /confirm/:token: only POST confirms, and only once', async () => {
  await riverbank.db.updateTable('subscribers').set({ active: 0, confirmToken: 'waits' }).execute()
  expect((await ask(confirm, 'waits')).status).toBe(200)
  expect((await row()).active).toBe(0)
  expect((await ask(confirm, 'waits', post({}))).status).toBe(200)
  expect((await row()).active).toBe(1)
  const mails = await riverbank.db.selectFrom('deliveries').select('kind').orderBy('id').execute()
  expect(mails.at(-1)).toEqual({ kind: 'welcome' })
  expect((await ask(confirm, 'waits', post({}))).status).toBe(404)
  expect((await ask(confirm, 'waits')).status).toBe(404)
})
