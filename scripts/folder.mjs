// Whether the data folder can be used, told as a setting is.
import { accessSync, constants, existsSync, mkdirSync, statSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'

const { R_OK, W_OK, X_OK } = constants

/** Whether others than its owner may read, write or run a file; false where it isn't there. */
export const isOpenToOthers = (path) => ((statSync(path, { throwIfNoEntry: false })?.mode ?? 0) & 0o077) !== 0

/** What the system says by a code, in words after a path. */
const causes = {
  EROFS: 'is on a disk that can only be read',
  ENOTDIR: 'is a file, or stands under one',
  EEXIST: 'is a file',
  ENAMETOOLONG: 'is a longer path than the disk takes',
  ENOSPC: 'is on a disk without any space left',
}

/** The path itself where it is there, else the folder above it that is. */
function standing(path) {
  while (!existsSync(path) && path !== dirname(path)) path = dirname(path)
  return path
}

/** Why `path` can't be used, and what to do. */
function reason({ code }, path) {
  const user = process.getuid?.()
  const there = standing(path)
  if (user === undefined || (code !== 'EACCES' && code !== 'EPERM'))
    return `${path} ${causes[code] ?? `can't be used (${code})`}.`
  const does = there === path ? `can't write ${path}` : `can't make ${path} in ${there}`
  const owner = statSync(there, { throwIfNoEntry: false })?.uid
  return `User ${user} ${does}, which belongs to user ${owner}. Give it to that user: chown -R ${user} ${there === path ? path : there}`
}

/**
 * Makes the folder `dataDir` where it isn't there. Throws an Error whose message names the folder and the user when it can't be made,
 * read or written, or what Riverbank keeps in it can't.
 */
export function usableFolder(dataDir) {
  const folder = resolve(dataDir)
  let path = folder
  try {
    mkdirSync(folder, { recursive: true })
    accessSync(folder, R_OK | W_OK | X_OK)
    // Left by another user, who ran a command once.
    for (const own of ['riverbank.sqlite', 'lock.sqlite', 'uploads', 'arriving', 'outbox']) {
      path = join(folder, own)
      if (existsSync(path)) accessSync(path, R_OK | W_OK)
    }
  } catch (error) {
    throw new Error(
      `Riverbank can't start. Please correct these settings:\n  DATA_DIR must be a folder that Riverbank can write, for example /srv/riverbank. ${reason(error, path)}`,
    )
  }
}
