import { z } from 'zod'

/** The database, in DATA_DIR and in a backup. */
export const DATABASE = 'riverbank.sqlite'
export const UPLOADS = 'uploads'
export const OUTBOX = 'outbox'
/** The secret of an installation without SESSION_SECRET (signing.server.ts). */
export const SECRET = 'session-secret'
export const MANIFEST = 'manifest.json'
/** The manifest's own SHA-256, as `sha256sum --check` reads it. */
export const MANIFEST_SUM = 'manifest.sha256'

/** Riverbank's entries in DATA_DIR, in the order a restore moves them: the database comes last, and marks the restore as complete. */
export const DATA_ENTRIES = [UPLOADS, OUTBOX, SECRET, DATABASE] as const

/** The name of an upload or of a version of it (domain/files/store.server.ts). */
export const UPLOAD_NAME = /^[\da-f]{32}(-\d+(\.(avif|webp|jpg|png))?)?$/
export const OUTBOX_NAME = /^\d+\.eml$/

/** The folder in BACKUP_DIR for hourly backups and the uploads they share. */
export const HOURLY = 'hourly'
/** The compressed database of an hourly backup. */
export const PACKED_DATABASE = `${DATABASE}.gz`

/** True for valid names of backup parts. Any other name could be a path outside the folder. */
export function isArchiveEntry(name: string): boolean {
  const [folder, file, ...deeper] = name.split('/')
  if (file === undefined) return name === DATABASE || name === SECRET
  if (deeper.length > 0) return false
  return (folder === UPLOADS && UPLOAD_NAME.test(file)) || (folder === OUTBOX && OUTBOX_NAME.test(file))
}

/** A kind of archive: its possible parts, its required parts (at least one of them), and its name in messages. */
export interface ArchiveKind {
  product: string
  isPart: (name: string) => boolean
  needs: { names: string[]; words: string }
  word: string
  /** Maximum number of parts. Each one is a file that is synced to disk, so tens of thousands take minutes. */
  max: number
}

/** A large centre has about 800 documents and photos, most in three sizes: 2,500 parts. This is twenty times that. */
const MAX_PARTS = 50_000

/** A daily backup with everything in DATA_DIR, or an hourly one: the database alone, with its uploads in the same folder. */
export const backupKind: ArchiveKind = {
  product: 'riverbank',
  isPart: (name) => isArchiveEntry(name) || name === PACKED_DATABASE,
  needs: { names: [DATABASE, PACKED_DATABASE], words: 'database' },
  word: 'backup',
  max: MAX_PARTS,
}

const fileMeasure = z.object({ size: z.int().min(0), sha256: z.string().regex(/^[\da-f]{64}$/) })
/** The size and hash of a file in a manifest. */
export type FileMeasure = z.infer<typeof fileMeasure>
const archivePart = fileMeasure.extend({ name: z.string() })
export type ArchivePart = z.infer<typeof archivePart>

/** The description of an archive, inside the archive. */
export const manifestSchema = z.object({
  product: z.string(),
  format: z.literal(1),
  madeAt: z.iso.datetime(),
  /** The last migration of the database. */
  schema: z.string(),
  program: z.object({ commit: z.string().nullable(), node: z.string() }),
  /** Uploads that were already missing or incomplete when the archive was made. */
  incomplete: z.array(z.string()),
  parts: z.array(archivePart),
  /** For an hourly backup: its unpacked database, and its uploads in the folder next to it. */
  hourly: z.object({ database: fileMeasure, shared: z.array(archivePart).max(MAX_PARTS) }).optional(),
})
export type Manifest = z.infer<typeof manifestSchema>

/** Formats a time for file names: '2026-11-22T03-00-00.000Z'. */
export function formatTimestamp(moment: Date): string {
  return moment.toISOString().replaceAll(':', '-')
}

/** The time in a file name, or null. */
export function parseTimestamp(name: string): Date | null {
  const [, day, hour, minute, rest] = /(\d{4}-\d\d-\d\dT)(\d\d)-(\d\d)-(\d\d\.\d{3}Z)/.exec(name) ?? []
  return day ? new Date(`${day}${hour}:${minute}:${rest}`) : null
}

/** The file name of a daily backup. */
export function createBackupName(moment: Date): string {
  return `riverbank-${formatTimestamp(moment)}.zip`
}

/** The file name of an hourly backup. */
export function createHourlyName(moment: Date): string {
  return `riverbank-hourly-${formatTimestamp(moment)}.zip`
}

/** Reports the progress of a long task to the operator. */
export type ReportProgress = (words: string) => void
export const reportOnStandardError: ReportProgress = (words) => console.error(words)

const plurals = new Intl.PluralRules('en-IE')
/** '1 file', '5015 files'. */
export const formatFileCount = (number: number) => `${number} ${plurals.select(number) === 'one' ? 'file' : 'files'}`

/** A backup or a restore failed; the message is for the operator. */
export class BackupFailed extends Error {}

/** The disk has too little space. */
export class DiskFull extends BackupFailed {
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
  EDQUOT: 'this account has used up its disk quota',
  EACCES: 'permission denied',
  EPERM: 'permission denied',
  EROFS: 'the disk is read-only',
  ENOENT: 'it does not exist',
  ENOTDIR: 'there is a file where a folder should be',
  EEXIST: 'it already exists',
  EIO: 'the disk reports an error',
}

/** An error's message for the operator: system error codes become text, with the path. */
export function describeError(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const { code, path } = error as NodeJS.ErrnoException
  const cause = code && causes[code]
  return cause ? `${path ? `${path}: ` : ''}${cause} (${code}).` : error.message
}
