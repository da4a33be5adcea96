import { connect, type Socket } from 'node:net'
import { setTimeout } from 'node:timers/promises'
import { type RunningRiverbank, startRiverbank } from '../../app/test/running'
import { send } from '../check-api/wire'
import { tally } from './pace'

/** V8's limit, in MB. */
const HEAP = 64
/** Forms whose head arrives and whose body doesn't: each keeps some ten kilobytes of headers in the heap, several times over. */
const AT_A_TIME = 50
const MOST_TIMES = 100
/** How often the server is filled further once it has said that it is full. */
const MORE_TIMES = 20
const PATIENCE = 30_000

const headers = Array.from({ length: 12 }, (_, number) => `X-Long-${number}: ${'x'.repeat(1000)}`)

/** Sends the head of a form. Resolves once it is on its way. */
function sendHead(url: string): Promise<Socket> {
  const { hostname, port, host } = new URL(url)
  const head = [`POST /contact HTTP/1.1`, `Host: ${host}`, 'Content-Length: 20', ...headers]
  return new Promise((resolve) => {
    const socket = connect(Number(port), hostname)
    socket.on('error', () => resolve(socket)).resume()
    socket.write(
      `${head.join('\r\n')}\r\nContent-Type: application/x-www-form-urlencoded\r\nX-Number: ${Math.random()}\r\n\r\n`,
      () => resolve(socket),
    )
  })
}

const ask = (url: string) => send(url, { method: 'GET', path: '/board' }).catch(() => undefined)

/** Whether pages are served again within `PATIENCE`. */
async function recovers({ url, isAlive }: RunningRiverbank): Promise<boolean> {
  for (const end = Date.now() + PATIENCE; isAlive() && Date.now() < end; await setTimeout(200))
    if ((await ask(url))?.status === 200) return true
  return false
}

/** With a full heap the server answers 503, lives and recovers. */
export async function heapFaults(): Promise<string[]> {
  const riverbank = await startRiverbank({ NODE_OPTIONS: `--max-old-space-size=${HEAP}` })
  const { url, isAlive } = riverbank
  const sockets: Socket[] = []
  const statuses: number[] = []
  const faults: string[] = []
  try {
    for (let times = 0, full = 0; times < MOST_TIMES && full < MORE_TIMES && isAlive(); times += 1) {
      sockets.push(...(await Promise.all(Array.from({ length: AT_A_TIME }, () => sendHead(url)))))
      const answer = await ask(url)
      statuses.push(answer?.status ?? 0)
      if (answer?.status !== 503) continue
      full += 1
      if (!Number(answer.headers['retry-after'])) faults.push('a 503 does not say when to try again')
    }
    console.log(
      `Heap: ${sockets.length} forms without their bodies, with ${HEAP} MB; a page meanwhile: ${tally(statuses)}`,
    )
    if (!isAlive()) return [...faults, 'the server died of a full heap']
    if (!statuses.includes(503)) faults.push('the heap was never full, so this looked at nothing')
    for (const socket of sockets) socket.destroy()
    if (!(await recovers(riverbank))) faults.push('the server did not recover from a full heap')
    return faults
  } finally {
    for (const socket of sockets) socket.destroy()
    await riverbank.stop()
  }
}
