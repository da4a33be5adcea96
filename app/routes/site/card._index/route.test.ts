import { beforeEach, expect, test } from 'vitest'
import { findSession } from '~/auth/sessions.server'
import { findCard, makeCard, makeDayCode } from '~/domain/cards/cards.server'
import { formatIsoDay, toDay } from '~/domain/events/days'
import { loader as scan } from '~/routes/site/card.$token/route'
import { callRoute, setUpFreshRiverbank } from '~/test/riverbank'
import { action, loader } from './route'

const riverbank = setUpFreshRiverbank()
const { aoife } = riverbank.people
let token: string
beforeEach(async () => {
  const { db, context, people } = riverbank
  context.settings.signInCards = true
  const until = formatIsoDay(toDay(Date.now() + 30 * 24 * 3_600_000))
  token = await makeCard(db, context.sign, people.aoife, people.daniel.id, { until, digits: null })
})

const getCookie = (answer: Response, name: string) =>
  answer.headers
    .getSetCookie()
    .find((line) => line.startsWith(`riverbank_${name}=`))
    ?.split(';')[0] ?? ''

const scanned = (of = token, method = 'GET') =>
  callRoute(riverbank, scan, `/card/${of}`, { method, params: { token: of } })
const look = (Cookie = '', path = '/card') =>
  callRoute(riverbank, loader, path, { headers: Cookie ? { Cookie } : undefined })
const press = (Cookie: string, fields: Record<string, string> = {}) =>
  callRoute(riverbank, action, '/card', { fields, headers: { Cookie } })

const liveSessions = async () => {
  const { db, people } = riverbank
  return (await db.selectFrom('sessions').select('id').where('userId', '=', people.daniel.id).execute()).length
}

test('GET and HEAD by a link scanner that follows redirects change nothing', async () => {
  const { db, people } = riverbank
  const before = [await findCard(db, aoife, people.daniel.id), await liveSessions()]
  for (const method of ['GET', 'HEAD', 'GET']) {
    const answer = await scanned(token, method)
    expect([answer.status, answer.headers.get('Location')]).toEqual([303, '/card?check-cookies'])
    expect(await (await look(getCookie(answer, 'card'))).json()).toEqual({
      holder: { firstName: 'Daniel', asksForDigits: false, isLocked: false },
    })
  }
  expect([await findCard(db, aoife, people.daniel.id), await liveSessions()]).toEqual(before)
})

test('a scanned card opens its page, or asks for cookies if the browser blocks them', async () => {
  const location = (await scanned()).headers.get('Location') ?? ''
  expect(await (await look('', location)).json()).toEqual({ holder: 'lost' })
  const stored = await look(getCookie(await scanned(), 'card'), location)
  expect([stored.status, stored.headers.get('Location')]).toEqual([303, '/card'])
})

test('a day code leads to the log-in page first, which says if the browser blocks cookies', async () => {
  const { db, context, people } = riverbank
  const { username, code } = await makeDayCode(db, context.sign, people.aoife, people.daniel.id)
  const answer = await callRoute(riverbank, action, '/card', { fields: { intent: 'code', username, code } })
  expect([answer.status, answer.headers.get('Location')]).toEqual([303, '/portal?check-cookies&next=%2Fdashboard'])
})

test('one press logs in until the browser is closed, and forgets the card', async () => {
  const { db, people } = riverbank
  const answer = await press(getCookie(await scanned(), 'card'))
  expect([answer.status, answer.headers.get('Location')]).toEqual([303, '/dashboard'])
  const [session] = answer.headers.getSetCookie().filter((line) => line.startsWith('riverbank_session='))
  expect(session).not.toMatch(/max-age|expires/i)
  expect(getCookie(answer, 'card')).toBe('riverbank_card=')
  expect(answer.headers.getSetCookie().some((line) => line.includes('device='))).toBe(false)
  expect(await liveSessions()).toBe(2)
  const rows = db.selectFrom('sessions').select(['remember', 'byCard']).where('userId', '=', people.daniel.id)
  expect(await rows.where('byCard', '=', 1).execute()).toEqual([{ remember: 0, byCard: 1 }])
  expect(await findSession(db, 'cookie', 'made up')).toBeNull()
})

test('a thousand made-up cards from one network open nothing, and do not block the correct one there', async () => {
  for (let n = 0; n < 1000; n++) {
    const cookie = getCookie(await scanned(`guess-${n}`.padEnd(43, 'x')), 'card')
    const answer = await (n % 2 ? look(cookie) : press(cookie))
    expect([answer.status, answer.headers.get('Location')]).toEqual(n % 2 ? [404, null] : [303, '/card'])
  }
  const own = getCookie(await scanned(), 'card')
  expect((await look(own)).status).toBe(200)
  expect((await press(own)).headers.get('Location')).toBe('/dashboard')
})

const type = async (username: string, code: string) => {
  const answer = await press('', { intent: 'code', username, code })
  return { status: answer.status, body: answer.status < 400 ? '' : await answer.json() }
}
const makeCode = (id = riverbank.people.daniel.id) => makeDayCode(riverbank.db, riverbank.context.sign, aoife, id)
const wrong = (code: string, n: number) => String((Number(code) + n) % 1e6).padStart(6, '0')

test('an anonymous visitor gets the same response for a student with a code, one without and a made-up name', async () => {
  const { code } = await makeCode()
  const answers = async (username: string) => {
    const reported = []
    for (let n = 1; n <= 7; n++) reported.push(await type(username, wrong(code, n)))
    return JSON.parse(JSON.stringify(reported).replaceAll(username, 'name'))
  }
  const withCode = await answers('daniel')
  expect(withCode.map(({ status }: { status: number }) => status)).toEqual([400, 400, 400, 400, 403, 403, 403])
  expect(await answers('niamh')).toEqual(withCode)
  expect(await answers('no.such.name')).toEqual(withCode)
  expect(withCode[4].body.result.error).toEqual({ code: ['This code is locked. Ask your tutor for a new one.'] })
})

test('a code that is too short is refused, and does not count as a try', async () => {
  const { code } = await makeCode()
  for (let n = 0; n < 9; n++) expect((await type('daniel', code.slice(0, 5))).status).toBe(400)
  const { body } = await type('daniel', '')
  expect(body.result.error).toEqual({ code: ['Type the six numbers.'] })
  expect(body.result.initialValue).toMatchObject({ username: 'daniel' })
  expect((await type('daniel', code)).status).toBe(303)
})

test('without sign-in cards in the settings the page is 404, and no card works', async () => {
  riverbank.context.settings.signInCards = false
  const cookie = `riverbank_card=${Buffer.from(JSON.stringify(token)).toString('base64')}`
  for (const answer of [await scanned(), await look(cookie), await press(cookie)]) expect(answer.status).toBe(404)
})
