import { appendFileSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { temporaryFolder } from '../../app/test/folder'
import { startRiverbank } from '../../app/test/running'
import { logInAll } from '../../app/test/served'
import { withDatabase, wrongIn } from '../shared/data-folder'
import { asRoot } from '../shared/machine'
import { tally, until } from '../shared/measures'
import { type Answered, ask, screensOf, type Write, writesOf, wrongWith } from '../shared/writes'

/** What a form or call that can't be stored answers. */
const FULL = 507

/** A small disk, mounted until the end of the block that is `using` it; undefined where nobody may mount one. */
export function smallDisk() {
  const folder = temporaryFolder()
  const { path } = folder
  const mount = () => asRoot('mount', '-t', 'tmpfs', '-o', 'size=64m,mode=0777', 'none', path)
  // Files on it may be open.
  const unmount = () => void asRoot('umount', '-l', path)
  const dispose = () => {
    unmount()
    folder[Symbol.dispose]()
  }
  if (mount()) return { path, mount, unmount, [Symbol.dispose]: dispose }
  console.log('    NOT DONE: nobody may mount a small disk here')
  dispose()
  return undefined
}

/** Leaves no byte on the disk of a folder; gives the file that takes them. */
export function fill(folder: string): string {
  const filler = join(folder, 'filler')
  for (const size of [1 << 20, 1 << 16, 1 << 12, 1])
    try {
      while (true) appendFileSync(filler, Buffer.alloc(size))
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error
    }
  return filler
}

/** Forms whose first press only shows what would be stored or is for the device alone, and that of an address that nobody has subscribed. */
export const STORES_NOTHING = /subscribers\/import|^\/(unsubscribe|settings|dashboard\/profile\/backup)/

const sentence = 'no room left'

/** Fills the disk under the running product: reads go on, writes are refused with their forms, and all is well once there is room. */
export async function fullDiskFaults(): Promise<string[]> {
  using disk = smallDisk()
  if (!disk) return []
  await using riverbank = await startRiverbank({ DATA_DIR: join(disk.path, 'data'), TRUST_PROXY: '1' })
  const { url, dataDir, rows, change } = riverbank
  const faults: string[] = []
  const sessions = await logInAll(riverbank)
  const pages = screensOf(riverbank, sessions)
  const writes = await writesOf(riverbank, sessions)
  const file = rows('select id, size from files where studentId is not null')[0]!
  // Their last use would be written with the next page.
  change("update sessions set lastUsedAt = '2026-01-01T00:00:00.000Z'")
  change("delete from activity where action = 'looked at'")
  const uploads = readdirSync(join(dataDir, 'uploads')).length
  // SQLite's log can't grow either.
  withDatabase(dataDir, (db) => db.pragma('wal_checkpoint(truncate)'))
  const filler = fill(dataDir)

  const seen: number[] = []
  for (const { screen, ...requested } of pages) {
    const { status } = await ask(url, requested)
    seen.push(status)
    if (status !== (screen.answers ?? 200))
      faults.push(`${requested.path} for ${screen.as ?? 'a visitor'} answered ${status}`)
  }
  const read = await fetch(`${url}/files/${file.id}`, { headers: { Cookie: sessions.aoife.cookie } })
  const length = (await read.arrayBuffer()).byteLength
  if (read.status !== 200 || length !== file.size)
    faults.push(`a student's file answered ${read.status}, ${length} bytes`)
  const health = await ask(url, { path: '/healthz', method: 'GET', headers: {} })
  if (health.status !== 503 || !/disk is full/i.test(health.text))
    faults.push(`/healthz: ${health.status} ${health.text}`)
  console.log(`    full: screens ${tally(seen)}; /healthz ${health.status} ${health.text}`)

  const refused: [Write, Answered][] = []
  for (const write of writes) refused.push([write, await ask(url, write)])
  // What this check filled in wrongly is no write.
  const tried = refused.filter(([{ name }, { status }]) => status !== 400 && !STORES_NOTHING.test(name))
  console.log(`    full: ${writes.length} forms and calls ${tally(refused.map(([, { status }]) => status))}`)
  for (const [write, answer] of tried) faults.push(...wrongWith(write, answer, FULL, sentence))
  if (tried.length < writes.length * 0.8)
    faults.push(`only ${tried.length} of ${writes.length} forms and calls are valid`)
  if (readdirSync(join(dataDir, 'uploads')).length !== uploads) faults.push('an upload left something')
  if (readdirSync(join(dataDir, 'arriving')).length > 0) faults.push('a file that arrived is still there')
  const log = riverbank.output()
  if (!/SQLITE_FULL/.test(log) || !/ENOSPC/.test(log)) faults.push('the log does not name the cause')
  if (/cannot rollback/.test(log)) faults.push('the log says "cannot rollback"')

  rmSync(filler)
  const isWell = async () => (await fetch(`${url}/healthz`)).status === 200
  if ((await until(isWell, 5)) === undefined) faults.push('with room again /healthz is not well')
  const again = tried.map(([write]) => write).filter(({ name }) => /upload|contact|POST \/api\/events/.test(name))
  let saved = 0
  for (const write of again) {
    const { status, text } = await ask(url, write)
    if (status < 400) saved += 1
    // A form whose file finds no room is refused for that, before it is known to be filled in wrongly.
    else if (status !== 400) faults.push(`with room again ${write.name} answers ${status} ${text.slice(0, 200)}`)
  }
  if (saved < again.length * 0.8) faults.push(`with room again only ${saved} of ${again.length} are saved`)
  console.log(`    room again: ${saved} forms and calls saved without a restart`)
  return [...faults, ...wrongIn(dataDir)]
}
