import { mkdir } from 'node:fs/promises'
import { dirname } from 'node:path'
import { readSettings } from '~/settings.server'
import { NewerDatabase } from '~db/migrate'
import { inWords } from './entries'
import { makeOwnFolder, requireBackupFolder } from './folder.server'
import { makeBackup } from './make.server'
import { restoreBackup } from './restore.server'

const files = new Intl.PluralRules('en-IE')
const counted = (number: number) => `${number} ${files.select(number) === 'one' ? 'file' : 'files'}`

const backupUsage = `Usage: npm run backup [-- FILE or FOLDER]
Makes a backup in BACKUP_DIR, or at FILE, or in FOLDER/ (with the slash), while Riverbank runs.`
const restoreUsage = `Usage: npm run restore -- FILE
FILE is a backup that Riverbank made. Stop Riverbank first.`

/** The operator's `npm run backup`. Returns the lines to print; throws an Error whose message says what was wrong. */
export async function backupCommand(args: string[]): Promise<string> {
  const [to, ...more] = args
  if (args.includes('--help')) return backupUsage
  if (more.length > 0 || to?.startsWith('-')) throw new Error(backupUsage)
  const { dataDir, backups } = readSettings(process.env, { serves: false })
  const over = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, () => over.abort(new Error('it was interrupted.')))
  if (!to) await requireBackupFolder({ dataDir, backups })
  const make = async () => {
    if (to) await mkdir(to.endsWith('/') ? to : dirname(to), { recursive: true })
    else await makeOwnFolder({ dataDir, backups })
    return makeBackup(dataDir, to ?? `${backups.folder}/`, over.signal)
  }
  const { path, bytes, manifest } = await make().catch((error) => {
    throw new Error(error instanceof NewerDatabase ? error.message : `The backup failed. ${inWords(error)}`)
  })
  const { parts, incomplete } = manifest
  return [
    `Backed up to ${path}`,
    `It holds ${counted(parts.length)}, ${(bytes / 1e6).toFixed(1)} MB, and was read back and checked.`,
    ...(incomplete.length > 0
      ? [`${counted(incomplete.length)} had lost their bytes before, and are not in it: ${incomplete.join(', ')}`]
      : []),
  ].join('\n')
}

/** The operator's `npm run restore`. Returns the lines to print; throws an Error whose message says what was wrong. */
export async function restoreCommand(args: string[]): Promise<string> {
  const [file, ...more] = args
  if (args.includes('--help')) return restoreUsage
  if (!file || more.length > 0 || file.startsWith('-')) throw new Error(restoreUsage)
  const { dataDir } = readSettings(process.env, { serves: false })
  const restored = await restoreBackup(dataDir, file).catch((error) => {
    throw new Error(`Nothing was restored or changed. ${inWords(error)}`)
  })
  const { aside, incomplete, isPaused, areKept, madeAt } = restored
  return [
    `Restored ${file}${madeAt ? `, made at ${madeAt}` : ''}, to ${dataDir}: the database and ${counted(restored.files)}.`,
    ...(incomplete.length > 0
      ? [`${counted(incomplete.length)} had lost their bytes before that backup: ${incomplete.join(', ')}`]
      : []),
    ...(aside ? [`What was there before is in ${aside}, for 30 days. To go back: npm run restore -- ${aside}`] : []),
    areKept
      ? 'Everybody logs in again. Sign-in cards, codes and private links that were taken back since, or made since, do not work.'
      : 'Everybody logs in again. What was taken back since is not known here, so no sign-in card, code, family link or calendar address works any more: make new ones.',
    ...(isPaused ? ['No email is sent until a tutor turns sending back on, in the Newsletter tab.'] : []),
  ].join('\n')
}
