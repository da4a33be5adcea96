import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { expect, it, vi } from 'vitest'
import { isRunning, setUpStarts } from './shared/starts'

// serve.slow.test.ts has the starts that take longer.
vi.setConfig({ testTimeout: 60_000 })

const SESSION_SECRET = 'a secret for the tests of serving alone, 0123456789'
const json = { 'Content-Type': 'application/json' }
const { serve } = setUpStarts()

it('serves with its memory limits and without Docker’s quotation marks, logs routes, and finishes on a SIGTERM', async () => {
  const quoted = { SESSION_SECRET: `'${SESSION_SECRET}'`, LOG_LEVEL: '"info"', HOST: "'127.0.0.1'" }
  const limits = { NODE_OPTIONS: '', MALLOC_ARENA_MAX: '' }
  const { pid, url, child, said } = await serve({ ...quoted, ...limits, CENTRE_NAME: `"St Brigid's"` })
  const { version } = JSON.parse(readFileSync('package.json', 'utf8'))
  expect(JSON.parse(said().split('\n', 1)[0]!)).toMatchObject({ msg: 'Riverbank starts', version })
  if (process.platform === 'linux') {
    const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ')
    expect(command).toMatch(/--max-old-space-size=\d+ --max-semi-space-size=4 .*scripts\/serve.mjs/)
    expect(readFileSync(`/proc/${pid}/environ`, 'utf8')).toContain('MALLOC_ARENA_MAX=2')
  }

  expect(await (await fetch(`${url}/about`)).text()).toContain('St Brigid&#x27;s')
  const credentials = { username: 'nobody', password: 'heron on the river' }
  const form = { headers: { Origin: url }, body: new URLSearchParams(credentials) }
  await fetch(`${url}/portal`, { method: 'POST', ...form })
  await fetch(`${url}/api/login`, { method: 'POST', headers: json, body: JSON.stringify(credentials) })
  await fetch(`${url}/api/events/1`, { method: 'PATCH', headers: json, body: '{}' })
  const listRoutes = () => [...said().matchAll(/"log":"request".*"route":"([^"]*)"/g)].map(([, route]) => route)
  const routes = ['/about', '/portal', '/api/login', '/api/events/:id']
  await vi.waitFor(() => expect(listRoutes()).toEqual(routes), 10_000)

  const ended = once(child, 'close')
  process.kill(-pid, 'SIGTERM')
  expect(await ended).toEqual([0, null])
  expect(JSON.parse(said().trim().split('\n').at(-1)!)).toMatchObject({
    msg: 'Riverbank stopped',
    signal: 'SIGTERM',
    seconds: expect.any(Number),
    cut: { requests: 0, mails: 0 },
  })
  expect(isRunning(pid)).toBe(false)
  await expect(fetch(url)).rejects.toThrow()
})

it('is always production, whatever NODE_ENV says, and needs a secret', async () => {
  await expect(serve({ NODE_ENV: 'test' })).rejects.toThrow('SESSION_SECRET is required in production')
})
