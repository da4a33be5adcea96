import { expect, test } from 'vitest'
import { shareServer } from '~/test/built'
import { resolveAddress } from '~/test/screens'

const riverbank = shareServer()

/** The response headers for a tutor, or for a visitor. */
async function fetchHeaders(
  path: string,
  headers: Record<string, string> = { Cookie: riverbank.sessions.aoife.cookie },
) {
  return (await fetch(riverbank.url + path, { headers, redirect: 'manual' })).headers
}

test('a newsletter’s mail may be framed by the site and styled by attributes; webmail may show its attachments', async () => {
  const newsletter = resolveAddress(riverbank, '/dashboard/newsletter/:draft')
  const mail = await fetchHeaders(`${newsletter}/mail`)
  const policy = mail.get('Content-Security-Policy')
  expect(policy).toMatch(/frame-ancestors 'self'/)
  expect(policy).toMatch(/style-src-attr 'unsafe-inline'/)
  expect(policy).toMatch(/default-src 'none'/)
  expect(policy).not.toContain('script-src')
  expect(mail.get('X-Frame-Options')).toBe('SAMEORIGIN')
  for (const path of [newsletter, `${newsletter}/mail/x`, `/x${newsletter}/mail`]) {
    const page = await fetchHeaders(path)
    expect(page.get('Content-Security-Policy'), path).toMatch(/frame-ancestors 'none'/)
    expect(page.get('Content-Security-Policy'), path).not.toContain('unsafe-inline')
    expect(page.get('X-Frame-Options'), path).toBe('DENY')
  }
  const sharing = async (path: string) => (await fetchHeaders(path)).get('Cross-Origin-Resource-Policy')
  const [attachment] = riverbank.rows(
    "select '/files/newsletter/' || a.id || '-' || secret as path from newsletterAttachments a join newsletters n on n.id = newsletterId where status = 'sent'",
  )
  expect(await sharing(`${attachment?.path}?inline`)).toBe('cross-origin')
  for (const path of ['/files/1', '/files/board/1', '/', '/files/newsletters/1'])
    expect(await sharing(path), path).toBe('same-origin')
})

test('only the page that records may use the microphone, and play what it recorded', async () => {
  const voice = await fetchHeaders(resolveAddress(riverbank, '/dashboard/notices/questions/:question/voice'))
  expect(voice.get('Permissions-Policy')).toContain('microphone=(self)')
  expect(voice.get('Content-Security-Policy')).toContain("media-src 'self' blob:;")
  const others = await fetchHeaders('/dashboard/notices')
  expect(others.get('Permissions-Policy')).toContain('microphone=()')
  expect(others.get('Content-Security-Policy')).toContain("media-src 'self';")
})

test('personal responses are never cached', async () => {
  const secrets = ['/calendar/1.secret', '/unsubscribe/secret', '/confirm/secret', '/card']
  for (const path of [
    '/dashboard',
    '/dashboard/profile',
    '/files/1',
    '/api/user',
    '/dashboard/nowhere.data',
    ...secrets,
  ]) {
    const headers = await fetchHeaders(path)
    expect(headers.get('Cache-Control'), path).toBe('private, no-store')
    expect(headers.get('X-Robots-Tag'), path).toBe('noindex')
    // Other sites don't learn which page linked to them, and forms still send their origin.
    expect(headers.get('Referrer-Policy'), path).toBe('same-origin')
  }
  const away = await fetchHeaders('/away/secret')
  expect([away.get('Cache-Control'), away.get('Referrer-Policy')]).toEqual(['private, no-store', 'strict-origin'])
  const card = await fetchHeaders('/card/secret')
  expect([card.get('Cache-Control'), card.get('Referrer-Policy')]).toEqual(['private, no-store', 'no-referrer'])
  const page = await fetchHeaders('/about')
  expect([page.get('Cache-Control'), page.get('X-Robots-Tag')]).toEqual(['no-cache', null])
})

test('a public list of the API is not cached for requests with credentials', async () => {
  const cacheOf = async (path: string, headers: Record<string, string> = {}) =>
    (await fetchHeaders(path, headers)).get('Cache-Control')
  for (const path of ['/api/events', '/api/resources/public', '/api/board/current']) {
    expect(await cacheOf(path), path).toBe('no-cache')
    expect(await cacheOf(path, { Authorization: 'Bearer x' }), path).toBe('private, no-store')
    expect(await cacheOf(path, { Cookie: 'riverbank_session=x' }), path).toBe('private, no-store')
  }
})
