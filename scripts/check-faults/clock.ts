import { execFileSync } from 'node:child_process'
import { copyFileSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { backupName, stampOf } from '../../app/backups/entries'
import { startRiverbank } from '../../app/test/running'
import { logIn } from '../shared/client'
import { withDatabase } from '../shared/data-folder'
import { hasCommand } from '../shared/machine'
import { until } from '../shared/measures'
import { backupsAt, operate, readyz, toldBy } from '../shared/operator'

const DAY = 24 * 3_600_000

/** The environment in which a program's clock is `time`, as faketime takes it; the stopwatch stays true. Undefined where there is no faketime. */
function withClock(time: string): Record<string, string> | undefined {
  if (!hasCommand('faketime')) return undefined
  const library = execFileSync('faketime', ['-m', '-f', '+0d', 'printenv', 'LD_PRELOAD'], { encoding: 'utf8' }).trim()
  return { LD_PRELOAD: library, FAKETIME: time, NO_FAKE_STAT: '1', DONT_FAKE_MONOTONIC: '1' }
}

/** What has a term and is within it: backups, readers of a newsletter, sessions, the activity, what a restore set aside. */
function countedIn(dataDir: string, genuine: string[]): Record<string, number> {
  const counted = (table: string) =>
    withDatabase(dataDir, (db) => db.prepare(`select count(*) from ${table}`).pluck().get() as number)
  return {
    backups: backupsAt(join(dataDir, 'backups')).filter((name) => genuine.includes(name)).length,
    readers: counted("deliveries where kind = 'newsletter' and email like '%@%'"),
    sessions: counted('sessions'),
    activity: counted('activity'),
    aside: readdirSync(dataDir).filter((name) => name.startsWith('before-restore-')).length,
  }
}

/** Fills the folder of a centre that has run for half a year; gives the names of its backups. */
async function lived(dataDir: string): Promise<string[]> {
  const riverbank = await startRiverbank({ DATA_DIR: dataDir })
  await logIn(riverbank, 'demo.tutor')
  const now = new Date().toISOString()
  riverbank.change(
    `insert into deliveries (kind, newsletterId, email, state, dueAt, createdAt, settledAt)
     select 'newsletter', id, 'rita@x.example', 'sent', ?, ?, ? from newsletters limit 1`,
    ...[now, now, now],
  )
  riverbank.change('update kysely_migration set timestamp = ?', new Date(Date.now() - 200 * DAY).toISOString())
  await riverbank.stop()
  mkdirSync(join(dataDir, `before-restore-${stampOf(new Date())}`))
  const folder = join(dataDir, 'backups')
  await operate('backup', dataDir)
  const [one = ''] = backupsAt(folder)
  const names = Array.from({ length: 14 }, (_, day) => backupName(new Date(Date.now() - (day + 1) * DAY)))
  for (const name of names) copyFileSync(join(folder, one), join(folder, name))
  rmSync(join(folder, one))
  return names
}

/**
 * Starts with the clock a year ahead, right again, and behind, and lets it leap under a product that runs: nothing may be lost, and all
 * must be told. When a clock is believed again, and how backups follow summer time, are unit tests (app/backups).
 */
export async function clockFaults(): Promise<string[]> {
  const ahead = withClock('+365d')
  if (!ahead) {
    console.log('    NOT DONE: there is no faketime here')
    return []
  }
  const faults: string[] = []
  const dataDir = mkdtempSync(join(tmpdir(), 'riverbank-clock-'))
  const folder = join(dataDir, 'backups')
  try {
    const genuine = await lived(dataDir)
    const before = countedIn(dataDir, genuine)

    /** A start with that clock: what is lost of `before`, and what is told. Gives when the last backup was made. */
    async function during(what: string, env: Record<string, string>, reason: RegExp, doctor: RegExp, act = () => {}) {
      const settings = { DATA_DIR: dataDir, BACKUP_AT: '03:00', TZ: 'Europe/Dublin', ...env }
      const riverbank = await startRiverbank(settings)
      try {
        await until(async () => Boolean((await toldBy(riverbank, settings)).backup))
        act()
        if ((await until(async () => reason.test((await readyz(riverbank)).clock ?? ''))) === undefined)
          faults.push(`${what}: /readyz says ${JSON.stringify(await readyz(riverbank))}`)
        const told = await toldBy(riverbank, { ...env, BACKUP_AT: '03:00' })
        const left = countedIn(dataDir, genuine)
        console.log(`    ${what}: ${told.reasons.clock}; left ${JSON.stringify(left)}`)
        for (const [name, count] of Object.entries(before))
          if (count === 0 || left[name]! < count) faults.push(`${what}: of ${count} ${name} ${left[name]} are left`)
        if (!told.doctor.some((line) => doctor.test(line))) faults.push(`${what}: the doctor says ${told.doctor}`)
        return told.backup?.at ?? ''
      } finally {
        await riverbank.stop()
      }
    }
    await during('a start with the clock a year ahead', ahead, /went ahead by 36\d days/, /./)
    const made = backupsAt(folder).length
    const dated = /dated 365 days ahead.*ahead when it was made/
    const at = await during('the next start, with the clock right', {}, dated, /fault backups: .* 365 days ahead/)
    if (Math.abs(Date.parse(at) - Date.now()) > DAY || backupsAt(folder).length !== made + 1)
      faults.push(`with the clock right again ${backupsAt(folder).length - made} backups were made, the last ${at}`)
    for (const name of backupsAt(folder).filter((one) => one > backupName(new Date(Date.now() + DAY))))
      rmSync(join(folder, name))
    const behind = withClock('-30d')!
    await during('a start 30 days behind', behind, /went back by 30 days/, /fault clock: The clock is behind/)

    const file = join(dataDir, 'clock')
    writeFileSync(file, '+0\n')
    const { FAKETIME: _, ...clock } = ahead
    const moving = { ...clock, FAKETIME_TIMESTAMP_FILE: file, FAKETIME_CACHE_DURATION: '1' }
    const leap = () => writeFileSync(file, '+400d\n')
    await during('a leap of 400 days while it runs', moving, /went ahead by 400 days/, /./, leap)
    return faults
  } finally {
    rmSync(dataDir, { recursive: true, force: true })
  }
}
