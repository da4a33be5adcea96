import { spawnSync } from 'node:child_process'
import { copyFileSync, existsSync, mkdirSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { createBackupName } from '../../../app/backups/entries'
import { createTemporaryFolder } from '../../../app/test/folder'
import { startRiverbank } from '../../../app/test/running'
import { waitUntil } from '../shared/measures'
import { fetchReadyz } from '../shared/operator'
import { fillDisk, mountSmallDisk } from './full-disk'

const getDaysAgo = (days: number) => new Date(Date.now() - days * 24 * 3_600_000)
const listZipFiles = (folder: string) =>
  existsSync(folder) ? readdirSync(folder).filter((name) => /\.zip$/.test(name)) : []

/** Tests a backup disk (BACKUP_DIR) that is missing, full, and unmounted and mounted again under a running server. */
export async function findBackupDiskFaults(): Promise<string[]> {
  using disk = mountSmallDisk()
  if (!disk) return []
  using data = createTemporaryFolder()
  const dataDir = data.path
  const folder = join(disk.path, 'riverbank')
  const settings = { DATA_DIR: dataDir, BACKUP_DIR: folder, BACKUP_AT: '03:00' }
  const faults: string[] = []
  const backUp = (...words: string[]) =>
    spawnSync('node', ['scripts/backup.mjs', ...words], { env: { ...process.env, ...settings }, encoding: 'utf8' })
  const first = await startRiverbank({ DATA_DIR: dataDir })
  first.change('update kysely_migration set timestamp = ?', getDaysAgo(300).toISOString())
  await first.stop()

  const missing = backUp()
  if (missing.status !== 1 || !/BACKUP_DIR must be an existing, writable folder/.test(missing.stderr))
    faults.push(`with its folder missing, the backup exited with ${missing.status}: ${missing.stderr}`)
  if (existsSync(folder)) faults.push('the missing folder was created')

  mkdirSync(folder)
  const one = join(dataDir, 'one.zip')
  backUp(one)
  const old = [1, 2, 3, 200, 201, 202].map((days) => createBackupName(getDaysAgo(days)))
  for (const name of old) copyFileSync(one, join(folder, name))
  fillDisk(folder)
  await using riverbank = await startRiverbank(settings)
  if (!(await waitUntil(() => listZipFiles(folder).some((name) => !old.includes(name)))))
    faults.push('on a full disk no backup is made')
  const gone = old.filter((name) => !listZipFiles(folder).includes(name))
  console.log(`    a full disk: removed ${gone.join(', ')}`)
  if (gone.join() !== old.slice(-2).join()) faults.push(`on a full disk ${gone} were removed, not the two expired ones`)

  const isTold = async () => (await fetchReadyz(riverbank)).backup !== undefined
  disk.unmount()
  const reported = await waitUntil(isTold, 90)
  console.log(`    a disk taken away: reported after ${reported?.toFixed()} s`)
  if (reported === undefined) faults.push('/readyz does not report a disk that was taken away')
  if (listZipFiles(folder).length > 0) faults.push('a backup was made on the system’s disk')
  disk.mount()
  mkdirSync(folder)
  const well = await waitUntil(async () => !(await isTold()) && listZipFiles(folder).length === 1, 90)
  console.log(`    the disk is back: no problems, with a new backup, after ${well?.toFixed()} s`)
  if (well === undefined) faults.push('once the disk is back, there are still problems')
  return faults
}
