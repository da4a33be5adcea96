import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { temporaryFolder } from '../../app/test/folder'
import { startRiverbank } from '../../app/test/running'
import { pdf } from '../../app/test/samples'
import { logInOverHttp, type ServedSession } from '../../app/test/served'
import { clientOf } from '../shared/client'
import { ageUploads, hashOf, hashOfKept, withDatabase, wrongIn } from '../shared/data-folder'
import { until } from '../shared/measures'
import type { Pace } from '../shared/topics'

const WANTED = 1000
const LONGEST = 1_800_000
const SHORT = 6
const CLIENTS = 6
/** How many writes are acknowledged before a kill, at most. */
const MOST_WRITES = 40

/** What clients know of one file. While a request is under way its answer is not known, and either is right. */
interface Upload {
  hash: string
  titles: string[]
  isGone: boolean | 'maybe'
}

/** What was answered as saved, for whoever looks afterwards. */
interface Saved {
  uploads: Map<number, Upload>
  enquiries: string[]
  acknowledged: number
}

let words = 0
const nextWord = () => `w${++words}x`

/** Uploads, retitles and deletes its own files and sends enquiries until the server is gone. Returns the answers that were no success. */
async function writeOn(url: string, tutor: ServedSession, saved: Saved, isAlive: () => boolean): Promise<number[]> {
  const { upload, call } = clientOf(url, tutor)
  const visitor = clientOf(url, undefined)
  const own: number[] = []
  const changes = [
    async () => {
      const title = nextWord()
      const { status, body } = await upload(title, pdf(title), { fileName: `${title}.pdf` })
      if (status !== 201) return status
      saved.uploads.set(body.id, { hash: hashOf(pdf(title)), titles: [title], isGone: false })
      own.push(body.id)
      return status
    },
    async () => {
      const file = saved.uploads.get(own.at(-1)!)!
      const title = nextWord()
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
      const name = nextWord()
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
      // Without its upload there is nothing to change.
      if (own.length === 0) turn = -1
    }
  }
  return refused
}

/** What was acknowledged and is not there, or twice. What was looked at is forgotten. */
function lost(dataDir: string, { uploads, enquiries }: Saved): string[] {
  return withDatabase(dataDir, (db) => {
    const find = db.prepare('select title, storageKey from files where id = ?')
    const faults: string[] = []
    for (const [id, { hash, titles, isGone }] of uploads) {
      const row = find.get(id) as { title: string; storageKey: string } | undefined
      if (row && isGone === true) faults.push(`file ${id} was deleted and is there again`)
      if (!row && !isGone) faults.push(`file ${id} is lost`)
      if (row && !titles.includes(row.title)) faults.push(`file ${id} has the title ${row.title} of before`)
      if (row && hashOfKept(dataDir, row.storageKey) !== hash) faults.push(`file ${id} has other bytes`)
    }
    uploads.clear()
    const times = db.prepare('select count(*) from enquiries where name = ?').pluck()
    for (const name of enquiries.splice(0))
      if (times.get(name) !== 1) faults.push(`enquiry ${name} is there ${times.get(name)} times`)
    return faults
  })
}

/** Kills the product with SIGKILL in the middle of mixed writes, again and again, and looks at what the next start finds. */
export async function killFaults({ short }: Pace): Promise<string[]> {
  using folder = temporaryFolder()
  const dataDir = folder.path
  mkdirSync(join(dataDir, 'uploads'))
  const settings = { DATA_DIR: dataDir, TRUST_PROXY: '1' }
  const saved: Saved = { uploads: new Map(), enquiries: [], acknowledged: 0 }
  const faults: string[] = []
  const refused: number[] = []
  const end = performance.now() + LONGEST
  let tutor: ServedSession | undefined
  let kills = 0
  for (; kills < (short ? SHORT : WANTED) && performance.now() < end && faults.length === 0; kills++) {
    const riverbank = await startRiverbank(settings)
    if (kills > 0) faults.push(...lost(dataDir, saved), ...wrongIn(dataDir))
    const by = tutor ?? (await logInOverHttp(riverbank, 'demo.tutor'))
    tutor = by
    const clients = Array.from({ length: CLIENTS }, () => writeOn(riverbank.url, by, saved, riverbank.isAlive))
    const enough = saved.acknowledged + ((kills * 37) % MOST_WRITES)
    await until(() => saved.acknowledged >= enough, 10)
    process.kill(riverbank.pid, 'SIGKILL')
    refused.push(...(await Promise.all(clients)).flat())
    await riverbank.stop()
    ageUploads(dataDir)
  }
  const last = await startRiverbank(settings)
  faults.push(...lost(dataDir, saved), ...wrongIn(dataDir))
  await last.stop()
  console.log(`    ${kills} kills; ${saved.acknowledged} writes acknowledged, ${faults.length} lost or wrong`)
  // A write that is refused proves nothing, but must not go unseen.
  const odd = refused.filter((status) => status !== 429)
  if (odd.length > 0) faults.push(`${odd.length} writes were refused: ${[...new Set(odd)]}`)
  return faults
}
