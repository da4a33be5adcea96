import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { connect, createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { limits } from '../limits.mjs'

/** Docker kills ten seconds after it asked. */
const LONGEST = 8000

/** A mail server that takes connections and says nothing. */
async function mutedServer() {
  const sockets: Socket[] = []
  const server = createServer((socket) => void sockets.push(socket.on('error', () => undefined)))
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const reached = once(server, 'connection')
  return {
    port: (server.address() as { port: number }).port,
    reached,
    close: () => {
      for (const socket of sockets) socket.destroy()
      server.close()
    },
  }
}

async function serve(settings: Record<string, string>): Promise<{ server: ChildProcess; port: number }> {
  const { flags, additions } = limits({ ...process.env, ...settings })
  const own = { NODE_ENV: 'production', DEMO: '1', HOST: '127.0.0.1', PORT: '0' } as const
  const env = { ...process.env, ...additions, ...own, ...settings }
  const server = spawn(process.execPath, [...flags, 'scripts/serve.mjs'], { env, stdio: ['ignore', 'pipe', 'inherit'] })
  let said = ''
  for await (const chunk of server.stdout ?? []) {
    said += chunk
    const port = /Riverbank is at http:\/\/\S+?:(\d+)/.exec(said)?.[1]
    if (port) return { server, port: Number(port) }
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

/** Stops the product while a request and a mail stand still. */
export async function stopFaults(): Promise<string[]> {
  const dataDir = mkdtempSync(join(tmpdir(), 'riverbank-stops-'))
  const mail = await mutedServer()
  const { server, port } = await serve({
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
    return took < LONGEST && code === 0
      ? []
      : [`it took ${(took / 1000).toFixed(2)} s and ended with ${code ?? signal}`]
  } finally {
    server.kill('SIGKILL')
    mail.close()
    rmSync(dataDir, { recursive: true, force: true })
  }
}
