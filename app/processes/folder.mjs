// Checks whether the data folder can be used. Errors read like those of invalid settings.
import { accessSync, constants, existsSync, mkdirSync, statSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'

const { R_OK, W_OK, X_OK } = constants

/** True if users other than the owner may read, write or run a file; false if it does not exist. */
export const isOpenToOthers = (path) => ((statSync(path, { throwIfNoEntry: false })?.mode ?? 0) & 0o077) !== 0

/** System error codes as text after a path. */
const causeMessages = {
  EROFS: 'is on a read-only disk',
  ENOTDIR: 'is a file, or is inside one',
  EEXIST: 'is a file',
  ENAMETOOLONG: 'is too long a path for the disk',
  ENOSPC: 'is on a full disk',
}

/** The path itself if it exists, else its nearest existing parent. */
function findExistingPath(path) {
  while (!existsSync(path) && path !== dirname(path)) path = dirname(path)
  return path
}

/** Why `path` can't be used, and what to do. */
function describeReason({ code }, path) {
  const user = process.getuid?.()
  const there = findExistingPath(path)
  if (user === undefined || (code !== 'EACCES' && code !== 'EPERM'))
    return `${path} ${causeMessages[code] ?? `can't be used (${code})`}.`
  const does = there === path ? `can't write ${path}` : `can't create ${path} in ${there}`
  const owner = statSync(there, { throwIfNoEntry: false })?.uid
  return `User ${user} ${does}, which belongs to user ${owner}. Change the owner: chown -R ${user} ${there === path ? path : there}`
}

/**
 * Creates the folder `dataDir` if needed. Throws an Error that names the folder and the user if the folder or Riverbank's files in it
 * can't be created, read or written.
 */
export function requireUsableFolder(dataDir) {
  const folder = resolve(dataDir)
  let path = folder
  try {
    mkdirSync(folder, { recursive: true })
    accessSync(folder, R_OK | W_OK | X_OK)
    // Files may belong to another user who once ran a command.
    for (const own of ['riverbank.sqlite', 'lock.sqlite', 'uploads', 'arriving', 'outbox']) {
      path = join(folder, own)
      if (existsSync(path)) accessSync(path, R_OK | W_OK)
    }
  } catch (error) {
    throw new Error(
      `Riverbank can't start. Please correct these settings:\n  DATA_DIR must be a folder that Riverbank can write, for example /srv/riverbank. ${describeReason(error, path)}`,
    )
  }
}
