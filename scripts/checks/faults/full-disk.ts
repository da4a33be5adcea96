import { appendFileSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { createTemporaryFolder } from '../../../app/test/folder'
import { copyDemonstration, startRiverbank } from '../../../app/test/running'
import { logInAll } from '../../../app/test/served'
import { findDataFaults, withDatabase } from '../shared/data-folder'
import { runAsRoot } from '../shared/machine'
import { formatTally, waitUntil } from '../shared/measures'
import {
  findAnswerFaults,
  listReadScreens,
  listWrites,
  sendWrite,
  type WriteAnswer,
  type WriteRequest,
} from '../shared/writes'

/** The status of a form or call that can't be stored. */
const FULL = 507

/** Mounts a small disk until the end of its `using` block; undefined without the right to mount. */
export function mountSmallDisk() {
  const folder = createTemporaryFolder()
  const { path } = folder
  const mount = () => runAsRoot('mount', '-t', 'tmpfs', '-o', 'size=64m,mode=0777', 'none', path)
  // Files on it may be open.
  const unmount = () => void runAsRoot('umount', '-l', path)
  const dispose = () => {
    unmount()
    folder[Symbol.dispose]()
  }
  if (mount()) return { path, mount, unmount, [Symbol.dispose]: dispose }
  console.log('    NOT DONE: this user may not mount a small disk')
  dispose()
  return undefined
}

/** Fills the disk of a folder, and returns the file that fills it. */
export function fillDisk(folder: string): string {
  const filler = join(folder, 'filler')
  for (const size of [1 << 20, 1 << 16, 1 << 12, 1])
    try {
      while (true) appendFileSync(filler, Buffer.alloc(size))
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error
    }
  return filler
}

/** Forms that store nothing: with a preview first, for the device only, for an address that is not subscribed, or with unchanged ticks. */
export const STORES_NOTHING = /subscribers\/import|^\/(unsubscribe|settings|dashboard\/profile\/backup)|\(parts\)$/

const sentence = 'run out of space'

/** Starts on a full disk: the start must fail and say why. */
async function findFullStartFaults(folder: string): Promise<string[]> {
  const filler = fillDisk(folder)
  const outcome = await startRiverbank({ DATA_DIR: join(folder, 'data') }).then(
    (started) => started.stop().then(() => 'it started'),
    String,
  )
  rmSync(filler)
  rmSync(join(folder, 'data'), { recursive: true, force: true })
  return /is full\. Free up space/.test(outcome) ? [] : [`a start on a full disk: ${outcome.slice(0, 300)}`]
}

/** Fills the disk of a running server: reading must work, writes must be refused with their forms, and all must work with space again. */
export async function findFullDiskFaults(): Promise<string[]> {
  using disk = mountSmallDisk()
  if (!disk) return []
  const faults = await findFullStartFaults(disk.path)
  const settings = { DATA_DIR: join(disk.path, 'data'), TRUST_PROXY: '1' }
  await copyDemonstration(settings.DATA_DIR)
  await using riverbank = await startRiverbank(settings)
  const { url, dataDir, rows, change } = riverbank
  const sessions = await logInAll(riverbank)
  const pages = listReadScreens(riverbank, sessions)
  const writes = await listWrites(riverbank, sessions)
  const file = rows('select id, size from files where studentId is not null')[0]!
  // Otherwise the next page would write the sessions' last use.
  change("update sessions set lastUsedAt = '2026-01-01T00:00:00.000Z'")
  change("delete from activity where action = 'looked at'")
  const uploads = readdirSync(join(dataDir, 'uploads')).length
  // SQLite's log must not be able to grow either.
  withDatabase(dataDir, (db) => db.pragma('wal_checkpoint(truncate)'))
  const filler = fillDisk(dataDir)

  const seen: number[] = []
  for (const { screen, ...requested } of pages) {
    const { status } = await sendWrite(url, requested)
    seen.push(status)
    if (status !== (screen.answers ?? 200))
      faults.push(`${requested.path} for ${screen.as ?? 'a visitor'} answered ${status}`)
  }
  const read = await fetch(`${url}/files/${file.id}`, { headers: { Cookie: sessions.aoife.cookie } })
  const length = (await read.arrayBuffer()).byteLength
  if (read.status !== 200 || length !== file.size)
    faults.push(`a student's file answered ${read.status}, ${length} bytes`)
  const health = await sendWrite(url, { path: '/healthz', method: 'GET', headers: {} })
  if (health.status !== 503 || !/disk is full/i.test(health.text))
    faults.push(`/healthz: ${health.status} ${health.text}`)
  console.log(`    full: screens ${formatTally(seen)}; /healthz ${health.status} ${health.text}`)

  const refused: [WriteRequest, WriteAnswer][] = []
  for (const write of writes) refused.push([write, await sendWrite(url, write)])
  // Forms that this check filled in wrongly do not count.
  const tried = refused.filter(([{ name }, { status }]) => status !== 400 && !STORES_NOTHING.test(name))
  console.log(`    full: ${writes.length} forms and calls ${formatTally(refused.map(([, { status }]) => status))}`)
  for (const [write, answer] of tried) faults.push(...findAnswerFaults(write, answer, FULL, sentence))
  if (tried.length < writes.length * 0.8)
    faults.push(`only ${tried.length} of ${writes.length} forms and calls are valid`)
  if (readdirSync(join(dataDir, 'uploads')).length !== uploads) faults.push('an upload left a file')
  if (readdirSync(join(dataDir, 'arriving')).length > 0) faults.push('a file that arrived is still there')
  const log = riverbank.output()
  if (!/SQLITE_FULL/.test(log) || !/ENOSPC/.test(log)) faults.push('the log does not name the cause')
  if (/cannot rollback/.test(log)) faults.push('the log says "cannot rollback"')

  rmSync(filler)
  const isWell = async () => (await fetch(`${url}/healthz`)).status === 200
  if ((await waitUntil(isWell, 5)) === undefined) faults.push('with space again /healthz reports a fault')
  const again = tried.map(([write]) => write).filter(({ name }) => /upload|contact|POST \/api\/events/.test(name))
  let saved = 0
  for (const write of again) {
    const { status, text } = await sendWrite(url, write)
    if (status < 400) saved += 1
    // A form whose file does not fit is refused before its fields are validated.
    else if (status !== 400) faults.push(`with space again ${write.name} responds ${status} ${text.slice(0, 200)}`)
  }
  if (saved < again.length * 0.8) faults.push(`with space again only ${saved} of ${again.length} are saved`)
  console.log(`    space again: ${saved} forms and calls saved without a restart`)
  return [...faults, ...findDataFaults(dataDir)]
}
