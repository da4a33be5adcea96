import { spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, writeFileSync } from 'node:fs'
import { createServer, type Socket } from 'node:net'
import { join } from 'node:path'
import { createTemporaryFolder } from '../../../app/test/folder'
import { startRiverbank } from '../../../app/test/running'
import { createPicture } from '../../../app/test/samples'
import { logInOverHttp } from '../../../app/test/served'
import { createClient, createHeaders } from '../shared/client'
import { installCommand } from '../shared/machine'
import { waitUntil } from '../shared/measures'
import { beginPost, encodeMultipart, MULTIPART } from '../shared/wire'

/** In seconds: Docker kills ten seconds after SIGTERM. */
const MAX_STOP_TIME = 8

/** A mail server that accepts a mail but never replies. */
async function startMuteMailServer() {
  const sockets: Socket[] = []
  const { promise: reached, resolve: tell } = Promise.withResolvers<void>()
  const server = createServer((socket) => {
    sockets.push(socket.on('error', () => undefined))
    socket.write('220 here\r\n')
    socket.on('data', (said) => {
      if (/^(EHLO|MAIL|RCPT)/.test(String(said))) socket.write('250 yes\r\n')
      else if (/^DATA/.test(String(said))) socket.write('354 go on\r\n')
      // A worker that only checks the connection quits.
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

/** The log lines about a stop. */
const findStopLines = (said: string) =>
  said
    .split('\n')
    .filter((line) => /"msg":"(Riverbank stopped|stopping|already stopping)/.test(line))
    .map((line) => JSON.parse(line) as { level: number; signal: string; cut?: object; msg: string })

/** Collects what the server sends on a connection until it closes it. */
function readAnswer(socket: Socket) {
  let text = ''
  socket.on('data', (chunk) => (text += chunk))
  return { answer: () => text, over: once(socket, 'close') }
}

/** True for the answer to a request that the stop cut off. */
const isRefusal = (answer: string) => answer.startsWith('HTTP/1.1 503') && /^Retry-After: /im.test(answer)

/** Stops the server during a stalled request and a stalled mail. */
async function findStallFaults(): Promise<string[]> {
  using mail = await startMuteMailServer()
  await using riverbank = await startRiverbank({ SMTP_URL: `smtp://127.0.0.1:${mail.port}` })
  const enquiry = { name: 'Maura', email: 'maura@example.ie', subject: 'visit', message: 'May we come and see you?' }
  await createClient(riverbank.url, undefined).call('POST', '/api/contact', enquiry)
  await mail.reached
  const type = 'application/x-www-form-urlencoded'
  const headers = { 'Content-Type': type, 'Sec-Fetch-Site': 'same-origin', 'Content-Length': '1000' }
  const stalled = await beginPost(riverbank.url, '/contact', headers)
  stalled.write('name=Maura')
  const { over, answer } = readAnswer(stalled)
  process.kill(riverbank.pid, 'SIGTERM')
  const took = await waitUntil(() => !riverbank.isAlive())
  await over
  const last = findStopLines(riverbank.output()).at(-1)
  console.log(`    a stop with a stalled request and a stalled mail took ${took?.toFixed(2)} s`)
  return [
    ...((took ?? 99) < MAX_STOP_TIME ? [] : [`a stop with a stalled request and mail took ${took} s`]),
    ...(isRefusal(answer()) ? [] : [`a stalled request at a stop was answered "${answer().slice(0, 100)}"`]),
    ...(last?.level === 40 && JSON.stringify(last.cut) === '{"requests":1,"mails":1}'
      ? []
      : [`the log does not say that a request and a mail were cut: ${JSON.stringify(last)}`]),
  ]
}

/**
 * Stops the server during an upload, as KillMode=mixed in riverbank.service does: SIGTERM to the server process only, and again while it
 * finishes.
 */
async function findUploadFaults(): Promise<string[]> {
  await using riverbank = await startRiverbank()
  const tutor = await logInOverHttp(riverbank, 'demo.tutor')
  const body = encodeMultipart([
    { name: 'title', content: 'Sent while it stopped' },
    { name: 'file', fileName: 'river.jpg', content: await createPicture(800, 600).jpeg().toBuffer() },
  ])
  const headers = {
    'Content-Type': MULTIPART,
    'Content-Length': String(body.length),
    ...createHeaders(tutor, 'token'),
  }
  const half = body.length >> 1
  const upload = await beginPost(riverbank.url, '/api/files/upload', headers)
  upload.write(body.subarray(0, half))
  const { over, answer } = readAnswer(upload)
  for (const lines of [1, 2]) {
    process.kill(riverbank.pid, 'SIGTERM')
    await waitUntil(() => findStopLines(riverbank.output()).length >= lines, 5)
  }
  upload.write(body.subarray(half))
  const took = await waitUntil(() => !riverbank.isAlive())
  await over
  const { msg, cut } = findStopLines(riverbank.output()).at(-1) ?? {}
  console.log(`    an upload under SIGTERM twice: ${answer().slice(9, 12)}, stopped in ${took?.toFixed(2)} s`)
  // On a slow machine its pictures may take longer than a stop gives a request, which is then refused.
  const requests = isRefusal(answer()) ? 1 : 0
  return [
    ...(requests === 1 || answer().startsWith('HTTP/1.1 201')
      ? []
      : [`an upload at a stop was answered "${answer().slice(0, 100)}"`]),
    ...(msg === 'Riverbank stopped' && JSON.stringify(cut) === `{"requests":${requests},"mails":0}`
      ? []
      : [`the log says of it: ${JSON.stringify(findStopLines(riverbank.output()))}`]),
  ]
}

/** The maximum exposure level of the shipped unit by systemd-analyze (0 to 10). */
const MAX_EXPOSURE = 2

/** Checks scripts/deploy/riverbank.service by systemd-analyze, with another folder and Node path. */
function findUnitFaults(): string[] {
  if (!installCommand('systemd-analyze', 'systemd')) {
    console.log(
      '    NOT DONE: systemd-analyze can’t be installed on this machine, so riverbank.service was not checked',
    )
    return []
  }
  using folder = createTemporaryFolder()
  const unit = join(folder.path, 'riverbank.service')
  const text = readFileSync('scripts/deploy/riverbank.service', 'utf8')
  writeFileSync(unit, text.replaceAll('/opt/riverbank', process.cwd()).replace('/usr/bin/node', process.execPath))
  return [['verify'], ['security', '--offline=yes', `--threshold=${MAX_EXPOSURE * 10}`]]
    .map((words) => spawnSync('systemd-analyze', [...words, unit], { encoding: 'utf8' }))
    .filter(({ status, stdout, stderr }) => status !== 0 || /Unknown|ignoring/i.test(stdout + stderr))
    .map(({ stdout, stderr }) => stdout + stderr)
}

/** Stops the server during requests, mails and uploads. */
export async function findStopFaults(): Promise<string[]> {
  return [...(await findStallFaults()), ...(await findUploadFaults()), ...findUnitFaults()]
}
