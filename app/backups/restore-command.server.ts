import { existsSync } from 'node:fs'
import { readSettings } from '~/settings.server'
import { lockFolder } from '../../scripts/lock.mjs'
import { filesInWords, inWords } from './entries'

const usage = `Usage: npm run restore -- FILE
FILE is a backup that Riverbank made. Stop Riverbank first.`

/** The operator's `npm run restore`. Returns the lines to print; throws an Error whose message says what was wrong. */
export async function restoreCommand(args: string[]): Promise<string> {
  const [file, ...more] = args
  if (args.includes('--help')) return usage
  if (!file || more.length > 0 || file.startsWith('-')) throw new Error(usage)
  const { dataDir } = readSettings(process.env, { serves: false })
  const restored = await restore(dataDir, file).catch((error) => {
    throw new Error(`Nothing was restored or changed. ${inWords(error)}`)
  })
  const { aside, incomplete, isPaused, areKept, madeAt } = restored
  return [
    `Restored ${file}${madeAt ? `, made at ${madeAt}` : ''}, to ${dataDir}: the database and ${filesInWords(restored.files)}.`,
    ...(incomplete.length > 0
      ? [`${filesInWords(incomplete.length)} had lost their bytes before that backup: ${incomplete.join(', ')}`]
      : []),
    ...(aside ? [`What was there before is in ${aside}, for 30 days. To go back: npm run restore -- ${aside}`] : []),
    areKept
      ? 'Everybody logs in again. Sign-in cards, codes and private links that were taken back since, or made since, do not work.'
      : 'Everybody logs in again. What was taken back since is not known here, so no sign-in card, code, family link or calendar address works any more: make new ones.',
    ...(isPaused ? ['No email is sent until a tutor turns sending back on, in the Newsletter tab.'] : []),
  ].join('\n')
}

/** Restores with the folder's lock. It is taken before anything else is loaded, so that beside a server this ends at once. */
async function restore(dataDir: string, file: string) {
  const lock = existsSync(dataDir) ? lockOf(dataDir) : null
  try {
    const { restoreBackup } = await import('./restore.server')
    return await restoreBackup(dataDir, file)
  } finally {
    lock?.release()
  }
}

/** The folder's lock; null where the folder can't be used, which the restore says in its own words. */
function lockOf(dataDir: string) {
  try {
    return lockFolder(dataDir, 'a restore')
  } catch (error) {
    if (Object(error).code === 'IN_USE') throw error
    return null
  }
}
