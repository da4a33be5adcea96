import { z } from 'zod'

/** The database, in DATA_DIR and in a backup. */
export const DATABASE = 'riverbank.sqlite'
export const UPLOADS = 'uploads'
export const OUTBOX = 'outbox'
/** The secret of a set-up without SESSION_SECRET (seal.server.ts). */
export const SECRET = 'session-secret'
export const MANIFEST = 'manifest.json'
/** The manifest's own SHA-256, as `sha256sum --check` reads it. */
export const MANIFEST_SUM = 'manifest.sha256'

/** All that DATA_DIR holds of Riverbank, in the order in which a restore moves it: the database is the last, and says that all is there. */
export const ENTRIES = [UPLOADS, OUTBOX, SECRET, DATABASE] as const

/** An upload or a version of it, as domain/files/store.server.ts names them. */
export const uploadName = /^[\da-f]{32}(-\d+(\.(avif|webp|jpg|png))?)?$/
export const outboxName = /^\d+\.eml$/

/** The folder of hourly backups in BACKUP_DIR, with the uploads that they share. */
export const HOURLY = 'hourly'
/** The database of an hourly backup, compressed. */
export const PACKED_DATABASE = `${DATABASE}.gz`

/** True for the names that a part of a backup may have; any other could lead out of the folder. */
export function isEntry(name: string): boolean {
  const [folder, file, ...deeper] = name.split('/')
  if (file === undefined) return name === DATABASE || name === SECRET
  if (deeper.length > 0) return false
  return (folder === UPLOADS && uploadName.test(file)) || (folder === OUTBOX && outboxName.test(file))
}

/** A kind of archive: which parts it may have, which of them (any one) it must have, and its name in words. */
export interface ArchiveKind {
  product: string
  isPart: (name: string) => boolean
  needs: { names: string[]; words: string }
  word: string
  /** How many parts it may have. Each is a file that is written and waited for, so that tens of thousands take minutes. */
  most: number
}

/** A large centre has some 800 documents and photos, most in three sizes: 2,500 parts. This is twenty times as many. */
const MOST_PARTS = 50_000

/** All that DATA_DIR holds, or the database of one hour, whose uploads are in the folder that it is in. */
export const backupKind: ArchiveKind = {
  product: 'riverbank',
  isPart: (name) => isEntry(name) || name === PACKED_DATABASE,
  needs: { names: [DATABASE, PACKED_DATABASE], words: 'database' },
  word: 'backup',
  most: MOST_PARTS,
}

const measured = z.object({ size: z.int().min(0), sha256: z.string().regex(/^[\da-f]{64}$/) })
/** The bytes of a file, as a manifest has them. */
export type Measured = z.infer<typeof measured>
const part = measured.extend({ name: z.string() })
export type Part = z.infer<typeof part>

/** What an archive says about itself. */
export const manifestSchema = z.object({
  product: z.string(),
  format: z.literal(1),
  madeAt: z.iso.datetime(),
  /** The last migration of its database. */
  schema: z.string(),
  program: z.object({ commit: z.string().nullable(), node: z.string() }),
  /** Uploads whose bytes were gone or cut short already when it was made. */
  incomplete: z.array(z.string()),
  parts: z.array(part),
  /** Of an hourly backup: its database once unpacked, and the uploads in the folder next to it that belong to it. */
  hourly: z.object({ database: measured, shared: z.array(part).max(MOST_PARTS) }).optional(),
})
export type Manifest = z.infer<typeof manifestSchema>

/** A moment as file names have it: '2026-11-22T03-00-00.000Z'. */
export function stampOf(moment: Date): string {
  return moment.toISOString().replaceAll(':', '-')
}

/** The moment in a file name, or null. */
export function momentIn(name: string): Date | null {
  const [, day, hour, minute, rest] = /(\d{4}-\d\d-\d\dT)(\d\d)-(\d\d)-(\d\d\.\d{3}Z)/.exec(name) ?? []
  return day ? new Date(`${day}${hour}:${minute}:${rest}`) : null
}

/** The name of the backup made at a moment. */
export function backupName(moment: Date): string {
  return `riverbank-${stampOf(moment)}.zip`
}

/** The name of the hourly backup made at a moment. */
export function hourlyName(moment: Date): string {
  return `riverbank-hourly-${stampOf(moment)}.zip`
}

/** Receives the progress of a long task, in words for the operator. */
export type Progress = (words: string) => void
export const onStandardError: Progress = (words) => console.error(words)

const plurals = new Intl.PluralRules('en-IE')
/** '1 file', '5015 files'. */
export const filesInWords = (number: number) => `${number} ${plurals.select(number) === 'one' ? 'file' : 'files'}`

/** Why a backup or a restore could not be done, in words for the operator. */
export class NotDone extends Error {}

/** That the disk has too little room for it. */
export class NoRoom extends NotDone {
  constructor(
    message: string,
    /** In bytes. */
    readonly needed: number,
  ) {
    super(message)
  }
}

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
