import { describe, expect, test, vi } from 'vitest'
import { findSession } from '~/auth/sessions.server'
import { closeAccountById } from '~/domain/accounts/close-account.server'
import { changePassword } from '~/domain/accounts/people.server'
import { IDEMPOTENCY_FIELD } from '~/domain/idempotency/field'
import { takeMessage } from '~/http/forms/message.server'
import { withFormRecovery } from '~/http/remix/protect-routes.server'
import {
  callRoute,
  createFormPost,
  getResponse,
  PASSWORD_OF_PEOPLE,
  type Person,
  readFlashMessage,
  setUpFreshRiverbank,
} from '~/test/riverbank'
import { createTotpCode, enableSecondStep } from '~/test/second-step'
import { action, loader } from './route'

const riverbank = setUpFreshRiverbank()

function browser(cookies: Record<string, string> = {}) {
  const keep = (answer: Response) => {
    for (const header of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(header) ?? []
      if (/Max-Age=0/.test(header)) delete cookies[name]
      else cookies[name] = value
    }
    return answer
  }
  async function send(handler: typeof loader | typeof action, init: RequestInit, path: string) {
    const Cookie = Object.entries(cookies)
      .map((pair) => pair.join('='))
      .join('; ')
    return keep(await callRoute(riverbank, handler, path, { ...init, headers: Cookie ? { Cookie } : undefined }))
  }
  return {
    cookies,
    open: (path = '/portal') => send(loader, {}, path),
    send: (fields: Record<string, string>, path = '/portal') => send(action, createFormPost(fields), path),
  }
}

const credentials = (person: Person) => ({ username: person, password: PASSWORD_OF_PEOPLE, next: '/dashboard/notices' })
const isLoggedIn = async ({ cookies }: ReturnType<typeof browser>) => {
  const value = cookies.riverbank_session
  if (!value) return null
  const secret = JSON.parse(Buffer.from(decodeURIComponent(value), 'base64').toString())
  return (await findSession(riverbank.db, 'cookie', secret))?.user.username ?? null
}

describe('a log-in with a second step', () => {
  test('asks for the code at the same address, remembers the target, and starts a session only then', async () => {
    const { key } = await enableSecondStep(riverbank, 'aoife')
    const phone = browser()
    const first = await phone.send({ ...credentials('aoife'), rememberMe: 'on' }, '/login?next=%2Fdashboard%2Fnotices')
    const check = '/portal?check-cookies&next=%2Fdashboard%2Fnotices'
    expect([first.status, first.headers.get('Location')]).toEqual([303, check])
    expect((await phone.open(check)).headers.get('Location')).toBe('/portal?next=%2Fdashboard%2Fnotices')
    expect(first.headers.getSetCookie().join()).toMatch(/riverbank_first_step=.*Max-Age=600.*HttpOnly; SameSite=Lax/)
    expect(await isLoggedIn(phone)).toBeNull()
    expect(await (await phone.open()).json()).toMatchObject({ asksForCode: true })

    const second = await phone.send({ intent: 'code', code: ` ${createTotpCode(key).replace(/...$/, ' $&')} ` })
    expect([second.status, second.headers.get('Location')]).toEqual([303, '/dashboard/notices'])
    expect(second.headers.getSetCookie().join()).toMatch(/riverbank_session=[^;]+; Max-Age=2592000/)
    expect(await isLoggedIn(phone)).toBe('aoife')
    expect(Object.keys(phone.cookies)).not.toContain('riverbank_first_step')
  })

  test('accepts a recovery code once', async () => {
    const { recoveryCodes } = await enableSecondStep(riverbank, 'aoife')
    const [phone, other] = [browser(), browser()]
    await phone.send(credentials('aoife'))
    expect((await phone.send({ intent: 'code', code: recoveryCodes[3]! })).status).toBe(303)
    expect(await isLoggedIn(phone)).toBe('aoife')
    await other.send(credentials('aoife'))
    expect((await other.send({ intent: 'code', code: recoveryCodes[3]! })).status).toBe(401)
    expect((await other.send({ intent: 'code', code: recoveryCodes[4]! })).status).toBe(303)
  })

  test('refuses wrong, empty and endless codes with a message, and does not show them again', async () => {
    const { key } = await enableSecondStep(riverbank, 'aoife')
    const phone = browser()
    await phone.send(credentials('aoife'))
    for (const [code, status, words] of [
      ['123', 401, 'That code did not work. Please wait for the next one and type that.'],
      ['٠١٢٣٤٥', 401, 'That code did not work. Please wait for the next one and type that.'],
      ['   ', 400, 'Please type the code.'],
      ['7'.repeat(10_000), 400, 'Please use at most 100 characters.'],
    ] as const) {
      const answer = await phone.send({ intent: 'code', code })
      expect(answer.status).toBe(status)
      const { reply } = await answer.json()
      expect(reply.error).toEqual({ code: [words] })
      expect(JSON.stringify(reply.initialValue)).not.toMatch(/123|777|٠/)
    }
    expect(await isLoggedIn(phone)).toBeNull()
    await phone.send({ intent: 'code', code: createTotpCode(key) })
    expect(await isLoggedIn(phone)).toBe('aoife')
  })

  test('starts again on request', async () => {
    await enableSecondStep(riverbank, 'aoife')
    const phone = browser()
    await phone.send(credentials('aoife'))
    const answer = await phone.send({ intent: 'start-again' }, '/login')
    expect([answer.status, answer.headers.get('Location')]).toEqual([303, '/login'])
    expect(await (await phone.open()).json()).toMatchObject({ asksForCode: false })
  })

  test('is slowed down per account after ten wrong codes, from any network, by page or API', async () => {
    const { key } = await enableSecondStep(riverbank, 'niamh')
    const phone = browser()
    await phone.send(credentials('niamh'))
    const guesses = await Promise.all(Array.from({ length: 14 }, () => phone.send({ intent: 'code', code: '000000' })))
    expect(guesses.map(({ status }) => status).sort()).toEqual([...Array(10).fill(401), ...Array(4).fill(429)])
    const slowed = await phone.send({ intent: 'code', code: createTotpCode(key) })
    expect(slowed.status).toBe(429)
    expect(Number(slowed.headers.get('Retry-After'))).toBeGreaterThan(0)
    const { reply, problem } = await slowed.json()
    expect(problem).toBe(429)
    expect(reply.error.code).toEqual(['There have been too many tries. Please wait a few minutes and try again.'])
    expect(await isLoggedIn(phone)).toBeNull()
  })
})

describe('the first step alone', () => {
  async function halfWay() {
    const { key } = await enableSecondStep(riverbank, 'aoife')
    const phone = browser()
    await phone.send(credentials('aoife'))
    return { phone, enter: () => phone.send({ intent: 'code', code: createTotpCode(key) }), key }
  }
  async function expectVoid({ phone, enter }: Awaited<ReturnType<typeof halfWay>>) {
    expect(await (await phone.open()).json()).toMatchObject({ asksForCode: false })
    const answer = await enter()
    expect([answer.status, answer.headers.get('Location')]).toEqual([303, '/portal'])
    expect(await isLoggedIn(phone)).toBeNull()
    const Cookie = `riverbank_message=${phone.cookies.riverbank_message}`
    const { message } = await takeMessage(
      new Request('http://riverbank.test/', { headers: { Cookie } }),
      riverbank.context,
    )
    expect(message).toMatchObject({ kind: 'error', title: 'Please log in again' })
  }

  test('opens nothing, and expires after ten minutes', async () => {
    const half = await halfWay()
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 601_000 })
    await expectVoid(half)
  })

  test('ends when the password is changed', async () => {
    const half = await halfWay()
    const { db, people, settings } = riverbank
    await changePassword(db, people.aoife, people.aoife.id, 'kingfisher at noon', settings.centre)
    await expectVoid(half)
  })

  test('ends when the account is closed', async () => {
    const half = await halfWay()
    const { db, people } = riverbank
    await db.updateTable('users').set({ role: 'tutor' }).where('id', '=', people.niamh.id).execute()
    await closeAccountById(db, people.niamh, people.aoife.id)
    await expectVoid(half)
  })

  test('is refused for another account, or if it was tampered with', async () => {
    const half = await halfWay()
    const stored = half.phone.cookies.riverbank_first_step!
    const [value = '', signature = ''] = decodeURIComponent(stored).split('.')
    const inside = JSON.parse(Buffer.from(value, 'base64').toString())
    const forged = Buffer.from(JSON.stringify({ ...inside, userId: riverbank.people.daniel.id })).toString('base64')
    for (const cookie of [`${forged}.${signature}`, forged, 'IiI=', '']) {
      half.phone.cookies.riverbank_first_step = encodeURIComponent(cookie)
      await expectVoid(half)
    }
  })
})

describe('a new log-in', () => {
  test('ends only the browser’s previous session, anyone’s, and clears its stored data', async () => {
    const phone = browser()
    const first = await phone.send(credentials('daniel'))
    expect(first.headers.get('Clear-Site-Data')).toBeNull()
    const daniels = { ...phone, cookies: { ...phone.cookies } }
    const elsewhere = browser()
    await elsewhere.send(credentials('daniel'))

    const refused = await phone.send({ ...credentials('niamh'), password: 'not her password' })
    expect(refused.status).toBe(401)
    expect(await isLoggedIn(daniels)).toBe('daniel')
    const second = await phone.send(credentials('niamh'))
    expect(second.headers.get('Clear-Site-Data')).toBe('"cache"')
    expect([await isLoggedIn(phone), await isLoggedIn(daniels), await isLoggedIn(elsewhere)]).toEqual([
      'niamh',
      null,
      'daniel',
    ])
  })

  test('by another person removes the first step', async () => {
    await enableSecondStep(riverbank, 'aoife')
    const phone = browser()
    await phone.send(credentials('aoife'))
    await phone.send(credentials('daniel'))
    expect(await isLoggedIn(phone)).toBe('daniel')
    expect((await phone.open()).headers.get('Location')).toBe('/dashboard')
  })
})

describe('in a browser that blocks cookies', () => {
  const check = '/portal?check-cookies&next=%2Fdashboard%2Fnotices'

  test('a correct password, and a first step, lead to a page that says so', async () => {
    await enableSecondStep(riverbank, 'aoife')
    for (const person of ['daniel', 'aoife'] as const) {
      const answer = await browser().send(credentials(person))
      expect([answer.status, answer.headers.get('Location')]).toEqual([303, check])
      expect(await (await browser().open(check)).json()).toMatchObject({
        notice: { title: 'This browser blocks cookies' },
        asksForCode: false,
      })
    }
    expect(await (await browser().open()).json()).toMatchObject({ notice: null })
  })

  test('that page redirects if a cookie came back', async () => {
    const phone = browser()
    await phone.send(credentials('daniel'))
    expect((await phone.open(check)).headers.get('Location')).toBe('/dashboard/notices')
  })

  test('a browser that sends a cookie is redirected at once', async () => {
    const phone = browser({ riverbank_device: 'x' })
    expect((await phone.send(credentials('daniel'))).headers.get('Location')).toBe('/dashboard/notices')
  })
})

test('after a log-out that a proxy answered, the home page goes by the session, not the address', async () => {
  const phone = browser()
  await phone.send(credentials('daniel'))
  for (const [who, words] of [
    [
      phone,
      'Logout failed / You are still logged in on this device. Go to the Student Portal and press Log Out again.',
    ],
    [browser(), 'Logged out / You have been successfully logged out.'],
  ] as const)
    for (const address of ['/portal?log-out', '/portal?log-out=done', '/portal?log-out=failed']) {
      const answer = await who.open(address)
      expect([answer.status, answer.headers.get('Location')]).toEqual([303, '/'])
      expect(readFlashMessage(answer)).toBe(words)
    }
})

test('a failed log-out says so, but the browser still forgets the session', async () => {
  const request = await riverbank.request('/portal', { as: 'daniel', ...createFormPost({ intent: 'log-out' }) })
  await riverbank.db.destroy()
  const answer = await getResponse(() => action({ request, params: {}, context: riverbank.context }))
  expect([answer.status, answer.headers.get('Location')]).toEqual([303, '/'])
  const cookies = answer.headers.getSetCookie()
  expect(cookies.find((cookie) => cookie.startsWith('riverbank_session='))).toMatch(/Max-Age=0/)
  const Cookie = cookies.map((cookie) => cookie.split(';')[0]).join('; ')
  const { message } = await takeMessage(
    new Request('http://riverbank.test/', { headers: { Cookie } }),
    riverbank.context,
  )
  expect(message).toMatchObject({ kind: 'error', title: 'Logout failed' })
})

test('an anonymous visitor’s posts to /portal add no rows', async () => {
  const { db } = riverbank
  const tables = (await db.introspection.getTables()).map(({ name }) => name as 'tickets')
  const rows = () =>
    Promise.all(tables.map((table) => db.selectFrom(table).select(db.fn.countAll().as('n')).executeTakeFirst()))
  const before = await rows()
  const statuses = new Set<number>()
  for (const intent of ['log-out', 'start-again', 'code', 'log-in'])
    for (let turn = 0; turn < 20; turn++) {
      const fields = { intent, [IDEMPOTENCY_FIELD]: crypto.randomUUID(), username: 'n', password: '', code: '123456' }
      statuses.add((await callRoute(riverbank, withFormRecovery(action), '/portal', { fields })).status)
    }
  expect([...statuses].sort()).toEqual([303, 400])
  expect(await rows()).toEqual(before)
})
