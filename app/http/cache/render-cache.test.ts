import { expect, test } from 'vitest'
import { buildBeforeTests } from '~/test/built'
import { startRiverbank } from '~/test/running'
import { listScreens, resolveAddress } from '~/test/screens'
import { logInAll } from '~/test/served'
import { cachedRender } from './render-cache.server'

const rendering = async (knowledge: string, unique: { nonce: string; idempotencyKey?: string; opened?: string }) => {
  let isNew = false
  const page = await cachedRender(knowledge, unique, async () => {
    isNew = true
    return `<p nonce="${unique.nonce}">${knowledge}</p>${unique.idempotencyKey ?? ''} ${unique.nonce}`
  })
  return { page, isNew }
}

test('a page is rendered once for the same input, with each response’s own values', async () => {
  const first = await rendering('{"idempotencyKey":"t1","a":"n1"}', { nonce: 'n1', idempotencyKey: 't1' })
  expect(first.isNew).toBe(true)
  expect(await rendering('{"idempotencyKey":"t2","a":"n2"}', { nonce: 'n2', idempotencyKey: 't2' })).toEqual({
    isNew: false,
    page: '<p nonce="n2">{"idempotencyKey":"t2","a":"n2"}</p>t2 n2',
  })
})

test('a page is rendered again for any other input', async () => {
  const unique = { nonce: 'nonce', idempotencyKey: 'idempotencyKey' }
  for (const knowledge of [
    'b',
    'b ',
    'b idempotencyKey',
    'b nonce',
    'b tickeu',
    'bticket ',
    'b"idempotencyKey"',
    'b\\u0000ticket',
  ])
    expect(await rendering(knowledge, unique), knowledge).toMatchObject({
      isNew: true,
      page: expect.stringContaining(`>${knowledge}<`),
    })
})

test('texts with the syntax of a regular expression are only texts', async () => {
  await rendering('c (a+b/c==) [x]', { nonce: 'a+b/c==', opened: '179.[x]' })
  expect(await rendering('c (d+e/f==) [x]', { nonce: 'd+e/f==', opened: '180.-_' })).toEqual({
    isNew: false,
    page: '<p nonce="d+e/f==">c (d+e/f==) [x]</p> d+e/f==',
  })
})

test('without an idempotency key, no text is replaced by one', async () => {
  await rendering('d undefined', { nonce: 'n1', idempotencyKey: undefined })
  expect(await rendering('d undefined', { nonce: 'n2', idempotencyKey: undefined })).toMatchObject({
    page: '<p nonce="n2">d undefined</p> n2',
  })
})

test('a page that is too large for the cache is rendered each time', async () => {
  const large = 'e'.repeat(500_000)
  expect(await rendering(large, { nonce: 'n1' })).toMatchObject({ isNew: true })
  expect(await rendering(large, { nonce: 'n1' })).toMatchObject({ isNew: true })
})

buildBeforeTests()

/** A page without what belongs to one answer. */
const common = (page: string) =>
  page
    .replace(/nonce="[^"]*"/g, 'nonce')
    .replace(/[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}/g, 'idempotencyKey')
    .replace(/\d{10,}\.[\w-]{43}/g, 'moment')

/**
 * How Remix encodes a Map, a Set, a promise, a regular expression, a symbol and a URL: as JSON, which is the key, they would all be alike.
 */
const NO_JSON = /\["[MSPRYU]",/

/** The loader data of a page, as the browser gets it. */
async function fetchPageData(address: string, cookie = ''): Promise<string> {
  const url = new URL(address)
  url.pathname = url.pathname === '/' ? '/_root.data' : `${url.pathname}.data`
  return (await fetch(url, { headers: { Cookie: cookie }, redirect: 'manual' })).text()
}

test('no screen reads the clock or a random number while it is rendered, and each is the same from the cache', async () => {
  await using riverbank = await startRiverbank({
    NODE_OPTIONS: `--import ${process.cwd()}/app/test/no-clock-in-pages.mjs`,
  })
  const sessions = await logInAll(riverbank)
  for (const { as, path, answers = 200 } of listScreens()) {
    const ask = async () => {
      const headers: Record<string, string> = as ? { Cookie: sessions[as].cookie } : {}
      const answer = await fetch(riverbank.url + resolveAddress(riverbank, path), { headers, redirect: 'manual' })
      return { status: answer.status, page: common(await answer.text()) }
    }
    // Opening a page may change it: a file is new until then.
    await ask()
    expect(
      await fetchPageData(riverbank.url + resolveAddress(riverbank, path), as && sessions[as].cookie),
      path,
    ).not.toMatch(NO_JSON)
    const rendered = await ask()
    expect(rendered.status, path).toBe(answers)
    expect(await ask(), path).toEqual(rendered)
  }
}, 300_000)
