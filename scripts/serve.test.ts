import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { buildBeforeTests } from '~/test/built'
import { createTemporaryFolder } from '~/test/folder'
import { createPicture, createUploadedFile } from '~/test/samples'
import { listChildren } from './shared/measures'

// Runs scripts/serve.mjs like `npm start` and scripts/start, in a separate process.
vi.setConfig({ testTimeout: 60_000 })
buildBeforeTests()

let dataDir: string
let server: ChildProcess | undefined
beforeEach(() => {
  const folder = createTemporaryFolder()
  dataDir = folder.path
  return async () => {
    await stop()
    folder[Symbol.dispose]()
  }
})

async function stop() {
  if (!server || server.exitCode !== null || server.signalCode !== null) return
  const ended = once(server, 'exit')
  server.kill('SIGTERM')
  await ended
}

/** True if a process runs. */
const isRunning = (pid: number) => existsSync(`/proc/${pid}`)

/** Starts it on localhost with only `settings`. Returns its address, its output and the id of the serving process. */
const serve = (settings: Record<string, string>, ...words: string[]) =>
  startProgram(settings, process.execPath, 'scripts/serve.mjs', ...words)

async function startProgram(settings: Record<string, string>, program: string, ...words: string[]) {
  await stop()
  // Empty, so that this folder's .env does not set them.
  const unset = { SESSION_SECRET: '', PUBLIC_URL: '', SMTP_URL: '', DEMO: '', DEMO_PASSWORD: '', TRUST_PROXY: '' }
  const own = { LOG_LEVEL: '', BACKUP_AT: 'never', DATA_DIR: dataDir, PORT: '0', HOST: '127.0.0.1' }
  const env = { ...process.env, NODE_ENV: 'development', ...unset, ...own, ...settings } as const
  // In a separate process group, like a command in a terminal.
  const child = spawn(program, words, { env, detached: true })
  server = child
  let said = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (said += chunk))
  for (const end = Date.now() + 30_000; !/Riverbank is at/.test(said); await setTimeout(50))
    if (Date.now() > end || child.exitCode !== null) throw new Error(`It did not start:\n${said}`)
  const url = `http://127.0.0.1:${/Riverbank is at http:\/\/\S+?:(\d+)/.exec(said)?.[1]}`
  return { url, pid: child.pid!, said: () => said }
}

const SESSION_SECRET = 'a secret for the tests of serving alone, 0123456789'
const PASSWORD = 'heron on the river'
const json = { 'Content-Type': 'application/json' }

async function logIn(url: string, username: string, password: string) {
  const body = JSON.stringify({ username, password })
  const answer = await fetch(`${url}/api/login`, { method: 'POST', headers: json, body })
  const cookie = answer.headers.getSetCookie()[0]?.split(';')[0] ?? ''
  return { status: answer.status, token: answer.ok ? ((await answer.json()) as { token: string }).token : '', cookie }
}

it('without DEMO, no demonstration account can log in', async () => {
  const first = await serve({ SESSION_SECRET, DEMO: '1', DEMO_PASSWORD: PASSWORD })
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
  const { url, said } = await serve({ HOST: '' }, '--demonstration')
  for (const end = Date.now() + 5000; !said().includes('Stop it') && Date.now() < end; ) await setTimeout(50)
  expect(said()).toContain('each with the password riverbank-demo')
  expect((await logIn(url, 'demo.tutor', 'riverbank-demo')).status).toBe(200)
  const port = new URL(url).port
  const others = await fetch(`http://127.0.0.2:${port}/healthz`).catch(() => null)
  expect(others).toBeNull()
  const ended = once(server!, 'close')
  process.kill(-server!.pid!, 'SIGINT')
  expect(await ended).toEqual([0, null])
})

it('the log names the route of a page, of a form and of an API call', async () => {
  const { url, said } = await serve({ SESSION_SECRET })
  await fetch(`${url}/about`)
  const body = new URLSearchParams({ username: 'nobody', password: PASSWORD })
  await fetch(`${url}/portal`, { method: 'POST', headers: { Origin: url }, body })
  await logIn(url, 'nobody', PASSWORD)
  await fetch(`${url}/api/events/1`, { method: 'PATCH', headers: json, body: '{}' })
  const listRoutes = () => [...said().matchAll(/"log":"request".*"route":"([^"]*)"/g)].map(([, route]) => route)
  const routes = ['/about', '/portal', '/api/login', '/api/events/:id']
  await vi.waitFor(() => expect(listRoutes()).toEqual(routes), 10_000)
})

it('it is always production, whatever NODE_ENV says, and needs a secret', async () => {
  await expect(serve({ NODE_ENV: 'test' })).rejects.toThrow('SESSION_SECRET is required in production')
})

it.each([
  [
    'HOST',
    'nowhere.invalid',
    'must be an address of this machine, for example 127.0.0.1 or 0.0.0.0. It is "nowhere.invalid".',
  ],
  ['SMTP_URL', 'smtp://maeve:hunter2@', 'must be smtp:// or smtps:// and the name of a mail server'],
])('a start with %s=%s fails with one line about it', async (name, value, says) => {
  const said = await serve({ SESSION_SECRET, [name]: value }).then(
    () => '',
    ({ message }: Error) => message.replace('It did not start:\n', ''),
  )
  expect(said.trim().split('\n')).toEqual([
    "Riverbank can't start. Please correct these settings:",
    expect.stringContaining(`  ${name} ${says}`),
  ])
  expect(said).not.toContain('hunter2')
})

describe.runIf(process.platform === 'linux')('the process that serves', () => {
  it('has its memory limits, unless the operator set others; quotation marks from Docker are removed', async () => {
    const commandOf = (pid: number) => readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ')
    const quoted = { SESSION_SECRET: `'${SESSION_SECRET}'`, LOG_LEVEL: '"info"', HOST: "'127.0.0.1'" }
    const limits = { NODE_OPTIONS: '', MALLOC_ARENA_MAX: '' }
    const { pid, url } = await serve({ ...quoted, ...limits, CENTRE_NAME: `"St Brigid's"` })
    expect(await (await fetch(url)).text()).toContain('St Brigid&#x27;s')
    expect(commandOf(pid)).toMatch(/--max-old-space-size=\d+ --max-semi-space-size=4 .*scripts\/serve.mjs/)
    expect(readFileSync(`/proc/${pid}/environ`, 'utf8')).toContain('MALLOC_ARENA_MAX=2')
    const own = await serve({ SESSION_SECRET, NODE_OPTIONS: '--max-old-space-size=300' })
    expect(commandOf(own.pid)).not.toContain('--max-old-space-size')
    expect(commandOf(own.pid)).toContain('--max-semi-space-size=4')
  })

  it('finishes on a SIGTERM to its group, with exit code 0', async () => {
    const signal = 'SIGTERM'
    const { pid, url, said } = await serve({ SESSION_SECRET })
    const { version } = JSON.parse(readFileSync('package.json', 'utf8'))
    expect(JSON.parse(said().split('\n', 1)[0]!)).toMatchObject({ msg: 'Riverbank starts', version })
    const ended = once(server!, 'close')
    process.kill(-server!.pid!, signal)
    expect(await ended).toEqual([0, null])
    expect(JSON.parse(said().trim().split('\n').at(-1)!)).toMatchObject({
      msg: 'Riverbank stopped',
      signal,
      seconds: expect.any(Number),
      cut: { requests: 0, mails: 0 },
    })
    expect(isRunning(pid)).toBe(false)
    await expect(fetch(url)).rejects.toThrow()
  })

  it('finishes on a SIGTERM to `npm start` alone, which ‘kill’ sends to a command in the background', async () => {
    const { url, said } = await startProgram({ SESSION_SECRET }, 'npm', 'start')
    const ended = once(server!, 'close')
    server!.kill('SIGTERM')
    await ended
    expect(said()).toContain('Riverbank stopped')
    await expect(fetch(url)).rejects.toThrow()
  })

  it('says that its port or folder is in use, and ends with its parent process', async () => {
    const first = await serve({ SESSION_SECRET })
    const port = new URL(first.url).port
    const started = server!
    const again = async (settings: Record<string, string>, says: string) => {
      server = undefined
      await expect(serve({ SESSION_SECRET, ...settings })).rejects.toThrow(says)
      expect(server).toMatchObject({ exitCode: 1 })
    }
    try {
      await again({ PORT: port, DATA_DIR: join(dataDir, 'other') }, `Port ${port} is already in use`)
      await again({}, `${dataDir} is in use by Riverbank, process ${first.pid} `)
    } finally {
      started.kill('SIGKILL')
    }
    await vi.waitFor(() => expect(isRunning(first.pid)).toBe(false), 5000)
  })

  it('makes no pictures itself, and refuses an upload whose picture process dies, leaving nothing of it', async () => {
    const { pid, url } = await serve({ SESSION_SECRET, DEMO: '1', DEMO_PASSWORD: PASSWORD })
    const libvips = (process: number) => readFileSync(`/proc/${process}/maps`, 'utf8').includes('libvips')
    // The server answers before the picture process has loaded its library.
    await vi.waitFor(() => expect(libvips(listChildren(pid)[0]!)).toBe(true), { timeout: 10_000 })
    expect(libvips(pid)).toBe(false)
    const { cookie } = await logIn(url, 'demo.tutor', PASSWORD)
    const uploads = () => readdirSync(join(dataDir, 'uploads')).sort()
    const before = uploads()
    const body = new FormData()
    body.append('title', 'The river in May')
    body.append('file', createUploadedFile(await createPicture(4000, 3000).jpeg().toBuffer(), 'river.jpg'))
    const headers = { Cookie: cookie, Origin: url }
    const killing = setInterval(() => {
      for (const pictures of listChildren(pid))
        try {
          process.kill(pictures, 'SIGKILL')
        } catch (error) {
          // It may have ended since it was listed.
          if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
        }
    }, 10)
    const answer = await fetch(`${url}/dashboard?index`, { method: 'POST', headers, body })
    clearInterval(killing)
    const page = await answer.text()
    expect(answer.status).toBe(413)
    expect(page).toContain('This file is too much for us. Please make it smaller and try again.')
    expect(uploads()).toEqual(before)

    const again = await fetch(`${url}/dashboard?index`, { method: 'POST', headers, body, redirect: 'manual' })
    expect(again.status).toBeLessThan(400)
    expect(uploads().length).toBe(before.length + 3)
  })
})
