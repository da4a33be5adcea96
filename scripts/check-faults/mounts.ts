import { spawnSync } from 'node:child_process'
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { backupName } from '../../app/backups/entries'
import { startRiverbank } from '../../app/test/running'
import { startSmtp } from '../../app/test/smtp'
import type { Pace } from '../check-security/pace'
import { hurried } from './clock'
import { operate } from './commands'
import { inOwnSpace, mount, unmount } from './full-disk'
import { backupsAt, doctorSays, toldBy, until, warned } from './operator'

const DAY = 24 * 3_600_000
const daysAgo = (days: number) => new Date(Date.now() - days * DAY)

/** What the operator's commands say where BACKUP_DIR can't be used, and that nothing is made. */
async function refusedWithout(dataDir: string, folder: string): Promise<string[]> {
  const faults: string[] = []
  const env = {
    ...process.env,
    NODE_ENV: 'production' as const,
    SESSION_SECRET: 'an otter sleeps on the far bank 5f1c',
    PORT: '0',
    HOST: '127.0.0.1',
    DATA_DIR: dataDir,
    BACKUP_DIR: folder,
  }
  const start = spawnSync(process.execPath, ['scripts/serve.mjs'], { env, encoding: 'utf8', timeout: 30_000 })
  const backup = await operate('backup', dataDir, [], { settings: { BACKUP_DIR: folder } })
  const doctor = await doctorSays(dataDir, { BACKUP_DIR: folder })
  console.log(
    `    BACKUP_DIR that is not there\n      start: ${start.status}, ${start.stderr.trim().split('\n').at(-1)?.trim()}`,
  )
  console.log(`      npm run backup: ${backup.code}, ${backup.said.split('\n').at(-1)?.trim()}`)
  for (const line of doctor) console.log(`      ${line}`)
  const line = /^ {2}BACKUP_DIR must be a folder that is there and can be written: .* It is "\/.*"\.$/m
  if (start.status !== 1 || !line.test(start.stderr)) faults.push(`the start said ${start.status}: ${start.stderr}`)
  if (backup.code !== 1 || !line.test(backup.said)) faults.push(`the backup said ${backup.code}: ${backup.said}`)
  if (!doctor.some((one) => /^fault folder: BACKUP_DIR, .* is not there/.test(one)))
    faults.push(`the doctor said ${doctor}`)
  if (existsSync(folder)) faults.push(`${folder} was made`)
  return faults
}

/** Takes the disk of the backups away under a product that runs, and gives it back. An hour of its time is 15 seconds. */
async function takenAway(dataDir: string, disk: string, folder: string, withMail: boolean): Promise<string[]> {
  const what =
    folder === disk ? 'a disk taken away, BACKUP_DIR its mount point' : 'a disk taken away, BACKUP_DIR a folder on it'
  const faults: string[] = []
  const rig = await startSmtp()
  const settings = {
    BACKUP_DIR: folder,
    BACKUP_AT: '03:00',
    SMTP_URL: rig.url,
    OPERATOR_EMAIL: 'operator@centre.example',
  }
  const riverbank = await startRiverbank({ DATA_DIR: dataDir, ...settings, ...hurried('+0 x240') })
  const isTold = async () => /"reason":"backup"/.test(await (await fetch(`${riverbank.url}/readyz`)).text())
  try {
    if (!(await until(() => backupsAt(folder).length > 1))) faults.push(`${what}: no backup was made before`)
    unmount(disk)
    if (!(await until(isTold))) faults.push(`${what}: /readyz does not tell`)
    const { reasons, backup, doctor } = await toldBy(riverbank, settings)
    const toOperator = () =>
      rig.mails.some(({ to, raw }) => to === settings.OPERATOR_EMAIL && /BACKUP_DIR/.test(String(raw)))
    const isMailed = withMail && (await until(toOperator, 45))
    const said = warned(riverbank.output()).filter((line) => /BACKUP_DIR/.test(line))
    console.log(`    ${what}\n      /readyz ${reasons.backup}\n      /healthz ${JSON.stringify(backup)}`)
    for (const line of [...doctor, ...said.map((one) => `log: ${one}`)]) console.log(`      ${line}`)
    if (withMail) console.log(`      the operator was mailed after an hour: ${isMailed}`)
    if (withMail && !isMailed) faults.push(`${what}: the operator was not mailed`)
    if (backup?.ok !== false) faults.push(`${what}: /healthz calls the backups well`)
    // Once by itself, and once as a reason of /readyz.
    if (said.length !== 2) faults.push(`${what}: the log has ${said.length} lines about it`)
    const left = existsSync(folder) ? backupsAt(folder) : []
    if (left.length > 0 || (folder !== disk && existsSync(folder)))
      faults.push(`${what}: ${left} was made on the system's disk`)
    mount(disk)
    mkdirSync(folder, { recursive: true })
    if (!(await until(async () => !(await isTold())))) faults.push(`${what}: with the disk back it is not well again`)
    if (!(await until(() => backupsAt(folder).length === 1)))
      faults.push(`${what}: with the disk back no backup is made`)
    console.log(`      with the disk back: ${backupsAt(folder).length} backup, without a restart`)
  } finally {
    await riverbank.stop()
    await rig.stop()
  }
  return faults
}

/** A disk of the backups with no room for another one: what is past its term goes first, then the backup is made. */
async function fullOf(dataDir: string, folder: string, one: string): Promise<string[]> {
  const old = [1, 2, 3, 200, 201, 202].map((days) => backupName(daysAgo(days)))
  for (const name of old) copyFileSync(one, join(folder, name))
  const filler = join(folder, 'filler')
  spawnSync('sh', ['-c', `cat /dev/zero > "${filler}"`])
  const riverbank = await startRiverbank({ DATA_DIR: dataDir, BACKUP_DIR: folder, BACKUP_AT: '03:00' })
  const isMade = await until(() => /a backup was made|the backup failed/.test(riverbank.output()))
  const after = backupsAt(folder)
  await riverbank.stop()
  const gone = old.filter((name) => !after.includes(name))
  console.log(`    a full disk: made ${after.length - (old.length - gone.length)}, gone ${gone.join(', ')}`)
  return isMade && gone.join() === old.slice(-2).join() && after.length === 5
    ? []
    : [`a full disk has ${after.join(', ')}; ${warned(riverbank.output()).join('; ')}`]
}

/** What becomes of backups whose disk is missing, taken away, read-only or full. */
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
    unmount(disk)
    mount(disk)
    for (const path of [folder, disk]) {
      mkdirSync(path, { recursive: true })
      copyFileSync(one, join(path, backupName(daysAgo(3))))
      faults.push(...(await takenAway(dataDir, disk, path, !short && path === folder)))
      unmount(disk)
      mount(disk)
    }
    const same = join(dataDir, 'beside')
    mkdirSync(same)
    const doctor = await doctorSays(dataDir, { BACKUP_DIR: same })
    console.log(`    BACKUP_DIR on the disk of DATA_DIR: ${doctor.find((line) => /same disk/.test(line))}`)
    if (!doctor.some((line) => /^note folder: .*same disk/.test(line)))
      faults.push('the doctor does not note that it is the same disk')
    return faults
  } finally {
    unmount(disk)
    rmSync(disk, { recursive: true, force: true })
    rmSync(dataDir, { recursive: true, force: true })
  }
}
