import { connect, type Socket } from 'node:net'
import { setTimeout } from 'node:timers/promises'
import { type RunningRiverbank, startRiverbank } from '../../app/test/running'
import { MULTIPART, multipart, send } from '../check-api/wire'
import { memoryOf, watchMemory } from './memory'
import { inLanes, type Pace, tally } from './pace'

const AT_ONCE = 50
const MOST_GROWTH = 50
const SIZE = 16 * 1024 * 1024
const PIECE = 64 * 1024
const LONGEST = 60_000

const addresses = ['/dashboard?index', '/dashboard/timetable?index', '/api/files/upload', '/contact']
/** A cookie's value in Remix's encoding; any other is ignored before a look-up. */
const inRemixWriting = encodeURIComponent(Buffer.from(JSON.stringify('junk')).toString('base64'))
const cookies = [
  undefined,
  `riverbank_session=${inRemixWriting}`,
  `__Host-riverbank_session=${inRemixWriting}`,
  'riverbank_session=junk; __Host-riverbank_session=junk',
]

/** A form with a file, of exactly `size` bytes, by default the most that are read. */
export function upload(size = SIZE): Buffer {
  const form = (content: string | Buffer) =>
    multipart([
      { name: 'title', content: 'x' },
      { name: 'file', fileName: 'a.pdf', content },
    ])
  return form(Buffer.alloc(size - form('').length, 'x'))
}

interface Sending {
  path: string
  cookie: string | undefined
  /** Milliseconds between two chunks of 64 kB; 0 for as fast as possible. */
  pause: number
  /** Whether it is chunked rather than sent with Content-Length. */
  inChunks: boolean
}

/** Waits until a socket drains, or is closed. */
function drained(socket: Socket): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      socket.off('drain', done).off('close', done)
      resolve()
    }
    socket.on('drain', done).on('close', done)
  })
}

/** Sends the body in pieces, and returns the response's status; 0 when the connection was closed without one. */
export function sendSlowly(url: string, body: Buffer, { path, cookie, pause, inChunks }: Sending): Promise<number> {
  const { hostname, port, host } = new URL(url)
  return new Promise((resolve) => {
    let answer = ''
    const socket = connect(Number(port), hostname)
    const finish = () => resolve(Number(/^HTTP\/1\.1 (\d{3})/.exec(answer)?.[1] ?? 0))
    socket.setTimeout(LONGEST, () => socket.destroy())
    socket.on('data', (chunk) => {
      answer += chunk.toString('latin1', 0, 40)
    })
    // A server that has responded may close while the body is still being sent.
    socket.on('error', () => undefined).on('close', finish)
    socket.on('connect', async () => {
      const head = [
        `POST ${path} HTTP/1.1`,
        `Host: ${host}`,
        'Sec-Fetch-Site: same-origin',
        `Content-Type: ${MULTIPART}`,
        inChunks ? 'Transfer-Encoding: chunked' : `Content-Length: ${body.length}`,
        ...(cookie ? [`Cookie: ${cookie}`] : []),
        'Connection: close',
      ]
      socket.write(`${head.join('\r\n')}\r\n\r\n`)
      for (let at = 0; at < body.length && !socket.destroyed; at += PIECE) {
        const piece = body.subarray(at, at + PIECE)
        if (inChunks) socket.write(`${piece.length.toString(16)}\r\n`)
        const isFree = socket.write(piece)
        if (inChunks) socket.write(at + PIECE < body.length ? '\r\n' : '\r\n0\r\n\r\n')
        if (pause) await setTimeout(pause)
        else if (!isFree) await drained(socket)
      }
    })
  })
}

/** Ordinary visits, so that a server's normal memory use does not count as growth. */
async function warmUp({ url }: RunningRiverbank): Promise<void> {
  const paths = [
    '/',
    '/about',
    '/contact',
    '/portal',
    '/news',
    '/board',
    '/resources',
    '/healthz',
    '/api/events',
    '/api/user',
  ]
  const visits = Array.from({ length: 300 }, (_, index) => paths[index % paths.length]!)
  await inLanes(visits, 4, async (path) => {
    // A cookie bypasses the page cache.
    await send(url, { method: 'GET', path, headers: { Cookie: 'a=b' } })
  })
  const refused = { 'Content-Type': 'application/x-www-form-urlencoded', 'Sec-Fetch-Site': 'same-origin' }
  for (let time = 0; time < 20; time += 1)
    await send(url, { method: 'POST', path: '/unsubscribe?index', headers: refused, body: 'email=x' })
}

/** One wave of uploads, and its effect on the server's memory. */
async function waveFaults(riverbank: RunningRiverbank, body: Buffer, pause: number): Promise<string[]> {
  const { url, pid } = riverbank
  const how = pause ? 'slow' : 'fast'
  const sendings = Array.from({ length: AT_ONCE }, (_, index) => ({
    path: addresses[index % addresses.length]!,
    cookie: cookies[Math.floor(index / addresses.length) % cookies.length],
    pause,
    inChunks: Math.floor(index / addresses.length / cookies.length) % 2 === 1,
  }))
  const before = memoryOf(pid)
  const watch = watchMemory(pid)
  const begun = Date.now()
  const statuses = await Promise.all(sendings.map((sending) => sendSlowly(url, body, sending)))
  const seconds = (Date.now() - begun) / 1000
  await setTimeout(1000)
  const peak = watch.stop()
  const after = memoryOf(pid)
  console.log(
    `Memory: ${AT_ONCE} anonymous uploads of 16 MB at once, ${how}, in ${seconds.toFixed(1)} s (${tally(statuses)}): ${before.toFixed()} MB before, ${peak.toFixed()} at the peak, ${after.toFixed()} after`,
  )
  const failed = statuses.filter((status) => status >= 500)
  return [
    ...(peak > before + MOST_GROWTH ? [`${how} uploads took ${(peak - before).toFixed()} MB more at the peak`] : []),
    ...(after > before + MOST_GROWTH ? [`${how} uploads left ${(after - before).toFixed()} MB more`] : []),
    ...(failed.length > 0 ? [`${how} uploads were answered ${tally(failed)}`] : []),
    ...(riverbank.isAlive() ? [] : [`the server died of ${how} uploads`]),
  ]
}

/** Uploads without a session, however many and large, don't fill the server's memory. */
export async function uploadFaults({ short }: Pace): Promise<string[]> {
  const riverbank = await startRiverbank()
  try {
    await warmUp(riverbank)
    const body = upload()
    const faults: string[] = []
    for (const pause of short ? [0, 10] : [0, 10, 0, 40]) faults.push(...(await waveFaults(riverbank, body, pause)))
    return faults
  } finally {
    await riverbank.stop()
  }
}
