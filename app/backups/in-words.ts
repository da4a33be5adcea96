/** Why a backup or a restore could not be done, in words for the operator. */
export class NotDone extends Error {}

/** That the disk has too little room for it. */
export class NoRoom extends NotDone {}

const causes: Record<string, string> = {
  ENOSPC: 'there is no space left on the disk',
  EDQUOT: 'there is no space left for this account',
  EACCES: 'this account may not do that',
  EPERM: 'this account may not do that',
  EROFS: 'the disk can only be read',
  ENOENT: 'it is not there',
  ENOTDIR: 'a file stands where a folder should be',
  EEXIST: 'something else has that name',
  EIO: 'the disk reports an error',
}

/** An error's message, with the words for what the system calls by a code, and the file it is about. */
export function inWords(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const { code, path } = error as NodeJS.ErrnoException
  const cause = code && causes[code]
  return cause ? `${path ? `${path}: ` : ''}${cause} (${code}).` : error.message
}
