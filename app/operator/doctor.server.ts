import { parseArgs } from 'node:util'
import { SqliteError } from 'better-sqlite3'
import { reading } from '~/backups/database.server'
import { detailsOf, goLive } from '~/domain/centre/live.server'
import { cleanEmail, isEmailAddress } from '~/email-address'
import { readSettings, type Settings, settingAdvice } from '~/settings.server'
import type { Row } from '~db/schema'
import { isOpenToOthers } from '../../scripts/folder.mjs'
import { address, clock, proxy, server } from './doctor/address.server'
import { backups, database, disk, documents, folder, queue, secret, uploads } from './doctor/data.server'
import { type Check, type Finding, findings, type Patient } from './doctor/finding'
import { dmarc, mail, spf } from './doctor/mail.server'

const usage = `Usage: node scripts/doctor.mjs [--to ADDRESS] [--json] [--dns SERVER]
  --to ADDRESS   also sends a mail there
  --json         prints what was found as JSON
  --dns SERVER   asks this name server about the sender's domain`

/** All checks but that of the settings, in the order they are told, with the settings that each can't do without. */
const checks: [name: string, Check, ...needs: string[]][] = [
  ['folder', folder, 'DATA_DIR', 'BACKUP_DIR'],
  ['disk', disk, 'DATA_DIR', 'BACKUP_DIR'],
  ['database', database, 'DATA_DIR'],
  ['secret', secret, 'DATA_DIR', 'SESSION_SECRET'],
  ['uploads', uploads, 'DATA_DIR'],
  ['documents', documents, 'DATA_DIR'],
  ['backups', backups, 'DATA_DIR', 'BACKUP_DIR', 'BACKUP_AT'],
  ['queue', queue, 'DATA_DIR'],
  ['server', server, 'PORT', 'HOST'],
  ['address', address, 'PUBLIC_URL'],
  ['proxy', proxy, 'PUBLIC_URL', 'TRUST_PROXY'],
  ['clock', clock, 'DATA_DIR', 'PUBLIC_URL', 'TZ'],
  ['mail', mail, 'SMTP_URL', 'MAIL_FROM', 'CENTRE_EMAIL'],
  ['spf', spf, 'SMTP_URL', 'MAIL_FROM', 'CENTRE_EMAIL'],
  ['dmarc', dmarc, 'SMTP_URL', 'MAIL_FROM', 'CENTRE_EMAIL'],
]

type Environment = Record<string, string | undefined>

/** The settings without those that are wrong, which are told. */
function examined(environment: Environment) {
  const { ok, fault } = findings('settings')
  try {
    return { settings: readSettings(environment), wrong: new Set<string>(), report: [ok('All are right.')] }
  } catch (error) {
    const lines = (error as Error).message
      .split('\n')
      .slice(1)
      .map((line) => line.trim())
    const wrong = new Set(lines.map((line) => line.split(' ', 1)[0] ?? ''))
    const rest = Object.fromEntries(Object.entries(environment).filter(([name]) => !wrong.has(name)))
    const todo = 'Correct it in .env or where the container is started, and start Riverbank again.'
    return { settings: readSettings(rest, { serves: false }), wrong, report: lines.map((line) => fault(line, todo)) }
  }
}

/** The settings with the centre's details as tutors saved them; as they are where the database tells none, which its own check says. */
function asSaved(settings: Settings): Settings {
  try {
    const row = reading(settings, (sqlite) => sqlite.prepare<[], Row<'centre'>>('select * from centre').get())
    if (row) goLive(settings.centre, detailsOf(row))
  } catch {}
  return settings
}

/** Looks at everything that an operator answers for. */
export async function examine(environment: Environment, how: Omit<Patient, 'settings'>): Promise<Finding[]> {
  const { settings: given, wrong, report } = examined(environment)
  const settings = wrong.has('DATA_DIR') ? given : asSaved(given)
  for (const advice of settingAdvice(environment)) report.push(findings('settings').note(advice))
  if (isOpenToOthers('.env'))
    report.push(
      findings('settings').note('Other users of this machine can read .env, which holds secrets.', 'chmod 600 .env'),
    )
  for (const [name, check, ...needs] of checks) {
    const missing = needs.filter((need) => wrong.has(need))
    if (missing.length > 0) {
      report.push(findings(name).note(`Not looked at, since ${missing.join(' and ')} is wrong.`))
      continue
    }
    // One fault in a check must not hide what the others find; what is wrong with the database its own check says.
    const found = await check({ settings, ...how }, findings(name)).catch((error: Error) =>
      error instanceof SqliteError
        ? findings(name).note(`The database can't be read: ${error.message}.`)
        : findings(name).fault(`This could not be looked at: ${error.message}`, 'The other lines may say why.'),
    )
    report.push(...[found].flat())
  }
  return report
}

const counted = (number: number, one: string) => `${number} ${number === 1 ? one : `${one}s`}`

function inLines(report: Finding[]): string {
  const lines = report.flatMap(({ check, state, says, todo }) => [
    `${state.padEnd(5)}  ${check.padEnd(8)}  ${says}`,
    ...(todo ? [`${' '.repeat(17)}→ ${todo}`] : []),
  ])
  const of = (state: Finding['state']) => report.filter((one) => one.state === state).length
  return [...lines, '', `${counted(of('fault'), 'fault')}, ${counted(of('note'), 'note')}.`].join('\n')
}

/** The operator's doctor. Returns the lines to print, and the exit code: 1 where there are faults. Throws an Error with the usage. */
export async function doctorCommand(args: string[]): Promise<{ text: string; exitCode: number }> {
  if (args.includes('--help')) return { text: usage, exitCode: 0 }
  let how: { to?: string; dns?: string; json?: boolean }
  try {
    const options = { to: { type: 'string' }, dns: { type: 'string' }, json: { type: 'boolean' } } as const
    how = parseArgs({ args, options }).values
  } catch (error) {
    throw new Error(`${(error as Error).message}\n${usage}`)
  }
  const to = how.to === undefined ? undefined : cleanEmail(how.to)
  if (to !== undefined && !isEmailAddress(to)) throw new Error(`${how.to} is not an email address.\n${usage}`)
  const report = await examine(process.env, { ...how, to })
  const isWell = !report.some(({ state }) => state === 'fault')
  return {
    text: how.json ? JSON.stringify({ ok: isWell, findings: report }, null, 2) : inLines(report),
    exitCode: isWell ? 0 : 1,
  }
}
