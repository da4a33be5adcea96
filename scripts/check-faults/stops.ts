import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { connect, createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { password } from '../../app/test/running'
import { picture } from '../../app/test/samples'
import { hasCommand } from '../check-access/debian'
import { headersOf } from '../check-api/people'
import { MULTIPART, multipart, send } from '../check-api/wire'
import type { Pace } from '../check-security/pace'
import { limits } from '../limits.mjs'

/** Docker kills ten seconds after it asked. */
const LONGEST = 8000

/** A mail server that takes a mail and never says whether it did. */
async function mutedServer() {
  const sockets: Socket[] = []
  let tell = () => {}
  const reached = new Promise<void>((resolve) => (tell = resolve))
  const server = createServer((socket) => {
    sockets.push(socket.on('error', () => undefined))
    socket.write('220 here\r\n')
    socket.on('data', (said) => {
      if (/^(EHLO|MAIL|RCPT)/.test(String(said))) socket.write('250 yes\r\n')
      else if (/^DATA/.test(String(said))) socket.write('354 go on\r\n')
      else tell()
    })
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  return {
    port: (server.address() as { port: number }).port,
    reached,
    close: () => {
      for (const socket of sockets) socket.destroy()
      server.close()
    },
  }
}

async function serve(settings: Record<string, string>) {
  const { flags, additions } = limits({ ...process.env, ...settings })
  const own = { NODE_ENV: 'production', DEMO: '1', HOST: '127.0.0.1', PORT: '0' } as const
  const env = { ...process.env, ...additions, ...own, ...settings }
  // In a group of its own, as systemd and a terminal have it.
  const server = spawn(process.execPath, [...flags, 'scripts/serve.mjs'], {
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
    detached: true,
  })
  let said = ''
  server.stdout.on('data', (chunk) => (said += chunk))
  while (server.exitCode === null) {
    const port = /Riverbank is at http:\/\/\S+?:(\d+)/.exec(said)?.[1]
    if (port) return { server, port: Number(port), said: () => said }
    await setTimeout(20)
  }
  throw new Error(`The product did not start:\n${said}`)
}

/** Sends part of a request and then nothing. */
async function stall(port: number, head: string): Promise<Socket> {
  const socket = connect(port, '127.0.0.1').on('error', () => undefined)
  await once(socket, 'connect')
  socket.write(head)
  return socket
}

/** The lines that a log has of a stop. */
const stopLines = (said: string) =>
  said
    .split('\n')
    .filter((line) => /"msg":"(Riverbank stopped|stopping|already stopping)/.test(line))
    .map((line) => JSON.parse(line) as { level: number; signal: string; cut?: object; msg: string })

/** Stops the product while a request and a mail stand still. */
async function stalledFaults(): Promise<string[]> {
  const dataDir = mkdtempSync(join(tmpdir(), 'riverbank-stops-'))
  const mail = await mutedServer()
  const { server, port, said } = await serve({
    DATA_DIR: dataDir,
    SMTP_URL: `smtp://127.0.0.1:${mail.port}`,
    SESSION_SECRET: 'a secret for the check of the stops, 0123456789',
  })
  const ended = once(server, 'exit') as Promise<[number | null, string | null]>
  try {
    const enquiry = { name: 'Maura', email: 'maura@example.ie', subject: 'visit', message: 'May we come and see you?' }
    await fetch(`http://127.0.0.1:${port}/api/contact`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(enquiry),
    })
    await mail.reached
    const head = 'POST /contact HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/x-www-form-urlencoded\r\n'
    const stalled = await stall(port, `${head}Sec-Fetch-Site: same-origin\r\nContent-Length: 1000\r\n\r\nname=Maura`)
    const begun = performance.now()
    server.kill('SIGTERM')
    const [code, signal] = await ended
    const took = performance.now() - begun
    stalled.destroy()
    console.log(
      `    a stop with a stalled request and a stalled mail took ${(took / 1000).toFixed(2)} s, exit ${code ?? signal}`,
    )
    const last = stopLines(said()).at(-1)
    const isTold = last?.level === 40 && JSON.stringify(last.cut) === '{"requests":1,"mails":1}'
    return [
      ...(took < LONGEST && code === 0
        ? []
        : [`it took ${(took / 1000).toFixed(2)} s and ended with ${code ?? signal}`]),
      ...(isTold ? [] : [`the log does not say that a request and a mail were cut: ${JSON.stringify(last)}`]),
    ]
  } finally {
    server.kill('SIGKILL')
    mail.close()
    rmSync(dataDir, { recursive: true, force: true })
  }
}

/**
 * Stops the product as KillMode=mixed of riverbank.service does, by SIGTERM to the server alone, while an upload arrives; then once more
 * while it is finished.
 */
async function uploadFaults(first: NodeJS.Signals, second: NodeJS.Signals): Promise<string[]> {
  const dataDir = mkdtempSync(join(tmpdir(), 'riverbank-stops-'))
  const { server, port, said } = await serve({
    DATA_DIR: dataDir,
    DEMO_PASSWORD: password,
    SESSION_SECRET: 'a secret for the check of the stops, 0123456789',
  })
  const ended = once(server, 'exit') as Promise<[number | null, string | null]>
  try {
    const url = `http://127.0.0.1:${port}`
    const answer = await send(url, {
      method: 'POST',
      path: '/api/login',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ username: 'demo.tutor', password }),
    })
    const body = multipart([
      { name: 'title', content: 'Sent while it stopped' },
      { name: 'file', fileName: 'river.jpg', content: await picture(4000, 3000).jpeg().toBuffer() },
    ])
    const authorised = headersOf({ ...JSON.parse(answer.text), cookie: '' }, 'token')
    const headers = { Host: 'localhost', 'Content-Type': MULTIPART, 'Content-Length': body.length, ...authorised }
    const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
    const upload = await stall(port, `POST /api/files/upload HTTP/1.1\r\n${lines.join('')}\r\n`)
    let answered = ''
    upload.on('data', (chunk) => (answered += chunk))
    const over = once(upload, 'close')
    upload.write(body.subarray(0, body.length / 2))
    const begun = performance.now()
    const asked = [first, second]
    for (const [index, signal] of asked.entries()) {
      server.kill(signal)
      while (stopLines(said()).length <= index && server.exitCode === null && server.signalCode === null)
        await setTimeout(20)
    }
    upload.write(body.subarray(body.length / 2))
    const [code, killed] = await ended
    const took = ((performance.now() - begun) / 1000).toFixed(2)
    await over
    const { msg, signal, cut } = stopLines(said()).at(-1) ?? {}
    console.log(
      `    an upload under ${first} and ${second}: ${answered.slice(9, 12)}, stopped in ${took} s, exit ${code ?? killed}`,
    )
    return [
      ...(answered.startsWith('HTTP/1.1 201') && code === 0
        ? []
        : [
            `an upload under way at ${first} and ${second} was answered "${answered.slice(0, 100)}", exit ${code ?? killed}`,
          ]),
      ...(msg === 'Riverbank stopped' && signal === first && JSON.stringify(cut) === '{"requests":0,"mails":0}'
        ? []
        : [`the log says of it: ${JSON.stringify(stopLines(said()))}`]),
    ]
  } finally {
    server.kill('SIGKILL')
    rmSync(dataDir, { recursive: true, force: true })
  }
}

/** The highest exposure that systemd may see in the shipped unit, of ten. */
const MOST_EXPOSED = 2

/** What systemd says of scripts/deploy/riverbank.service, where only the folder and Node's place are others. */
function unitFaults(): string[] {
  if (!hasCommand('systemd-analyze', 'systemd')) {
    console.log('    NOT DONE: systemd-analyze can’t be installed here, so nobody looked at riverbank.service')
    return []
  }
  const folder = mkdtempSync(join(tmpdir(), 'riverbank-unit-'))
  try {
    const unit = join(folder, 'riverbank.service')
    const text = readFileSync('scripts/deploy/riverbank.service', 'utf8')
    writeFileSync(unit, text.replaceAll('/opt/riverbank', process.cwd()).replace('/usr/bin/node', process.execPath))
    const analyze = (...words: string[]) => {
      const { status, stdout, stderr } = spawnSync('systemd-analyze', [...words, unit], { encoding: 'utf8' })
      return { status, said: stdout + stderr }
    }
    const verified = analyze('verify')
    const exposed = analyze('security', '--offline=yes', `--threshold=${MOST_EXPOSED * 10}`)
    console.log(
      `    riverbank.service: ${exposed.said
        .split('\n')
        .find((line) => line.includes('Overall'))
        ?.slice(2)}`,
    )
    return [verified, exposed]
      .filter(({ status, said }) => status !== 0 || /Unknown|ignoring/i.test(said))
      .map(({ said }) => said)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Stops the product with something under way. */
export async function stopFaults({ short }: Pace): Promise<string[]> {
  return [
    ...(await stalledFaults()),
    ...(await uploadFaults('SIGTERM', 'SIGTERM')),
    ...(short ? [] : await uploadFaults('SIGINT', 'SIGTERM')),
    ...unitFaults(),
  ]
}
