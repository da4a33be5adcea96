import { randomBytes } from 'node:crypto'
import { type RawBuilder, sql } from 'kysely'
import { markUpload } from '~/domain/consent/marks.server'
import type { PictureStudents } from '~/domain/consent/schema'
import { pictureBounds } from '~/domain/foreign/registry'
import { parseSecretAddress } from '~/domain/path-id'
import { Refused } from '~/domain/refused'
import { toOneLine } from '~/domain/text'
import type { Database, NewRow, Row } from '~db/schema'
import { inspect } from './inspect.server'
import { type Purpose, type SmallWidth, toStoredFileName } from './kinds'
import { addUploadNote, type UploadNote } from './notes'
import { discardFilesAfter, openRow, openStored, storeFiles } from './store.server'

/** The columns that describe a stored upload. */
export type StoredFile = Pick<NewRow<'files'>, 'fileName' | 'fileType' | 'size' | 'width' | 'height' | 'storageKey'>

/** Returns an upload's bytes as they will be stored, and the columns that describe them. Throws what inspect throws. */
async function inspectForStorage(file: File, purpose: Purpose) {
  const content = await inspect(file, { purpose, field: purpose === 'image' ? 'photo' : 'file' })
  const { fileType, width, height, size } = content
  return { content, described: { fileName: toStoredFileName(file.name, fileType), fileType, size, width, height } }
}

const TOO_MUCH_TOGETHER = 'These files are too much for us together. Please send fewer at a time.'

/**
 * Inspects uploads one at a time. Throws what inspect throws, with the file name if there are several; and Refused, tooLarge, for more than
 * `maxBytes` in all as they will be stored: they are in memory until the last one is accepted.
 */
export async function inspectUploads(files: readonly File[], purpose: Purpose, maxBytes: number = pictureBounds.form) {
  const all: Awaited<ReturnType<typeof inspectForStorage>>[] = []
  let left = maxBytes
  for (const file of files) {
    try {
      all.push(await inspectForStorage(file, purpose))
    } catch (error) {
      if (!(error instanceof Refused) || files.length === 1) throw error
      const { kind, message, retryAfter } = error
      throw new Refused(kind, `${toOneLine(file.name).slice(0, 100)}: ${message}`, { field: 'file', retryAfter })
    }
    left -= all.at(-1)!.content.size
    if (left < 0) throw new Refused('tooLarge', TOO_MUCH_TOGETHER, { field: 'file' })
  }
  return all
}

/**
 * Stores uploads' bytes, and calls `record` for each in the transaction that writes their rows; removes the bytes if it throws. Returns
 * its results with any notes about damage. Throws what inspectUploads throws.
 */
export async function keepUploads<Result extends object>(
  db: Database,
  uploads: string,
  files: readonly File[],
  record: (change: Database, stored: StoredFile, index: number) => Promise<Result>,
  purpose: Purpose,
): Promise<(Result & UploadNote)[]> {
  const inspected = await inspectUploads(files, purpose)
  const contents = inspected.map(({ content }) => content)
  return storeFiles(db, uploads, contents, (keys) =>
    db.transaction().execute(async (change) => {
      const kept: (Result & UploadNote)[] = []
      for (const [index, { described, content }] of inspected.entries()) {
        const stored = { ...described, storageKey: keys[index]! }
        kept.push(addUploadNote(await record(change, stored, index), content))
      }
      return kept
    }),
  )
}

/** The same for one upload. */
export async function keepUpload<Result extends object>(
  db: Database,
  uploads: string,
  file: File,
  record: (change: Database, stored: StoredFile) => Promise<Result>,
  purpose: Purpose = 'document',
): Promise<Result & UploadNote> {
  const [kept] = await keepUploads(db, uploads, [file], record, purpose)
  return kept!
}

/** The record that has a photo, by the photo's table: a board member, a step, or a question's answer. */
type PhotoOwner =
  | ({ table: 'boardPhotos' } & Pick<Row<'boardPhotos'>, 'memberId'>)
  | ({ table: 'stepPhotos' } & Pick<Row<'stepPhotos'>, 'stepId'>)
  | ({ table: 'answerPhotos' } & Pick<Row<'answerPhotos'>, 'questionId' | 'answer'>)

/** A change of a record's photo, with who is in it; a new photo replaces the old one. */
export interface PhotoChange extends PictureStudents {
  photo?: File
  removePhoto?: boolean
}

/**
 * Runs `save` in a transaction, with a function that gives the photo of a form to its record, marked with who is in it, or removes the
 * record's photo. The old one is deleted for good. Throws what keepUpload and markUpload throw.
 */
export function saveWithPhoto<Result extends object>(
  db: Database,
  uploads: string,
  { photo, removePhoto, ...whoIsIn }: PhotoChange,
  save: (change: Database, writePhoto: (owner: PhotoOwner) => Promise<void>) => Promise<Result>,
): Promise<Result & UploadNote> {
  return discardFilesAfter(db, uploads, (discardLater) => {
    const run = (change: Database, stored?: StoredFile) =>
      save(change, async (owner) => {
        if (stored || removePhoto) discardLater(await deletePhotos(change, owner))
        if (stored) await insertPhoto(change, uploads, owner, stored, whoIsIn)
      })
    if (photo) return keepUpload(db, uploads, photo, run, 'image')
    return db.transaction().execute((change) => run(change))
  })
}

/** Deletes the photo of a record, within a transaction, and returns its row. The caller discards the bytes. */
export function deletePhotos(change: Database, { table, ...owner }: PhotoOwner): Promise<{ storageKey: string }[]> {
  // Kysely can't type a table that is one of three.
  const photos = change.deleteFrom(table as 'stepPhotos').where(({ and }) => and(owner as { stepId: number }))
  return photos.returning('storageKey').execute()
}

async function insertPhoto(
  change: Database,
  uploads: string,
  owner: PhotoOwner,
  { fileName: _, width, height, ...stored }: StoredFile,
  whoIsIn: PictureStudents,
): Promise<void> {
  const { fileType, storageKey } = stored
  if (owner.table === 'boardPhotos') {
    // Everyone may see it, so it has no secret address and no marks.
    await change.insertInto('boardPhotos').values({ memberId: owner.memberId, fileType, storageKey }).execute()
    return
  }
  const { table, ...columns } = owner
  const address = { secret: randomBytes(16).toString('hex'), createdAt: new Date().toISOString() }
  const row = { ...columns, ...stored, width: width ?? 0, height: height ?? 0, ...address }
  const insert = change.insertInto(table as 'stepPhotos').values(row as NewRow<'stepPhotos'>)
  const { id } = await insert.returning('id').executeTakeFirstOrThrow()
  const kind = table === 'stepPhotos' ? 'step' : 'answer'
  await markUpload(change, uploads, { kind, mark: id }, whoIsIn, { isPublic: true })
}

/** SQL condition, in a query of `table`: whether the row has the address '12-0a…'. */
export function hasSecretAddress(
  table: 'stepPhotos' | 'answerPhotos' | 'newsletterAttachments',
  address: string,
): RawBuilder<boolean> {
  const { id = 0, secret = '' } = parseSecretAddress(address) ?? {}
  return sql`(${sql.ref(`${table}.id`)} = ${id} and ${sql.ref(`${table}.secret`)} = ${secret})`
}

/**
 * Opens the picture that `query` finds, or a smaller version, or returns null. The query decides who may see it. The caller closes it.
 */
export function openPhoto<Found extends Pick<StoredFile, 'fileType' | 'storageKey'> & { size?: number }>(
  uploads: string,
  query: { executeTakeFirst: () => Promise<Found | undefined> },
  width?: SmallWidth,
) {
  return openRow(uploads, query, async (row) => ({
    fileType: row.fileType,
    handle: await openStored(uploads, row, width),
  }))
}
