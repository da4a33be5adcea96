import { type ChildProcess, execFile, execFileSync, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { userInfo } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { FILE_LIMIT } from '../../../app/domain/files/kinds'
import { createTemporaryFolder } from '../../../app/test/folder'
import { type RunningRiverbank, startRiverbank } from '../../../app/test/running'
import { createPicture, createSamplePdf } from '../../../app/test/samples'
import { logInAll } from '../../../app/test/served'
import { createHeaders } from '../shared/client'
import { findFreePort, installCommand } from '../shared/machine'
import { listWrites, sendWrite } from '../shared/writes'

const HOST_NAME = 'riverbank.example'
/** The visitors' address in this check, which no program logs of itself. */
const VISITOR = '127.9.8.7'
/** By default nginx gives up after 60 seconds. */
const PAUSE = 65_000

interface Proxy extends AsyncDisposable {
  name: string
  port: number
  /** All of its output. */
  logs: () => string
}

async function waitUntilStarted(name: string, port: number, server: ChildProcess, files: string[]): Promise<Proxy> {
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
  return { name, port, logs, [Symbol.asyncDispose]: stop }
}

/** The shipped file with `changes`. Throws if one does not apply. */
function adaptConfig(path: string, changes: [from: string, to: string][]): string {
  let text = readFileSync(path, 'utf8')
  for (const [from, to] of changes) {
    if (!text.includes(from)) throw new Error(`${path} does not contain ${from}`)
    text = text.replaceAll(from, to)
  }
  return text
}

/** Debian's nginx with scripts/deploy/nginx.conf, with other ports, certificate and log folder. */
async function startNginx(folder: string, upstream: string): Promise<Proxy> {
  const [port, plain] = [await findFreePort(), await findFreePort()]
  const site = adaptConfig('scripts/deploy/nginx.conf', [
    ['listen [::]:', '# listen [::]:'],
    ['listen 80;', `listen 127.0.0.1:${plain};`],
    ['listen 443', `listen 127.0.0.1:${port}`],
    [`/etc/letsencrypt/live/${HOST_NAME}`, folder],
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
  return waitUntilStarted(
    'nginx',
    port,
    server,
    ['main', 'error', 'access'].map((name) => join(folder, `${name}.log`)),
  )
}

/** Debian's Caddy with scripts/deploy/Caddyfile, with a local certificate instead of a requested one. */
async function startCaddy(folder: string, upstream: string): Promise<Proxy> {
  const port = await findFreePort()
  const site = adaptConfig('scripts/deploy/Caddyfile', [
    ['{\n\tlog {', '{\n\tadmin off\n\tauto_https disable_redirects\n\tlog {'],
    ['{$PUBLIC_URL} {', `{$PUBLIC_URL} {\n\ttls ${folder}/fullchain.pem ${folder}/privkey.pem`],
  ])
  writeFileSync(join(folder, 'Caddyfile'), site)
  const env = { ...process.env, HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder }
  const server = spawn('caddy', ['run', '--adapter', 'caddyfile', '--config', join(folder, 'Caddyfile')], {
    env: { ...env, PUBLIC_URL: `https://${HOST_NAME}:${port}`, UPSTREAM: upstream },
  })
  return waitUntilStarted('Caddy', port, server, [])
}

interface CurlRequest {
  path: string
  method?: string
  headers?: Record<string, string>
  /** The path of a file with the body. */
  body?: string
  /** Further arguments for curl. */
  how?: string[]
}

/** Sends a request by curl through a proxy; the status is 0 without a complete response. */
function curl({ port }: Proxy, { path, method = 'GET', headers = {}, body, how = [] }: CurlRequest) {
  const words = [
    ...['-sSki', '--max-time', '240', '--interface', VISITOR, '--resolve', `${HOST_NAME}:${port}:127.0.0.1`],
    ...Object.entries(headers).flatMap(([name, value]) => ['-H', `${name}: ${value}`]),
    ...(body ? ['--data-binary', `@${body}`] : []),
    ...['-X', method, ...how, '-w', '\n%{http_code}', `https://${HOST_NAME}:${port}${path}`],
  ]
  return new Promise<{ status: number; text: string }>((answered) =>
    execFile('curl', words, (error, stdout, stderr) => {
      const status = error ? 0 : Number(stdout.slice(stdout.lastIndexOf('\n') + 1))
      answered({ status, text: stdout + stderr })
    }),
  )
}

const VERSIONS = ['--http1.1', '--http2']

/** Sends every form and call with a file, and photos of all sizes, by HTTP/1.1 and HTTP/2. */
async function findUploadFaults(proxy: Proxy, riverbank: RunningRiverbank, folder: string) {
  const faults: string[] = []
  const sessions = await logInAll(riverbank)
  const body = join(folder, 'body')
  let count = 0
  const expect = async (name: string, wanted: number, requested: CurlRequest) => {
    const { status, text } = await curl(proxy, { method: 'POST', ...requested })
    count += 1
    if (status !== wanted)
      faults.push(`${proxy.name}: ${name} ${requested.how?.join(' ')} answered ${status}: ${text.slice(-300)}`)
  }
  const writes = await listWrites(riverbank, sessions)
  for (const write of writes.filter(({ isUpload }) => isUpload)) {
    const sent = new Response(write.body)
    writeFileSync(body, Buffer.from(await sent.arrayBuffer()))
    const { path, method, name } = write
    const headers = { 'Content-Type': sent.headers.get('Content-Type') ?? '', ...write.headers }
    // Blindly filled-in forms may be refused: the response through the proxy must be the same as without.
    const { status } = await sendWrite(riverbank.url, { path, method, headers, body: readFileSync(body) })
    for (const version of VERSIONS) await expect(name, status, { path, method, headers, body, how: [version] })
  }

  const photo = await createPicture(4000, 3000).jpeg().toBuffer()
  const over = Buffer.concat([photo, randomBytes(FILE_LIMIT + 1 - photo.length)])
  const files = { 'small.pdf': createSamplePdf(), 'largest.jpg': over.subarray(0, FILE_LIMIT), 'over.jpg': over }
  for (const [name, bytes] of Object.entries({ ...files, film: randomBytes(40 * 1024 * 1024) }))
    writeFileSync(join(folder, name), bytes)
  const upload = (name: keyof typeof files | 'film', ...how: string[]): CurlRequest => ({
    path: '/api/files/upload',
    headers: createHeaders(sessions.aoife, 'token'),
    how: [...how, '-F', 'title=Through the proxy', '-F', `file=@${join(folder, name)}`],
  })
  for (const version of VERSIONS) {
    for (const link of ['Expect: 100-continue', 'Expect:', 'Transfer-Encoding: chunked'])
      for (const name of ['small.pdf', 'largest.jpg'] as const)
        await expect(name, 201, upload(name, version, '-H', link))
    await expect('a photo one byte too large', 400, upload('over.jpg', version))
    // By HTTP/1.1 Caddy closes the connection on an unread body, and curl ignores the response; browsers use HTTP/2.
    if (proxy.name === 'nginx' || version === '--http2') await expect('a film', 413, upload('film', version))
    await expect('a slow connection', 201, upload('largest.jpg', version, '--limit-rate', '500k'))
    await Promise.all(Array.from({ length: 8 }, () => expect('one of eight', 201, upload('largest.jpg', version))))
  }
  // Simulates waiting for other uploads.
  const waiting = VERSIONS.map((version) =>
    expect('an upload that waited for 65 seconds', 201, upload('largest.jpg', version, '--limit-rate', '500k')),
  )
  await setTimeout(2000)
  process.kill(riverbank.pid, 'SIGSTOP')
  await setTimeout(PAUSE)
  process.kill(riverbank.pid, 'SIGCONT')
  await Promise.all(waiting)
  console.log(`    ${proxy.name}: ${count} uploads, ${faults.length} faults`)
  return { faults, upload: upload('largest.jpg') }
}

const SECRET = 'c2VjcmV0LW9mLXRoaXMtY2hlY2s'

/** Checks the proxy's responses and logs while Riverbank is down. */
async function findDowntimeFaults(proxy: Proxy): Promise<string[]> {
  const faults: string[] = []
  for (const version of VERSIONS)
    for (const path of [`/unsubscribe/${SECRET}`, `/calendar/3.${SECRET}`, `/setup/${SECRET}`])
      for (const method of ['GET', 'POST']) {
        const { status, text } = await curl(proxy, { path, method, how: [version] })
        if (status !== 503 || !/^retry-after: 60/im.test(text) || !text.includes('back in a moment'))
          faults.push(`${proxy.name}: ${method} ${path} while Riverbank is down was answered ${status}: ${text}`)
      }
  for (const line of proxy.logs().split('\n'))
    if (line.includes(SECRET) || line.includes(VISITOR)) faults.push(`${proxy.name} logged: ${line}`)
  return faults
}

/** Creates a folder for a proxy with a certificate. */
function createCertificate(folder: string): string {
  mkdirSync(folder)
  const files = ['-keyout', join(folder, 'privkey.pem'), '-out', join(folder, 'fullchain.pem')]
  const of = ['-subj', `/CN=${HOST_NAME}`, '-addext', `subjectAltName=DNS:${HOST_NAME}`]
  execFileSync('openssl', ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', ...of, ...files], { stdio: 'ignore' })
  return folder
}

/** Sends all kinds of uploads through the shipped nginx.conf and Caddyfile, then kills the server during one. */
export async function findProxyFaults(): Promise<string[]> {
  const missing = ['curl', 'openssl', 'nginx', 'caddy'].filter((name) => !installCommand(name))
  if (missing.length > 0) {
    console.log(`    NOT DONE: ${missing.join(', ')} can't be installed on this machine`)
    return []
  }
  using folder = createTemporaryFolder()
  await using riverbank = await startRiverbank({ TRUST_PROXY: '1' })
  const { host } = new URL(riverbank.url)
  await using nginx = await startNginx(createCertificate(join(folder.path, 'nginx')), host)
  await using caddy = await startCaddy(createCertificate(join(folder.path, 'caddy')), host)
  const proxies = [nginx, caddy]
  const faults: string[] = []
  const cut: Promise<unknown>[] = []
  for (const proxy of proxies) {
    const { faults: found, upload } = await findUploadFaults(proxy, riverbank, folder.path)
    faults.push(...found)
    const how = [...(upload.how ?? []), '--limit-rate', '100k']
    cut.push(curl(proxy, { ...upload, path: `${upload.path}?${SECRET}`, method: 'POST', how }))
  }
  await setTimeout(1000)
  process.kill(riverbank.pid, 'SIGKILL')
  await Promise.all(cut)
  for (const proxy of proxies) faults.push(...(await findDowntimeFaults(proxy)))
  return faults
}
