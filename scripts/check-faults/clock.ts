import { execFileSync } from 'node:child_process'
import { copyFileSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { backupName, stampOf } from '../../app/backups/entries'
import { startRiverbank } from '../../app/test/running'
import { startSmtp } from '../../app/test/smtp'
import { hasCommand } from '../check-access/debian'
import { headersOf, logIn } from '../check-api/people'
import type { Pace } from '../check-security/pace'
import { operate } from './commands'
import { withDatabase } from './left'
import { backupsAt, toldBy, until, warned } from './operator'

const DAY = 24 * 3_600_000

/** The environment in which a program's clock is `time`, as faketime takes it; the stopwatch stays true. Undefined where there is no faketime. */
function withClock(time: string): Record<string, string> | undefined {
  if (!hasCommand('faketime', 'faketime')) return undefined
  const library = execFileSync('faketime', ['-m', '-f', '+0d', 'printenv', 'LD_PRELOAD'], { encoding: 'utf8' }).trim()
  return { LD_PRELOAD: library, FAKETIME: time, NO_FAKE_STAT: '1', DONT_FAKE_MONOTONIC: '1' }
}

/** The same, with a stopwatch that runs along, so that hours pass in seconds. */
export function hurried(time: string): Record<string, string> | undefined {
  const { DONT_FAKE_MONOTONIC: _, ...env } = withClock(time) ?? {}
  return env.LD_PRELOAD ? env : undefined
}

/** What has a term and is within it: 19 backups, readers of a newsletter, sessions, the activity, what a restore set aside. */
function countedIn(dataDir: string, genuine: string[]) {
  const counted = (table: string, where = 'true') =>
    withDatabase(dataDir, (db) => db.prepare(`select count(*) from ${table} where ${where}`).pluck().get() as number)
  return {
    backups: backupsAt(join(dataDir, 'backups')).filter((name) => genuine.includes(name)).length,
    readers: counted('deliveries', "kind = 'newsletter' and email like '%@%'"),
    sessions: counted('sessions'),
    activity: counted('activity'),
    tickets: counted('tickets'),
    aside: readdirSync(dataDir).filter((name) => name.startsWith('before-restore-')).length,
  }
}

/** A folder of a centre that has run for half a year. */
async function lived(dataDir: string): Promise<string[]> {
  const riverbank = await startRiverbank({ DATA_DIR: dataDir })
  try {
    headersOf(await logIn(riverbank, 'demo.tutor'), 'token')
    const now = new Date().toISOString()
    riverbank.change("insert into tickets (ticket, savedAt) values ('a ticket', ?)", now)
    const newsletter = riverbank.rows('select id from newsletters limit 1')[0]!.id
    for (const reader of ['rita', 'otto'])
      riverbank.change(
        "insert into deliveries (kind, newsletterId, email, state, dueAt, createdAt, settledAt) values ('newsletter', ?, ?, 'sent', ?, ?, ?)",
        ...[newsletter, `${reader}@x.example`, now, now, now],
      )
    const set = new Date(Date.now() - 200 * DAY).toISOString()
    riverbank.change('update kysely_migration set timestamp = ?', set)
  } finally {
    await riverbank.stop()
  }
  mkdirSync(join(dataDir, `before-restore-${stampOf(new Date())}`))
  const folder = join(dataDir, 'backups')
  await operate('backup', dataDir)
  const [one = ''] = backupsAt(folder)
  const today = new Date()
  const moments = [
    ...Array.from({ length: 14 }, (_, day) => new Date(Date.now() - (day + 1) * DAY)),
    ...Array.from(
      { length: 5 },
      (_, back) => new Date(Date.UTC(today.getFullYear(), today.getMonth() - 1 - back, 1, 3)),
    ),
  ]
  for (const moment of moments) copyFileSync(join(folder, one), join(folder, backupName(moment)))
  rmSync(join(folder, one))
  return moments.map(backupName)
}

/** Starts with the clock a year ahead, right again, and behind, and lets it leap under a product that runs: nothing may be lost, and all must be told. */
export async function clockFaults({ short }: Pace): Promise<string[]> {
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
    const before = JSON.stringify(countedIn(dataDir, genuine))
    if (/:0/.test(before)) faults.push(`there is nothing to be lost: ${before}`)

    /** A start with that clock: what is lost, and what is told, until a first look at the backups and `isSo`. */
    async function during(
      what: string,
      env: Record<string, string>,
      wanted: { reason: RegExp | null; doctor: RegExp; more?: (url: string) => Promise<void> },
    ) {
      const settings = { DATA_DIR: dataDir, BACKUP_AT: '03:00', TZ: 'Europe/Dublin', ...env }
      const riverbank = await startRiverbank(settings)
      try {
        const health = async () =>
          ((await (await fetch(`${riverbank.url}/healthz`)).json()) as { backup?: unknown }).backup
        if (!(await until(async () => Boolean(await health())))) faults.push(`${what}: the backups were not looked at`)
        await wanted.more?.(riverbank.url)
        const { reasons, backup, doctor } = await toldBy(riverbank, { ...env, BACKUP_AT: '03:00' })
        const left = JSON.stringify(countedIn(dataDir, genuine))
        console.log(`    ${what}`)
        console.log(`      left of ${before}\n           is ${left}`)
        console.log(`      /readyz ${reasons.clock ?? 'has no reason clock'}`)
        console.log(`      /healthz ${JSON.stringify(backup)}`)
        for (const line of [...doctor, ...warned(riverbank.output()).map((said) => `log: ${said}`)])
          console.log(`      ${line}`)
        const had = JSON.parse(before)
        for (const [name, count] of Object.entries(JSON.parse(left) as Record<string, number>))
          if (count < had[name]) faults.push(`${what}: of ${had[name]} ${name} ${count} are left`)
        if (wanted.reason ? !wanted.reason.test(reasons.clock ?? '') : reasons.clock)
          faults.push(`${what}: /readyz says ${reasons.clock ?? 'nothing'}`)
        if (!doctor.some((line) => wanted.doctor.test(line)))
          faults.push(`${what}: the doctor says ${doctor.join('; ')}`)
        return backup?.at ?? ''
      } finally {
        await riverbank.stop()
      }
    }
    await during('a start with the clock a year ahead', ahead, { reason: /went ahead by 36\d days/, doctor: /./ })
    const made = backupsAt(folder).length
    const at = await during(
      'the next start, with the clock right',
      {},
      {
        reason: /dated 365 days ahead.*ahead when it was made/,
        doctor: /fault backups: A backup is dated 365 days ahead/,
      },
    )
    if (Math.abs(Date.parse(at) - Date.now()) > DAY)
      faults.push(`with the clock right again no backup was made: the last is ${at}`)
    if (backupsAt(folder).length !== made + 1)
      faults.push('with the clock right again more than one backup was made, or none')
    for (const name of backupsAt(folder).filter((one) => one > backupName(new Date(Date.now() + DAY))))
      rmSync(join(folder, name))
    await during('a start with the clock 30 days behind', withClock('-30d')!, {
      reason: /went back by 30 days/,
      doctor: /fault clock: The clock is behind/,
    })

    const file = join(dataDir, 'clock')
    writeFileSync(file, '+0\n')
    const { FAKETIME: _, ...clock } = withClock('')!
    await during(
      'a leap of 400 days while it runs',
      { ...clock, FAKETIME_TIMESTAMP_FILE: file, FAKETIME_CACHE_DURATION: '1' },
      {
        reason: /went ahead by 400 days/,
        doctor: /./,
        more: async (url) => {
          writeFileSync(file, '+400d\n')
          const isSeen = async () => /went ahead/.test(await (await fetch(`${url}/readyz`)).text())
          if (!(await until(isSeen))) faults.push('a leap while it runs is not told')
        },
      },
    )
    faults.push(...(await endOfSummerTime()))
    if (!short) faults.push(...(await anHourLater(dataDir, genuine)))
  } finally {
    rmSync(dataDir, { recursive: true, force: true })
  }
  return faults
}

/** With BACKUP_AT=23:30, in the last half hour of the day that summer time ends on: the day before has its backup, so there is none to make. */
async function endOfSummerTime(): Promise<string[]> {
  const dataDir = mkdtempSync(join(tmpdir(), 'riverbank-summer-'))
  const folder = join(dataDir, 'backups')
  mkdirSync(folder)
  const evening = { DATA_DIR: dataDir, BACKUP_AT: '23:30', TZ: 'Europe/Dublin', ...hurried('@2026-10-25 23:05:00 x60') }
  try {
    const riverbank = await startRiverbank({ ...evening, BACKUP_AT: 'never' })
    await riverbank.stop()
    const setUp = '2026-01-01T00:00:00.000Z'
    withDatabase(dataDir, (db) => db.prepare('update kysely_migration set timestamp = ?').run(setUp))
    await operate('backup', dataDir, [join(folder, 'riverbank-2026-10-24T22-30-00.000Z.zip')])
    const evenings = await startRiverbank(evening)
    try {
      // Until the hour has come, and then some minutes by its clock.
      await until(() => backupsAt(folder).length > 1, 60)
      await until(() => false, 4)
    } finally {
      await evenings.stop()
    }
    const made = backupsAt(folder)
    console.log(`    BACKUP_AT=23:30, the day summer time ends, from 23:05 on: ${made.join(', ')}`)
    return made.length === 2 && /T23-3\d/.test(made[1]!) ? [] : [`the end of summer time: ${made.join(', ')}`]
  } finally {
    rmSync(dataDir, { recursive: true, force: true })
  }
}

/** The clock stays a year ahead: once an hour has passed and the operator was mailed, it is believed, and the guards of the backups are left. */
async function anHourLater(dataDir: string, genuine: string[]): Promise<string[]> {
  const rig = await startSmtp()
  const mail = { SMTP_URL: rig.url, OPERATOR_EMAIL: 'operator@centre.example' }
  const riverbank = await startRiverbank({ DATA_DIR: dataDir, BACKUP_AT: '03:00', ...mail, ...hurried('+365d x120') })
  try {
    const toOperator = () => rig.mails.find(({ to }) => to === mail.OPERATOR_EMAIL)
    const isMailed = await until(() => toOperator() !== undefined, 60)
    const isBelieved = await until(() => /the clock is believed now/.test(riverbank.output()), 30)
    await until(() => false, 3)
    const left = countedIn(dataDir, genuine)
    console.log(
      `    a year ahead, after an hour: mailed ${isMailed}, believed ${isBelieved}, backups left ${left.backups} of ${genuine.length}`,
    )
    console.log(
      `      ${/The clock went[^<]*?timedatectl set-ntp true/.exec(String(toOperator()?.raw).replaceAll('=\r\n', '').replaceAll('\r\n', ' '))?.[0]}`,
    )
    return [
      ...(isMailed ? [] : ['the operator was not mailed about the clock']),
      ...(isBelieved ? [] : ['the clock is in doubt for good']),
      ...(left.backups === genuine.length ? [] : [`${left.backups} of ${genuine.length} backups are left`]),
    ]
  } finally {
    await riverbank.stop()
    await rig.stop()
  }
}
