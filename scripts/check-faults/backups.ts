import { createHash } from 'node:crypto'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import SQLite from 'better-sqlite3'
import { type RunningRiverbank, startRiverbank } from '../../app/test/running'
import { pdf } from '../../app/test/samples'
import { headersOf, logIn } from '../check-api/people'
import { MULTIPART, multipart, send } from '../check-api/wire'
import type { Pace } from '../check-security/pace'
import { operate } from './commands'

const LANES = 4
const MOST_FILES = 200
const hashOf = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')

/** What the product has said yes to, by those who wrote. */
interface Written {
  /** The titles of files with the hash of their bytes, from the yes to their upload until their delete is begun. */
  files: Map<string, { id: number; hash: string }>
  /** The numbers written into an event's description: the last one sent, and the last one acknowledged. */
  sent: number
  acknowledged: number
  uploads: number
  deletes: number
}

/** Uploads, edits and deletes until told to stop. Throws for an answer that is no yes. */
async function write(riverbank: RunningRiverbank, written: Written, isOver: () => boolean): Promise<void> {
  const by = headersOf(await logIn(riverbank, 'demo.tutor'), 'token')
  const json = { ...by, 'Content-Type': 'application/json' }
  const ask = async (method: string, path: string, headers: Record<string, string>, body?: string | Buffer) => {
    const { status, text } = await send(riverbank.url, { method, path, headers, body })
    if (status >= 300) throw new Error(`${method} ${path} answered ${status} ${text.slice(0, 200)}`)
    return text ? (JSON.parse(text) as { id: number }) : { id: 0 }
  }
  const event = await ask(
    'POST',
    '/api/events',
    json,
    JSON.stringify({ title: 'Tea', day: 1, month: 'May', year: 2027 }),
  )

  const coming = async (lane: number) => {
    for (let number = 0; !isOver(); number++) {
      const title = `Menu ${lane}-${number}`
      const content = pdf(`${title} ${'soup '.repeat(2000)}`)
      const parts = [
        { name: 'title', content: title },
        { name: 'isShared', content: 'true' },
        { name: 'file', fileName: 'menu.pdf', content },
      ]
      const { id } = await ask('POST', '/api/files/upload', { ...by, 'Content-Type': MULTIPART }, multipart(parts))
      written.uploads++
      written.files.set(title, { id, hash: hashOf(content) })
      // Most are kept for some others, so that deletes come at any moment of a backup; not so many that a backup takes long.
      const isFull = written.files.size > MOST_FILES
      if (!isFull && number % 4 === 0) continue
      const mine = [...written.files.keys()].filter((one) => one.startsWith(`Menu ${lane}-`))
      const oldest = mine.length > 10 || isFull ? mine[0] : undefined
      if (!oldest) continue
      const { id: over } = written.files.get(oldest)!
      written.files.delete(oldest)
      await ask('DELETE', `/api/files/${over}`, by)
      written.deletes++
    }
  }
  const editing = async () => {
    while (!isOver()) {
      const number = ++written.sent
      await ask('PATCH', `/api/events/${event.id}`, json, JSON.stringify({ description: String(number) }))
      written.acknowledged = number
    }
  }
  await Promise.all([editing(), ...Array.from({ length: LANES }, (_, lane) => coming(lane))])
}

/** What is wrong with a restored folder: damage, rows without bytes, bytes without a row. Also gives the files' hashes by title. */
function look(dataDir: string): { faults: string[]; files: Map<string, string>; edit: number } {
  const db = new SQLite(join(dataDir, 'riverbank.sqlite'), { readonly: true })
  try {
    const faults: string[] = []
    const health = db.pragma('integrity_check', { simple: true })
    if (health !== 'ok') faults.push(`integrity_check says ${health}`)
    if ((db.pragma('foreign_key_check') as unknown[]).length > 0) faults.push('rows name rows that are not there')
    const keys = new Set<string>()
    const files = new Map<string, string>()
    for (const table of ['files', 'boardPhotos', 'newsletterAttachments', 'websitePictures']) {
      const title = table === 'files' ? 'title' : 'null'
      const rows = db.prepare(`select storageKey as key, ${title} as title from ${table}`).all()
      for (const { key, title: named } of rows as { key: string; title: string | null }[]) {
        keys.add(key)
        const path = join(dataDir, 'uploads', key)
        if (!existsSync(path)) faults.push(`a row of ${table} has no bytes: ${named ?? key}`)
        else if (named) files.set(named, hashOf(readFileSync(path)))
      }
    }
    for (const name of readdirSync(join(dataDir, 'uploads')))
      if (!keys.has(name.replace(/-.*$/, ''))) faults.push(`bytes have no row: ${name}`)
    const edit = Number(db.prepare("select description from events where title = 'Tea'").pluck().get() ?? 0)
    return { faults, files, edit }
  } finally {
    db.close()
  }
}

/** Backups made while the product uploads, edits and deletes are whole when restored, and have all that was said yes to before. */
export async function backupFaults({ short }: Pace): Promise<string[]> {
  const wanted = short ? 3 : 50
  const folder = mkdtempSync(join(tmpdir(), 'riverbank-check-backups-'))
  const riverbank = await startRiverbank()
  const faults: string[] = []
  const written: Written = { files: new Map(), sent: 0, acknowledged: 0, uploads: 0, deletes: 0 }
  let isOver = false
  const busy = write(riverbank, written, () => isOver)
  busy.catch(() => undefined)
  const took: number[] = []
  let whole = 0
  let compared = 0
  try {
    while (written.uploads < 20 && riverbank.isAlive()) await Promise.race([setTimeout(50), busy])
    for (let number = 1; number <= wanted; number++) {
      const before = { files: new Map(written.files), edit: written.acknowledged }
      const file = join(folder, `${number}.zip`)
      const made = await operate('backup', riverbank.dataDir, [file])
      took.push(made.seconds)
      const there = join(folder, 'there')
      rmSync(there, { recursive: true, force: true })
      const restored = made.code === 0 ? await operate('restore', there, [file]) : made
      if (restored.code !== 0) {
        faults.push(`backup ${number}: ${restored.said}`)
        continue
      }
      const found = look(there)
      // What is deleted while it is made may be in it or not.
      for (const [title, { hash }] of before.files)
        if (found.files.has(title) || written.files.has(title)) {
          compared++
          if (found.files.get(title) !== hash) found.faults.push(`${title} is lost or changed`)
        }
      if (found.edit < before.edit || found.edit > written.sent)
        found.faults.push(`the event has edit ${found.edit}, and ${before.edit} was acknowledged before`)
      if (found.faults.length === 0) whole++
      faults.push(...found.faults.map((fault) => `backup ${number}: ${fault}`))
      rmSync(file)
    }
    isOver = true
    await busy
    const left = readdirSync(riverbank.dataDir).filter((name) => name.startsWith('backing-up-'))
    if (left.length > 0) faults.push(`backups left ${left.join(', ')}`)
    const { uploads, deletes, acknowledged } = written
    console.log(
      `Backups: ${whole} of ${wanted} whole; ${compared} files compared by hash; meanwhile ${uploads} uploads, ${deletes} deletes, ` +
        `${acknowledged} edits; a backup took ${Math.min(...took).toFixed(1)} to ${Math.max(...took).toFixed(1)} s`,
    )
    return faults
  } finally {
    isOver = true
    await riverbank.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}
