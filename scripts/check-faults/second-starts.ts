import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { startRiverbank } from '../../app/test/running'
import { pdf } from '../../app/test/samples'
import { inLanes, type Pace, tally } from '../check-security/pace'
import { enter } from '../client'
import { freePort } from '../free-port'
import { hashOf, hashOfKept, withDatabase, wrongIn } from './left'

const UPLOADS = 100
const LANES = 4
/** At least so many second starts are tried. */
const STARTS = 6
const secret = { SESSION_SECRET: 'a secret for the check of second starts, 0123456789' }

/** Starts the product a second time, which has to refuse. Returns its exit code and what it said. */
async function startAgain(settings: Record<string, string>) {
  const env = { ...process.env, NODE_ENV: 'production', DEMO: '1', HOST: '127.0.0.1', ...secret, ...settings } as const
  const second = spawn(process.execPath, ['scripts/serve.mjs'], { env, stdio: ['ignore', 'pipe', 'pipe'] })
  let said = ''
  for (const stream of [second.stdout, second.stderr]) stream.on('data', (chunk) => (said += chunk))
  const patience = setTimeout(() => second.kill('SIGKILL'), 30_000)
  const [code] = (await once(second, 'exit')) as [number | null]
  clearTimeout(patience)
  return { code, said: said.trim() }
}

/** Starts the product a second time on the folder and on the port of a running one, again and again while files are uploaded. */
export async function secondStartFaults(_pace: Pace): Promise<string[]> {
  const PORT = String(await freePort())
  const riverbank = await startRiverbank({ PORT })
  const { dataDir, pid } = riverbank
  const faults: string[] = []
  try {
    const tutor = await enter(riverbank.url)
    const kept: { status: number; id: number; hash: string }[] = []
    let isOver = false
    let starts = 0
    const starting = async () => {
      do {
        for (const port of [PORT, '0']) {
          const { code, said } = await startAgain({ PORT: port, DATA_DIR: dataDir })
          starts++
          const isTold = said.split('\n').length === 1 && said.includes(dataDir) && said.includes(`process ${pid} `)
          if (code !== 1 || !isTold) faults.push(`a second start on port ${port} ended with ${code} and said ${said}`)
        }
      } while (!isOver || starts < STARTS)
    }
    const others = starting()
    await inLanes(Array.from({ length: UPLOADS }), LANES, async (_, index) => {
      const bytes = pdf(`plan ${index}`)
      const { status, body } = await tutor.upload(`plan ${index}`, bytes)
      kept.push({ status, id: body.id, hash: hashOf(bytes) })
    })
    isOver = true
    await others

    const good = kept.filter(({ status }) => status === 201)
    const lost = withDatabase(dataDir, (db) => {
      const key = db.prepare('select storageKey from files where id = ?').pluck()
      return good.filter(({ id, hash }) => hashOfKept(dataDir, String(key.get(id))) !== hash)
    })
    console.log(
      `    ${starts} second starts during ${UPLOADS} uploads (${tally(kept.map(({ status }) => status))}): ${lost.length} lost`,
    )
    if (good.length < UPLOADS) faults.push(`${UPLOADS - good.length} uploads were refused`)
    faults.push(...lost.map(({ id }) => `the bytes of file ${id} are lost`), ...wrongIn(dataDir))
    if (!riverbank.isAlive()) faults.push('the first has died')
  } finally {
    await riverbank.stop()
  }
  return faults
}
