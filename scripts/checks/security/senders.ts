import { once } from 'node:events'
import type { Socket } from 'node:net'
import { setTimeout } from 'node:timers/promises'
import { startRiverbank } from '../../../app/test/running'
import { formatTally, readMemory, watchMemory } from '../shared/measures'
import { runConcurrently } from '../shared/topics'
import { beginPost, encodeMultipart, MULTIPART, sendRaw } from '../shared/wire'

const MEGABYTE = 1024 * 1024
const CHUNK_SIZE = 64 * 1024
const MAX_TIME = 60_000
/** Maximum memory growth of a warm server by uploads, in MB. */
const MAX_GROWTH = 50
const CONCURRENCY = 50

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

/** Sends a body in pieces with pauses (in ms). Returns the status, or 0 without a response. */
export async function sendSlowly(socket: Socket, body: Buffer, pause: number, inChunks: boolean): Promise<number> {
  let answer = ''
  socket.on('data', (chunk) => {
    answer += chunk.toString('latin1', 0, 40)
  })
  const closed = new Promise((resolve) => socket.setTimeout(MAX_TIME, () => socket.destroy()).once('close', resolve))
  for (let at = 0; at < body.length && !socket.destroyed; at += CHUNK_SIZE) {
    const piece = body.subarray(at, at + CHUNK_SIZE)
    if (inChunks) socket.write(`${piece.length.toString(16)}\r\n`)
    const isFree = socket.write(piece)
    if (inChunks) socket.write(at + CHUNK_SIZE < body.length ? '\r\n' : '\r\n0\r\n\r\n')
    if (pause || !isFree) await Promise.race([setTimeout(pause || MAX_TIME), ...(pause ? [] : [waitForDrain(socket)])])
  }
  await closed
  return Number(/^HTTP\/1\.1 (\d{3})/.exec(answer)?.[1] ?? 0)
}

/** Waits until a socket drains or closes. */
const waitForDrain = (socket: Socket) =>
  Promise.race([once(socket, 'drain'), once(socket, 'close')]).catch(() => undefined)

/**
 * Sends many simultaneous uploads without a session, fast and slow, and measures the server's memory peak. Unit tests cover their order.
 */
export async function findSenderFaults(): Promise<string[]> {
  const riverbank = await startRiverbank()
  const { url, pid, isAlive } = riverbank
  const body = encodeMultipart([
    { name: 'title', content: 'x' },
    { name: 'file', fileName: 'a.pdf', content: Buffer.alloc(16 * MEGABYTE - 500, 'x') },
  ])
  // Memory used by ordinary visits does not count as growth.
  await runConcurrently(Array.from({ length: 300 }), 4, async (_, index) => {
    const path = ['/', '/about', '/contact', '/portal', '/news', '/board', '/resources', '/api/events'][index % 8]!
    await sendRaw(url, { method: 'GET', path, headers: { Cookie: 'a=b' } })
  })
  const faults: string[] = []
  for (const pause of [0, 10]) {
    const before = readMemory(pid)
    const watch = watchMemory(() => [pid])
    const statuses = await Promise.all(
      Array.from({ length: CONCURRENCY }, async (_, index) => {
        const inChunks = index % 5 === 0
        const socket = await beginPost(url, addresses[index % addresses.length]!, {
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
      `    ${CONCURRENCY} anonymous uploads of 16 MB, ${how} (${formatTally(statuses)}): ${before.toFixed()} MB before, ${peak.toFixed()} at the peak`,
    )
    if (peak > before + MAX_GROWTH) faults.push(`${how} uploads took ${(peak - before).toFixed()} MB more at the peak`)
    if (statuses.some((status) => status >= 500)) faults.push(`${how} uploads were answered ${formatTally(statuses)}`)
    if (!isAlive()) faults.push(`the server died of ${how} uploads`)
  }
  await riverbank.stop()
  return faults
}
