import { once } from 'node:events'
import { Agent, request as httpRequest } from 'node:http'
import { connect } from 'node:net'
import express from 'express'
import { beforeAll, describe, expect, test } from 'vitest'
import { getNetwork } from '~/domain/limits/limits.server'
import { BODY_TOO_LARGE } from '~/domain/refused'
import { SecurityLog } from '~/security-log.server'
import { readSettings } from '~/settings.server'
import { serve } from '~/test/serving'
import {
  drainUnreadBodies,
  handleUnexpectedError,
  redirectToCanonicalPath,
  rejectHugeBodies,
  rejectMalformedRequests,
  requireSameSite,
} from './request-checks'
import { setSecurityHeaders } from './security-headers'

let port: number
const settings = readSettings({ PUBLIC_URL: 'https://riverbank.example' })

beforeAll(async () => {
  const app = express()
  app.set('trust proxy', settings.trustProxy)
  app.use(
    drainUnreadBodies,
    setSecurityHeaders(settings, false),
    rejectMalformedRequests,
    requireSameSite(settings, new SecurityLog()),
    rejectHugeBodies,
  )
  app.all('/stops-reading', (request, response) => {
    request.on('data', () => request.pause())
    response.status(401).end()
  })
  app.all('/breaks', () => {
    throw new Error('an internal error')
  })
  app.use('/missing-file', express.static('nowhere', { fallthrough: false }))
  app.all('*', (request, response) => {
    const { origin = null, 'x-forwarded-host': forwardedHost = null } = request.headers
    response.json({ reached: true, origin, forwardedHost, network: getNetwork(request.ip) })
  })
  app.use(handleUnexpectedError)
  const served = await serve(app)
  port = served.port
  return served.close
})

/** Sends a raw request, since fetch forbids half of these headers. */
function send(method: string, path: string, headers: Record<string, string> = {}, body?: Buffer, agent?: Agent) {
  return new Promise<{ status: number; headers: Record<string, unknown>; text: string }>((resolve, reject) => {
    const request = httpRequest({ port, host: '127.0.0.1', method, path, headers, agent }, (response) => {
      let text = ''
      response.on('data', (chunk) => {
        text += chunk
      })
      response.on('end', () => resolve({ status: response.statusCode ?? 0, headers: response.headers, text }))
    })
    request.on('error', reject)
    request.end(body)
  })
}

const cookie = { Cookie: 'riverbank_session=secret' }
const bearer = { Authorization: 'Bearer token' }
const own = { Origin: 'https://riverbank.example' }
const other = { Origin: 'https://elsewhere.example' }
const createFetchSite = (site: string) => ({ 'Sec-Fetch-Site': site })

describe.each(['POST', 'PUT', 'PATCH', 'DELETE'])('a %s with the cookie', (method) => {
  test.each([
    ['from the site itself', createFetchSite('same-origin'), 200],
    ['typed by the person', createFetchSite('none'), 200],
    ['from another site', createFetchSite('cross-site'), 403],
    ['from a sister site', createFetchSite('same-site'), 403],
    ['with an unknown header value', createFetchSite('elsewhere'), 403],
    ['from another site that names our origin', { ...createFetchSite('cross-site'), ...own }, 403],
    ['from another site with a token as well', { ...createFetchSite('cross-site'), ...bearer }, 403],
    ['from an old browser on our site', own, 200],
    ['from an old browser elsewhere', other, 403],
    ['from a page without an origin', { Origin: 'null' }, 403],
    ['without its origin', {}, 403],
    ['with a token but without its origin', bearer, 403],
  ])('%s', async (_case, headers, status) => {
    expect((await send(method, '/dashboard', { ...cookie, ...headers })).status).toBe(status)
  })
})

test('a token without a cookie passes from anywhere, and so does a client that is not a browser', async () => {
  expect((await send('POST', '/api/events', { ...bearer, ...createFetchSite('cross-site') })).status).toBe(200)
  expect((await send('POST', '/api/login')).status).toBe(200)
  expect((await send('POST', '/api/login', other)).status).toBe(403)
})

describe('unsubscribing by the link in a mail', () => {
  test.each([
    ['a mail provider’s server without an origin', {}],
    ['a webmail', { ...other, ...createFetchSite('cross-site') }],
    ['a mail program’s own window', { Origin: 'null' }],
    ['a person who is logged in', { ...cookie, ...other }],
  ])('passes from %s', async (_case, headers) => {
    expect((await send('POST', '/unsubscribe/secret', headers)).status).toBe(200)
  })

  test('is the only exception', async () => {
    for (const path of ['/unsubscribe', '/unsubscribe/secret/more', '/confirm/secret', '/dashboard/unsubscribe/secret'])
      expect((await send('POST', path, { ...other, ...createFetchSite('cross-site') })).status, path).toBe(403)
    for (const method of ['PUT', 'PATCH', 'DELETE'])
      expect((await send(method, '/unsubscribe/secret', other)).status, method).toBe(403)
  })
})

describe('a text browser, which sends neither Origin nor Sec-Fetch-Site', () => {
  const w3m = { 'User-Agent': 'w3m/0.5.3+git20230121', Accept: 'text/html, text/*;q=0.5, image/*' }
  const from = (Referer: string) => ({ ...w3m, ...cookie, Referer })

  test('passes from the site’s own pages', async () => {
    for (const page of ['https://riverbank.example/dashboard/calendar', 'https://riverbank.example/'])
      expect((await send('POST', '/dashboard/calendar', from(page))).status, page).toBe(200)
    expect((await send('POST', '/portal', { ...w3m, Referer: 'https://riverbank.example/portal' })).status).toBe(200)
  })

  test.each([
    'https://elsewhere.example/',
    'https://riverbank.example.evil.example/dashboard',
    'https://riverbank.example@evil.example/',
    'https://riverbank.example:8443/dashboard',
    'http://riverbank.example/dashboard',
    'null',
    '',
  ])('is refused from %j, with a link to the page of the form', async (page) => {
    const answer = await send('POST', '/dashboard/calendar', from(page))
    expect(answer.status).toBe(403)
    expect(answer.text).toContain('<a href="/dashboard/calendar">Go to the page with this form</a>')
    expect((await send('POST', '/portal', { ...w3m, Referer: page })).status, 'without a cookie').toBe(403)
  })

  test('is refused without a Referer', async () => {
    expect((await send('POST', '/dashboard/calendar', { ...w3m, ...cookie })).status).toBe(403)
    expect((await send('POST', '/portal', { ...w3m, Cookie: 'a=1; __Host-riverbank_session=x' })).status).toBe(403)
  })

  test('its Referer does not override Origin or Sec-Fetch-Site', async () => {
    const page = from('https://riverbank.example/dashboard')
    expect((await send('POST', '/dashboard', { ...page, ...other })).status).toBe(403)
    expect((await send('POST', '/dashboard', { ...page, ...createFetchSite('cross-site') })).status).toBe(403)
  })
})

test('the link back from a refusal is the address itself, and can’t be read as another', async () => {
  const { text } = await send('POST', "/it's&amp;lt", { ...cookie, ...other })
  expect(text).toContain('<a href="/it&#39;s&#38;amp;lt">')
})

test.each([
  '/%64ashboard',
  '/about/..\\dashboard',
  '/unsubscribe/..%2Fdashboard',
  '//dashboard',
  'http://127.0.0.1/dashboard',
])('an address in another spelling gets 400: %s', async (path) => {
  for (const method of ['GET', 'POST']) {
    const { status, text, headers } = await send(method, path, cookie)
    expect([status, text.includes('reached'), headers['cache-control']]).toEqual([400, false, 'no-store'])
  }
})

test('a known device without a session passes like a client that is not a browser', async () => {
  expect((await send('POST', '/api/login', { Cookie: 'riverbank_device=x; riverbank_message=y' })).status).toBe(200)
  for (const session of ['riverbank_session=x', 'a=b; __Host-riverbank_session=x', 'riverbank_first_step=x'])
    expect((await send('POST', '/api/login', { Cookie: session })).status, session).toBe(403)
})

test('a GET passes from anywhere, and Remix never sees headers for which it would respond 500', async () => {
  expect((await send('GET', '/about', { ...cookie, ...createFetchSite('cross-site') })).status).toBe(200)
  const answer = await send('POST', '/contact', { ...own, 'X-Forwarded-Host': '#' })
  expect(JSON.parse(answer.text)).toMatchObject({ reached: true, origin: null, forwardedHost: null })
})

test('TRACE gets 405 with Allow, and an invalid Host 400', async () => {
  const trace = await send('TRACE', '/about')
  expect([trace.status, trace.headers.allow]).toEqual([405, 'GET, HEAD, POST'])
  expect((await send('TRACE', '/api/user')).headers.allow).toBe('GET, HEAD, OPTIONS')
  expect((await send('GET', '/', { Host: 'not a host' })).status).toBe(400)
})

test('under /api, a method outside the contract gets 405 with Allow, and OPTIONS only Allow', async () => {
  const put = await send('PUT', '/api/timetables/1', bearer)
  expect([put.status, put.headers.allow]).toEqual([405, 'PATCH, DELETE, OPTIONS'])
  expect(JSON.parse(put.text)).toEqual({ message: 'PUT is not allowed here.' })
  expect((await send('GET', '/api/files/upload')).headers.allow).toBe('POST, OPTIONS')
  const options = await send('OPTIONS', '/api/board', other)
  expect([options.status, options.headers.allow, options.text]).toEqual([204, 'GET, HEAD, POST, OPTIONS', ''])
  expect((await send('HEAD', '/api/board')).status).toBe(200)
})

test('an address that is not exactly a call’s gets 404 in JSON', async () => {
  const strangers = ['/api', '/api/', '/api/nowhere', '/api/user/', '/api/events.data', '/api/events/1/2', '/api.data']
  for (const path of [...strangers, '/API/user', '/api/openapi-json']) {
    const answer = await send('POST', path, bearer)
    expect([path, answer.status, answer.text]).toEqual([path, 404, '{"message":"Not found."}'])
  }
  for (const path of ['/%61pi/user', '/api/%75ser', '/API/./user', '/api/..%2fdashboard']) {
    const answer = await send('POST', path, bearer)
    expect([path, answer.status, answer.text]).toEqual([path, 400, '{"message":"We can’t read this address."}'])
  }
})

test('a body announced as larger than 16 MB is refused before it is read', async () => {
  const body = Buffer.alloc(17 * 1024 * 1024)
  const refused = await send('POST', '/api/files/upload', { ...bearer, 'Content-Length': String(body.length) }, body)
  expect(refused.status).toBe(413)
  expect(JSON.parse(refused.text)).toEqual({ message: BODY_TOO_LARGE })
})

test('a page refuses such a body itself, in words that its scripts can show', async () => {
  const body = Buffer.alloc(17 * 1024 * 1024)
  const passed = await send('POST', '/dashboard.data', { 'Content-Length': String(body.length) }, body)
  expect(JSON.parse(passed.text)).toMatchObject({ reached: true })
})

test('a proxy that sends a whole film before it reads the response still gets the refusal', async () => {
  const film = Buffer.alloc(40 * 1024 * 1024)
  const head = `POST /api/files/upload HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer t\r\nContent-Length: ${film.length}\r\n\r\n`
  const socket = connect(port, '127.0.0.1')
  await new Promise<void>((sent, failed) => {
    socket.on('error', failed)
    socket.write(head)
    socket.write(film, (error) => (error ? failed(error) : sent()))
  })
  const [answer] = await once(socket, 'data')
  expect(String(answer)).toMatch(/^HTTP\/1\.1 413 /)
  socket.destroy()
})

test('a connection with a refused, unread body can be used again', async () => {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  for (const path of ['/stops-reading', '/about', '/stops-reading', '/about']) {
    const body = path === '/about' ? undefined : Buffer.alloc(1024 * 1024)
    const { status } = await send('POST', path, bearer, body, agent)
    expect(status).toBe(path === '/about' ? 200 : 401)
  }
  agent.destroy()
})

test('every response has the security headers and its own nonce, also a refusal', async () => {
  const answers = [await send('GET', '/'), await send('GET', '/'), await send('POST', '/', other)]
  const nonces = answers.map(({ headers }) => /'nonce-([^']+)'/.exec(String(headers['content-security-policy']))?.[1])
  expect(new Set(nonces).size).toBe(3)
  for (const { headers } of answers) {
    expect(headers['content-security-policy']).toContain(`default-src 'none'`)
    expect(headers['content-security-policy']).not.toContain('unsafe-inline')
    expect(headers['x-content-type-options']).toBe('nosniff')
    expect(headers['strict-transport-security']).toBe('max-age=31536000; includeSubDomains')
  }
})

test('an internal error is answered 500 in words, without a stack; what Express refuses keeps its status', async () => {
  expect((await send('GET', '/missing-file')).status).toBe(404)
  const answer = await send('GET', '/breaks')
  expect(answer.status).toBe(500)
  expect(answer.text).toContain('Something went wrong')
  expect(answer.text).not.toContain('an internal error')
})

test('without TRUST_PROXY, visitors can’t choose their network', async () => {
  const headers: Record<string, string>[] = [
    { 'X-Forwarded-For': '192.0.2.1' },
    { 'X-Forwarded-For': '192.0.2.1, 192.0.2.2', 'X-Real-IP': '192.0.2.3', Forwarded: 'for=192.0.2.4' },
    { 'CF-Connecting-IP': '192.0.2.5', 'True-Client-IP': '192.0.2.6' },
  ]
  for (const invented of headers) expect(JSON.parse((await send('GET', '/', invented)).text).network).toBe('127.0.0.1')
})

test.each([
  ['/About', '/about'],
  ['/ABOUT/?next=/Portal/', '/about?next=/Portal/'],
  ['/About.data?_routes=x', '/about.data?_routes=x'],
  ['/_root.data', '/_root.data'],
  ['/Confirm/AbC-_123/', '/confirm/AbC-_123'],
  ['/Dashboard/newsletter/7/Attachments/B.data', '/dashboard/newsletter/7/attachments/B.data'],
  ['/Nowhere/Else/', '/Nowhere/Else'],
])('%s is normalised to %s', async (address, spelling) => {
  const app = express()
  app.use(redirectToCanonicalPath(new Set(['about', 'confirm', 'dashboard', 'newsletter', 'attachments'])))
  app.all('*', (request, response) => void response.send(request.originalUrl))
  const { url, close } = await serve(app)
  const answer = await fetch(url + address)
  expect(await answer.text()).toBe(spelling)
  await close()
})
