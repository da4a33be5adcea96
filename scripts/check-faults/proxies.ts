import { type ChildProcess, execFile, execFileSync, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { FILE_LIMIT } from '../../app/domain/files/kinds'
import { type RunningRiverbank, startRiverbank } from '../../app/test/running'
import { pdf, picture } from '../../app/test/samples'
import { logInAll } from '../shared/client'
import { freePort, hasCommand } from '../shared/machine'
import type { Pace } from '../shared/topics'
import { ask, calls, forms, type Write } from '../shared/writes'

const NAME = 'riverbank.example'
/** Where the visitors of this check come from: no program writes this of itself. */
const VISITOR = '127.9.8.7'
/** nginx by itself gives up after 60 seconds. */
const LONG_WAIT = 65_000

interface Proxy {
  name: string
  port: number
  /** All that it has written. */
  logs: () => string
  stop: () => Promise<void>
}

async function started(name: string, port: number, server: ChildProcess, files: string[]): Promise<Proxy> {
  let said = ''
  for (const stream of [server.stdout, server.stderr]) stream?.on('data', (chunk) => (said += chunk))
  const logs = () => [said, ...files.filter(existsSync).map((file) => readFileSync(file, 'utf8'))].join('\n')
  for (let isOpen = false; !isOpen; await setTimeout(50)) {
    if (server.exitCode !== null) throw new Error(`${name} did not start:\n${logs()}`)
    const socket = connect(port, '127.0.0.1')
    isOpen = await once(socket, 'connect').then(
      () => true,
      () => false,
    )
    socket.destroy()
  }
  const stop = async () => {
    const ended = once(server, 'exit')
    server.kill('SIGTERM')
    await ended
  }
  return { name, port, logs, stop }
}

/** The shipped file, with each of `changes` made; throws where one has no place. */
function shipped(path: string, changes: [from: string, to: string][]): string {
  let text = readFileSync(path, 'utf8')
  for (const [from, to] of changes) {
    if (!text.includes(from)) throw new Error(`${path} has no ${from}`)
    text = text.replaceAll(from, to)
  }
  return text
}

/** Debian's nginx with scripts/deploy/nginx.conf: its ports, certificate and the folder of its log are others. */
async function startNginx(folder: string, upstream: string): Promise<Proxy> {
  const [port, plain] = [await freePort(), await freePort()]
  const site = shipped('scripts/deploy/nginx.conf', [
    ['listen [::]:', '# listen [::]:'],
    ['listen 80;', `listen 127.0.0.1:${plain};`],
    ['listen 443', `listen 127.0.0.1:${port}`],
    [`/etc/letsencrypt/live/${NAME}`, folder],
    ['127.0.0.1:3000', upstream],
    ['/var/log/nginx', folder],
  ])
  writeFileSync(join(folder, 'site.conf'), site)
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (one) => `${one}_temp_path ${folder}/${one};`,
  )
  writeFileSync(
    join(folder, 'nginx.conf'),
    `${process.getuid?.() === 0 ? `user ${userInfo().username};` : ''}
    daemon off; pid ${folder}/pid; error_log ${folder}/main.log; events {}
    http { access_log ${folder}/access.log; ${temporary.join(' ')} include ${folder}/site.conf; }`,
  )
  const server = spawn('nginx', ['-p', folder, '-c', join(folder, 'nginx.conf')])
  return started(
    'nginx',
    port,
    server,
    ['main', 'error', 'access'].map((name) => join(folder, `${name}.log`)),
  )
}

/** Debian's Caddy with scripts/deploy/Caddyfile: its certificate is another, and it asks for none. */
async function startCaddy(folder: string, upstream: string): Promise<Proxy> {
  const port = await freePort()
  const site = shipped('scripts/deploy/Caddyfile', [
    ['{\n\tlog {', '{\n\tadmin off\n\tauto_https disable_redirects\n\tlog {'],
    ['{$PUBLIC_URL} {', `{$PUBLIC_URL} {\n\ttls ${folder}/fullchain.pem ${folder}/privkey.pem`],
  ])
  writeFileSync(join(folder, 'Caddyfile'), site)
  const env = { ...process.env, HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder }
  const server = spawn('caddy', ['run', '--adapter', 'caddyfile', '--config', join(folder, 'Caddyfile')], {
    env: { ...env, PUBLIC_URL: `https://${NAME}:${port}`, UPSTREAM: upstream },
  })
  return started('Caddy', port, server, [])
}

interface Asked {
  path: string
  method?: string
  headers?: Record<string, string>
  /** A file with the body. */
  body?: string
  /** Further words for curl. */
  how?: string[]
}

/** What curl is answered through a proxy; the status is 0 where there is no whole answer. */
function curl({ port }: Proxy, { path, method = 'GET', headers = {}, body, how = [] }: Asked) {
  const words = [
    ...['-sSki', '--max-time', '240', '--interface', VISITOR, '--resolve', `${NAME}:${port}:127.0.0.1`],
    ...Object.entries(headers).flatMap(([name, value]) => ['-H', `${name}: ${value}`]),
    ...(body ? ['--data-binary', `@${body}`] : []),
    ...['-X', method, ...how, '-w', '\n%{http_code}', `https://${NAME}:${port}${path}`],
  ]
  return new Promise<{ status: number; text: string }>((answered) =>
    execFile('curl', words, (error, stdout, stderr) => {
      const status = error ? 0 : Number(stdout.slice(stdout.lastIndexOf('\n') + 1))
      answered({ status, text: stdout + stderr })
    }),
  )
}

const VERSIONS = ['--http1.1', '--http2']

/** A photo of 12 megapixels that has `size` bytes. */
async function photoOf(size: number): Promise<Buffer> {
  const bytes = await picture(4000, 3000).jpeg().toBuffer()
  return Buffer.concat([bytes, randomBytes(size - bytes.length)])
}

const isUpload = ({ body, isUpload }: Write) =>
  isUpload || (body instanceof FormData && [...body.values()].some((value) => value instanceof File))

/** Every form and call with a file, and photos of every size, by HTTP/1.1 and HTTP/2. */
async function uploadFaults(proxy: Proxy, riverbank: RunningRiverbank, folder: string, { short }: Pace) {
  const faults: string[] = []
  const sessions = await logInAll(riverbank)
  const file = join(folder, 'body')
  let count = 0
  const expect = async (name: string, wanted: (status: number) => boolean, asked: Asked) => {
    const { status, text } = await curl(proxy, { method: 'POST', ...asked })
    count += 1
    if (!wanted(status))
      faults.push(`${proxy.name}: ${name} ${asked.how?.join(' ')} answered ${status}: ${text.slice(-300)}`)
  }
  const is = (wanted: number) => (status: number) => status === wanted
  const uploads = [...(await forms(riverbank, sessions)), ...(await calls(riverbank, sessions))].filter(isUpload)
  let saved = 0
  for (const write of uploads) {
    const sent = new Response(write.body)
    writeFileSync(file, Buffer.from(await sent.arrayBuffer()))
    const type = write.headers['Content-Type'] ?? sent.headers.get('Content-Type') ?? ''
    const headers = { ...write.headers, 'Content-Type': type }
    // Some need more than a form filled in blindly: what a proxy makes of them is what the product does.
    const { path, method } = write
    const direct = await ask(riverbank.url, { path, method, headers, body: readFileSync(file) })
    if (direct.status < 400) saved += 1
    for (const version of VERSIONS)
      await expect(write.name, is(direct.status), { path, method, headers, body: file, how: [version] })
  }

  const authorised = { Authorization: `Bearer ${sessions.aoife.token}` }
  const [largest, over, small, film] = ['largest.jpg', 'over.jpg', 'small.pdf', 'film'].map((name) =>
    join(folder, name),
  ) as [string, string, string, string]
  const photo = await photoOf(FILE_LIMIT + 1)
  writeFileSync(over, photo)
  writeFileSync(largest, photo.subarray(0, FILE_LIMIT))
  writeFileSync(small, pdf())
  writeFileSync(film, randomBytes(40 * 1024 * 1024))
  const upload = (path: string, ...how: string[]): Asked => ({
    path: '/api/files/upload',
    headers: authorised,
    how: [...how, '-F', 'title=Through the proxy', '-F', `file=@${path}`],
  })
  for (const version of VERSIONS) {
    for (const way of [[], ['-H', 'Expect: 100-continue'], ['-H', 'Expect:'], ['-H', 'Transfer-Encoding: chunked']]) {
      await expect('a small file', is(201), upload(small, version, ...way))
      await expect('a photo of 12 megapixels and 5 MB', is(201), upload(largest, version, ...way))
    }
    await expect('a photo of a byte more', is(400), upload(over, version))
    // By HTTP/1.1 Caddy closes the line on what it doesn't read, and curl doesn't look for the answer; browsers speak HTTP/2 to it.
    if (proxy.name === 'nginx' || version === '--http2') await expect('a film', is(413), upload(film, version))
    await expect('a slow line', is(201), upload(largest, version, '--limit-rate', short ? '5M' : '500k'))
    const atOnce = Array.from({ length: short ? 3 : 8 }, () =>
      expect('one of several at once', is(201), upload(largest, version)),
    )
    await Promise.all(atOnce)
  }
  if (!short) {
    // As where others' uploads come first.
    const waiting = VERSIONS.map((version) =>
      expect('an upload that waited for 65 seconds', is(201), upload(largest, version, '--limit-rate', '500k')),
    )
    await setTimeout(2000)
    process.kill(riverbank.pid, 'SIGSTOP')
    await setTimeout(LONG_WAIT)
    process.kill(riverbank.pid, 'SIGCONT')
    await Promise.all(waiting)
  }
  console.log(
    `    ${proxy.name}: ${count} uploads (${saved} kinds of forms and calls that saved), ${faults.length} faults`,
  )
  return { faults, upload: upload(largest) }
}

const SECRET = 'c2VjcmV0LW9mLXRoaXMtY2hlY2s'
const secretAddresses = [`/unsubscribe/${SECRET}`, `/calendar/3.${SECRET}`, `/confirm/${SECRET}`, `/setup/${SECRET}`]

/** What is told, and written down, while Riverbank is away. */
async function awayFaults(proxy: Proxy): Promise<string[]> {
  const faults: string[] = []
  for (const version of VERSIONS)
    for (const path of secretAddresses)
      for (const method of ['GET', 'POST']) {
        const { status, text } = await curl(proxy, { path, method, how: [version] })
        const isKind = status === 503 && /^retry-after: 60/im.test(text) && text.includes('back in a moment')
        if (!isKind)
          faults.push(`${proxy.name}: ${method} ${path} while Riverbank is away was answered ${status}: ${text}`)
      }
  for (const line of proxy.logs().split('\n'))
    if (line.includes(SECRET) || line.includes(VISITOR)) faults.push(`${proxy.name} wrote down: ${line}`)
  return faults
}

/** Sends uploads of every kind through the shipped nginx.conf and Caddyfile, then kills the server in the middle of one. */
export async function proxyFaults(pace: Pace): Promise<string[]> {
  const missing = ['curl', 'openssl', 'nginx', 'caddy'].filter((name) => !hasCommand(name, name))
  if (missing.length > 0) console.log(`    NOT DONE: ${missing.join(', ')} can't be installed here`)
  if (missing.some((name) => name === 'curl' || name === 'openssl')) return []
  const folders = mkdtempSync(join(tmpdir(), 'riverbank-proxies-'))
  const riverbank = await startRiverbank({ TRUST_PROXY: '1' })
  const faults: string[] = []
  const proxies: Proxy[] = []
  try {
    const upstream = new URL(riverbank.url).host
    for (const [name, start] of [
      ['nginx', startNginx],
      ['caddy', startCaddy],
    ] as const) {
      if (missing.includes(name)) continue
      const folder = mkdtempSync(join(folders, `${name}-`))
      const files = ['-keyout', join(folder, 'privkey.pem'), '-out', join(folder, 'fullchain.pem')]
      execFileSync(
        'openssl',
        [
          'req',
          '-x509',
          '-newkey',
          'rsa:2048',
          '-nodes',
          '-subj',
          `/CN=${NAME}`,
          '-addext',
          `subjectAltName=DNS:${NAME}`,
          ...files,
        ],
        { stdio: 'ignore' },
      )
      proxies.push(await start(folder, upstream))
    }
    const cut: Promise<unknown>[] = []
    for (const proxy of proxies) {
      const found = await uploadFaults(proxy, riverbank, folders, pace)
      faults.push(...found.faults)
      const slow = { ...found.upload, path: `/api/files/upload?${SECRET}`, method: 'POST' }
      cut.push(curl(proxy, { ...slow, how: [...(slow.how ?? []), '--limit-rate', '100k'] }))
    }
    await setTimeout(1000)
    process.kill(riverbank.pid, 'SIGKILL')
    await Promise.all(cut)
    for (const proxy of proxies) faults.push(...(await awayFaults(proxy)))
    return faults
  } finally {
    for (const proxy of proxies) await proxy.stop()
    await riverbank.stop()
    rmSync(folders, { recursive: true, force: true })
  }
}
