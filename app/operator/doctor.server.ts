import { parseArgs } from 'node:util'
import { SqliteError } from 'better-sqlite3'
import { readDatabase } from '~/backups/database.server'
import { applyCentreDetails, toCentreDetails } from '~/domain/centre/live.server'
import { cleanEmail, isEmailAddress } from '~/email-address'
import { findSettingAdvice, readSettings, type Settings } from '~/settings.server'
import type { Row } from '~db/schema'
import { isOpenToOthers } from '../processes/folder.mjs'
import { requestMemory } from './ask-server.server'
import { checkAddress, checkClock, checkProxy, checkServer } from './doctor/address.server'
import {
  checkBackups,
  checkDatabaseFile,
  checkDisk,
  checkDocuments,
  checkFolders,
  checkSecret,
  checkUploads,
  type DoctorCheck,
  type DoctorContext,
  type Finding,
  runCheck,
} from './doctor/data.server'
import { checkDmarc, checkMailServer, checkQueue, checkSpf } from './doctor/mail.server'

const usage = `Usage: node scripts/doctor.mjs [--to ADDRESS] [--json] [--dns SERVER]
    --to ADDRESS   also sends a test email to ADDRESS
    --json         prints the findings as JSON
    --dns SERVER   uses this name server to look up the sender's domain`

/** All checks except the settings check, in output order, each with the settings it needs. */
const checks: [name: string, DoctorCheck, ...needs: string[]][] = [
  ['folder', checkFolders, 'DATA_DIR', 'BACKUP_DIR'],
  ['disk', checkDisk, 'DATA_DIR', 'BACKUP_DIR'],
  ['database', checkDatabaseFile, 'DATA_DIR'],
  ['secret', checkSecret, 'DATA_DIR', 'SESSION_SECRET'],
  ['uploads', checkUploads, 'DATA_DIR'],
  ['documents', checkDocuments, 'DATA_DIR'],
  ['backups', checkBackups, 'DATA_DIR', 'BACKUP_DIR', 'BACKUP_AT'],
  ['queue', checkQueue, 'DATA_DIR'],
  ['server', checkServer, 'PORT', 'HOST'],
  ['address', checkAddress, 'PUBLIC_URL'],
  ['proxy', checkProxy, 'PUBLIC_URL', 'TRUST_PROXY'],
  ['clock', checkClock, 'DATA_DIR', 'PUBLIC_URL', 'TZ'],
  ['mail', checkMailServer, 'SMTP_URL', 'MAIL_FROM', 'CENTRE_EMAIL'],
  ['spf', checkSpf, 'SMTP_URL', 'MAIL_FROM', 'CENTRE_EMAIL'],
  ['dmarc', checkDmarc, 'SMTP_URL', 'MAIL_FROM', 'CENTRE_EMAIL'],
]

type Environment = Record<string, string | undefined>

/** Reads the settings; invalid ones are reported and left at their defaults. */
function readCheckedSettings(environment: Environment) {
  const { ok, fault } = runCheck('settings')
  try {
    return { settings: readSettings(environment), wrong: new Set<string>(), report: [ok('All settings are valid.')] }
  } catch (error) {
    const lines = (error as Error).message
      .split('\n')
      .slice(1)
      .map((line) => line.trim())
    const wrong = new Set(lines.map((line) => line.split(' ', 1)[0] ?? ''))
    const rest = Object.fromEntries(Object.entries(environment).filter(([name]) => !wrong.has(name)))
    const todo = 'Correct it in .env or in the container’s environment, then restart Riverbank.'
    return { settings: readSettings(rest, { serves: false }), wrong, report: lines.map((line) => fault(line, todo)) }
  }
}

/** The settings with the centre's details from the database. Unchanged if they can't be read; the database check reports that. */
function withSavedCentre(settings: Settings): Settings {
  try {
    const row = readDatabase(settings, (sqlite) => sqlite.prepare<[], Row<'centre'>>('select * from centre').get())
    if (row) applyCentreDetails(settings.centre, toCentreDetails(row))
  } catch {}
  return settings
}

export async function runDoctor(environment: Environment, how: Omit<DoctorContext, 'settings'>): Promise<Finding[]> {
  const { settings: input, wrong, report } = readCheckedSettings(environment)
  if (!wrong.has('DATA_DIR')) await requestMemory(input.dataDir)
  const settings = wrong.has('DATA_DIR') ? input : withSavedCentre(input)
  for (const advice of findSettingAdvice(environment)) report.push(runCheck('settings').note(advice))
  if (isOpenToOthers('.env'))
    report.push(
      runCheck('settings').note('Other users of this machine can read .env, which holds secrets.', 'chmod 600 .env'),
    )
  for (const [name, check, ...needs] of checks) {
    const missing = needs.filter((need) => wrong.has(need))
    if (missing.length > 0) {
      report.push(
        runCheck(name).note(`Skipped: ${missing.join(' and ')} ${missing.length === 1 ? 'is' : 'are'} invalid.`),
      )
      continue
    }
    // A failing check must not hide the findings of the others; the database check reports database errors.
    const found = await check({ settings, ...how }, runCheck(name)).catch((error: Error) =>
      error instanceof SqliteError
        ? runCheck(name).note(`The database can't be read: ${error.message}.`)
        : runCheck(name).fault(`This check failed: ${error.message}`, 'The other findings may explain why.'),
    )
    report.push(...[found].flat())
  }
  return report
}

const formatCount = (number: number, one: string) => `${number} ${number === 1 ? one : `${one}s`}`

function formatReport(report: Finding[]): string {
  const lines = report.flatMap(({ check, state, says, todo }) => [
    `${state.padEnd(5)}  ${check.padEnd(8)}  ${says}`,
    ...(todo ? [`${' '.repeat(17)}→ ${todo}`] : []),
  ])
  const of = (state: Finding['state']) => report.filter((one) => one.state === state).length
  return [...lines, '', `${formatCount(of('fault'), 'fault')}, ${formatCount(of('note'), 'note')}.`].join('\n')
}

/** The doctor command. Returns the text to print and the exit code (1 if there are faults). Throws an Error with the usage. */
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
  const report = await runDoctor(process.env, { ...how, to })
  const isWell = !report.some(({ state }) => state === 'fault')
  return {
    text: how.json ? JSON.stringify({ ok: isWell, findings: report }, null, 2) : formatReport(report),
    exitCode: isWell ? 0 : 1,
  }
}
