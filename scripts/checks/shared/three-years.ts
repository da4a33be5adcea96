import { randomBytes } from 'node:crypto'
import { linkSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { RunningRiverbank } from '../../../app/test/running'
import { createSamplePdf } from '../../../app/test/samples'
import { addPeople, fillTables } from '../bench/rows'
import { withDatabase } from './data-folder'

/** The rows of a centre with 70 people after three years, as counted in November 2026. */
const PEOPLE = 69
const ROWS: Record<string, number> = {
  activity: 200_000,
  deliveries: 56_000,
  enquiries: 1400,
  events: 1200,
  newsletters: 80,
  resources: 60,
  sessions: 2000,
  subscribers: 2850,
  tickets: 500,
}
const FILES: Record<string, number> = { qqi: 300, timetable: 350 }
const DOCUMENTS = 4350
/** The size of a document of a page or two, in bytes. */
const SIZE = 60_000

/** Fills a demonstration, which must not be in use, with the rows and uploads of three years. */
export function fillThreeYears(riverbank: RunningRiverbank): void {
  addPeople(riverbank, PEOPLE)
  fillTables(riverbank, (table, album = '') => (table === 'files' ? (FILES[album] ?? DOCUMENTS) : (ROWS[table] ?? 0)))
  const uploads = join(riverbank.dataDir, 'uploads')
  const content = Buffer.concat([createSamplePdf(), randomBytes(SIZE - createSamplePdf().length)])
  withDatabase(riverbank.dataDir, (db) => {
    const photo = db
      .prepare("select storageKey, size from files where album = 'qqi' and storageKey not like 'bench %'")
      .get() as { storageKey: string; size: number }
    const versions = readdirSync(uploads).filter((name) => name.startsWith(photo.storageKey))
    const store = db.prepare('update files set storageKey = ?, size = ? where id = ?')
    const storeAttached = db.prepare('update newsletterAttachments set storageKey = ?, size = ? where storageKey = ?')
    db.transaction(() => {
      const files = db.prepare("select id, album from files where storageKey like 'bench %'").all()
      for (const { id, album } of files as { id: number; album: string | null }[]) {
        const key = randomBytes(16).toString('hex')
        const isPhoto = album === 'qqi'
        // Linked, so that three hundred photos take the space of one; a backup contains each.
        if (isPhoto)
          for (const name of versions) linkSync(join(uploads, name), join(uploads, name.replace(photo.storageKey, key)))
        else writeFileSync(join(uploads, key), content)
        store.run(key, isPhoto ? photo.size : SIZE, id)
      }
      const attached = db
        .prepare("select storageKey from newsletterAttachments where storageKey like 'bench %'")
        .pluck()
      for (const before of attached.all()) {
        const key = randomBytes(16).toString('hex')
        writeFileSync(join(uploads, key), content)
        storeAttached.run(key, SIZE, before)
      }
    }).immediate()
  })
}
