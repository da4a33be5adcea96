import { createTemporaryFolder } from '../../../app/test/folder'
import { copyDemonstration, startRiverbank } from '../../../app/test/running'
import { createSamplePdf } from '../../../app/test/samples'
import { logInOverHttp, type ServedSession } from '../../../app/test/served'
import { createClient } from '../shared/client'
import { ageUploads, findDataFaults, hashBytes, hashStoredUpload, withDatabase } from '../shared/data-folder'
import { waitUntil } from '../shared/measures'
import type { CheckOptions } from '../shared/topics'

const KILLS = 1000
const MAX_TIME = 1_800_000
const SHORT_KILLS = 6
const CLIENTS = 6
/** Maximum acknowledged writes before a kill. */
const MAX_WRITES = 40

/** What clients know about a file. While a request is pending, both outcomes are right. */
interface Upload {
  hash: string
  titles: string[]
  isGone: boolean | 'maybe'
}

/** What the server acknowledged as saved, to compare afterwards. */
interface SavedData {
  uploads: Map<number, Upload>
  enquiries: string[]
  acknowledged: number
}

let words = 0
const createWord = () => `w${++words}x`

/** Uploads, renames and deletes its own files and sends enquiries until the server is gone. Returns the statuses of failed requests. */
async function writeUntilKilled(
  url: string,
  tutor: ServedSession,
  saved: SavedData,
  isAlive: () => boolean,
): Promise<number[]> {
  const { upload, call } = createClient(url, tutor)
  const visitor = createClient(url, undefined)
  const own: number[] = []
  const changes = [
    async () => {
      const title = createWord()
      const { status, body } = await upload(title, createSamplePdf(title), { fileName: `${title}.pdf` })
      if (status !== 201) return status
      saved.uploads.set(body.id, { hash: hashBytes(createSamplePdf(title)), titles: [title], isGone: false })
      own.push(body.id)
      return status
    },
    async () => {
      const file = saved.uploads.get(own.at(-1)!)!
      const title = createWord()
      file.titles.push(title)
      const { status } = await call('PATCH', `/api/files/${own.at(-1)}`, { title })
      if (status === 200) file.titles = [title]
      return status
    },
    async () => {
      const id = own.shift()!
      const file = saved.uploads.get(id)!
      file.isGone = 'maybe'
      const { status } = await call('DELETE', `/api/files/${id}`)
      if (status === 204) file.isGone = true
      return status
    },
    async () => {
      const name = createWord()
      const enquiry = { name, email: 'a@example.ie', subject: 'visit', message: 'May we come and see you?' }
      const { status } = await visitor.call('POST', '/api/contact', enquiry)
      if (status < 300) saved.enquiries.push(name)
      return status
    },
  ]
  const refused: number[] = []
  for (let turn = 0; isAlive(); turn++) {
    const status = await changes[turn % changes.length]!().catch(() => null)
    if (status === null) break
    if (status < 300) saved.acknowledged++
    else {
      refused.push(status)
      // Without an upload there is nothing to change.
      if (own.length === 0) turn = -1
    }
  }
  return refused
}

/** Acknowledged data that is missing or duplicated. Clears what it has checked. */
function findLost(dataDir: string, { uploads, enquiries }: SavedData): string[] {
  return withDatabase(dataDir, (db) => {
    const find = db.prepare('select title, storageKey from files where id = ?')
    const faults: string[] = []
    for (const [id, { hash, titles, isGone }] of uploads) {
      const row = find.get(id) as { title: string; storageKey: string } | undefined
      if (row && isGone === true) faults.push(`file ${id} was deleted and is back`)
      if (!row && !isGone) faults.push(`file ${id} is lost`)
      if (row && !titles.includes(row.title)) faults.push(`file ${id} still has the title ${row.title}`)
      if (row && hashStoredUpload(dataDir, row.storageKey) !== hash) faults.push(`file ${id} has other bytes`)
    }
    uploads.clear()
    const times = db.prepare('select count(*) from enquiries where name = ?').pluck()
    for (const name of enquiries.splice(0))
      if (times.get(name) !== 1) faults.push(`enquiry ${name} is stored ${times.get(name)} times`)
    return faults
  })
}

/** Kills the server with SIGKILL during mixed writes, many times, and checks the data after each restart. */
export async function findKillFaults({ short }: CheckOptions): Promise<string[]> {
  using folder = createTemporaryFolder()
  const dataDir = folder.path
  await copyDemonstration(dataDir)
  const settings = { DATA_DIR: dataDir, TRUST_PROXY: '1' }
  const saved: SavedData = { uploads: new Map(), enquiries: [], acknowledged: 0 }
  const faults: string[] = []
  const refused: number[] = []
  const end = performance.now() + MAX_TIME
  let tutor: ServedSession | undefined
  let kills = 0
  for (; kills < (short ? SHORT_KILLS : KILLS) && performance.now() < end && faults.length === 0; kills++) {
    const riverbank = await startRiverbank(settings)
    if (kills > 0) faults.push(...findLost(dataDir, saved), ...findDataFaults(dataDir))
    const by = tutor ?? (await logInOverHttp(riverbank, 'demo.tutor'))
    tutor = by
    const clients = Array.from({ length: CLIENTS }, () => writeUntilKilled(riverbank.url, by, saved, riverbank.isAlive))
    const enough = saved.acknowledged + ((kills * 37) % MAX_WRITES)
    await waitUntil(() => saved.acknowledged >= enough, 10)
    process.kill(riverbank.pid, 'SIGKILL')
    refused.push(...(await Promise.all(clients)).flat())
    await riverbank.stop()
    ageUploads(dataDir)
  }
  const last = await startRiverbank(settings)
  faults.push(...findLost(dataDir, saved), ...findDataFaults(dataDir))
  await last.stop()
  console.log(`    ${kills} kills; ${saved.acknowledged} writes acknowledged, ${faults.length} lost or wrong`)
  // A refused write proves nothing, but must be reported.
  const odd = refused.filter((status) => status !== 429)
  if (odd.length > 0) faults.push(`${odd.length} writes were refused: ${[...new Set(odd)]}`)
  return faults
}
