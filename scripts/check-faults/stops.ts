import { spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, writeFileSync } from 'node:fs'
import { createServer, type Socket } from 'node:net'
import { join } from 'node:path'
import { temporaryFolder } from '../../app/test/folder'
import { startRiverbank } from '../../app/test/running'
import { picture } from '../../app/test/samples'
import { logInOverHttp } from '../../app/test/served'
import { clientOf, headersOf } from '../shared/client'
import { hasCommand } from '../shared/machine'
import { until } from '../shared/measures'
import { begin, MULTIPART, multipart } from '../shared/wire'

/** In seconds: Docker kills ten seconds after it asked. */
const LONGEST = 8

/** A mail server that takes a mail and never says whether it did. */
async function mutedServer() {
  const sockets: Socket[] = []
  const { promise: reached, resolve: tell } = Promise.withResolvers<void>()
  const server = createServer((socket) => {
    sockets.push(socket.on('error', () => undefined))
    socket.write('220 here\r\n')
    socket.on('data', (said) => {
      if (/^(EHLO|MAIL|RCPT)/.test(String(said))) socket.write('250 yes\r\n')
      else if (/^DATA/.test(String(said))) socket.write('354 go on\r\n')
      // A worker that only looks whether the server is there takes its leave.
      else if (/^QUIT/.test(String(said))) socket.end('221 bye\r\n')
      else tell()
    })
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  return {
    port: (server.address() as { port: number }).port,
    reached,
    [Symbol.dispose]: () => {
      for (const socket of sockets) socket.destroy()
      server.close()
    },
  }
}

/** The lines that a log has of a stop. */
const stopLines = (said: string) =>
  said
    .split('\n')
    .filter((line) => /"msg":"(Riverbank stopped|stopping|already stopping)/.test(line))
    .map((line) => JSON.parse(line) as { level: number; signal: string; cut?: object; msg: string })

/** Stops the product while a request and a mail stand still. */
async function stalledFaults(): Promise<string[]> {
  using mail = await mutedServer()
  await using riverbank = await startRiverbank({ SMTP_URL: `smtp://127.0.0.1:${mail.port}` })
  const enquiry = { name: 'Maura', email: 'maura@example.ie', subject: 'visit', message: 'May we come and see you?' }
  await clientOf(riverbank.url, undefined).call('POST', '/api/contact', enquiry)
  await mail.reached
  const type = 'application/x-www-form-urlencoded'
  const headers = { 'Content-Type': type, 'Sec-Fetch-Site': 'same-origin', 'Content-Length': '1000' }
  const stalled = await begin(riverbank.url, '/contact', headers)
  stalled.write('name=Maura')
  process.kill(riverbank.pid, 'SIGTERM')
  const took = await until(() => !riverbank.isAlive())
  stalled.destroy()
  const last = stopLines(riverbank.output()).at(-1)
  console.log(`    a stop with a stalled request and a stalled mail took ${took?.toFixed(2)} s`)
  return [
    ...((took ?? 99) < LONGEST ? [] : [`a stop with a stalled request and mail took ${took} s`]),
    ...(last?.level === 40 && JSON.stringify(last.cut) === '{"requests":1,"mails":1}'
      ? []
      : [`the log does not say that a request and a mail were cut: ${JSON.stringify(last)}`]),
  ]
}

/**
 * Stops the product as KillMode=mixed of riverbank.service does, by SIGTERM to the server alone, while an upload arrives; then once more
 * while it is finished.
 */
async function uploadFaults(): Promise<string[]> {
  await using riverbank = await startRiverbank()
  const tutor = await logInOverHttp(riverbank, 'demo.tutor')
  const body = multipart([
    { name: 'title', content: 'Sent while it stopped' },
    { name: 'file', fileName: 'river.jpg', content: await picture(800, 600).jpeg().toBuffer() },
  ])
  const headers = {
    'Content-Type': MULTIPART,
    'Content-Length': String(body.length),
    ...headersOf(tutor, 'token'),
  }
  const half = body.length >> 1
  const upload = await begin(riverbank.url, '/api/files/upload', headers)
  upload.write(body.subarray(0, half))
  let answered = ''
  upload.on('data', (chunk) => (answered += chunk))
  const over = once(upload, 'close')
  for (const lines of [1, 2]) {
    process.kill(riverbank.pid, 'SIGTERM')
    await until(() => stopLines(riverbank.output()).length >= lines, 5)
  }
  upload.write(body.subarray(half))
  const took = await until(() => !riverbank.isAlive())
  await over
  const { msg, cut } = stopLines(riverbank.output()).at(-1) ?? {}
  console.log(`    an upload under SIGTERM twice: ${answered.slice(9, 12)}, stopped in ${took?.toFixed(2)} s`)
  return [
    ...(answered.startsWith('HTTP/1.1 201') ? [] : [`an upload at a stop was answered "${answered.slice(0, 100)}"`]),
    ...(msg === 'Riverbank stopped' && JSON.stringify(cut) === '{"requests":0,"mails":0}'
      ? []
      : [`the log says of it: ${JSON.stringify(stopLines(riverbank.output()))}`]),
  ]
}

/** The highest exposure that systemd may see in the shipped unit, of ten. */
const MOST_EXPOSED = 2

/** What systemd says of scripts/deploy/riverbank.service, where only the folder and Node's place are others. */
function unitFaults(): string[] {
  if (!hasCommand('systemd-analyze', 'systemd')) {
    console.log('    NOT DONE: systemd-analyze can’t be installed here, so nobody looked at riverbank.service')
    return []
  }
  using folder = temporaryFolder()
  const unit = join(folder.path, 'riverbank.service')
  const text = readFileSync('scripts/deploy/riverbank.service', 'utf8')
  writeFileSync(unit, text.replaceAll('/opt/riverbank', process.cwd()).replace('/usr/bin/node', process.execPath))
  return [['verify'], ['security', '--offline=yes', `--threshold=${MOST_EXPOSED * 10}`]]
    .map((words) => spawnSync('systemd-analyze', [...words, unit], { encoding: 'utf8' }))
    .filter(({ status, stdout, stderr }) => status !== 0 || /Unknown|ignoring/i.test(stdout + stderr))
    .map(({ stdout, stderr }) => stdout + stderr)
}

/** Stops the product with something under way. */
export async function stopFaults(): Promise<string[]> {
  return [...(await stalledFaults()), ...(await uploadFaults()), ...unitFaults()]
}
