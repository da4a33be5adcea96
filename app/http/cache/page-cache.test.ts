import { readdirSync, readFileSync } from 'node:fs'
import { get } from 'node:http'
import { join } from 'node:path'
import SQLite from 'better-sqlite3'
import express from 'express'
import { sql } from 'kysely'
import { beforeEach, expect, test, vi } from 'vitest'
import { sendResponse } from '~/http/answers/send.server'
import { fixedMessageNames } from '~/http/forms/message.server'
import { createTemporaryFolder } from '~/test/folder'
import { serve } from '~/test/serving'
import { openDatabase } from '~db/open'
import type { Database } from '~db/schema'
import { CACHED_QUERY_NAMES, createPageCache } from './page-cache'

const types: Record<string, string> = { '/data': 'application/json', '/api/events': 'application/json' }
let folder: string
let db: Database
let url: string
let rendered: Record<string, number>
let beforeSending: () => Promise<unknown>

beforeEach(async () => {
  const temporary = createTemporaryFolder()
  folder = temporary.path
  db = openDatabase(join(folder, 'riverbank.sqlite'))
  await sql`create table people (name text)`.execute(db)
  rendered = {}
  beforeSending = async () => undefined
  const cache = createPageCache(db)
  const app = express()
  app.use((_request, response, next) => {
    response.locals.unique = { nonce: 'n0nce' }
    next()
  })
  app.all('*', async (request, response) => {
    const keep = cache.begin(request, response)
    const count = (rendered[request.path] ?? 0) + 1
    rendered[request.path] = count
    const headers = new Headers({ 'Cache-Control': request.path === '/secret' ? 'private, no-store' : 'no-cache' })
    headers.set('Content-Type', types[request.path] ?? 'text/html')
    if (request.path === '/data') headers.set('Cache-Control', 'private, no-store')
    if (request.path === '/message') headers.append('Set-Cookie', 'message=once')
    await beforeSending()
    let body = `${request.path} `
    if (request.path.startsWith('/large')) body += ' '.repeat(200 * 1024)
    if (request.path === '/huge') body += ' '.repeat(400 * 1024)
    if (request.path === '/form') {
      Object.assign(response.locals.unique, { idempotencyKey: `t${count}`, opened: `now.${count}` })
      body += request.query.tab === 'past' ? `<input value="now.${count}">` : `t${count}`
    }
    body += request.path === '/scripts' ? '<script nonce="n0nce">' : `rendered ${count}`
    const status = request.path === '/missing' ? 404 : 200
    await sendResponse(request, response, new Response(body, { status, headers }), (whole) => keep(whole, request.path))
  })
  const served = await serve((request, response) => cache.answer(request, response) || app(request, response))
  url = served.url
  return async () => {
    await served.close()
    await db.destroy()
    temporary[Symbol.dispose]()
  }
})

const read = async (path: string, init?: RequestInit) => (await fetch(url + path, init)).text()

test('a page is rendered once, and then sent from the cache with an ETag', async () => {
  expect(await read('/about')).toBe('/about rendered 1')
  const again = await fetch(`${url}/about`)
  expect(await again.text()).toBe('/about rendered 1')
  const headers = { 'If-None-Match': again.headers.get('ETag') ?? '', 'Cache-Control': 'max-age=0' }
  expect((await fetch(`${url}/about`, { headers })).status).toBe(304)
  expect(rendered).toEqual({ '/about': 1 })
})

test.each([
  ['with scripts', '/scripts'],
  ['with a form’s key', '/form'],
  ['with the time when a form was opened', '/form?tab=past'],
  ['that sets a cookie', '/message'],
  ['that is not found', '/missing'],
  ['that is neither a page nor a list', '/data'],
  ['behind a secret link', '/secret'],
])('a response %s is never cached', async (_case, path) => {
  await read(path)
  await read(path)
  expect(rendered[path.split('?')[0]!]).toBe(2)
})

test('a public list is cached like a page', async () => {
  expect(await read('/api/events')).toBe('/api/events rendered 1')
  expect(await read('/api/events')).toBe('/api/events rendered 1')
  await read('/api/events?limit=1')
  await read('/api/events?limit=2')
  await read('/api/events?cursor=x')
  expect(rendered['/api/events']).toBe(4)
})

test.each<Record<string, string>>([{ Cookie: 'riverbank_session=x' }, { Authorization: 'Bearer x' }])(
  'a request with %j neither uses nor fills the cache',
  async (headers) => {
    await read('/about', { headers })
    expect(await read('/about')).toBe('/about rendered 2')
    await read('/about', { headers })
    expect(rendered['/about']).toBe(3)
  },
)

test('a request with a cookie that no page depends on uses the cache', async () => {
  await read('/about')
  for (const cookie of ['consent=yes', 'riverbank_device=x', '__Host-riverbank_device=x; theme=dark'])
    await read('/about', { headers: { Cookie: cookie } })
  expect(rendered['/about']).toBe(1)
  for (const cookie of ['riverbank_message=x', '__Host-riverbank_first_step=x', 'a=1; riverbank_former=x'])
    await read('/about', { headers: { Cookie: cookie } })
  expect(rendered['/about']).toBe(4)
})

test('a request with a body type neither uses nor fills the cache', async () => {
  const headers = { 'Content-Type': 'application/x-www-form-urlencoded' }
  await read('/about?signed-up', { headers })
  expect(await read('/about?signed-up')).toBe('/about rendered 2')
  expect(await read('/about?signed-up', { headers })).toBe('/about rendered 3')
  expect(await read('/about?signed-up')).toBe('/about rendered 2')
})

/** The encoding and ETag that a request is answered with, and the words that arrive. */
async function requestPage(path: string, headers: Record<string, string>) {
  const answer = await fetch(url + path, { headers })
  const [encoding, etag, vary] = ['Content-Encoding', 'ETag', 'Vary'].map((name) => answer.headers.get(name))
  return { encoding, etag, vary, words: await answer.text() }
}

test('a cached page has the encoding that the client accepts, from the first time on', async () => {
  const first = await requestPage('/large/page', { 'Accept-Encoding': 'gzip, br' })
  expect(first.encoding).toBe('br')
  expect(first.vary).toMatch(/Save-Data.*Accept-Encoding/)
  for (const [accepted, encoding] of [
    ['gzip, deflate, br', 'br'],
    ['gzip', 'gzip'],
    ['identity', null],
    ['br;q=0, gzip', 'gzip'],
  ] as const) {
    const again = await requestPage('/large/page', { 'Accept-Encoding': accepted })
    expect([accepted, again.encoding]).toEqual([accepted, encoding])
    expect(again.etag).toBe(first.etag)
    expect(again.words).toBe(first.words)
  }
  expect(rendered['/large/page']).toBe(1)
})

test('a page for one visitor is also compressed, without an ETag', async () => {
  const mine = { 'Accept-Encoding': 'gzip, br', Cookie: 'riverbank_session=x' }
  const page = await requestPage('/large/mine', mine)
  expect(page).toMatchObject({ encoding: 'gzip', etag: null })
  expect(page.words).toMatch(/rendered 1$/)
  expect((await requestPage('/huge', mine)).words).toMatch(/rendered 1$/)
})

test('Save-Data: on has its own cache entries, and other values have none', async () => {
  await read('/about')
  await read('/about', { headers: { 'Save-Data': 'on' } })
  expect(rendered['/about']).toBe(2)
  for (const word of ['off', 'x', '1']) await read('/about', { headers: { 'Save-Data': word } })
  expect(rendered['/about']).toBe(2)
})

test('each display has its own cache entries, and an invalid display cookie has none', async () => {
  const chosen = `riverbank_display=${Buffer.from('"150.yellow-on-black.plain"').toString('base64')}`
  expect(await read('/about')).toContain('rendered 1')
  for (let twice = 0; twice < 2; twice++) {
    expect(await read('/about', { headers: { Cookie: chosen } })).toContain('rendered 2')
    expect(await read('/about', { headers: { Cookie: 'riverbank_display=x' } })).toContain('rendered 1')
  }
})

test('only query parameters that pages read make a separate cache entry', async () => {
  await read('/board')
  await read('/board?x=1&utm_source=mail')
  await read('/board?')
  expect(rendered['/board']).toBe(1)
  await read('/board?tab=past')
  await read('/board?x=1&tab=past')
  await read('/board?x=1?&tab=past')
  expect(rendered['/board']).toBe(2)
})

test('another spelling of a path does not use the cache', async () => {
  await read('/board?x=1')
  for (const path of ['/a/../board?x=1', '/%62oard?x=1', '//board?x=1'])
    await new Promise((ended) => get({ port: new URL(url).port, path }, (answer) => answer.resume().on('end', ended)))
  expect(rendered['/board']).toBe(1)
  expect(Object.keys(rendered)).toHaveLength(4)
})

test('the cache distinguishes the query parameters that public pages and lists read', async () => {
  const read = new Set<string>(fixedMessageNames)
  for (const file of readdirSync('app/routes/site', { recursive: true }).map(String)) {
    if (!/\.tsx?$/.test(file) || /test|e2e/.test(file)) continue
    const text = readFileSync(join('app/routes/site', file), 'utf8')
    if (text.includes('getPageNumber(')) read.add('page')
    for (const [, name = ''] of text.matchAll(
      /(?:searchParams|URLSearchParams\(.*?\))\.(?:get|has|getAll)\('([^']+)'\)/g,
    ))
      read.add(name)
  }
  const lists = readFileSync('app/http/answers/lists.server.ts', 'utf8')
  for (const [, name = ''] of lists.matchAll(/parameters\.get\('([^']+)'\)/g)) read.add(name)
  expect([...read].sort()).toEqual([...CACHED_QUERY_NAMES].sort())
})

test('the cache is bounded: the least recently used pages go first', async () => {
  await read('/large/first')
  for (let turn = 0; turn < 50; turn += 1) await read(`/large/${turn}`)
  await read('/large/49')
  expect(rendered['/large/49']).toBe(1)
  await read('/large/first')
  expect(rendered['/large/first']).toBe(2)
  await read('/huge')
  await read('/huge')
  expect(rendered['/huge']).toBe(2)
})

test('an expired page leaves the cache for a new one', async () => {
  vi.useFakeTimers({ toFake: ['performance'] })
  vi.advanceTimersByTime(1000)
  try {
    await read('/about')
    vi.advanceTimersByTime(59_000)
    expect(await read('/about')).toBe('/about rendered 1')
    vi.advanceTimersByTime(2_000)
    expect(await read('/about')).toBe('/about rendered 2')
    expect(await read('/about')).toBe('/about rendered 2')
  } finally {
    vi.useRealTimers()
  }
})

test('a page is rendered again in the next hour: a day may have ended, and with it a photo permission', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-25T22:59:58Z') })
  try {
    await read('/about')
    vi.setSystemTime(new Date('2026-11-25T22:59:59Z'))
    expect(await read('/about')).toBe('/about rendered 1')
    vi.setSystemTime(new Date('2026-11-25T23:00:00Z'))
    expect(await read('/about')).toBe('/about rendered 2')
    expect(await read('/about')).toBe('/about rendered 2')
  } finally {
    vi.useRealTimers()
  }
})

const add = (by: Database) => sql`insert into people values ('Maura')`.execute(by)

test('a page is rendered again after any commit, by this process or another program', async () => {
  await read('/about')
  await add(db)
  expect(await read('/about')).toBe('/about rendered 2')
  expect(await read('/about')).toBe('/about rendered 2')
  const other = new SQLite(join(folder, 'riverbank.sqlite'))
  other.exec('delete from people')
  other.close()
  expect(await read('/about')).toBe('/about rendered 3')
})

test('a request without a commit does not empty the cache, whatever its method', async () => {
  await read('/about')
  for (const method of ['POST', 'DELETE', 'OPTIONS']) await read('/contact', { method })
  await expect(
    db.transaction().execute(async (change) => {
      await add(change)
      throw new Error('undone')
    }),
  ).rejects.toThrow('undone')
  expect(await read('/about')).toBe('/about rendered 1')
})

test('a page that was being rendered during a commit is not cached', async () => {
  let go: (value?: unknown) => void = () => undefined
  beforeSending = () =>
    new Promise((resume) => {
      go = resume
    })
  const slow = read('/board')
  while (!rendered['/board']) await new Promise(setImmediate)
  beforeSending = async () => undefined
  await add(db)
  go()
  await slow
  await read('/board')
  expect(rendered['/board']).toBe(2)
})
