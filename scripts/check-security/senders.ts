import { once } from 'node:events'
import type { Socket } from 'node:net'
import { setTimeout } from 'node:timers/promises'
import { startRiverbank } from '../../app/test/running'
import { memoryOf, tally, watchMemory } from '../shared/measures'
import { atOnce } from '../shared/topics'
import { begin, MULTIPART, multipart, send } from '../shared/wire'

const MEGABYTE = 1024 * 1024
const PIECE = 64 * 1024
const LONGEST = 60_000
/** In MB: what uploads may add to a server that has warmed up. */
const MOST_GROWTH = 50
const AT_ONCE = 50

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
const drained = (socket: Socket) => Promise.race([once(socket, 'drain'), once(socket, 'close')]).catch(() => undefined)

/** Uploads without a session, many at once, fast and slowly: what they add to the server's memory at the peak. Whose uploads wait for whose is a unit test (app/http/limits). */
export async function senderFaults(): Promise<string[]> {
  const riverbank = await startRiverbank()
  const { url, pid, isAlive } = riverbank
  const body = multipart([
    { name: 'title', content: 'x' },
    { name: 'file', fileName: 'a.pdf', content: Buffer.alloc(16 * MEGABYTE - 500, 'x') },
  ])
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
      Array.from({ length: AT_ONCE }, async (_, index) => {
        const inChunks = index % 5 === 0
        const socket = await begin(url, addresses[index % addresses.length]!, {
          ...{ 'Sec-Fetch-Site': 'same-origin', 'Content-Type': MULTIPART, Connection: 'close' },
          ...(inChunks ? { 'Transfer-Encoding': 'chunked' } : { 'Content-Length': String(body.length) }),
          ...(index % 2 ? { Cookie: 'riverbank_session=junk' } : {}),
        })
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
    if (!isAlive()) faults.push(`the server died of ${how} uploads`)
  }
  await riverbank.stop()
  return faults
}
