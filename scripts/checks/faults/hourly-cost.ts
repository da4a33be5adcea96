import { readFileSync, renameSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { createHourlyName } from '../../../app/backups/entries'
import { listHourlyBackups } from '../../../app/backups/folder.server'
import { createTemporaryFolder } from '../../../app/test/folder'
import { DEMO_PASSWORD_OF_TESTS, startRiverbank } from '../../../app/test/running'
import { logInOverHttp } from '../../../app/test/served'
import { createHeaders } from '../shared/client'
import { runAsRoot } from '../shared/machine'
import { formatTally, readMemory, waitUntil } from '../shared/measures'
import { createMemoryGroup } from '../shared/memory-group'
import { fillThreeYears } from '../shared/three-years'
import type { CheckOptions } from '../shared/topics'
import { sendRaw } from '../shared/wire'

const HOUR = 3_600_000
/** The container's memory, in MB. */
const MEMORY = 256
/** Maximum time of an hourly backup after the first one, in seconds, and of a page meanwhile, in ms. */
const LONGEST = 30
/** Maximum time of any backup, in seconds. */
const PATIENCE = 180
const SLOWEST = 1000
/** How long pages are measured without a backup, in ms. */
const ALONE = 20_000
const PAGES = ['/', '/about', '/dashboard', '/dashboard/calendar', '/dashboard/profile', '/api/events']

const formatMegabytes = (bytes: number) => `${(bytes / 1e6).toFixed(1)} MB`

/** The bytes that a process wrote, and those of them that were deleted before they reached the disk. */
function readWrittenBytes(pid: number) {
  const io = readFileSync(`/proc/${pid}/io`, 'utf8')
  const of = (name: string) => Number(new RegExp(`^${name}: (\\d+)$`, 'm').exec(io)?.[1])
  return { all: of('write_bytes'), deleted: of('cancelled_write_bytes') }
}

/** Mounts a separate disk from a file; undefined without the right to mount. */
function mountOtherDisk() {
  const folder = createTemporaryFolder()
  const file = join(folder.path, 'disk')
  const path = join(folder.path, 'mounted')
  const dispose = () => {
    runAsRoot('umount', '-l', path)
    folder[Symbol.dispose]()
  }
  const isMade =
    runAsRoot('truncate', '-s', '4G', file) &&
    runAsRoot('mkfs.ext4', '-q', file) &&
    runAsRoot('mkdir', path) &&
    runAsRoot('mount', '-o', 'loop', file, path) &&
    runAsRoot('chmod', '777', path)
  if (isMade) return { path, [Symbol.dispose]: dispose }
  console.log('    NOT DONE: this user may not mount another disk')
  dispose()
  return undefined
}

/** Measures backups with three years of data in 256 MB: seconds, bytes, and the slowest page meanwhile. */
export async function findHourlyCostFaults({ leniency }: CheckOptions): Promise<string[]> {
  using folder = createTemporaryFolder()
  const dataDir = join(folder.path, 'data')
  {
    await using filling = await startRiverbank({ DATA_DIR: dataDir })
    fillThreeYears(filling)
    filling.change('update kysely_migration set timestamp = ?', new Date(Date.now() - HOUR).toISOString())
  }
  const faults = await measureCost('the same disk', { DATA_DIR: dataDir }, leniency)
  using other = mountOtherDisk()
  if (other)
    faults.push(...(await measureCost('another disk', { DATA_DIR: dataDir, BACKUP_DIR: other.path }, leniency)))
  return faults
}

async function measureCost(where: string, folders: { DATA_DIR: string; BACKUP_DIR?: string }, leniency: number) {
  const backups = folders.BACKUP_DIR ?? join(folders.DATA_DIR, 'backups')
  const group = createMemoryGroup(MEMORY)
  if (!group) console.log('    Without a memory limit, since this machine does not allow one.')
  const faults: string[] = []
  // No daily backup is due during this check.
  const BACKUP_AT = new Date(Date.now() + 12 * HOUR).toISOString().slice(11, 16)
  {
    const settings = { ...folders, BACKUP_AT, TZ: 'UTC', TRUST_PROXY: '1' }
    await using riverbank = await startRiverbank(settings, group?.node)
    const headers = createHeaders(await logInOverHttp(riverbank, 'demo.tutor'), 'cookie')

    /** Requests pages one after another while `work` runs, and reports the result. */
    async function measureMeanwhile<Result>(
      name: string,
      work: () => Promise<Result>,
      words: (result: Result) => string,
    ) {
      const before = readWrittenBytes(riverbank.pid)
      const statuses: number[] = []
      let [isOver, slowest] = [false, 0]
      const args = (async () => {
        while (!isOver) {
          const startedAt = performance.now()
          const path = PAGES[statuses.length % PAGES.length]!
          statuses.push((await sendRaw(riverbank.url, { method: 'GET', path, headers })).status)
          slowest = Math.max(slowest, performance.now() - startedAt)
        }
      })()
      const result = await work().finally(() => {
        isOver = true
      })
      await args
      const after = readWrittenBytes(riverbank.pid)
      const [all, deleted] = [after.all - before.all, after.deleted - before.deleted]
      console.log(
        `    ${where}, ${name}: ${words(result)}${formatMegabytes(all)} written, ${formatMegabytes(deleted)} of it deleted before it was on the disk; pages ${formatTally(statuses)}, slowest ${slowest.toFixed()} ms; ${readMemory(riverbank.pid).toFixed()} MB`,
      )
      if (slowest > SLOWEST * leniency) faults.push(`${where}, ${name}: a page took ${slowest.toFixed()} ms`)
      if (statuses.some((status) => status !== 200))
        faults.push(`${where}, ${name}: pages were answered ${formatTally(statuses)}`)
    }

    /** Starts a backup, and waits until the log has `line`. */
    const measure = (name: string, line: string, longest: number, begin: () => Promise<void>) => {
      const from = riverbank.output().length
      const lines = () => riverbank.output().slice(from).split('\n')
      const found = () => lines().find((one) => one.includes(`"msg":"${line}"`) && one.endsWith('}'))
      const work = async (): Promise<{ seconds: number; bytes: number }> => {
        await begin()
        if ((await waitUntil(() => found() !== undefined, PATIENCE)) === undefined)
          throw new Error(`The log never says: ${line}`)
        return JSON.parse(found()!)
      }
      return measureMeanwhile(name, work, ({ seconds, bytes }) => {
        if (seconds > longest * leniency) faults.push(`${where}, ${name} took ${seconds} s`)
        return `${seconds.toFixed(1)} s, ${formatMegabytes(bytes)} in its file, `
      })
    }

    await measure('the first hourly one', 'an hourly backup was made', PATIENCE, async () => undefined)
    await measureMeanwhile(
      'none',
      () => setTimeout(ALONE),
      () => '',
    )
    await measure('the next', 'an hourly backup was made', LONGEST, async () => {
      riverbank.change("update files set title = title || '.' where id in (select id from files limit 100)")
      const [made] = await listHourlyBackups(backups)
      const older = new Date(made!.getTime() - HOUR)
      renameSync(join(backups, 'hourly', createHourlyName(made!)), join(backups, 'hourly', createHourlyName(older)))
    })
    await measure('a daily one', 'a backup was made', PATIENCE, async () => {
      const body = new URLSearchParams({ task: 'make', currentPassword: DEMO_PASSWORD_OF_TESTS }).toString()
      const form = { ...headers, 'Content-Type': 'application/x-www-form-urlencoded' }
      const requested = { method: 'POST', path: '/dashboard/profile/backup?index', body, headers: form }
      const { status } = await sendRaw(riverbank.url, requested)
      if (status !== 303) throw new Error(`the request for a backup got ${status}`)
    })
  }
  if (!group) return faults
  console.log(`    ${where}: ${group.peak().toFixed()} of ${MEMORY} MB at the peak, the disk’s cache included`)
  if (group.kills() > 0) faults.push(`${where}: the kernel killed ${group.kills()} processes`)
  await group.remove()
  return faults
}
