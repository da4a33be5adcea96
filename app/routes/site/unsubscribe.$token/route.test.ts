import { beforeEach, describe, expect, test } from 'vitest'
import { signUp } from '~/domain/subscribers/subscription.server'
import { callRoute, setUpFreshRiverbank } from '~/test/riverbank'
import type * as confirm from '../confirm.$token/route'
import * as byAddress from '../unsubscribe._index/route'
import * as byLink from './route'

const riverbank = setUpFreshRiverbank()
let token: string
beforeEach(async () => {
  await signUp(riverbank.db, { email: 'liam@example.ie', name: null }, { doubleOptIn: false })
  token = (await row()).token
})

const row = () => riverbank.db.selectFrom('subscribers').selectAll().executeTakeFirstOrThrow()

type Route = typeof byLink | typeof confirm | typeof byAddress
const send = (
  { loader, action }: Route,
  secret: string,
  init: Omit<RequestInit, 'headers'> & { headers?: Record<string, string> } = {},
) =>
  callRoute(riverbank, /GET|HEAD/.test(init.method ?? 'GET') ? loader : action, `/unsubscribe/${secret}`, {
    ...init,
    params: { token: secret },
  })
const post = (fields: Record<string, string>) => ({ method: 'POST', body: new URLSearchParams(fields) })

test.each(['GET', 'HEAD'])('%s /unsubscribe/:token changes nothing', async (method) => {
  const before = await row()
  expect((await send(byLink, token, { method })).status).toBe(200)
  expect(await row()).toEqual(before)
})

describe('POST /unsubscribe/:token', () => {
  const parts = new FormData()
  parts.set('List-Unsubscribe', 'One-Click')
  test.each([
    ['as a form', { method: 'POST', body: new URLSearchParams({ 'List-Unsubscribe': 'One-Click' }) }],
    ['in parts', { method: 'POST', body: parts }],
  ])('with one click, sent %s, returns 200 without a redirect, each time', async (_, init) => {
    for (let turn = 0; turn < 2; turn++) {
      const answer = await send(byLink, token, init)
      expect([answer.status, answer.headers.get('Location')]).toEqual([200, null])
      expect((await row()).active).toBe(0)
    }
  })

  test('with an unknown link returns 404', async () => {
    for (const fields of [{ intent: 'unsubscribe' }, { 'List-Unsubscribe': 'One-Click' }] as Record<string, string>[])
      expect((await send(byLink, 'unknown', post(fields))).status).toBe(404)
    expect((await send(byLink, 'unknown')).status).toBe(404)
    expect((await row()).active).toBe(1)
  })

  test('refuses anything but a form', async () => {
    const json = { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: '{}' }
    expect((await send(byLink, token, json)).status).toBe(415)
    expect((await row()).active).toBe(1)
  })
})

test('GET /unsubscribe says that a link was sent only if mail can be sent', async () => {
  for (const mailRoute of ['server', 'none', 'outbox'] as const) {
    riverbank.context.settings.mailRoute = mailRoute
    expect(await (await callRoute(riverbank, byAddress.loader, '/unsubscribe?asked')).json()).toEqual({
      isRequested: true,
      mailRoute,
    })
  }
})
