import { existsSync, mkdirSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { listAllBackups } from '../../../app/backups/folder.server'
import { openBackup } from '../../../app/backups/opened.server'
import { createTemporaryFolder } from '../../../app/test/folder'
import { type RunningRiverbank, startRiverbank } from '../../../app/test/running'
import { createSamplePdf } from '../../../app/test/samples'
import { logInOverHttp, type ServedSession } from '../../../app/test/served'
import { createClient } from '../shared/client'
import { createClockSettings } from '../shared/clock'
import { findDataFaults, hashBytes, hashStoredUpload, withDatabase } from '../shared/data-folder'
import { waitUntil } from '../shared/measures'
import { runRestore } from '../shared/operator'
import type { CheckOptions } from '../shared/topics'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const WEEK_HOURS = 7 * 24
const SHORT_HOURS = 4
/** Interval between restores in hours. Each takes as long as a start. */
const RESTORED_EVERY = 24
/** Maximum delay of a kill after the start, in ms: by then the hourly backup is done. */
const KILLED_WITHIN = 1500
/** A session ends after twelve hours. */
const LOG_IN_LASTS = 10 * HOUR

/** An acknowledged record: when it was saved by the server's clock, and for a file its hash. */
interface SavedRecord {
  name: string
  at: number
  hash?: string
}

let words = 0

/** Sends enquiries and files until the server is gone. */
async function saveUntilKilled(
  url: string,
  tutor: ServedSession,
  isAlive: () => boolean,
  keep: (saved: Omit<SavedRecord, 'at'>) => void,
) {
  const { upload } = createClient(url, tutor)
  const visitor = createClient(url, undefined)
  while (isAlive()) {
    const name = `w${++words}x`
    const enquiry = { name, email: 'a@example.ie', subject: 'visit', message: 'May we come and see you?' }
    const sent = await visitor.call('POST', '/api/contact', enquiry).catch(() => null)
    if (sent && sent.status < 300) keep({ name })
    const file = await upload(name, createSamplePdf(name), { fileName: `${name}.pdf` }).catch(() => null)
    if (file?.status === 201) keep({ name, hash: hashBytes(createSamplePdf(name)) })
    await setTimeout(50)
  }
}

/** The records of `saved` that are missing from a data folder. */
function findMissing(dataDir: string, saved: SavedRecord[]): SavedRecord[] {
  return withDatabase(dataDir, (db) => {
    const enquiry = db.prepare('select 1 from enquiries where name = ?')
    const file = db.prepare('select storageKey from files where title = ?').pluck()
    return saved.filter(({ name, hash }) =>
      hash ? hashStoredUpload(dataDir, String(file.get(name))) !== hash : enquiry.get(name) === undefined,
    )
  })
}

/** The data that a disk failure at this moment would lose. */
interface Loss {
  minutes: number
  rows: number
  files: number
}

/**
 * Simulates a week, moving the clock an hour ahead between starts. In each hour data is saved; the server is killed at a varying moment,
 * restarts, makes its backup, and is killed again. At each kill the newest backup must be intact and contain everything acknowledged
 * before it started.
 */
export async function findHourlyFaults({ short }: CheckOptions): Promise<string[]> {
  using folder = createTemporaryFolder()
  const dataDir = join(folder.path, 'data')
  const backups = join(folder.path, 'backups')
  mkdirSync(join(dataDir, 'uploads'), { recursive: true })
  mkdirSync(backups)
  const saved: SavedRecord[] = []
  const losses: Loss[] = []
  const faults: string[] = []
  let tutor: { session: ServedSession; until: number } | undefined
  let [unfinished, restored] = [0, 0]

  const start = (ahead: number) =>
    startRiverbank({
      ...{ DATA_DIR: dataDir, BACKUP_DIR: backups, BACKUP_EVERY: 'hour', BACKUP_AT: '03:00', TRUST_PROXY: '1' },
      ...createClockSettings(ahead),
    })
  const kill = async (riverbank: Awaited<ReturnType<typeof start>>) => {
    process.kill(riverbank.pid, 'SIGKILL')
    await riverbank.stop()
  }
  async function logInAt(riverbank: RunningRiverbank, ahead: number): Promise<ServedSession> {
    if (!tutor || tutor.until < ahead)
      tutor = { session: await logInOverHttp(riverbank, 'demo.tutor'), until: ahead + LOG_IN_LASTS }
    return tutor.session
  }
  /** Checks the data after a kill. */
  async function checkData(now: number): Promise<void> {
    if (isBackupUnfinished(dataDir, backups)) unfinished++
    const all = await listAllBackups(backups)
    for (const { path } of all)
      await openBackup(path, dataDir).then(
        (backup) => backup.close(),
        (error: Error) => faults.push(`after a kill ${path} is not intact: ${error.message}`),
      )
    const newest = all.at(-1)?.madeAt.getTime()
    if (newest === undefined) return
    const lost = saved.filter(({ at }) => at >= newest)
    const files = lost.filter(({ hash }) => hash).length
    losses.push({ minutes: (now - newest) / MINUTE, rows: lost.length, files })
  }
  /** Restores the newest backup, as after a disk failure. */
  async function restoreNewest(): Promise<Pick<Loss, 'rows' | 'files'>> {
    const { path, madeAt } = (await listAllBackups(backups)).at(-1)!
    const there = join(folder.path, `restored-${restored++}`)
    const { code, said: output } = await runRestore(there, path)
    if (code !== 0) throw new Error(`${path} can't be restored: ${output}`)
    const lost = findMissing(there, saved)
    for (const { name, at } of lost)
      if (at < madeAt.getTime()) faults.push(`${name} was saved before the backup began, but is not in it`)
    faults.push(...findDataFaults(there))
    return { rows: lost.length, files: lost.filter(({ hash }) => hash).length }
  }

  await (await start(0)).stop()
  const hours = short ? SHORT_HOURS : WEEK_HOURS
  for (let hour = 1; hour <= hours && faults.length === 0; hour++) {
    const ahead = hour * HOUR
    const first = await start(ahead)
    const by = await logInAt(first, ahead)
    const clients = [0, 1].map(() =>
      saveUntilKilled(first.url, by, first.isAlive, (one) => saved.push({ ...one, at: Date.now() + ahead })),
    )
    await setTimeout((hour * 617) % KILLED_WITHIN)
    await kill(first)
    await Promise.all(clients)
    await checkData(Date.now() + ahead)
    if (hour % RESTORED_EVERY === 0 || hour === hours) {
      const { rows, files } = await restoreNewest()
      console.log(
        `    hour ${hour}: ${saved.length} saves acknowledged; the newest backup restored, ${rows} saves lost, ${files} of them files`,
      )
    }

    const again = await start(ahead + MINUTE)
    const isMade = async () => {
      const newest = (await listAllBackups(backups)).at(-1)?.madeAt.getTime() ?? 0
      return Date.now() + ahead + MINUTE - newest < HOUR / 2
    }
    if ((await waitUntil(isMade)) === undefined) faults.push(`in hour ${hour} no backup is made`)
    await kill(again)
  }
  const left = (await listAllBackups(backups)).length
  const max = (of: keyof Loss) => Math.max(...losses.map((loss) => loss[of]))
  console.log(
    `    ${hours} hours, ${2 * hours} kills, ${unfinished} in the middle of a backup; ${saved.length} saves acknowledged, ${left} backups left`,
  )
  console.log(
    `    if the disk fails at a kill, it loses the saves of the last ${max('minutes').toFixed()} minutes at most: ${max('rows')} saves, ${max('files')} of them files`,
  )
  return faults
}

/** True if a backup was started but not finished. */
const isBackupUnfinished = (dataDir: string, backups: string) =>
  readdirSync(dataDir).some((name) => name.startsWith('backing-up-')) ||
  [backups, join(backups, 'hourly')].some(
    (folder) => existsSync(folder) && readdirSync(folder).some((name) => name.endsWith('.unfinished')),
  )
