import { describe, expect, test } from 'vitest'
import { type ApiRequest, sendApiRequest } from '~/test/api'
import { PASSWORD_OF_PEOPLE, setUpFreshRiverbank } from '~/test/riverbank'
import { createTotpCode, enableSecondStep } from '~/test/second-step'

const riverbank = setUpFreshRiverbank()

const logIn = (json: unknown, sent: ApiRequest = {}) => sendApiRequest(riverbank, 'POST /api/login', { json, ...sent })
const user = (sent: ApiRequest) => sendApiRequest(riverbank, 'GET /api/user', sent)

test('POST /api/login returns a token and sets a cookie: two secrets of one session, which logging out ends', async () => {
  const answer = await logIn({ username: 'daniel', password: PASSWORD_OF_PEOPLE, rememberMe: false })
  expect(answer.status).toBe(200)
  const { token } = answer.body
  const [setCookie = ''] = answer.headers.getSetCookie()
  expect(setCookie).toMatch(/HttpOnly/)
  expect(setCookie).toMatch(/SameSite=Lax/)
  expect(setCookie).not.toMatch(/Max-Age|Expires/)
  const Cookie = setCookie.split(';')[0] ?? ''
  const secret = JSON.parse(Buffer.from(decodeURIComponent(Cookie.split('=')[1] ?? ''), 'base64').toString())
  expect(secret).not.toBe(token)
  const stored = JSON.stringify(await riverbank.db.selectFrom('sessions').selectAll().execute())
  expect(stored).not.toContain(token)
  expect(stored).not.toContain(secret)

  const byCookie = { headers: { Cookie } }
  expect((await user({ bearer: token })).body).toMatchObject({
    username: 'daniel',
    role: 'student',
    firstName: 'Daniel',
  })
  expect((await user(byCookie)).body).toMatchObject({ username: 'daniel' })
  expect((await user({ bearer: secret })).status).toBe(401)

  expect((await sendApiRequest(riverbank, 'POST /api/logout', { bearer: token })).status).toBe(200)
  expect((await user({ bearer: token })).status).toBe(401)
  expect((await user(byCookie)).status).toBe(401)
})

test.each(['Bearer ', 'Basic bWFldmU6eA=='])(
  'a request without a token (Authorization: %s) has no user',
  async (sent) => {
    const headers = { Authorization: sent }
    expect(await user({ headers })).toMatchObject({ status: 200, body: null })
    const subscriber = { email: 'maura@example.org' }
    expect(
      await sendApiRequest(riverbank, 'POST /api/newsletter/subscribe', { headers, json: subscriber }),
    ).toMatchObject({
      status: 201,
    })
  },
)

test.each(['ended', 'two words'])('the token ‘%s’ is refused by each call that depends on the user', async (bearer) => {
  expect((await user({ bearer })).status).toBe(401)
  const subscribed = await sendApiRequest(riverbank, 'POST /api/newsletter/subscribe', {
    bearer,
    json: { email: 'maura@example.org' },
  })
  expect(subscribed.status).toBe(401)
})

test('rememberMe lasts thirty days, in the cookie and the session', async () => {
  const answer = await logIn({ username: 'daniel', password: PASSWORD_OF_PEOPLE, rememberMe: true })
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
  ['a list', [], 400, undefined],
  ['a wrong password', { username: 'daniel', password: 'not this one' }, 401, undefined],
  ['an unknown username', { username: 'nobody', password: PASSWORD_OF_PEOPLE }, 401, undefined],
])('POST /api/login refuses %s', async (_case, body, status, errors) => {
  const answer = await logIn(body)
  expect(answer.status).toBe(status)
  expect(answer.headers.get('Content-Type')).toMatch(/json/)
  expect(answer.body.message).toEqual(expect.any(String))
  if (errors) expect(answer.body.errors).toEqual(errors)
})

describe('POST /api/login with a second step', () => {
  const aoife = { username: 'aoife', password: PASSWORD_OF_PEOPLE }
  const listSessions = () => riverbank.db.selectFrom('sessions').select('id').execute()

  test('returns 401 with an error on the code if it is missing, and starts no session', async () => {
    await enableSecondStep(riverbank, 'aoife')
    const before = await listSessions()
    for (const body of [aoife, { ...aoife, code: null }, { ...aoife, code: '' }]) {
      const answer = await logIn(body)
      expect(answer.status).toBe(401)
      expect(answer.headers.getSetCookie()).toEqual([])
      expect(answer.body).toEqual({
        message: 'Login failed: 401. Please check your credentials and try again.',
        errors: { code: ['Please type the code from your app, or a recovery code.'] },
      })
    }
    expect(await listSessions()).toEqual(before)
  })

  test('does not mention the code if the password is wrong', async () => {
    const { key } = await enableSecondStep(riverbank, 'aoife')
    const answer = await logIn({ ...aoife, password: 'not this one', code: createTotpCode(key) })
    expect([answer.status, answer.body]).toEqual([
      401,
      { message: 'Login failed: 401. Please check your credentials and try again.' },
    ])
  })

  test('refuses codes that are not text or too long', async () => {
    await enableSecondStep(riverbank, 'aoife')
    for (const code of [123456, ['123456'], { code: '123456' }, '1'.repeat(10_000)]) {
      const answer = await logIn({ ...aoife, code })
      expect([answer.status, Object.keys(answer.body.errors)]).toEqual([400, ['code']])
    }
  })
})

test('POST /api/login ends the session of the request’s cookie', async () => {
  const was = { bearer: riverbank.sessions.niamh.token }
  expect((await user(was)).status).toBe(200)
  expect((await logIn({ username: 'daniel', password: PASSWORD_OF_PEOPLE }, { as: 'niamh' })).status).toBe(200)
  expect((await user(was)).status).toBe(401)
})
