import { connect, type Socket } from 'node:net'
import { setTimeout } from 'node:timers/promises'
import { type RunningRiverbank, startRiverbank } from '../../app/test/running'
import { logInAll } from '../../app/test/served'
import { smallGroup } from '../bench/small-memory'
import { MULTIPART, multipart, send } from '../check-api/wire'
import { watchMemory } from './memory'
import { inLanes, type Pace, tally } from './pace'
import { form } from './records'
import { sendSlowly, upload } from './uploads'

const MEGABYTE = 1024 * 1024
const LARGE = 15 * MEGABYTE
/** In MB: of the server, in a container of 256. */
const MOST_MEMORY = 220
/** In milliseconds: a tutor's upload while the others try. */
const LONGEST_UPLOAD = 2000
const IDLE = 104

const addresses = [
  '/dashboard?index',
  '/dashboard/calendar/new',
  '/dashboard/newsletter/new',
  '/dashboard/timetable?index',
  '/dashboard/notices/qqi?index',
  '/dashboard/profile/website/home/hero',
  '/dashboard/newsletter/subscribers/import',
  '/dashboard/password?index',
]

/** Announces a large form and sends nothing of it. */
function announce(url: string, path: string, cookie: string): Socket {
  const { hostname, port, host } = new URL(url)
  const head = [
    `POST ${path} HTTP/1.1`,
    `Host: ${host}`,
    'Sec-Fetch-Site: same-origin',
    `Content-Type: ${MULTIPART}`,
    `Content-Length: ${LARGE}`,
    `Cookie: ${cookie}`,
  ]
  const socket = connect(Number(port), hostname)
  socket.on('error', () => {}).resume()
  socket.write(`${head.join('\r\n')}\r\n\r\n`)
  return socket
}

/** Forms that change nothing, each with a ticket of its own. */
async function sendTickets(url: string, count: number): Promise<number[]> {
  const statuses: number[] = []
  await inLanes(Array.from({ length: count }), 8, async () => {
    const { headers, body } = form({ intent: 'log-out', ticket: crypto.randomUUID() })
    const asked = { 'Sec-Fetch-Site': 'same-origin', ...headers }
    statuses.push((await send(url, { method: 'POST', path: '/portal', headers: asked, body })).status)
  })
  return statuses
}

/** A tutor's upload: its status and how long it took. */
async function uploadAsTutor(url: string, cookie: string, number: number) {
  const content = Buffer.concat([Buffer.from('%PDF-1.4\n'), Buffer.alloc(2 * MEGABYTE, 'x')])
  const body = multipart([
    { name: 'title', content: `Bus times ${number}` },
    { name: 'file', fileName: 'bus.pdf', content },
  ])
  const headers = { 'Content-Type': MULTIPART, 'Sec-Fetch-Site': 'same-origin', Cookie: cookie }
  const begun = performance.now()
  const { status } = await send(url, { method: 'POST', path: '/api/files/upload', headers, body })
  return { status, took: performance.now() - begun }
}

const count = ({ rows }: RunningRiverbank, table: string) => Number(rows(`select count(*) as n from ${table}`)[0]?.n)

/** What an ended session, a student and a stranger send fills neither memory nor disk, and holds up no tutor's upload. */
export async function senderFaults({ short, leniency }: Pace): Promise<string[]> {
  const group = smallGroup()
  group?.enter()
  const riverbank = await startRiverbank().finally(() => group?.leave())
  const { url, pid } = riverbank
  const sockets: Socket[] = []
  try {
    const { aoife: ended } = await logInAll(riverbank)
    riverbank.change('update sessions set endedAt = createdAt')
    const { aoife: tutor, daniel: student } = await logInAll(riverbank)
    const files = count(riverbank, 'files')
    const watch = watchMemory(pid)

    const idle = Array.from({ length: IDLE }, (_, index) => addresses[index % addresses.length]!)
    sockets.push(...idle.map((path) => announce(url, path, student)))
    const body = upload(LARGE)
    const sending = addresses.map((path) => sendSlowly(url, body, { path, cookie: ended, pause: 0, inChunks: false }))
    const tickets = sendTickets(url, short ? 500 : 5000)
    const uploads = []
    for (let number = 0; number < 3; number += 1) {
      uploads.push(await uploadAsTutor(url, tutor, number))
      await setTimeout(100)
    }
    const [statuses, ofTickets] = [await Promise.all(sending), await tickets]
    const peak = watch.stop()

    const slowest = Math.max(...uploads.map(({ took }) => took))
    const where = group ? 'in a group of 256 MB' : 'no group of processes with less memory can be made here'
    console.log(
      `Senders: ${addresses.length} x 15 MB by an ended session (${tally(statuses)}), ${IDLE} idle posts, ${ofTickets.length} tickets (${tally(ofTickets)}): ${peak.toFixed()} MB at the peak (${where}); a tutor's uploads took at most ${slowest.toFixed()} ms`,
    )
    const stored = [
      ['interruptedForms', 0],
      ['tickets', 0],
      ['files', files + uploads.length],
    ] as const
    return [
      ...(statuses.some((status) => status !== 413)
        ? [`an ended session was answered ${tally(statuses)}, not 413`]
        : []),
      ...(ofTickets.some((status) => status !== 303) ? [`forms with tickets were answered ${tally(ofTickets)}`] : []),
      ...(uploads.some(({ status }) => status !== 201)
        ? [`a tutor's uploads were answered ${tally(uploads.map(({ status }) => status))}`]
        : []),
      ...(slowest > LONGEST_UPLOAD * leniency ? [`a tutor's upload took ${slowest.toFixed()} ms`] : []),
      ...(peak > MOST_MEMORY ? [`the server took ${peak.toFixed()} MB`] : []),
      ...(riverbank.isAlive() ? [] : ['the server died']),
      ...stored
        .filter(([table, rows]) => count(riverbank, table) !== rows)
        .map(([table, rows]) => `${table} has ${count(riverbank, table)} rows, not ${rows}`),
    ]
  } finally {
    for (const socket of sockets) socket.destroy()
    await riverbank.stop()
    await group?.remove()
  }
}
