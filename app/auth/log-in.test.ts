import { beforeEach, describe, expect, test, vi } from 'vitest'
import { addAccount } from '~/domain/accounts/accounts.server'
import { changePassword } from '~/domain/accounts/people.server'
import { getNetwork, limits } from '~/domain/limits/limits.server'
import { answerCall } from '~/http/contract/contract.server'
import { action as portal } from '~/routes/site/portal/route'
import { lowerHashCost } from '~/test/hash-cost'
import { fillPasswordQueue } from '~/test/log-in-load'
import { createFormPost, getResponse, PASSWORD_OF_PEOPLE, setUpFreshRiverbank } from '~/test/riverbank'
import { findRequestSession } from './identity.server'
import { getLogInFailureMessage, getLogInRefusalMessage } from './log-in-messages'
import { countLogInAttempt } from './throttle.server'

const DEVICE_COOKIE = 'riverbank_device'

const riverbank = setUpFreshRiverbank()
lowerHashCost()
let tests = 0
beforeEach(async () => {
  tests += 1
  for (const name of ['niamh', 'daniel', 'aoife']) limits.triesAtNameInDay.clear(name)
})

/** A network that no other test counts in. */
const network = (number = 0) => `192.0.${tests}.${number}`

async function logIn(username: string, typed = PASSWORD_OF_PEOPLE, { from = network(), device = '' } = {}) {
  const request = await riverbank.request('/api/login', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...(device ? { Cookie: device } : {}) },
    body: JSON.stringify({ username, password: typed }),
  })
  return getResponse(() => answerCall({ request, context: { ...riverbank.context, network: from } }))
}
const guess = (username: string, from?: string, device?: string) => logIn(username, 'not this one', { from, device })
const statuses = async (answers: Promise<Response>[]) => (await Promise.all(answers)).map(({ status }) => status)

/** The device's cookie as a response sets it. */
function readDeviceCookie(answer: Response): string {
  return (
    answer.headers
      .getSetCookie()
      .find((cookie) => cookie.startsWith(DEVICE_COOKIE))
      ?.split(';')[0] ?? ''
  )
}
/** What a device's cookie holds. */
const isAccepted = (device: string): string[] =>
  JSON.parse(Buffer.from(decodeURIComponent(device.split('=')[1] ?? ''), 'base64').toString())
/** The device's cookie with other contents. */
const getCookie = (passes: unknown) =>
  `${DEVICE_COOKIE}=${encodeURIComponent(Buffer.from(JSON.stringify(passes)).toString('base64'))}`

async function lockOut(username: string, from = network()) {
  for (let turn = 0; turn < 10; turn++) await guess(username, from)
  expect((await logIn(username, PASSWORD_OF_PEOPLE, { from })).status).toBe(429)
}

/** A log-in through the page's form. */
async function logInOnPage(fields: Record<string, string>, cookie = '') {
  const request = await riverbank.request('/portal', { ...createFormPost(fields), headers: { Cookie: cookie } })
  return getResponse(() => portal({ request, params: {}, context: riverbank.context }))
}

describe('the page and the call', () => {
  test('accept a password exactly as it was typed', async () => {
    const typed = '\ufeff kingfisher\r\n\nat\tnoon + & = %41 \ud83d\udc26 '
    const { db, people, settings } = riverbank
    await changePassword(db, people.aoife, people.niamh.id, typed, settings.centre)
    expect((await logIn('niamh', typed)).status).toBe(200)
    expect((await logInOnPage({ username: 'niamh', password: typed })).status).toBe(303)
    for (const other of [typed.trim(), typed.replaceAll('\r\n', '\n'), typed.replace('%41', 'A')]) {
      expect((await logIn('niamh', other)).status).toBe(401)
      expect((await logInOnPage({ username: 'niamh', password: other })).status).toBe(401)
    }
  })

  test.each(['Niamh', 'Níamh', 'niamh\u200b ', '\u202aniamh\u202c', 'ｎｉａｍｈ'])(
    'find a username as a phone may change it: %j',
    async (username) => {
      expect((await logIn(username)).status).toBe(200)
      expect((await logInOnPage({ username, password: PASSWORD_OF_PEOPLE })).status).toBe(303)
    },
  )
})

describe('attempts are counted', () => {
  test('per name and network, in five minutes, and a right one resets the count', async () => {
    vi.useFakeTimers({ toFake: ['Date', 'performance'] })
    for (let turn = 0; turn < 9; turn++) expect((await guess('niamh')).status).toBe(401)
    expect((await logIn('niamh')).status).toBe(200)
    await lockOut('niamh')
    expect((await logIn('Níamh\u200b')).status).toBe(429)
    vi.advanceTimersByTime(5 * 60_000)
    expect((await logIn('niamh')).status).toBe(200)
  })

  test('per name as the database compares names', async () => {
    const spellings = ['niamh', 'NIAMH', ' Niamh', 'niamh  ', '\tnIAMH\n']
    for (let turn = 0; turn < 10; turn++) await guess(spellings[turn % spellings.length]!)
    expect(await statuses(spellings.map((name) => logIn(name)))).toEqual(spellings.map(() => 429))
    // Any spelling that finds an account counts for it, even a Kelvin sign, which is folded to a k.
    await riverbank.db.updateTable('users').set({ username: 'kevin' }).where('username', '=', 'daniel').execute()
    expect((await logIn('\u212Aevin')).status).toBe(200)
    for (let turn = 0; turn < 10; turn++) await guess('\u212Aevin')
    expect((await logIn('kevin')).status).toBe(429)
    expect((await logIn('aoife')).status).toBe(200)
  })

  test('for an unknown name like for any other', async () => {
    for (let turn = 0; turn < 10; turn++) expect((await guess(turn % 2 ? 'Nobody' : 'nobody')).status).toBe(401)
    expect((await guess('NOBODY')).status).toBe(429)
  })

  test('for a whole network with a higher limit, and right ones don’t count', async () => {
    vi.useFakeTimers({ toFake: ['Date', 'performance'] })
    for (let turn = 0; turn < 3; turn++) expect((await logIn('aoife')).status).toBe(200)
    // Counts like two hundred guesses, without hashing their passwords.
    for (let turn = 0; turn < 200; turn++)
      countLogInAttempt(riverbank.context.securityLog, {
        username: `name ${turn}`,
        userId: null,
        network: network(),
        device: null,
      })
    const refused = await logIn('aoife')
    expect(refused.status).toBe(429)
    expect(Number(refused.headers.get('Retry-After'))).toBeLessThanOrEqual(600)
    expect((await logIn('aoife', PASSWORD_OF_PEOPLE, { from: network(1) })).status).toBe(200)
    vi.advanceTimersByTime(600_000)
    expect((await logIn('aoife')).status).toBe(200)
  })

  test('for the /56 and the /48 around an IPv6 network, with higher limits', async () => {
    const checked = async (prefixes: string[]) => {
      limits.triesAtNameInDay.clear('niamh')
      const tried = { username: 'niamh', userId: null, device: null }
      const waits = []
      for (const prefix of prefixes)
        waits.push(countLogInAttempt(riverbank.context.securityLog, { ...tried, network: getNetwork(`${prefix}::1`) }))
      return waits.filter((wait) => wait === 0).length
    }
    const numbers = Array.from({ length: 60 }, (_, number) => number.toString(16).padStart(2, '0'))
    expect(await checked(numbers.map((number) => `2001:db8:${tests}:1${number}`))).toBe(20)
    expect(await checked(numbers.map((number) => `2001:db8:${tests}:${number}00`))).toBe(20)
    expect(await checked(numbers.map((number) => `2001:db8:${tests}a:${number}00`))).toBe(40)
    expect((await logIn('niamh', PASSWORD_OF_PEOPLE, { from: getNetwork(`2001:db8:${tests}b::1`) })).status).toBe(200)
  })

  test('for an account in a day, from any number of networks, with known devices counted separately', async () => {
    vi.useFakeTimers({ toFake: ['Date', 'performance'] })
    const device = readDeviceCookie(await logIn('niamh'))
    const from48 = Array.from({ length: 120 }, (_, number) =>
      getNetwork(`2001:db8:${tests}:${number.toString(16)}00::1`),
    )
    const answers: number[] = []
    for (const from of from48) answers.push((await guess('niamh', from)).status)
    expect(answers.filter((status) => status !== 429)).toEqual(Array(40).fill(401))
    const tried = { username: 'Niamh', userId: null, device: null }
    for (let number = 0; number < 60; number++)
      expect(countLogInAttempt(riverbank.context.securityLog, { ...tried, network: `198.51.${tests}.${number}` })).toBe(
        0,
      )
    const refused = await logIn('niamh', PASSWORD_OF_PEOPLE, { from: network(1) })
    expect([refused.status, (await refused.json()).message]).toEqual([429, getLogInRefusalMessage(429)])
    expect((await logIn('niamh', PASSWORD_OF_PEOPLE, { from: network(1), device })).status).toBe(200)
    expect((await logIn('daniel', PASSWORD_OF_PEOPLE, { from: network(1) })).status).toBe(200)
    vi.advanceTimersByTime(24 * 3_600_000)
    expect((await logIn('niamh', PASSWORD_OF_PEOPLE, { from: network(1) })).status).toBe(200)
  })
})

describe('a device that logged in before', () => {
  test('is known for a year by a cookie with ids and signatures, and nothing about a person', async () => {
    const answer = await logIn('niamh')
    const cookie = answer.headers.getSetCookie().find((one) => one.startsWith(DEVICE_COOKIE))
    expect(cookie).toMatch(/Max-Age=31536000; Path=\/; HttpOnly; SameSite=Lax$/)
    const [pass = '', ...others] = isAccepted(readDeviceCookie(answer))
    expect(others).toEqual([])
    expect(pass.split('.')[0]).toBe(String(riverbank.people.niamh.id))
    expect(pass).not.toMatch(/niamh|argon2/i)
    const session = await riverbank.request('/dashboard', { headers: { Cookie: readDeviceCookie(answer) } })
    expect(await findRequestSession({ request: session, context: riverbank.context })).toBeNull()
  })

  test('lets its owner in while others guess from the same network, and has its own limit', async () => {
    const device = readDeviceCookie(await logIn('niamh'))
    await lockOut('niamh')
    expect((await logIn('niamh', PASSWORD_OF_PEOPLE, { device })).status).toBe(200)
    for (let turn = 0; turn < 10; turn++) expect((await guess('niamh', network(), device)).status).toBe(401)
    expect((await logIn('niamh', PASSWORD_OF_PEOPLE, { device })).status).toBe(429)
    const other = readDeviceCookie(await logIn('niamh', PASSWORD_OF_PEOPLE, { from: network(1) }))
    expect((await logIn('niamh', PASSWORD_OF_PEOPLE, { device: other })).status).toBe(200)
  })

  test('of another person gives no advantage, and neither does an invented cookie', async () => {
    const daniels = readDeviceCookie(await logIn('daniel'))
    await lockOut('niamh')
    const [pass = ''] = isAccepted(daniels)
    const { id } = riverbank.people.niamh
    const forged = [
      [pass.replace(/^\d+/, String(id))],
      [`${id}.${'A'.repeat(22)}.${'A'.repeat(43)}`],
      { 0: pass },
      'no list',
      [null, 7, {}, `${id}`],
      Array(1000).fill(pass),
    ].map(getCookie)
    for (const device of [daniels, ...forged, `${DEVICE_COOKIE}=%E0%A4`, `${DEVICE_COOKIE}=`])
      expect((await logIn('niamh', PASSWORD_OF_PEOPLE, { device })).status, device.slice(0, 80)).toBe(429)
  })

  test('is forgotten when the password changes', async () => {
    const device = readDeviceCookie(await logIn('niamh'))
    await changePassword(
      riverbank.db,
      riverbank.people.aoife,
      riverbank.people.niamh.id,
      'kingfisher at noon',
      riverbank.settings.centre,
    )
    await lockOut('niamh')
    expect((await logIn('niamh', 'kingfisher at noon', { device })).status).toBe(429)
  })

  test('may be shared by five people, and is still known after a log-out', async () => {
    const names = ['niamh', 'daniel', 'aoife', 'ciara', 'sean', 'orla']
    const person = { role: 'student', firstName: 'A', lastName: 'B', password: PASSWORD_OF_PEOPLE } as const
    for (const username of names.slice(3)) await addAccount(riverbank.db, { ...person, username })
    let device = ''
    for (const name of [...names, 'orla', 'aoife'])
      device = readDeviceCookie(await logIn(name, PASSWORD_OF_PEOPLE, { device }))
    const ids = isAccepted(device).map((pass) => pass.split('.')[0])
    const known = await riverbank.db.selectFrom('users').select(['id', 'username']).execute()
    expect(ids.map((id) => known.find((one) => String(one.id) === id)?.username)).toEqual([
      'aoife',
      'orla',
      'sean',
      'ciara',
      'daniel',
    ])
    const request = await riverbank.request('/portal', { as: 'aoife', ...createFormPost({ intent: 'log-out' }) })
    const left = await getResponse(() => portal({ request, params: {}, context: riverbank.context }))
    expect(left.headers.getSetCookie().join()).not.toContain(DEVICE_COOKIE)
  })
})

describe('while too many passwords are being checked', () => {
  test('POST /api/login responds 503 with Retry-After, but not to a known device, and the attempt does not count', async () => {
    const device = readDeviceCookie(await logIn('niamh'))
    for (let turn = 0; turn < 9; turn++) await guess('niamh')
    const others = fillPasswordQueue('stranger')
    const answer = await logIn('niamh')
    expect([answer.status, answer.headers.get('Retry-After')]).toEqual([503, '5'])
    expect((await answer.json()).message).toContain('The website is busy with something else.')
    const known = logIn('niamh', PASSWORD_OF_PEOPLE, { from: network(1), device })
    await others.disperse()
    expect((await known).status).toBe(200)
    expect(limits.triesAtName.wait(network(), 'niamh')).toBe(0)
    expect((await guess('niamh')).status).toBe(401)
    expect((await guess('niamh')).status).toBe(429)
  })

  test('the page responds 503 with the form, without the password', async () => {
    const others = fillPasswordQueue('stranger')
    const fields = { username: 'niamh', password: 'Hummingbird77', rememberMe: 'on' }
    const request = await riverbank.request('/portal', createFormPost(fields))
    const answer = await getResponse(() => portal({ request, params: {}, context: riverbank.context }))
    expect([answer.status, answer.headers.get('Retry-After')]).toEqual([503, '5'])
    const text = await answer.text()
    expect(text).not.toContain('Hummingbird77')
    expect(JSON.parse(text)).toMatchObject({
      problem: 503,
      reply: { initialValue: { username: 'niamh', rememberMe: 'on' } },
    })
    await others.disperse()
  })
})

test.each([
  [{ status: 401, message: 'Login failed: 401.' }, 'Login failed: 401. Please check your credentials and try again.'],
  [{ status: 503, message: 'Busy.' }, /^Login failed: 503\. The website is busy/],
  [{ status: 503 }, 'Login failed: 503. The website is not available at the moment. Please try again.'],
  [{ status: 'no connection' }, 'Login failed: no connection. There is no connection at the moment. Please try again.'],
] as const)('a failed log-in (%j) has its own message', (failed, words) => {
  expect(getLogInFailureMessage(failed)).toMatch(words)
})
