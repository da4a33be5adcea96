import { execFileSync, spawnSync } from 'node:child_process'
import { appendFileSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { startRiverbank } from '../../app/test/running'
import { type Pace, tally } from '../check-security/pace'
import { withDatabase, wrongIn } from './left'
import { type Answered, ask, calls, comesBack, forms, logInAll, looks, toldThere, type Write } from './writes'

/** What a form or call that can't be stored answers. */
const FULL = 507

/** Mounts a small disk; false where nobody may. */
export function mount(folder: string, size = '64m'): boolean {
  const words = ['mount', '-t', 'tmpfs', '-o', `size=${size},mode=0777`, 'none', folder]
  for (const [program = '', ...rest] of [words, ['sudo', '-n', ...words]])
    if (spawnSync(program, rest, { stdio: 'ignore' }).status === 0) return true
  return false
}

/** Takes such a disk away, though files on it may be open. */
export function unmount(folder: string) {
  for (const [program = '', ...rest] of [
    ['umount', '-l', folder],
    ['sudo', '-n', 'umount', '-l', folder],
  ])
    if (spawnSync(program, rest, { stdio: 'ignore' }).status === 0) return
}

/** Whoever may not mount may do so in a name space of their own: runs `topic` there. Undefined where that is forbidden too. */
export function inOwnSpace(topic: string, short: boolean): string[] | undefined {
  if (spawnSync('unshare', ['-rm', 'true'], { stdio: 'ignore' }).status !== 0) return undefined
  const words = [
    process.execPath,
    ...process.execArgv,
    process.argv[1]!,
    '--only',
    topic,
    ...(short ? ['--short'] : []),
  ]
  try {
    execFileSync('unshare', ['-rm', ...words], { stdio: 'inherit' })
    return []
  } catch {
    return ['it failed in a name space of its own, see above']
  }
}

/** Leaves no byte: SQLite's log can't grow either. */
function fill(dataDir: string): string {
  withDatabase(dataDir, (db) => db.pragma('wal_checkpoint(truncate)'))
  const filler = join(dataDir, 'filler')
  for (const size of [1 << 20, 1 << 16, 1 << 12, 1])
    try {
      while (true) appendFileSync(filler, Buffer.alloc(size))
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error
    }
  return filler
}

/** Forms whose first press only shows what would be stored, and that of an address that nobody has subscribed. */
const STORES_NOTHING = /subscribers\/import|^\/unsubscribe/

const sentence = 'no room left'

/** What is wrong with the answer to a write that can't be stored. */
function wrongWith({ name, path, typed }: Write, answer: Answered): string[] {
  const { status, text } = answer
  if (toldThere(answer, sentence)) return []
  if (status !== FULL) return [`${name} answered ${status}: ${text.slice(0, 200)}`]
  if (path.startsWith('/api/')) return JSON.parse(text).message.includes(sentence) ? [] : [`${name} said ${text}`]
  if (!text.includes(sentence)) return [`${name} does not say why`]
  return comesBack(text, typed) ? [] : [`${name} came back without what was typed: ${typed}`]
}

/** Fills the disk under the running product: reads go on, writes are refused with their forms, and all is well once there is room. */
export async function fullDiskFaults({ short }: Pace): Promise<string[]> {
  const disk = mkdtempSync(join(tmpdir(), 'riverbank-disk-'))
  if (!mount(disk)) {
    rmSync(disk, { recursive: true })
    const found = inOwnSpace('full-disk', short)
    if (!found) console.log('    NOT DONE: nobody may mount a small disk here')
    return found ?? []
  }
  const riverbank = await startRiverbank({ DATA_DIR: join(disk, 'data'), TRUST_PROXY: '1' })
  try {
    return await withFullDisk(riverbank)
  } finally {
    await riverbank.stop()
    unmount(disk)
    rmSync(disk, { recursive: true, force: true })
  }
}

async function withFullDisk(riverbank: Awaited<ReturnType<typeof startRiverbank>>): Promise<string[]> {
  const { url, dataDir, rows, change } = riverbank
  const faults: string[] = []
  const sessions = await logInAll(riverbank)
  const pages = looks(riverbank, sessions)
  const writes = [...(await forms(riverbank, sessions)), ...(await calls(riverbank, sessions))]
  const file = rows('select id, size from files where studentId is not null')[0]!
  // Their last use would be written with the next page.
  change("update sessions set lastUsedAt = '2026-01-01T00:00:00.000Z'")
  change("delete from activity where action = 'looked at'")
  const uploads = readdirSync(join(dataDir, 'uploads')).length
  const filler = fill(dataDir)

  const seen: number[] = []
  for (const { screen, ...look } of pages) {
    const { status } = await ask(url, look)
    seen.push(status)
    if (status !== (screen.answers ?? 200))
      faults.push(`${look.path} for ${screen.as ?? 'a visitor'} answered ${status}`)
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
  for (const [{ method, name }, { status }] of refused) console.log(`      ${status} ${method} ${name}`)
  for (const [write, answer] of tried) faults.push(...wrongWith(write, answer))
  if (tried.length < writes.length * 0.8)
    faults.push(`only ${tried.length} of ${writes.length} forms and calls are valid`)
  if (readdirSync(join(dataDir, 'uploads')).length !== uploads) faults.push('an upload left something')
  if (readdirSync(join(dataDir, 'arriving')).length > 0) faults.push('a file that arrived is still there')
  const log = riverbank.output()
  if (!/SQLITE_FULL/.test(log) || !/ENOSPC/.test(log)) faults.push('the log does not name the cause')
  if (/cannot rollback/.test(log)) faults.push('the log says "cannot rollback"')

  rmSync(filler)
  const end = performance.now() + 5000
  let after = await ask(url, { path: '/healthz', method: 'GET', headers: {} })
  for (; after.status !== 200 && performance.now() < end; await setTimeout(100))
    after = await ask(url, { path: '/healthz', method: 'GET', headers: {} })
  if (after.status !== 200) faults.push(`with room again /healthz answers ${after.status} ${after.text}`)
  const again = tried.map(([write]) => write).filter(({ name }) => /upload|contact|POST \/api\/events/.test(name))
  let saved = 0
  for (const write of again) {
    const { status, text } = await ask(url, write)
    if (status < 400) saved += 1
    // A form whose file finds no room is refused for that, before it is known to be filled in wrongly.
    else if (status !== 400) faults.push(`with room again ${write.name} answers ${status} ${text.slice(0, 200)}`)
  }
  if (saved < again.length * 0.8) faults.push(`with room again only ${saved} of ${again.length} are saved`)
  console.log(`    room again: /healthz ${after.status}, ${saved} forms and calls saved without a restart`)
  return [...faults, ...wrongIn(dataDir)]
}
