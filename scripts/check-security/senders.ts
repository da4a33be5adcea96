import { connect, type Socket } from 'node:net'
import { setTimeout } from 'node:timers/promises'
import { type RunningRiverbank, startRiverbank } from '../../app/test/running'
import { logIn } from '../check-api/people'
import { form, MULTIPART, multipart, send } from '../check-api/wire'
import { enter } from '../client'
import { memoryOf, smallGroup, watchMemory } from './memory'
import { inLanes, type Pace, tally } from './pace'

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
function drained(socket: Socket): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      socket.off('drain', done).off('close', done)
      resolve()
    }
    socket.on('drain', done).on('close', done)
  })
}

/** Uploads without a session, many at once, fast and slowly: what they add to the server's memory, at the peak and afterwards. */
async function strangerFaults(riverbank: RunningRiverbank, { short }: Pace): Promise<string[]> {
  const { url, pid, isAlive } = riverbank
  const body = upload(16 * MEGABYTE - 500)
  // What the server takes after ordinary visits is no growth.
  await inLanes(Array.from({ length: 300 }), 4, async (_, index) => {
    const path = ['/', '/about', '/contact', '/portal', '/news', '/board', '/resources', '/api/events'][index % 8]!
    await send(url, { method: 'GET', path, headers: { Cookie: 'a=b' } })
  })
  const junk = `riverbank_session=${encodeURIComponent(Buffer.from('"junk"').toString('base64'))}`
  const faults: string[] = []
  for (const pause of short ? [0, 10] : [0, 10, 0, 40]) {
    const before = memoryOf(pid)
    const watch = watchMemory(() => [pid])
    const statuses = await Promise.all(
      Array.from({ length: AT_ONCE }, (_, index) => {
        const inChunks = index % 5 === 0
        const path = addresses[index % addresses.length]!
        const cookie = [undefined, junk, `__Host-${junk}`][index % 3]
        return sendSlowly(begin(url, path, cookie, inChunks ? undefined : body.length), body, pause, inChunks)
      }),
    )
    await setTimeout(1000)
    const peak = watch.stop()
    const after = memoryOf(pid)
    const how = pause ? 'slow' : 'fast'
    console.log(
      `Memory: ${AT_ONCE} anonymous uploads of 16 MB at once, ${how} (${tally(statuses)}): ${before.toFixed()} MB before, ${peak.toFixed()} at the peak, ${after.toFixed()} after`,
    )
    if (peak > before + MOST_GROWTH) faults.push(`${how} uploads took ${(peak - before).toFixed()} MB more at the peak`)
    if (after > before + MOST_GROWTH) faults.push(`${how} uploads left ${(after - before).toFixed()} MB more`)
    if (statuses.some((status) => status >= 500)) faults.push(`${how} uploads were answered ${tally(statuses)}`)
    if (!isAlive()) return [...faults, `the server died of ${how} uploads`]
  }
  return faults
}

/** What a session that ended, a student who sends nothing and forms that change nothing do to a tutor's upload, to memory and disk. */
async function insiderFaults(riverbank: RunningRiverbank, { short, leniency }: Pace): Promise<string[]> {
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
    const tickets: number[] = []
    const ticking = inLanes(Array.from({ length: short ? 500 : 5000 }), 8, async () => {
      const { headers, body: asked } = form({ intent: 'log-out', ticket: crypto.randomUUID() })
      const own = { 'Sec-Fetch-Site': 'same-origin', ...headers }
      tickets.push((await send(url, { method: 'POST', path: '/portal', headers: own, body: asked })).status)
    })
    const uploads: { status: number; took: number }[] = []
    for (let number = 0; number < 3; number += 1) {
      const begun = performance.now()
      const { status } = await tutor.upload(`Bus times ${number}`, content)
      uploads.push({ status, took: performance.now() - begun })
      await setTimeout(100)
    }
    const statuses = await Promise.all(sending)
    await ticking
    const peak = watch.stop()
    const slowest = Math.max(...uploads.map(({ took }) => took))
    console.log(
      `Senders: ${portal.length} x 15 MB by an ended session (${tally(statuses)}), ${IDLE} idle posts, ${tickets.length} tickets (${tally(tickets)}): ${peak.toFixed()} MB at the peak; a tutor's uploads took at most ${slowest.toFixed()} ms`,
    )
    const wrong: [boolean, string][] = [
      [statuses.some((status) => status !== 413), `an ended session was answered ${tally(statuses)}, not 413`],
      [tickets.some((status) => status !== 303), `forms with tickets were answered ${tally(tickets)}`],
      [
        uploads.some(({ status }) => status !== 201),
        `a tutor's uploads: ${tally(uploads.map(({ status }) => status))}`,
      ],
      [slowest > LONGEST_UPLOAD * leniency, `a tutor's upload took ${slowest.toFixed()} ms`],
      [peak > MOST_MEMORY, `the server took ${peak.toFixed()} MB`],
      [!riverbank.isAlive(), 'the server died'],
      [count('interruptedForms') > 0, 'interrupted forms of an ended session are kept'],
      [count('tickets') > 0, 'tickets of forms that change nothing are kept'],
      [count('files') !== files + uploads.length, `there are ${count('files')} files, not ${files + uploads.length}`],
    ]
    return wrong.filter(([isSo]) => isSo).map(([, words]) => words)
  } finally {
    for (const socket of idle) socket.destroy()
  }
}

/** What strangers, an ended session and a student send fills neither memory nor disk, and holds up no tutor's upload. */
export async function senderFaults(pace: Pace): Promise<string[]> {
  const group = smallGroup()
  if (!group) console.log('Senders: no group of processes with 256 MB can be made here')
  group?.enter()
  const riverbank = await startRiverbank().finally(() => group?.leave())
  try {
    return [...(await insiderFaults(riverbank, pace)), ...(await strangerFaults(riverbank, pace))]
  } finally {
    await riverbank.stop()
    await group?.remove()
  }
}
