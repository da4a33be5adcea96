import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { addAccount } from '../../app/domain/accounts/accounts.server'
import { startRiverbank } from '../../app/test/running'
import { pdf } from '../../app/test/samples'
import { migrate } from '../../db/migrate'
import { openDatabase } from '../../db/open'
import { type Credentials, clientOf, logIn } from '../shared/client'
import { ageUploads, hashOf, hashOfKept, withDatabase, wrongIn } from '../shared/data-folder'
import type { Pace } from '../shared/topics'

const WANTED = 1000
const LONGEST = 1_800_000
const SHORT = 6
const CLIENTS = 6
/** How many writes are acknowledged before a kill, at most, and how long these are waited for. */
const MOST_WRITES = 40
const WRITES_WITHIN = 10_000

/** A file as its clients know it. While a request is under way the answer is not known, and either is right. */
interface Upload {
  hash: string
  titles: string[]
  isGone: boolean | 'maybe'
  isChecked?: boolean
}

/** What was answered as saved, for whoever looks afterwards. */
class Saved {
  readonly uploads = new Map<number, Upload>()
  readonly enquiries: string[] = []
  readonly signUps: string[] = []
  acknowledged = 0
  words = 0
  next = () => `w${++this.words}x`
}

interface Writer {
  tutor: ReturnType<typeof clientOf>
  visitor: ReturnType<typeof clientOf>
  isAlive: () => boolean
  saved: Saved
  /** The files that this writer alone changes. */
  own: number[]
}

async function upload({ tutor, saved, own }: Writer) {
  const title = saved.next()
  const bytes = pdf(title)
  const { status, body } = await tutor.upload(title, bytes, { fileName: `${title}.pdf` })
  if (status !== 201) return status
  saved.uploads.set(body.id, { hash: hashOf(bytes), titles: [title], isGone: false })
  own.push(body.id)
  return 201
}

async function edit({ tutor, saved, own }: Writer) {
  const id = own.at(-1)
  const file = id === undefined ? undefined : saved.uploads.get(id)
  if (!file) return 0
  const title = saved.next()
  file.titles.push(title)
  const { status } = await tutor.call('PATCH', `/api/files/${id}`, { title })
  if (status === 200) file.titles = [title]
  return status
}

async function remove({ tutor, saved, own }: Writer) {
  const id = own.shift()
  const file = id === undefined ? undefined : saved.uploads.get(id)
  if (!file) return 0
  file.isGone = 'maybe'
  const { status } = await tutor.call('DELETE', `/api/files/${id}`)
  if (status === 204) file.isGone = true
  return status
}

async function enquire({ visitor, saved }: Writer) {
  const name = saved.next()
  const enquiry = { name, email: 'a@example.ie', subject: 'visit', message: 'May we come and see you?' }
  const { status } = await visitor.call('POST', '/api/contact', enquiry)
  if (status < 300) saved.enquiries.push(name)
  return status
}

async function signUp({ visitor, saved }: Writer) {
  const email = `${saved.next()}@example.ie`
  const { status } = await visitor.call('POST', '/api/newsletter/subscribe', { email })
  if (status < 300) saved.signUps.push(email)
  return status
}

const changes = [upload, upload, edit, remove, enquire, signUp]

/** Writes until the server is gone. Returns the answers that were no success. */
async function writeOn(writer: Writer, seed: number): Promise<number[]> {
  const refused: number[] = []
  for (let turn = seed; writer.isAlive(); turn++) {
    const status = await changes[turn % changes.length]!(writer).catch(() => null)
    if (status === null) break
    if (status >= 200 && status < 300) writer.saved.acknowledged++
    else if (status > 0) refused.push(status)
  }
  return refused
}

/** What was acknowledged and is not there, or twice. */
function lost(dataDir: string, { uploads, enquiries, signUps }: Saved): string[] {
  return withDatabase(dataDir, (db) => {
    const file = db.prepare('select title, storageKey from files where id = ?')
    const faults: string[] = []
    for (const [id, known] of uploads) {
      if (known.isChecked) continue
      const row = file.get(id) as { title: string; storageKey: string } | undefined
      if (row && known.isGone === true) faults.push(`file ${id} was deleted and is there again`)
      if (!row && !known.isGone) faults.push(`file ${id} is lost`)
      if (row && !known.titles.includes(row.title)) faults.push(`file ${id} has the title ${row.title} of before`)
      if (row && hashOfKept(dataDir, row.storageKey) !== known.hash) faults.push(`file ${id} has other bytes`)
      // Its client is gone, so that nobody changes it any more.
      known.isChecked = true
      if (row) known.titles = [row.title]
    }
    const enquiry = db.prepare('select count(*) from enquiries where name = ?').pluck()
    for (const name of enquiries.splice(0))
      if (enquiry.get(name) !== 1) faults.push(`enquiry ${name} is there ${enquiry.get(name)} times`)
    const subscriber = db.prepare('select count(*) from subscribers where email = ?').pluck()
    for (const email of signUps.splice(0))
      if (subscriber.get(email) !== 1) faults.push(`sign-up ${email} is there ${subscriber.get(email)} times`)
    return faults
  })
}

const account = { username: 'tutor', password: 'heron on the river' }

async function addTutor(dataDir: string): Promise<void> {
  const db = openDatabase(join(dataDir, 'riverbank.sqlite'))
  await migrate(db)
  await addAccount(db, { ...account, role: 'tutor', firstName: 'Aoife', lastName: 'Brennan' })
  await db.destroy()
}

/** Kills the product with SIGKILL in the middle of mixed writes, again and again, and looks at what the next start finds. */
export async function killFaults({ short }: Pace): Promise<string[]> {
  const dataDir = mkdtempSync(join(tmpdir(), 'riverbank-kills-'))
  mkdirSync(join(dataDir, 'uploads'))
  const settings = { DATA_DIR: dataDir, TRUST_PROXY: '1', DEMO: '0' }
  await addTutor(dataDir)
  let tutor: Credentials | undefined
  const saved = new Saved()
  const faults: string[] = []
  const refused: number[] = []
  const end = performance.now() + LONGEST
  const wanted = short ? SHORT : WANTED
  let kills = 0
  try {
    for (; kills < wanted && performance.now() < end && faults.length === 0; kills++) {
      const riverbank = await startRiverbank(settings)
      if (kills > 0) faults.push(...lost(dataDir, saved), ...wrongIn(dataDir))
      tutor ??= await logIn(riverbank, account.username, account.password)
      const [asTutor, visitor] = [clientOf(riverbank.url, tutor), clientOf(riverbank.url, undefined)]
      const clients = Array.from({ length: CLIENTS }, (_, seed) =>
        writeOn({ tutor: asTutor, visitor, isAlive: riverbank.isAlive, saved, own: [] }, seed),
      )
      const enough = saved.acknowledged + ((kills * 37) % MOST_WRITES)
      for (const late = performance.now() + WRITES_WITHIN; saved.acknowledged < enough; await setTimeout(1))
        if (performance.now() > late) break
      process.kill(riverbank.pid, 'SIGKILL')
      refused.push(...(await Promise.all(clients)).flat())
      await riverbank.stop()
      ageUploads(dataDir)
    }
    const last = await startRiverbank(settings)
    faults.push(...lost(dataDir, saved), ...wrongIn(dataDir))
    await last.stop()
  } finally {
    rmSync(dataDir, { recursive: true, force: true })
  }
  const reached =
    kills < wanted ? `${kills} of ${wanted} kills, not reached in ${LONGEST / 60_000} minutes` : `${kills} kills`
  console.log(`    ${reached}; ${saved.acknowledged} writes acknowledged, ${faults.length} lost or wrong`)
  // A write that is refused proves nothing, but must not go unseen.
  const odd = refused.filter((status) => status !== 429)
  if (odd.length > 0) faults.push(`${odd.length} writes were refused: ${[...new Set(odd)]}`)
  return faults
}
