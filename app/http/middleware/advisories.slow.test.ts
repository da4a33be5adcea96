import { describe, expect, it, onTestFinished, test } from 'vitest'
import { toSafeNextPath } from '~/auth/identity.server'
import { shareServer } from '~/test/built'
import { DEMO_PASSWORD_OF_TESTS, type RunningRiverbank } from '~/test/running'
import { getProcessorTime } from '../../../scripts/checks/shared/measures'

// Remix 2 gets no more fixes: each open advisory is tried here on the built product.

const riverbank = shareServer()

const fetchPath = ({ url }: RunningRiverbank, path: string, init: RequestInit = {}) =>
  fetch(url + path, { redirect: 'manual', ...init })
const post = (path: string, fields: Record<string, string> | string, headers: Record<string, string> = {}) =>
  fetchPath(riverbank, path, {
    method: 'POST',
    body: new URLSearchParams(fields),
    headers: { Origin: riverbank.url, ...headers },
  })
const getCookie = (answer: Response) =>
  answer.headers
    .getSetCookie()
    .map((cookie) => cookie.split(';')[0])
    .join('; ')

/** Addresses that lead to another site, or that some parser reads so. */
const away = [
  'https://evil.example/',
  '//evil.example/',
  '/\\evil.example',
  '/%2F%2Fevil.example',
  '/\t/evil.example',
  'javascript:alert(1)',
  '/dashboard\\..\\..\\evil.example',
  '/dashboard//evil.example',
  '/dashboard@evil.example',
  '/dashboard\r\nLocation: https://evil.example',
]

describe('an open redirect (GHSA-wrjc-x8rr-h8h6 / CVE-2026-53669: a backslash in an address that the router follows)', () => {
  it.each(away)('afterLogIn does not follow %j', (next) => {
    expect(toSafeNextPath(next)).toBe('/dashboard')
  })

  it.each(['/dashboard', '/dashboard/calendar?day=2025-10-14', '/files/7?inline', '/dashboard?edit=3'])(
    'afterLogIn follows %s',
    (next) => {
      expect(toSafeNextPath(next)).toBe(next)
    },
  )

  it('is on no page before or after a log-in', async () => {
    const cookie = getCookie(await post('/portal', { username: 'demo.student', password: DEMO_PASSWORD_OF_TESTS }))
    for (const next of away) {
      const query = `/portal?next=${encodeURIComponent(next)}`
      const loggedIn = await fetchPath(riverbank, query, { headers: { Cookie: cookie } })
      expect([loggedIn.status, loggedIn.headers.get('Location')], next).toEqual([303, '/dashboard'])
      const fetched = await fetchPath(riverbank, query.replace('?', '.data?'), { headers: { Cookie: cookie } })
      expect(await fetched.text(), next).not.toContain('evil')
      const page = await (await fetchPath(riverbank, query)).text()
      expect(page, next).toContain('name="next" value="/dashboard"')
    }
    const logIn = await post('/portal', {
      username: 'demo.student',
      password: DEMO_PASSWORD_OF_TESTS,
      next: '/\\evil.example',
    })
    expect(logIn.headers.get('Location')).toBe('/portal?check-cookies&next=%2Fdashboard')
  })

  it('is not in the footer’s newsletter form', async () => {
    for (const from of ['/\\evil.example', '//evil.example', 'https://evil.example', '/a\\b', 'javascript:alert(1)']) {
      const email = `reader${Math.random()}@example.org`
      const answer = await post('/contact', { intent: 'subscribe', email, from }, {})
      if (answer.status !== 429) expect(answer.headers.get('Location'), from).toBe('/contact?subscribed#subscribed')
    }
  })
})

describe('a constructor of the sender’s choice (GHSA-337j-9hxr-rhxg / CVE-2026-53666: deserializeErrors in the browser)', () => {
  it('can’t be named: in production an error reaches a page without its type, message and stack', async () => {
    const cookie = 'riverbank_session=IngiCg'
    riverbank.change('alter table sessions rename to gone')
    onTestFinished(() => riverbank.change('alter table gone rename to sessions'))
    for (const path of ['/portal', '/portal.data']) {
      const answer = await fetchPath(riverbank, path, { headers: { Cookie: cookie } })
      const text = await answer.text()
      expect(answer.status, path).toBe(500)
      expect(text, path).not.toMatch(/__subType|SqliteError|no such table|node_modules/)
    }
  })
})

describe('turbo-stream 2 (GHSA-rxv8-25v2-qmq8 / CVE-2026-34077: input that comes back in an answer; GHSA-49rj-9fvp-4h2h: decoding)', () => {
  it('never decodes a request', async () => {
    const hostile = '[["E","alert(1)","Function"],["P",0]]\n'
    for (const path of ['/contact.data', '/portal.data', '/contact', '/api/contact']) {
      const headers = { 'Content-Type': 'text/x-script', Origin: riverbank.url }
      const answer = await fetchPath(riverbank, path, { method: 'POST', headers, body: hostile })
      expect(answer.status, path).toBeGreaterThanOrEqual(400)
      expect(answer.status, path).toBeLessThan(500)
    }
  })

  it.each(['/contact', '/contact.data'])('can’t be blocked by a form of maximum depth (%s)', async (path) => {
    const before = getProcessorTime(riverbank.pid)
    for (const name of [`a${'.a'.repeat(20_000)}`, `a${'[0]'.repeat(15_000)}`])
      expect([400, 413]).toContain((await post(path, { [name]: 'x' })).status)
    expect(getProcessorTime(riverbank.pid) - before, 'milliseconds of CPU time').toBeLessThan(2000)
    expect((await fetchPath(riverbank, '/healthz')).status).toBe(200)
  })

  it('sends a form’s text back at about its own size', async () => {
    const message = 'x'.repeat(40_000)
    const answer = await post('/contact.data', { name: 'A', email: 'a', subject: 'visit', message })
    expect((await answer.text()).length).toBeLessThan(3 * message.length)
  })
})

test('the router requests no manifest for links (GHSA-8x6r-g9mw-2r78 / CVE-2026-42342, GHSA-chx6-hx7r-mcp5 / CVE-2026-55685: /__manifest)', async () => {
  expect((await fetchPath(riverbank, '/__manifest?p=/about&version=1')).status).toBe(404)
})
