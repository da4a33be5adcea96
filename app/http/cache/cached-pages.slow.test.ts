import { get, type IncomingHttpHeaders } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { beforeAll, expect, test } from 'vitest'
import { shareServer } from '~/test/built'
import { listScreens, resolveAddress } from '~/test/screens'

// Opens a page of every public route, and some lists, on the built product.

const riverbank = shareServer()
let paths: string[]
beforeAll(() => {
  const pages = Map.groupBy(
    listScreens().filter(({ as }) => !as),
    ({ folder }) => folder,
  )
  paths = [
    ...[...pages.values()].map(([first]) => resolveAddress(riverbank, first!.path)),
    '/api/events',
    '/api/board',
    '/api/openapi.json',
  ]
})

const decoders: Record<string, (body: Buffer) => Buffer> = { br: brotliDecompressSync, gzip: gunzipSync }

/** A response's status, headers and text. The request is raw, since fetch forbids half of the headers. */
function requestPage(path: string, headers: Record<string, string> = {}) {
  return new Promise<{ status: number; headers: IncomingHttpHeaders; words: string }>((resolve, reject) => {
    get(riverbank.url + path, { headers }, async (answer) => {
      const body = await buffer(answer)
      const words = String(decoders[answer.headers['content-encoding'] ?? '']?.(body) ?? body)
      resolve({ status: answer.statusCode ?? 0, headers: answer.headers, words })
    }).on('error', reject)
  })
}

/** A commit, which empties the cache. */
const commit = () => riverbank.change("update users set username = username where username = 'demo.tutor'")

/** Values of a single response: a nonce or an idempotency key, and the signed time when a form was opened. */
const UNIQUE = /[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}|\d{10,}\.[\w-]{43}/g

/** A response's text, without the values of this response only. */
async function readSharedText(path: string, headers: Record<string, string>) {
  const { status, headers: input, words } = await requestPage(path, headers)
  const { 'content-type': type, 'cache-control': caching, location, link } = input
  return { status, type, caching, location, link, words: words.replace(UNIQUE, 'unique') }
}

/** What a request may tell of its sender. */
const senders: Record<string, string>[] = [
  { 'Save-Data': 'on' },
  { 'Accept-Encoding': 'br' },
  { 'Accept-Encoding': 'gzip;q=0.5, identity;q=0.1' },
  {
    Accept: 'application/json',
    'Accept-Language': 'ga',
    'User-Agent': 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)',
    ...{ Referer: 'https://elsewhere.example/', Origin: 'https://elsewhere.example', 'Sec-Fetch-Site': 'cross-site' },
    ...{ 'Sec-Fetch-Mode': 'cors', 'X-Requested-With': 'XMLHttpRequest', 'Sec-Purpose': 'prefetch', DNT: '1' },
  },
  { Cookie: 'riverbank_session=x' },
  { Cookie: 'theme=dark; riverbank_device=x' },
  // '150.yellow-on-black.plain', and no display.
  { Cookie: 'riverbank_display=IjE1MC55ZWxsb3ctb24tYmxhY2sucGxhaW4i' },
  { Cookie: 'riverbank_display=%zz' },
  { Authorization: 'Bearer x' },
  {
    Host: 'elsewhere.example',
    'X-Forwarded-Host': 'elsewhere.example',
    'X-Forwarded-Proto': 'https',
    'X-Forwarded-For': '192.0.2.1',
  },
  { Range: 'bytes=0-5' },
]

/** Pages of each kind, which every sender asks for. One asks for each of the others, since one rule caches them all. */
const ofEachKind = ['/', '/contact', '/settings', '/api/events']

test('each request gets what is rendered for it, whatever was requested before', async () => {
  expect(paths).toEqual(expect.arrayContaining(ofEachKind))
  for (const [index, path] of paths.entries()) {
    commit()
    const plain = await readSharedText(path, {})
    const args = ofEachKind.includes(path) ? senders : [senders[index % senders.length]!]
    for (const sender of args) {
      // The one before was for a plain request.
      const after = await readSharedText(path, sender)
      commit()
      const name = `${path} ${JSON.stringify(sender)}`
      expect(await readSharedText(path, sender), name).toEqual(after)
      expect(await readSharedText(path, {}), `${path} after ${JSON.stringify(sender)}`).toEqual(plain)
    }
  }
}, 180_000)

test('pages with a form are not cached, and pages without one are', async () => {
  const stored = new Set<string>()
  for (const path of paths) {
    await requestPage(path)
    const { headers, status } = await requestPage(path)
    if (status === 200 && headers.etag && /^(text\/html|application\/json)/.test(headers['content-type'] ?? ''))
      stored.add(path)
  }
  for (const path of ['/', '/about', '/events', '/news', '/privacy', '/api/events', '/api/openapi.json'])
    expect([...stored]).toContain(path)
  expect([...stored].filter((path) => /contact$|portal|login|unsubscribe|confirm/.test(path))).toEqual([])
})
