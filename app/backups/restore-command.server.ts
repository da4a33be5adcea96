import { existsSync } from 'node:fs'
import { formatDate } from '~/domain/events/days'
import { readSettings } from '~/settings.server'
import { lockFolder } from '../processes/lock.mjs'
import type { AccountToConfirm } from './carried.server'
import { describeError, formatFileCount } from './entries'

const usage = `Usage: npm run restore -- FILE
FILE is a backup that Riverbank made. Stop Riverbank first.`

/** `npm run restore`. Returns the text to print; throws an Error with a message for the operator. */
export async function restoreCommand(args: string[]): Promise<string> {
  const [file, ...more] = args
  if (args.includes('--help')) return usage
  if (!file || more.length > 0 || file.startsWith('-')) throw new Error(usage)
  const { dataDir } = readSettings(process.env, { serves: false })
  const restored = await restoreLocked(dataDir, file).catch((error) => {
    throw new Error(`Nothing was restored or changed. ${describeError(error)}`)
  })
  const { aside, incomplete, isPaused, areKept, madeAt, toConfirm } = restored
  return [
    `Restored ${file}${madeAt ? `, made at ${madeAt}` : ''}, to ${dataDir}: the database and ${formatFileCount(restored.files)}.`,
    ...(incomplete.length > 0
      ? [
          `${formatFileCount(incomplete.length)} were already missing or incomplete in that backup: ${incomplete.join(', ')}`,
        ]
      : []),
    ...(aside ? [`The previous data is in ${aside} for 30 days. To go back: npm run restore -- ${aside}`] : []),
    areKept
      ? 'Everyone must log in again. Only sign-in cards, codes, private links and public steps that exist both in the backup and in the replaced database keep working.'
      : 'Everyone must log in again. There was no readable database to compare with, so sign-in cards, codes, family links and calendar addresses no longer work: make new ones. Steps that anyone could open with a code are private: make them public again.',
    ...describeAccounts(toConfirm),
    ...(isPaused ? ['No email is sent until a tutor turns sending back on in the Newsletter tab.'] : []),
  ].join('\n')
}

const MAX_LISTED = 50

/** Says who can log in again, though they may have been closed or erased since the backup. */
function describeAccounts(accounts: AccountToConfirm[]): string[] {
  if (accounts.length === 0)
    return [
      'Accounts that were closed or erased since the backup, changed passwords and second steps stay as they were.',
    ]
  const rest = accounts.length - MAX_LISTED
  return [
    `Nothing says who was closed or erased since the backup. ${accounts.length === 1 ? 'This account' : `These ${accounts.length} accounts`} can log in:`,
    ...accounts.slice(0, MAX_LISTED).map(({ name, username, role, lastSeenAt }) => {
      const seen = lastSeenAt ? `last here on ${formatDate(lastSeenAt.slice(0, 10))}` : 'not here so far'
      return `  ${username} (${name}, ${role}), ${seen}`
    }),
    ...(rest > 0 ? [`  and ${rest} more`] : []),
    'Close or erase those who have left. Profile lists all of them until a tutor has confirmed each.',
  ]
}

/** Restores under the folder's lock, taken before other modules load: next to a running server this fails at once. */
async function restoreLocked(dataDir: string, file: string) {
  const lock = existsSync(dataDir) ? lockIfUsable(dataDir) : null
  try {
    const { restoreBackup } = await import('./restore.server')
    return await restoreBackup(dataDir, file)
  } finally {
    lock?.release()
  }
}

/** Takes the folder's lock; null if the folder can't be used, which the restore itself reports. */
function lockIfUsable(dataDir: string) {
  try {
    return lockFolder(dataDir, 'a restore')
  } catch (error) {
    if (Object(error).code === 'IN_USE') throw error
    return null
  }
}
