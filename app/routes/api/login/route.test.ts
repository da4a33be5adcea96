import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { action as logOut } from '~/routes/api/logout/route'
import { loader as whoAmI } from '~/routes/api/user/route'
import { answerOf, freshRiverbank, type Person, password, type TestRiverbank } from '~/test/riverbank'
import { codeOf, withSecondStep } from '~/test/second-step'
import { action } from './route'

let riverbank: TestRiverbank
beforeEach(async () => {
  riverbank = await freshRiverbank()
})
afterEach(() => riverbank.close())

async function logIn(body: unknown, network = '127.0.0.1', as?: Person) {
  const request = await riverbank.request('/api/login', {
    as,
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  })
  return answerOf(() => action({ request, params: {}, context: { ...riverbank.context, network } }))
}

async function user(headers: Record<string, string>) {
  const request = await riverbank.request('/api/user', { headers })
  return answerOf(() => whoAmI({ request, params: {}, context: riverbank.context }))
}

test('POST /api/login answers a token and sets a cookie: two secrets of one session, and logging out ends both', async () => {
  const answer = await logIn({ username: 'daniel', password, rememberMe: false })
  expect(answer.status).toBe(200)
  const { token } = await answer.json()
  const [setCookie = ''] = answer.headers.getSetCookie()
  expect(setCookie).toMatch(/HttpOnly/)
  expect(setCookie).toMatch(/SameSite=Lax/)
  expect(setCookie).not.toMatch(/Max-Age|Expires/)
  const Cookie = setCookie.split(';')[0] ?? ''
  const secret = JSON.parse(Buffer.from(decodeURIComponent(Cookie.split('=')[1] ?? ''), 'base64').toString())
  expect(secret).not.toBe(token)
  const kept = JSON.stringify(await riverbank.db.selectFrom('sessions').selectAll().execute())
  expect(kept).not.toContain(token)
  expect(kept).not.toContain(secret)

  const byToken = { Authorization: `Bearer ${token}` }
  expect(await (await user(byToken)).json()).toMatchObject({ username: 'daniel', role: 'student', firstName: 'Daniel' })
  expect(await (await user({ Cookie })).json()).toMatchObject({ username: 'daniel' })
  expect((await user({ Authorization: `Bearer ${secret}` })).status).toBe(401)

  const leave = await riverbank.request('/api/logout', { method: 'POST', headers: byToken })
  expect((await answerOf(() => logOut({ request: leave, params: {}, context: riverbank.context }))).status).toBe(200)
  expect((await user(byToken)).status).toBe(401)
  expect((await user({ Cookie })).status).toBe(401)
})

test('GET /api/user answers null to nobody', async () => {
  const answer = await user({})
  expect(answer.status).toBe(200)
  expect(await answer.json()).toBeNull()
})

test('rememberMe is thirty days, in the cookie and in the session', async () => {
  const answer = await logIn({ username: 'daniel', password, rememberMe: true })
  expect(answer.headers.get('Set-Cookie')).toContain(`Max-Age=${30 * 24 * 3600}`)
  const session = await riverbank.db.selectFrom('sessions').selectAll().orderBy('id', 'desc').executeTakeFirstOrThrow()
  expect((Date.parse(session.expiresAt) - Date.parse(session.createdAt)) / 86_400_000).toBe(30)
})

test.each([
  [
    'an empty object',
    {},
    400,
    { username: ['Username must be at least 2 characters.'], password: ['Password is required.'] },
  ],
  ['a short username', { username: 'd', password }, 400, { username: ['Username must be at least 2 characters.'] }],
  ['a list', [], 400, undefined],
  ['broken JSON', '{"username"', 400, undefined],
  ['a wrong password', { username: 'daniel', password: 'not this one' }, 401, undefined],
  ['an unknown username', { username: 'nobody', password }, 401, undefined],
])('POST /api/login refuses %s', async (_case, body, status, errors) => {
  const answer = await logIn(body)
  expect(answer.status).toBe(status)
  expect(answer.headers.get('Content-Type')).toMatch(/json/)
  const refusal = await answer.json()
  expect(typeof refusal.message).toBe('string')
  if (errors) expect(refusal.errors).toEqual(errors)
})

test('tries are slowed per username and network together, never for the whole centre', async () => {
  const wrong = { username: 'niamh', password: 'not this one' }
  for (let count = 0; count < 10; count += 1) expect((await logIn(wrong, '192.0.2.1')).status).toBe(401)
  const slowed = await logIn({ username: 'niamh', password }, '192.0.2.1')
  expect(slowed.status).toBe(429)
  expect((await slowed.json()).message).toContain('There have been too many tries.')
  expect(Number(slowed.headers.get('Retry-After'))).toBeGreaterThan(0)
  expect((await logIn({ username: 'daniel', password }, '192.0.2.1')).status).toBe(200)
  expect((await logIn({ username: 'niamh', password }, '192.0.2.2')).status).toBe(200)
})

describe('POST /api/login with a second step', () => {
  const aoife = { username: 'aoife', password }
  const sessions = () => riverbank.db.selectFrom('sessions').select('id').execute()

  test('answers 401 and names the code when it is missing, and starts no session', async () => {
    await withSecondStep(riverbank, 'aoife')
    const before = await sessions()
    for (const body of [aoife, { ...aoife, code: null }, { ...aoife, code: '' }]) {
      const answer = await logIn(body)
      expect(answer.status).toBe(401)
      expect(answer.headers.getSetCookie()).toEqual([])
      expect(await answer.json()).toEqual({
        message: 'Login failed: 401. Please check your credentials and try again.',
        errors: { code: ['Please send the code from your app, or a recovery code.'] },
      })
    }
    expect(await sessions()).toEqual(before)
  })

  test('names no code where the password is wrong', async () => {
    const { key } = await withSecondStep(riverbank, 'aoife')
    const answer = await logIn({ ...aoife, password: 'not this one', code: codeOf(key) })
    expect([answer.status, await answer.json()]).toEqual([
      401,
      { message: 'Login failed: 401. Please check your credentials and try again.' },
    ])
  })

  test('takes the app’s code, or a recovery code, each once', async () => {
    const { key, recoveryCodes } = await withSecondStep(riverbank, 'aoife')
    for (const code of [codeOf(key), recoveryCodes[0]]) {
      expect((await logIn({ ...aoife, code })).status).toBe(200)
      const again = await logIn({ ...aoife, code })
      expect(again.status).toBe(401)
      expect((await again.json()).errors.code).toHaveLength(1)
    }
  })

  test.each([
    ['a number', 123456],
    ['a list', ['123456']],
    ['an object', { code: '123456' }],
    ['10,000 characters', '1'.repeat(10_000)],
  ])('refuses %s as a code', async (_case, code) => {
    await withSecondStep(riverbank, 'aoife')
    const answer = await logIn({ ...aoife, code })
    expect(answer.status).toBe(400)
    expect(Object.keys((await answer.json()).errors)).toEqual(['code'])
  })

  test('does not look at a code where there is no second step', async () => {
    expect((await logIn({ username: 'daniel', password, code: 'anything' })).status).toBe(200)
  })
})

test('POST /api/login ends the session whose cookie came along', async () => {
  const was = { Authorization: `Bearer ${riverbank.sessions.niamh.token}` }
  expect((await user(was)).status).toBe(200)
  expect((await logIn({ username: 'daniel', password }, '127.0.0.1', 'niamh')).status).toBe(200)
  expect((await user(was)).status).toBe(401)
})
