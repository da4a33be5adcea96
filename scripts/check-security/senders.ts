import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { setTimeout } from 'node:timers/promises'
import { type RunningRiverbank, startRiverbank } from '../../app/test/running'
import { enter, logIn } from '../shared/client'
import { memoryOf, tally, watchMemory } from '../shared/measures'
import { atOnce, type Pace } from '../shared/topics'
import { MULTIPART, multipart, send } from '../shared/wire'

const MEGABYTE = 1024 * 1024
const LARGE = 15 * MEGABYTE
const PIECE = 64 * 1024
const LONGEST = 60_000
/** In MB: what uploads may add to a server that has warmed up, and the most of a server in a container of 256. */
const MOST_GROWTH = 50
const MOST_MEMORY = 220
/** In milliseconds: a tutor's upload while the others try. */
const LONGEST_UPLOAD = 2000
const AT_ONCE = 50
const IDLE = 104

const addresses = [
  '/dashboard?index',
  '/api/files/upload',
  '/contact',
  '/dashboard/newsletter/new',
  '/dashboard/timetable?index',
  '/dashboard/notices/qqi?index',
  '/dashboard/profile/website/home/hero',
  '/dashboard/newsletter/subscribers/import',
]

/** A form with a file of `size` bytes. */
const upload = (size: number) =>
  multipart([
    { name: 'title', content: 'x' },
    { name: 'file', fileName: 'a.pdf', content: Buffer.alloc(size, 'x') },
  ])

/** Begins to send a form of `length` bytes, in chunks where that is left out. */
function begin(url: string, path: string, cookie: string | undefined, length?: number): Socket {
  const { hostname, port, host } = new URL(url)
  const head = [
    `POST ${path} HTTP/1.1`,
    `Host: ${host}`,
    'Sec-Fetch-Site: same-origin',
    `Content-Type: ${MULTIPART}`,
    length === undefined ? 'Transfer-Encoding: chunked' : `Content-Length: ${length}`,
    ...(cookie ? [`Cookie: ${cookie}`] : []),
    'Connection: close',
  ]
  const socket = connect(Number(port), hostname)
  // A server that has answered may close while the body is still being sent.
  socket.on('error', () => undefined).write(`${head.join('\r\n')}\r\n\r\n`)
  return socket
}

/** Sends a body in pieces with a pause (in milliseconds) between two; the answer's status, or 0 without one. */
async function sendSlowly(socket: Socket, body: Buffer, pause: number, inChunks: boolean): Promise<number> {
  let answer = ''
  socket.on('data', (chunk) => {
    answer += chunk.toString('latin1', 0, 40)
  })
  const closed = new Promise((resolve) => socket.setTimeout(LONGEST, () => socket.destroy()).once('close', resolve))
  for (let at = 0; at < body.length && !socket.destroyed; at += PIECE) {
    const piece = body.subarray(at, at + PIECE)
    if (inChunks) socket.write(`${piece.length.toString(16)}\r\n`)
    const isFree = socket.write(piece)
    if (inChunks) socket.write(at + PIECE < body.length ? '\r\n' : '\r\n0\r\n\r\n')
    if (pause || !isFree) await Promise.race([setTimeout(pause || LONGEST), ...(pause ? [] : [drained(socket)])])
  }
  await closed
  return Number(/^HTTP\/1\.1 (\d{3})/.exec(answer)?.[1] ?? 0)
}

/** Waits until a socket drains, or is closed. */
const drained = (socket: Socket) => Promise.race([once(socket, 'drain'), once(socket, 'close')])

/** Uploads without a session, many at once, fast and slowly: what they add to the server's memory, at the peak and afterwards. */
async function strangerFaults({ url, pid, isAlive }: RunningRiverbank): Promise<string[]> {
  const body = upload(16 * MEGABYTE - 500)
  // What the server takes after ordinary visits is no growth.
  await atOnce(Array.from({ length: 300 }), 4, async (_, index) => {
    const path = ['/', '/about', '/contact', '/portal', '/news', '/board', '/resources', '/api/events'][index % 8]!
    await send(url, { method: 'GET', path, headers: { Cookie: 'a=b' } })
  })
  const faults: string[] = []
  for (const pause of [0, 10]) {
    const before = memoryOf(pid)
    const watch = watchMemory(() => [pid])
    const statuses = await Promise.all(
      Array.from({ length: AT_ONCE }, (_, index) => {
        const inChunks = index % 5 === 0
        const cookie = index % 2 ? 'riverbank_session=junk' : undefined
        const socket = begin(url, addresses[index % addresses.length]!, cookie, inChunks ? undefined : body.length)
        return sendSlowly(socket, body, pause, inChunks)
      }),
    )
    const peak = watch.stop()
    const how = pause ? 'slow' : 'fast'
    console.log(
      `    ${AT_ONCE} anonymous uploads of 16 MB, ${how} (${tally(statuses)}): ${before.toFixed()} MB before, ${peak.toFixed()} at the peak`,
    )
    if (peak > before + MOST_GROWTH) faults.push(`${how} uploads took ${(peak - before).toFixed()} MB more at the peak`)
    if (statuses.some((status) => status >= 500)) faults.push(`${how} uploads were answered ${tally(statuses)}`)
    if (!isAlive()) return [...faults, `the server died of ${how} uploads`]
  }
  return faults
}

/** What a session that ended, a student who sends nothing and forms that change nothing do to a tutor's upload, to memory and disk. */
async function insiderFaults(riverbank: RunningRiverbank, { leniency }: Pace): Promise<string[]> {
  const { url, pid, rows, change } = riverbank
  const count = (table: string) => Number(rows(`select count(*) as n from ${table}`)[0]?.n)
  const { cookie: ended } = await logIn(riverbank, 'demo.tutor')
  change('update sessions set endedAt = createdAt')
  const tutor = await enter(url)
  const { cookie: student } = await logIn(riverbank, 'demo.student')
  const content = Buffer.concat([Buffer.from('%PDF-1.4\n'), Buffer.alloc(2 * MEGABYTE, 'x')])
  const files = count('files')
  const watch = watchMemory(() => [pid])
  const idle = Array.from({ length: IDLE }, (_, index) =>
    begin(url, addresses[index % addresses.length]!, student, LARGE).resume(),
  )
  try {
    const body = upload(LARGE - 500)
    const portal = addresses.filter((path) => path.startsWith('/dashboard'))
    const sending = portal.map((path) => sendSlowly(begin(url, path, ended, body.length), body, 0, false))
    const uploads: { status: number; took: number }[] = []
    for (let number = 0; number < 3; number += 1) {
      const begun = performance.now()
      const { status } = await tutor.upload(`Bus times ${number}`, content)
      uploads.push({ status, took: performance.now() - begun })
      await setTimeout(100)
    }
    const statuses = await Promise.all(sending)
    const peak = watch.stop()
    const slowest = Math.max(...uploads.map(({ took }) => took))
    console.log(
      `    ${portal.length} x 15 MB by an ended session (${tally(statuses)}), ${IDLE} idle posts: ${peak.toFixed()} MB at the peak; a tutor's uploads took at most ${slowest.toFixed()} ms`,
    )
    const wrong: [boolean, string][] = [
      [statuses.some((status) => status !== 413), `an ended session was answered ${tally(statuses)}, not 413`],
      [
        uploads.some(({ status }) => status !== 201),
        `a tutor's uploads: ${tally(uploads.map(({ status }) => status))}`,
      ],
      [slowest > LONGEST_UPLOAD * leniency, `a tutor's upload took ${slowest.toFixed()} ms`],
      [peak > MOST_MEMORY, `the server took ${peak.toFixed()} MB`],
      [!riverbank.isAlive(), 'the server died'],
      [count('interruptedForms') > 0, 'interrupted forms of an ended session are kept'],
      [count('files') !== files + uploads.length, `there are ${count('files')} files, not ${files + uploads.length}`],
    ]
    return wrong.filter(([isSo]) => isSo).map(([, words]) => words)
  } finally {
    for (const socket of idle) socket.destroy()
  }
}

/** What strangers, an ended session and a student send fills neither memory nor disk, and holds up no tutor's upload. */
export async function senderFaults(pace: Pace): Promise<string[]> {
  const riverbank = await startRiverbank()
  try {
    return [...(await insiderFaults(riverbank, pace)), ...(await strangerFaults(riverbank))]
  } finally {
    await riverbank.stop()
  }
}
