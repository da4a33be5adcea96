import { expect, test } from 'vitest'
import { buildFirst } from '~/test/built'
import { startRiverbank } from '~/test/running'
import { addressIn, screens } from '~/test/screens'
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

test('a page is rendered once for the same knowledge, with what is unique of each answer', async () => {
  const first = await rendering('{"idempotencyKey":"t1","a":"n1"}', { nonce: 'n1', idempotencyKey: 't1' })
  expect(first.isNew).toBe(true)
  expect(await rendering('{"idempotencyKey":"t2","a":"n2"}', { nonce: 'n2', idempotencyKey: 't2' })).toEqual({
    isNew: false,
    page: '<p nonce="n2">{"idempotencyKey":"t2","a":"n2"}</p>t2 n2',
  })
})

test('a page is rendered anew for other knowledge, however near', async () => {
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

test('texts that mean something to an expression are only texts', async () => {
  await rendering('c (a+b/c==) [x]', { nonce: 'a+b/c==', opened: '179.[x]' })
  expect(await rendering('c (d+e/f==) [x]', { nonce: 'd+e/f==', opened: '180.-_' })).toEqual({
    isNew: false,
    page: '<p nonce="d+e/f==">c (d+e/f==) [x]</p> d+e/f==',
  })
})

test('without a idempotencyKey nothing is taken for one', async () => {
  await rendering('d undefined', { nonce: 'n1', idempotencyKey: undefined })
  expect(await rendering('d undefined', { nonce: 'n2', idempotencyKey: undefined })).toMatchObject({
    page: '<p nonce="n2">d undefined</p> n2',
  })
})

test('a page larger than can be kept is rendered each time', async () => {
  const large = 'e'.repeat(500_000)
  expect(await rendering(large, { nonce: 'n1' })).toMatchObject({ isNew: true })
  expect(await rendering(large, { nonce: 'n1' })).toMatchObject({ isNew: true })
})

buildFirst()

/** A page without what belongs to one answer. */
const common = (page: string) =>
  page
    .replace(/nonce="[^"]*"/g, 'nonce')
    .replace(/[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}/g, 'idempotencyKey')
    .replace(/\d{10,}\.[\w-]{43}/g, 'moment')

/** How Remix encodes a Map, a Set, a promise, a regular expression, a symbol and a URL: as JSON, which is the key, they would all be alike. */
const NO_JSON = /\["[MSPRYU]",/

/** What the loaders of a page give, as the browser gets it. */
async function dataAt(address: string, cookie = ''): Promise<string> {
  const url = new URL(address)
  url.pathname = url.pathname === '/' ? '/_root.data' : `${url.pathname}.data`
  return (await fetch(url, { headers: { Cookie: cookie }, redirect: 'manual' })).text()
}

test('no screen asks the clock or for a random number while it is rendered, and each is the same when it is kept', async () => {
  await using riverbank = await startRiverbank({
    NODE_OPTIONS: `--import ${process.cwd()}/app/test/no-clock-in-pages.mjs`,
  })
  const sessions = await logInAll(riverbank)
  for (const { as, path, answers = 200 } of screens()) {
    const ask = async () => {
      const headers: Record<string, string> = as ? { Cookie: sessions[as].cookie } : {}
      const answer = await fetch(riverbank.url + addressIn(riverbank, path), { headers, redirect: 'manual' })
      return { status: answer.status, page: common(await answer.text()) }
    }
    // To open a page may change what it shows: a file is new until then.
    await ask()
    expect(await dataAt(riverbank.url + addressIn(riverbank, path), as && sessions[as].cookie), path).not.toMatch(
      NO_JSON,
    )
    const rendered = await ask()
    expect(rendered.status, path).toBe(answers)
    expect(await ask(), path).toEqual(rendered)
  }
}, 300_000)
