import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import SQLite from 'better-sqlite3'
import { createTemporaryFolder } from '../../../app/test/folder'
import { baseSettings, type RunningRiverbank, startRiverbank } from '../../../app/test/running'
import { migrate, migrationNames, NEWEST } from '../../../db/migrate'
import { openDatabase } from '../../../db/open'
import { logInClient } from '../shared/client'
import { Prober, watchMemory } from '../shared/measures'
import { createMemoryGroup, type MemoryGroup } from '../shared/memory-group'
import { sendMixed } from './memory'
import type { Bench, BenchRow } from './row'
import { addPeople, fillTables } from './rows'

/** A centre after some years. Rows per person and year are those of the centre of 72 people after three years. */
interface Centre {
  people: number
  years: number
  /** The memory of its container, in MB. */
  container: number
}
const centres: Centre[] = [
  { people: 30, years: 1, container: 256 },
  { people: 72, years: 3, container: 256 },
  { people: 200, years: 5, container: 256 },
]
const MEASURED = centres[1]!

/** The number of rows of each table: a third of the files each are documents, photos and timetables. */
function getUploadSizes({ people, years }: Centre): Record<string, number> {
  const both = people * years
  return {
    ...{ files: Math.round((23.2 * both) / 3), activity: Math.round(926.2 * both), sessions: 50 * both },
    ...{ subscribers: 40 * people, deliveries: Math.round(272.4 * both), newsletters: 7 * years },
    ...{ events: 100 * years, enquiries: 100 * years, resources: 20, tickets: 50 },
  }
}

const KILOBYTE = 1000
/** In bytes: a letter as PDF, and a photo with its small versions. */
const DOCUMENT = 150 * KILOBYTE
const PHOTO = { '': 300 * KILOBYTE, '-960': 80 * KILOBYTE, '-480': 25 * KILOBYTE }

/** Creates unique bytes, so that no disk can deduplicate them. */
const grain = randomBytes(8_000_000)
const createUploadBytes = (size: number) => {
  const from = Math.floor(Math.random() * (grain.length - size))
  return grain.subarray(from, from + size)
}

function storeUploads(dataDir: string, table: string): void {
  const db = new SQLite(join(dataDir, 'riverbank.sqlite'), { timeout: 10_000 })
  const rows = db.prepare(`select id, fileType from ${table} where storageKey like 'bench %'`).all() as {
    id: number
    fileType: string
  }[]
  const name = db.prepare(`update ${table} set storageKey = ?, size = ? where id = ?`)
  mkdirSync(join(dataDir, 'uploads'), { recursive: true })
  db.transaction(() => {
    for (const { id, fileType } of rows) {
      const key = randomBytes(16).toString('hex')
      const versions = fileType.startsWith('image/') ? PHOTO : { '': DOCUMENT }
      for (const [width, size] of Object.entries(versions))
        writeFileSync(join(dataDir, 'uploads', key + width), createUploadBytes(size))
      name.run(key, versions[''], id)
    }
  })()
  db.close()
}

const sumFolder = (folder: string) =>
  (readdirSync(folder, { recursive: true, withFileTypes: true }) ?? [])
    .filter((entry) => entry.isFile())
    .reduce((sum, { parentPath, name }) => sum + statSync(join(parentPath, name)).size, 0)

const megabytes = (bytes: number) => `${Math.round(bytes / 1e6).toLocaleString('en-IE')} MB`
const seconds = (milliseconds: number) => `${(milliseconds / 1000).toFixed(milliseconds < 10_000 ? 1 : 0)} s`

/** Runs an operator's command with the memory of a container of `container` MB. Returns its time in ms. */
async function run(words: string[], settings: Record<string, string>, container: number): Promise<number> {
  const group = createMemoryGroup(container)
  const [program = '', ...rest] = [...(group?.node ?? [process.execPath]), ...words]
  const env = { ...process.env, ...baseSettings, DEMO: '0', ...settings }
  const startedAt = performance.now()
  try {
    await new Promise<void>((ended, failed) =>
      execFile(program, rest, { env }, (error, out, err) => (error ? failed(new Error(out + err)) : ended())),
    )
    return performance.now() - startedAt
  } finally {
    await group?.remove()
  }
}

/**
 * Starts the product on `dataDir` in a container of `container` MB, uses it and stops it. Returns the ms of the start and the server's log.
 */
async function runServerIn(
  dataDir: string,
  container: number,
  use: (riverbank: RunningRiverbank) => Promise<void> = async () => {},
) {
  const group: MemoryGroup | null = createMemoryGroup(container)
  const startedAt = performance.now()
  const riverbank = await startRiverbank({ DATA_DIR: dataDir }, group?.node)
  const took = performance.now() - startedAt
  try {
    await use(riverbank)
    return { took, log: riverbank.output() }
  } catch (error) {
    const state = riverbank.isAlive()
      ? 'The server runs'
      : `The server ended; ${group?.kills() ?? 0} were killed for memory`
    throw new Error(`${state}. It wrote:\n${riverbank.output().slice(-2000)}`, { cause: error })
  } finally {
    await riverbank.stop()
    await group?.remove()
  }
}

async function measureNeeds(centre: Centre): Promise<BenchRow> {
  using folder = createTemporaryFolder()
  const { container } = centre
  const dataDir = join(folder.path, 'data')
  const sizes = getUploadSizes(centre)
  await runServerIn(dataDir, container, async (riverbank) => {
    addPeople(riverbank, centre.people)
    fillTables(riverbank, (table) => sizes[table] ?? 100)
    // Moves the newest line of the activity log to today.
    riverbank.change(`update activity set at =
      strftime('%Y-%m-%dT%H:%M:%fZ', at, (julianday('now') - (select julianday(max(at)) from activity)) || ' days')`)
  })
  for (const table of ['files', 'newsletterAttachments']) storeUploads(dataDir, table)
  const files = readdirSync(join(dataDir, 'uploads')).length
  const archive = join(folder.path, 'backup.zip')
  let memory = 0
  let slowest = 0
  let backup = 0
  const { took } = await runServerIn(dataDir, container, async (riverbank) => {
    const watch = watchMemory(() => [riverbank.pid])
    const prober = await Prober.start(riverbank.url)
    const { call } = await logInClient(riverbank.url)
    const [event] = riverbank.rows('select id from events limit 1')
    const { status } = await call('DELETE', `/api/events/${event?.id}`)
    if (status !== 204) throw new Error(`The deletion was answered ${status}`)
    await prober.next()
    slowest = Math.max(...prober.probes.map((probe) => probe.took))
    await prober.stop()
    await sendMixed(riverbank)
    memory = watch.stop()
    backup = await run(['scripts/backup.mjs', archive], { DATA_DIR: dataDir }, container)
  })
  const restored = await run(['scripts/restore.mjs', archive], { DATA_DIR: join(folder.path, 'restored') }, container)
  const database = statSync(join(dataDir, 'riverbank.sqlite')).size
  const uploads = sumFolder(join(dataDir, 'uploads'))
  return {
    name: `${centre.people} people, ${centre.years} years, ${container} MB, ${(sizes.files! * 3).toLocaleString('en-IE')} files`,
    value: [
      `database ${megabytes(database)}`,
      `uploads ${megabytes(uploads)} in ${files.toLocaleString('en-IE')}`,
      `start ${seconds(took)}`,
      `memory ${Math.round(memory)} MB at most in 2,000 requests`,
      `a deletion holds it for ${seconds(slowest)}`,
      `backup ${seconds(backup)}, ${megabytes(statSync(archive).size)}`,
      `restore ${seconds(restored)}`,
    ].join('; '),
  }
}

const createNumbers = (rows: number) =>
  `with recursive numbers(n) as (select 1 union all select n + 1 from numbers where n < ${rows})`
const AT = "strftime('%Y-%m-%dT%H:%M:%fZ', 'now', '-' || n || ' minutes')"

/** The rows of three years, with the columns of migration 005, the first with all these tables. */
const oldRows = ({ files = 0, activity, deliveries, subscribers }: Record<string, number>) => `
  insert into users (username, passwordHash, role, firstName, lastName, createdAt)
    ${createNumbers(72)} select 'person.' || n, '', iif(n < 8, 'tutor', 'student'), 'Person', 'Byrne', ${AT} from numbers;
  insert into files (title, fileName, fileType, size, storageKey, isShared, uploadedBy, uploadedAt)
    ${createNumbers(files * 3)} select 'Document ' || n, 'a', iif(n % 3, 'application/pdf', 'image/jpeg'), 1000, 'bench ' || n, 1, 1, ${AT} from numbers;
  insert into activity (at, actorId, actorName, action, noun, recordId, title)
    ${createNumbers(activity!)} select ${AT}, 1, 'Maeve Kelly', 'changed', 'document', n, 'Document' from numbers;
  insert into subscribers (email, name, isGuardian, active, createdAt, token)
    ${createNumbers(subscribers!)} select 'reader-' || n || '@list.example', 'Reader', n % 2, 1, ${AT}, 'token ' || n from numbers;
  insert into newsletters (title, content, status, createdAt, sentAt, goesOutAt, audience)
    ${createNumbers(21)} select 'News ' || n, 'The choir sang.', 'sent', ${AT}, ${AT}, ${AT}, 'all' from numbers;
  insert into deliveries (kind, newsletterId, email, state, dueAt, createdAt, settledAt)
    ${createNumbers(deliveries!)} select 'newsletter', 1 + n % 21, 'reader-' || n || '@list.example', 'sent', ${AT}, ${AT}, ${AT} from numbers;`

const FILLED = '005-the-newsletter-goes-out'

/** Measures the first start of this version on the data of an older one, whose last migration is `last`. */
async function measureUpgrade(last: string): Promise<BenchRow> {
  using folder = createTemporaryFolder()
  const path = join(folder.path, 'riverbank.sqlite')
  for (const to of new Set([FILLED, last])) {
    const db = openDatabase(path)
    await migrate(db, to)
    await db.destroy()
    if (to !== FILLED) continue
    const sqlite = new SQLite(path)
    sqlite.exec(oldRows(getUploadSizes(MEASURED)))
    sqlite.close()
  }
  storeUploads(folder.path, 'files')
  const { took, log } = await runServerIn(folder.path, MEASURED.container)
  const lines = log.split('\n').flatMap((line) => (line.startsWith('{') ? [JSON.parse(line)] : []))
  const at = (words: RegExp) => Date.parse(lines.find(({ msg }) => words.test(msg))?.time)
  const [requested, backedUp, done] = [/it is backed up, then/, /^a backup was made/, /is up to date/].map(
    at,
  ) as number[]
  return {
    name: `the first start after an update, from ${last} (${MEASURED.people} people, ${MEASURED.years} years)`,
    value: `${seconds(took)}: backup ${seconds(backedUp! - requested!)}, migrations to ${NEWEST} ${seconds(done! - backedUp!)}`,
  }
}

/** Prints a row at once, since the next one may take minutes. */
function printRow(row: BenchRow): BenchRow {
  console.error(`  ${row.name}: ${row.value}`)
  return row
}

/** Measures memory, disk and time for centres of several sizes, with a container's memory limit if this machine allows it. */
export const benchSizing: Bench = async ({ short }) => {
  const rows: BenchRow[] = []
  for (const centre of short ? centres.slice(0, 1) : centres) rows.push(printRow(await measureNeeds(centre)))
  for (const last of short ? [FILLED] : [FILLED, '024-pictures-of-the-website', migrationNames.at(-2)!])
    rows.push(printRow(await measureUpgrade(last)))
  return rows
}
