import { expect, test } from 'vitest'
import { buildBeforeTests } from '~/test/built'
import { startRiverbank } from '~/test/running'
import { listScreens, resolveAddress } from '~/test/screens'
import { logInAll } from '~/test/served'

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
    // Opening a page may change it, also for its data: a file is new until then.
    expect(
      await fetchPageData(riverbank.url + resolveAddress(riverbank, path), as && sessions[as].cookie),
      path,
    ).not.toMatch(NO_JSON)
    const rendered = await ask()
    expect(rendered.status, path).toBe(answers)
    expect(await ask(), path).toEqual(rendered)
  }
}, 300_000)
