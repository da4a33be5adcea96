import { spawnSync } from 'node:child_process'
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { backupName } from '../../app/backups/entries'
import { startRiverbank } from '../../app/test/running'
import { until } from '../shared/measures'
import { backupsAt, doctorSays, operate, readyz, toldBy, warned } from '../shared/operator'
import type { Pace } from '../shared/topics'
import { hurried } from './clock'
import { inOwnSpace, mount, unmount } from './full-disk'

const daysAgo = (days: number) => new Date(Date.now() - days * 24 * 3_600_000)

/** What the operator's commands say where BACKUP_DIR can't be used, and that nothing is made. */
async function refusedWithout(dataDir: string, folder: string): Promise<string[]> {
  const line = /BACKUP_DIR must be a folder that is there and can be written: .* It is "\/.*"\.$/m
  const faults: string[] = []
  for (const command of ['serve', 'backup'] as const) {
    const { code, said } = await operate(command, dataDir, [], { NODE_ENV: 'production', BACKUP_DIR: folder })
    if (code !== 1 || !line.test(said)) faults.push(`${command} without BACKUP_DIR ended with ${code}: ${said}`)
  }
  const doctor = await doctorSays(dataDir, { BACKUP_DIR: folder })
  if (!doctor.some((one) => /^fault folder: BACKUP_DIR, .* is not there/.test(one))) faults.push(`doctor: ${doctor}`)
  return existsSync(folder) ? [...faults, `${folder} was made`] : faults
}

/** Takes the disk of the backups away under a product that runs, and gives it back. An hour of its time is 15 seconds. */
async function takenAway(dataDir: string, disk: string, folder: string): Promise<string[]> {
  const what = `a disk taken away, BACKUP_DIR ${folder === disk ? 'its mount point' : 'a folder on it'}`
  const faults: string[] = []
  const settings = { BACKUP_DIR: folder, BACKUP_AT: '03:00' }
  const riverbank = await startRiverbank({ DATA_DIR: dataDir, ...settings, ...hurried('+0 x240') })
  const expect = async (words: string, isSo: () => boolean | Promise<boolean>) => {
    if ((await until(isSo)) === undefined) faults.push(`${what}: ${words}`)
  }
  try {
    await expect('no backup was made before', () => backupsAt(folder).length > 1)
    unmount(disk)
    await expect('/readyz does not tell', async () => 'backup' in (await readyz(riverbank)))
    const { reasons, backup, doctor } = await toldBy(riverbank, settings)
    const said = warned(riverbank.output()).filter((line) => /BACKUP_DIR/.test(line))
    console.log(`    ${what}: ${reasons.backup}; ${doctor.find((line) => /BACKUP_DIR/.test(line))}`)
    if (backup?.ok !== false) faults.push(`${what}: /healthz calls the backups well`)
    // Once by itself, and once as a reason of /readyz.
    if (said.length !== 2) faults.push(`${what}: the log has ${said.length} lines about it`)
    const left = existsSync(folder) ? backupsAt(folder) : []
    if (left.length > 0 || (folder !== disk && existsSync(folder)))
      faults.push(`${what}: ${left} was made on the system's disk`)
    mount(disk)
    mkdirSync(folder, { recursive: true })
    await expect('with the disk back it is not well again', async () => !('backup' in (await readyz(riverbank))))
    await expect('with the disk back no backup is made', () => backupsAt(folder).length === 1)
  } finally {
    await riverbank.stop()
  }
  return faults
}

/** A disk of the backups with no room for another one: what is past its term goes first, then the backup is made. */
async function fullOf(dataDir: string, folder: string, one: string): Promise<string[]> {
  const old = [1, 2, 3, 200, 201, 202].map((days) => backupName(daysAgo(days)))
  for (const name of old) copyFileSync(one, join(folder, name))
  spawnSync('sh', ['-c', `cat /dev/zero > "${join(folder, 'filler')}"`])
  const riverbank = await startRiverbank({ DATA_DIR: dataDir, BACKUP_DIR: folder, BACKUP_AT: '03:00' })
  const isMade = await until(() => /a backup was made|the backup failed/.test(riverbank.output()))
  const after = backupsAt(folder)
  await riverbank.stop()
  const gone = old.filter((name) => !after.includes(name))
  console.log(`    a full disk: made ${after.length - (old.length - gone.length)}, gone ${gone.join(', ')}`)
  return isMade !== undefined && gone.join() === old.slice(-2).join() && after.length === 5
    ? []
    : [`a full disk has ${after.join(', ')}; ${warned(riverbank.output()).join('; ')}`]
}

/** What becomes of backups whose disk is missing, taken away or full. */
export async function mountFaults({ short }: Pace): Promise<string[]> {
  const disk = mkdtempSync(join(tmpdir(), 'riverbank-disk-'))
  if (!mount(disk) || !hurried('+0')) {
    unmount(disk)
    const found = hurried('+0') && inOwnSpace('mounts', short)
    if (!found) console.log('    NOT DONE: nobody may mount a small disk here, or there is no faketime')
    return found ?? []
  }
  const dataDir = mkdtempSync(join(tmpdir(), 'riverbank-mounts-'))
  const one = join(dataDir, 'one.zip')
  const folder = join(disk, 'riverbank')
  try {
    const riverbank = await startRiverbank({ DATA_DIR: dataDir })
    riverbank.change('update kysely_migration set timestamp = ?', daysAgo(300).toISOString())
    await riverbank.stop()
    const faults = await refusedWithout(dataDir, folder)
    await operate('backup', dataDir, [one])
    // First, since the others put their clock on.
    mkdirSync(folder)
    faults.push(...(await fullOf(dataDir, folder, one)))
    for (const path of short ? [folder] : [folder, disk]) {
      unmount(disk)
      mount(disk)
      mkdirSync(path, { recursive: true })
      copyFileSync(one, join(path, backupName(daysAgo(3))))
      faults.push(...(await takenAway(dataDir, disk, path)))
    }
    return faults
  } finally {
    unmount(disk)
    rmSync(disk, { recursive: true, force: true })
    rmSync(dataDir, { recursive: true, force: true })
  }
}
