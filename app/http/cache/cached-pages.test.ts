import { get, type IncomingHttpHeaders } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { beforeAll, expect, test } from 'vitest'
import { servedToAll } from '~/test/built'
import { addressIn, screens } from '~/test/screens'

// What is kept for everybody, walked over on the built product: every page and list that a visitor may open.

const riverbank = servedToAll()
let paths: string[]
beforeAll(() => {
  const pages = screens().filter(({ as }) => !as)
  paths = [...pages.map(({ path }) => addressIn(riverbank, path)), '/api/events', '/api/board', '/api/openapi.json']
})

const decoders: Record<string, (body: Buffer) => Buffer> = { br: brotliDecompressSync, gzip: gunzipSync }

/** An answer's status and headers, and its words. A raw request: fetch would forbid half of the headers. */
function ask(path: string, headers: Record<string, string> = {}) {
  return new Promise<{ status: number; headers: IncomingHttpHeaders; words: string }>((resolve, reject) => {
    get(riverbank.url + path, { headers }, async (answer) => {
      const body = await buffer(answer)
      const words = String(decoders[answer.headers['content-encoding'] ?? '']?.(body) ?? body)
      resolve({ status: answer.statusCode ?? 0, headers: answer.headers, words })
    }).on('error', reject)
  })
}

/** Whatever is kept is made again after it. */
const commit = () => riverbank.change("update users set username = username where username = 'demo.tutor'")

/** What belongs to one answer: a nonce or an idempotency key, and when a form was opened, with its seal. */
const UNIQUE = /[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}|\d{10,}\.[\w-]{43}/g

/** What an answer says, without what belongs to it alone. */
async function said(path: string, headers: Record<string, string>) {
  const { status, headers: input, words } = await ask(path, headers)
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

/** One page of each kind, which every sender asks for; each asks for some of the others, since one rule caches them all. */
const ofEachKind = ['/', '/contact', '/portal', '/events', '/settings', '/api/events']
const SHARE = 3

test('whoever asks, and whoever asked before, each gets what is rendered for them', async () => {
  expect(paths).toEqual(expect.arrayContaining(ofEachKind))
  for (const [place, path] of paths.entries()) {
    commit()
    const plain = await said(path, {})
    const args = senders.filter((_, index) => ofEachKind.includes(path) || (place + index) % SHARE === 0)
    for (const sender of args) {
      // The one before was for a plain request.
      const after = await said(path, sender)
      commit()
      const name = `${path} ${JSON.stringify(sender)}`
      expect(await said(path, sender), name).toEqual(after)
      expect(await said(path, {}), `${path} after ${JSON.stringify(sender)}`).toEqual(plain)
    }
  }
}, 180_000)

test('no two answers have the same nonce, idempotency key or seal, whoever asks', async () => {
  const withSome = new Set<string>()
  for (const path of paths)
    for (const headers of [{}, { 'Save-Data': 'on' }] as Record<string, string>[]) {
      const [first, second] = [await ask(path, headers), await ask(path, headers)]
      const uniqueIn = ({ headers: input, words }: typeof first) =>
        [...`${input['content-security-policy']} ${words}`.matchAll(UNIQUE)].map(String)
      const before = new Set(uniqueIn(first))
      if (before.size > 0) withSome.add(JSON.stringify([path, headers]))
      expect(
        uniqueIn(second).filter((value) => before.has(value)),
        `${path} ${JSON.stringify(headers)}`,
      ).toEqual([])
    }
  // Without these the absence elsewhere would prove nothing.
  expect([...withSome]).toEqual(expect.arrayContaining(['["/contact",{}]', '["/contact",{"Save-Data":"on"}]']))
})

test('what holds a form is not kept, and the pages without one are', async () => {
  const stored = new Set<string>()
  for (const path of paths) {
    await ask(path)
    const { headers, status } = await ask(path)
    if (status === 200 && headers.etag && /^(text\/html|application\/json)/.test(headers['content-type'] ?? ''))
      stored.add(path)
  }
  for (const path of ['/', '/about', '/events', '/news', '/privacy', '/api/events', '/api/openapi.json'])
    expect([...stored]).toContain(path)
  expect([...stored].filter((path) => /contact$|portal|login|unsubscribe|confirm/.test(path))).toEqual([])
})
