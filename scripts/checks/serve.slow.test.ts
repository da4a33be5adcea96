import { once } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { describe, expect, it, vi } from 'vitest'
import { copyDemonstration } from '~/test/running'
import { createPicture, createUploadedFile } from '~/test/samples'
import { listChildren } from './shared/measures'
import { isRunning, setUpStarts } from './shared/starts'

vi.setConfig({ testTimeout: 120_000 })
const starts = setUpStarts()
const { serve, startProgram } = starts

const SESSION_SECRET = 'a secret for the tests of serving alone, 0123456789'
const PASSWORD = 'heron on the river'
const json = { 'Content-Type': 'application/json' }

/** Starts it with a copy of the demonstration. */
async function serveDemonstration(more: Record<string, string> = {}) {
  await copyDemonstration(starts.dataDir)
  return serve({ SESSION_SECRET, DEMO: '1', DEMO_PASSWORD: PASSWORD, ...more })
}

async function logIn(url: string, username: string, password: string) {
  const body = JSON.stringify({ username, password })
  const answer = await fetch(`${url}/api/login`, { method: 'POST', headers: json, body })
  const cookie = answer.headers.getSetCookie()[0]?.split(';')[0] ?? ''
  return { status: answer.status, token: answer.ok ? ((await answer.json()) as { token: string }).token : '', cookie }
}

it('without DEMO, no demonstration account can log in', async () => {
  const first = await serveDemonstration()
  const tutor = await logIn(first.url, 'demo.tutor', PASSWORD)
  expect(tutor.status).toBe(200)
  const headers = { Cookie: tutor.cookie, Origin: first.url }
  const body = new URLSearchParams({ intent: 'make-address' })
  await fetch(`${first.url}/dashboard/calendar/address`, { headers, redirect: 'manual', method: 'POST', body })
  const page = await (await fetch(`${first.url}/dashboard/calendar`, { headers })).text()
  const calendar = /\/calendar\/\d+\.[\w-]+/.exec(page)?.[0] ?? ''
  expect((await fetch(first.url + calendar)).status).toBe(200)

  const real = await serve({ SESSION_SECRET })
  expect(real.said()).toContain('Its accounts are closed while DEMO is off')
  for (const username of ['demo.tutor', 'demo.student', 'demo.student2'])
    expect((await logIn(real.url, username, PASSWORD)).status, username).toBe(401)
  const form = new URLSearchParams({ username: 'demo.tutor', password: PASSWORD })
  const portal = await fetch(`${real.url}/portal`, { method: 'POST', headers: { Origin: real.url }, body: form })
  expect(portal.status).toBe(401)
  for (const credentials of [{ Authorization: `Bearer ${tutor.token}` }, { Cookie: tutor.cookie }])
    expect((await fetch(`${real.url}/api/user`, { headers: new Headers(Object.entries(credentials)) })).status).toBe(
      401,
    )
  expect((await fetch(real.url + calendar)).status).toBe(404)
})

it('scripts/start needs no settings, says how to log in, and listens on localhost only', async () => {
  await copyDemonstration(starts.dataDir)
  const { url, pid, child, said } = await serve({ HOST: '' }, '--demonstration')
  for (const end = Date.now() + 5000; !said().includes('Stop it') && Date.now() < end; ) await setTimeout(50)
  expect(said()).toContain('each with the password riverbank-demo')
  expect((await logIn(url, 'demo.tutor', 'riverbank-demo')).status).toBe(200)
  const port = new URL(url).port
  const others = await fetch(`http://127.0.0.2:${port}/healthz`).catch(() => null)
  expect(others).toBeNull()
  const ended = once(child, 'close')
  process.kill(-pid, 'SIGINT')
  expect(await ended).toEqual([0, null])
})

it('a start at an address of no machine fails with one line about it', async () => {
  const said = await serve({ SESSION_SECRET, HOST: 'nowhere.invalid' }).catch(({ message }: Error) => message)
  expect(String(said).trim().split('\n')).toEqual([
    'It did not start:',
    "Riverbank can't start. Please correct these settings:",
    '  HOST must be an address of this machine, for example 127.0.0.1 or 0.0.0.0. It is "nowhere.invalid".',
  ])
})

describe.runIf(process.platform === 'linux')('the process that serves', () => {
  it('finishes on a SIGTERM to `npm start` alone, which ‘kill’ sends to a command in the background', async () => {
    const { url, child, said } = await startProgram({ SESSION_SECRET }, 'npm', 'start')
    const ended = once(child, 'close')
    child.kill('SIGTERM')
    await ended
    expect(said()).toContain('Riverbank stopped')
    await expect(fetch(url)).rejects.toThrow()
  })

  it('says that its port or folder is in use, and ends with its parent process', async () => {
    const first = await serve({ SESSION_SECRET })
    const port = new URL(first.url).port
    const started = starts.release()
    const again = async (settings: Record<string, string>, says: string) => {
      await expect(serve({ SESSION_SECRET, ...settings })).rejects.toThrow(says)
      expect(starts.release()).toMatchObject({ exitCode: 1 })
    }
    try {
      await again({ PORT: port, DATA_DIR: join(starts.dataDir, 'other') }, `Port ${port} is already in use`)
      await again({}, `${starts.dataDir} is in use by Riverbank, process ${first.pid} `)
    } finally {
      started.kill('SIGKILL')
    }
    await vi.waitFor(() => expect(isRunning(first.pid)).toBe(false), 5000)
  })

  it('makes no pictures itself, and has no memory limit of ours where the operator set one', async () => {
    const { pid, url } = await serveDemonstration({ NODE_OPTIONS: '--max-old-space-size=300' })
    const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ')
    expect(command).not.toContain('--max-old-space-size')
    expect(command).toContain('--max-semi-space-size=4')
    const { cookie } = await logIn(url, 'demo.tutor', PASSWORD)
    const uploads = () => readdirSync(join(starts.dataDir, 'uploads')).length
    const before = uploads()
    const body = new FormData()
    body.append('title', 'The river in May')
    body.append('file', createUploadedFile(await createPicture(1600, 1200).jpeg().toBuffer(), 'river.jpg'))
    const headers = { Cookie: cookie, Origin: url }
    const answer = await fetch(`${url}/dashboard?index`, { method: 'POST', headers, body, redirect: 'manual' })
    expect(answer.status).toBeLessThan(400)
    expect(uploads()).toBe(before + 3)
    // The picture process waits 10 s for more pictures.
    const libvips = (process: number) => readFileSync(`/proc/${process}/maps`, 'utf8').includes('libvips')
    expect(listChildren(pid).map(libvips)).toEqual([true])
    expect(libvips(pid)).toBe(false)
  })
})

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
