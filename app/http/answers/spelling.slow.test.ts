import { get, type IncomingHttpHeaders } from 'node:http'
import { expect, onTestFinished, test } from 'vitest'
import { shareServer } from '~/test/built'
import { type RunningRiverbank, startRiverbank } from '~/test/running'
import { listScreens, resolveAddress } from '~/test/screens'

const riverbank = shareServer()

/** A response's status and headers. The request is raw, since fetch would normalise the path. */
function requestPage({ url }: RunningRiverbank, path: string, cookie = '') {
  return new Promise<{ status: number; headers: IncomingHttpHeaders }>((resolve, reject) => {
    const { hostname, port } = new URL(url)
    get({ hostname, port, path, headers: { Cookie: cookie } }, (answer) => {
      answer.resume()
      resolve({ status: answer.statusCode ?? 0, headers: answer.headers })
    }).on('error', reject)
  })
}

/** Other spellings of a page's path, which Remix would treat like the path itself. */
function listSpellings(path: string): string[] {
  const [, first = '', rest = ''] = /^(\/[^/]*)(.*)$/.exec(path) ?? []
  const inCapitals = first.toUpperCase() + rest
  const others = [
    `${path}/`,
    `${path}/.data`,
    `${path}.data/`,
    `/${path}`,
    `${path}//`,
    `${path}%2F`,
    `/%2F${path.slice(1)}`,
  ]
  return [...others, inCapitals, `${inCapitals}/`, `${inCapitals}.data`].filter((one) => one !== path && path !== '/')
}

test('a page’s data for the browser’s router has the same caching, indexing and framing rules as the page', async () => {
  const seen = new Set<string>()
  for (const { as, path, folder, answers = 200 } of listScreens()) {
    // The views of a screen have its rules.
    if (answers !== 200 || seen.has(folder)) continue
    seen.add(folder)
    const address = resolveAddress(riverbank, path)
    const requested = address.replace(/^\/(?=$|\?)/, '/_root').replace(/(?=\?|$)/, '.data')
    const [page, data] = [
      await requestPage(riverbank, address, as && riverbank.sessions[as].cookie),
      await requestPage(riverbank, requested, as && riverbank.sessions[as].cookie),
    ]
    for (const name of ['cache-control', 'x-robots-tag', 'x-frame-options'])
      expect(data.headers[name], `${name} of ${requested}`).toBe(page.headers[name])
  }
  expect(seen.size).toBeGreaterThan(60)
}, 180_000)

test('the first start’s form is never cached, however its secret address is spelled', async () => {
  const empty = await startRiverbank({ DEMO: '' })
  onTestFinished(empty.stop)
  const [path = ''] = /\/setup\/[\w-]+/.exec(empty.output()) ?? []
  for (const shown of [path, `${path}.data`]) {
    const { status, headers } = await requestPage(empty, shown)
    expect([status, headers['cache-control'], headers['x-robots-tag']], shown).toEqual([
      200,
      'private, no-store',
      'noindex',
    ])
  }
  for (const spelling of listSpellings(path)) {
    const { status, headers } = await requestPage(empty, spelling)
    expect([308, 400, 404], spelling).toContain(status)
    if (status === 308) expect([path, `${path}.data`], spelling).toContain(headers.location)
    expect(headers['cache-control'], spelling).toMatch(/no-store/)
  }
})
