import { beforeEach, expect, test } from 'vitest'
import { findSession } from '~/auth/sessions.server'
import { findCard, makeCard, makeDayCode } from '~/domain/cards/cards.server'
import { dayAt, isoDay } from '~/domain/events/days'
import { limits } from '~/http/limits/limits.server'
import { loader as scan } from '~/routes/site/card.$token/route'
import { ask, freshForEach } from '~/test/riverbank'
import { action, loader } from './route'

const riverbank = freshForEach()
let token: string
let network = 0
beforeEach(async () => {
  const { db, context, people } = riverbank
  context.settings.signInCards = true
  // One of its own for each test: what is counted is counted for the whole process.
  context.network = `192.0.2.${++network}`
  for (const limit of [limits.dayCodesInAll, limits.dayCodesOnDevices]) limit.clear('all')
  const until = isoDay(dayAt(Date.now() + 30 * 24 * 3_600_000))
  token = await makeCard(db, context.seal, people.aoife, people.daniel.id, { until, digits: null })
})

const cookieOf = (answer: Response, name: string) =>
  answer.headers
    .getSetCookie()
    .find((line) => line.startsWith(`riverbank_${name}=`))
    ?.split(';')[0] ?? ''

/** What scanning a card leaves in the browser. */
const scanned = (of = token, method = 'GET') => ask(riverbank, scan, `/card/${of}`, { method, params: { token: of } })
const look = (Cookie = '') => ask(riverbank, loader, '/card', { headers: { Cookie } })
const press = (Cookie: string, fields: Record<string, string> = {}) =>
  ask(riverbank, action, '/card', { fields, headers: { Cookie } })

const liveSessions = async () => {
  const { db, people } = riverbank
  return (await db.selectFrom('sessions').select('id').where('userId', '=', people.daniel.id).execute()).length
}

test('a scanner of links that asks by GET and HEAD, follows and asks again, changes nothing', async () => {
  const { db, people } = riverbank
  const before = [await findCard(db, people.daniel.id), await liveSessions()]
  for (const method of ['GET', 'HEAD', 'GET']) {
    const answer = await scanned(token, method)
    expect([answer.status, answer.headers.get('Location')]).toEqual([303, '/card'])
    expect(await (await look(cookieOf(answer, 'card'))).json()).toEqual({
      holder: { firstName: 'Daniel', asksForDigits: false, isLocked: false },
    })
  }
  expect([await findCard(db, people.daniel.id), await liveSessions()]).toEqual(before)
})

test('one press logs in until the browser is closed, and the card is forgotten there', async () => {
  const { db, people } = riverbank
  const answer = await press(cookieOf(await scanned(), 'card'))
  expect([answer.status, answer.headers.get('Location')]).toEqual([303, '/dashboard'])
  const [session] = answer.headers.getSetCookie().filter((line) => line.startsWith('riverbank_session='))
  expect(session).not.toMatch(/max-age|expires/i)
  expect(cookieOf(answer, 'card')).toBe('riverbank_card=')
  expect(answer.headers.getSetCookie().some((line) => line.includes('device='))).toBe(false)
  expect(await liveSessions()).toBe(2)
  const rows = db.selectFrom('sessions').select(['remember', 'byCard']).where('userId', '=', people.daniel.id)
  expect(await rows.where('byCard', '=', 1).execute()).toEqual([{ remember: 0, byCard: 1 }])
  expect(await findSession(db, 'cookie', 'made up')).toBeNull()
})

test('of a thousand made-up cards from one network thirty are looked up, and the right one waits too', async () => {
  const { context } = riverbank
  const guess = async (n: number) => {
    const cookie = cookieOf(await scanned(`guess-${n}`.padEnd(43, 'x')), 'card')
    return (await (n % 2 ? look(cookie) : press(cookie))).status
  }
  const statuses: number[] = []
  for (let n = 0; n < 1000; n++) statuses.push(await guess(n))
  expect(statuses.slice(0, 30).every((status) => [303, 404].includes(status))).toBe(true)
  expect(new Set(statuses.slice(31))).toEqual(new Set([429]))
  const own = cookieOf(await scanned(), 'card')
  expect((await press(own)).status).toBe(429)
  context.network = '198.51.100.7'
  expect((await press(own)).status).toBe(303)
})

test('of a thousand made-up codes from a thousand networks a hundred are looked up in a day', async () => {
  const { db, context, people } = riverbank
  const code = await makeDayCode(db, context.seal, people.aoife, people.daniel.id)
  const statuses: number[] = []
  for (let n = 0; n < 1000; n++) {
    context.network = `10.1.${n >> 8}.${n & 255}`
    const wrong = String((Number(code) + 1 + n) % 1e6).padStart(6, '0')
    statuses.push((await press('', { intent: 'code', code: wrong })).status)
  }
  expect(statuses).toEqual([...Array(100).fill(400), ...Array(900).fill(429)])
  expect((await press('', { intent: 'code', code })).status).toBe(429)
  limits.dayCodesInAll.clear('all')
  expect((await press('', { intent: 'code', code })).status).toBe(303)
})

test('one network gets twenty codes in ten minutes', async () => {
  const statuses: number[] = []
  for (let n = 0; n < 25; n++) statuses.push((await press('', { intent: 'code', code: '1' })).status)
  expect(statuses).toEqual([...Array(20).fill(400), ...Array(5).fill(429)])
})

test('where the operator allows no cards there is no such page, and none works', async () => {
  riverbank.context.settings.signInCards = false
  const cookie = `riverbank_card=${Buffer.from(JSON.stringify(token)).toString('base64')}`
  for (const answer of [await scanned(), await look(cookie), await press(cookie)]) expect(answer.status).toBe(404)
})
