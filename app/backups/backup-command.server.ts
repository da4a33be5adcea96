import { mkdir, stat } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { runOnServer, ServerEnded } from '~/operator/ask-server.server'
import { readSettings } from '~/settings.server'
import { describeError, reportOnStandardError } from './entries'
import { createDefaultFolder, requireBackupFolder } from './folder.server'

const usage = `Usage: npm run backup [-- FILE or FOLDER]
Makes a backup in BACKUP_DIR, as FILE, or in FOLDER/ (note the slash). Riverbank can be running.`

/** `npm run backup`. Returns the text to print; throws an Error with a message for the operator. */
export async function backupCommand(args: string[]): Promise<string> {
  const [to, ...more] = args
  if (args.includes('--help')) return usage
  if (more.length > 0 || to?.startsWith('-')) throw new Error(usage)
  const { dataDir, backups } = readSettings(process.env, { serves: false })
  const over = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, () => over.abort(new Error('It was interrupted.')))
  if (!to) await requireBackupFolder({ dataDir, backups })
  const how = { progress: reportOnStandardError, signal: over.signal }
  try {
    const target = to ? toAbsolutePath(to) : join(backups.folder, '/')
    const folder = (await isFolder(target)) ? target : dirname(target)
    if (to) await mkdir(folder, { recursive: true })
    else await createDefaultFolder({ dataDir, backups })
    const done = await runOnServer(dataDir, 'backup', { words: [target], path: folder, ...how })
    if (done) return done
    const { backUp } = await import('./make.server')
    return await backUp(dataDir, target, how)
  } catch (error) {
    if (error instanceof ServerEnded) throw error
    throw new Error(`The backup failed. ${describeError(over.signal.aborted ? over.signal.reason : error)}`)
  }
}

/** Makes a path absolute, since the server may run in another folder. Preserves a final slash. */
const toAbsolutePath = (path: string) => (path.endsWith('/') ? join(resolve(path), '/') : resolve(path))

const isFolder = async (path: string) => path.endsWith('/') || (await stat(path).catch(() => null))?.isDirectory()
