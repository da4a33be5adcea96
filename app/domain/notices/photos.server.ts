import { z } from 'zod'
import { type Account, isTutor, type Tutor } from '~/domain/accounts/account'
import { readStudentAccounts } from '~/domain/accounts/accounts.server'
import { type Change, type FieldDescriptions, validate } from '~/domain/change.server'
import type { PictureStudents } from '~/domain/consent/schema'
import { findHiddenReasons, isPictureHidden } from '~/domain/consent/visibility.server'
import {
  changeFile,
  FILES_NEWEST_FIRST,
  type FileRecord,
  findFile,
  insertFile,
  markNewFile,
  removeFile,
  selectFilesFor,
  selectReadableFiles,
  toFileRecord,
  uploadNote,
  withPeople,
} from '~/domain/files/files.server'
import { addUploadNote, joinUploadNotes, type UploadNote } from '~/domain/files/notes'
import { uploadedFile } from '~/domain/files/schema'
import { keepUpload, type StoredFile } from '~/domain/files/uploads.server'
import {
  type CursorPage,
  type CursorRequest,
  countRows,
  mapPage,
  type Page,
  paginate,
  readRecordPage,
} from '~/domain/page.server'
import { defineRecordSchema, moment, ownAddress, recordId, textOrNone } from '~/domain/record'
import { orNotFound, type Refused } from '~/domain/refused'
import { toRefusal } from '~/domain/storage.server'
import { log } from '~/log.server'
import { paths } from '~/paths'
import type { Database } from '~db/schema'
import { PHOTO_DESCRIPTION } from './notices'
import { findNextNumber, findNextTitle, findPhotoAlbum, type PhotoAlbum } from './numbers.server'
import type { PhotoDetails } from './schema'

export type QqiImage = Pick<FileRecord, 'id' | 'title' | 'url' | 'uploadedAt' | 'description' | 'alt' | 'note'>

export const qqiImageRecord = defineRecordSchema<QqiImage>()(
  'QqiImage',
  'A photo of the certificates presentation, or of an album.',
  {
    id: [recordId, 31],
    title: [z.string(), 'QQI Certificate Photo 1'],
    url: [ownAddress, paths.files.one(31)],
    uploadedAt: [moment, '2026-05-20T14:05:10.000Z'],
    description: [textOrNone, 'Photo from QQI certificates presentation ceremony'],
    alt: [
      textOrNone.describe('What the photo shows, for people who can’t see it.'),
      'Five students stand in a row and hold up their certificates.',
    ],
    note: uploadNote,
  },
)

export function toQqiImage({ id, title, url, uploadedAt, description, alt, note }: FileRecord): QqiImage {
  return addUploadNote({ id, title, url, uploadedAt, description, alt }, { note })
}

export const describePhoto: FieldDescriptions<PhotoDetails> = [
  { label: 'What the picture shows', getText: ({ alt }) => alt },
]

/**
 * Result of several uploads: names of the added photos, notes on damaged ones, and the first that failed; `refused` is null for a fault
 * of ours.
 */
export interface AddedPhotos {
  added: string[]
  notes?: string
  failure: { fileName: string; refused: Refused | null } | null
}

/** The last two conditions are always true, but the index needs them. */
const selectPhotosFor = (db: Database, user: Account) =>
  selectFilesFor(db, user).where('album', '=', 'qqi').where('isShared', '=', 1).where('studentId', 'is', null)

/** The photos of all albums that `user` may see, without the photo notice's. */
export const selectAlbumPhotos = (db: Database, user: Account) =>
  selectFilesFor(db, user).where('albumId', 'is not', null)

/** One batch of the photos of an album, or of 'QQI Certificates Presentation' for null, oldest first. */
export function listPhotos(
  db: Database,
  user: Account,
  albumId: number | null,
  requested?: CursorRequest,
): Promise<CursorPage<FileRecord>> {
  return readRecordPage(
    withPeople(selectPhotosFor(db, user).where('albumId', 'is', albumId)),
    requested,
    { ...FILES_NEWEST_FIRST, direction: 'asc' },
    toFileRecord,
  )
}

/** Photos per page: full rows of two on phones, and of three on desktops. */
const PHOTOS_A_PAGE = 12

async function paginatePhotos(db: Database, user: Account, album: PhotoAlbum, page: number): Promise<Page<FileRecord>> {
  const photos = selectPhotosFor(db, user).where('albumId', 'is', album?.id ?? null)
  const oldestFirst = withPeople(photos).clearOrderBy().orderBy('uploadedAt').orderBy('files.id')
  return mapPage(
    await paginate(oldestFirst, page, { found: await countRows(photos), perPage: PHOTOS_A_PAGE }),
    toFileRecord,
  )
}

/**
 * A page of an album's gallery, or of the photo notice's for null; for tutors, with the number of hidden photos and the reasons, the next
 * number, and the students who may be in a new photo.
 */
export async function loadGallery(db: Database, user: Account, album: PhotoAlbum, page: number) {
  const photos = await paginatePhotos(db, user, album, page)
  if (!isTutor(user)) return { photos, hidden: 0, next: 0, reasons: {}, students: [] }
  const hidden = selectPhotosFor(db, user)
    .where('albumId', 'is', album?.id ?? null)
    .where(isPictureHidden('file'))
  const ids = photos.items.map(({ id }) => id)
  return {
    photos,
    hidden: await countRows(hidden),
    next: await findNextNumber(db, album),
    reasons: await findHiddenReasons(db, user, 'file', ids),
    students: await readStudentAccounts(db),
  }
}

/** Returns the photo `id` of any gallery with its album, or null. */
export async function findPhoto(
  db: Database,
  user: Account,
  id: number,
): Promise<(FileRecord & { albumId: number | null }) | null> {
  const row = await selectReadableFiles(db, user)
    .where('album', '=', 'qqi')
    .where('files.id', '=', id)
    .executeTakeFirst()
  return row ? { ...toFileRecord(row), albumId: row.albumId } : null
}

/**
 * Adds a photo for everyone to an album, or to the photo notice, with the next free number. Returns its record. Throws Refused, invalid,
 * unless it is an image.
 */
export async function addPhoto(
  db: Database,
  uploads: string,
  tutor: Tutor,
  { file, alt = null, ...whoIsIn }: { file: File; alt?: string | null } & PictureStudents,
  albumId: number | null = null,
): Promise<FileRecord> {
  validate(z.object({ file: uploadedFile }), { file })
  const record = async (change: Database, stored: StoredFile) => {
    const title = await findNextTitle(change, await findPhotoAlbum(change, albumId))
    const place = { isShared: 1, album: 'qqi', albumId } as const
    const description = albumId ? null : PHOTO_DESCRIPTION
    const id = await insertFile(change, tutor, { title, description, alt, ...stored, ...place })
    await markNewFile(change, uploads, { ...stored, ...place, id }, whoIsIn)
    return orNotFound(await findFile(change, tutor, id))
  }
  return keepUpload(db, uploads, file, record, 'photo')
}

/** Adds photos of the same people in order, and stops at the first that fails; earlier ones stay. */
export async function addPhotos(
  db: Database,
  uploads: string,
  tutor: Tutor,
  files: File[],
  whoIsIn: PictureStudents = {},
  albumId: number | null = null,
): Promise<AddedPhotos> {
  const added: ({ fileName: string } & UploadNote)[] = []
  const getResult = () => ({ added: added.map(({ fileName }) => fileName), notes: joinUploadNotes(added) })
  for (const file of files)
    try {
      const { note } = await addPhoto(db, uploads, tutor, { file, ...whoIsIn }, albumId)
      added.push({ fileName: file.name, note })
    } catch (error) {
      const refused = toRefusal(error)
      if (!refused) log.error({ err: error }, 'a photo could not be added')
      return { ...getResult(), failure: { fileName: file.name, refused } }
    }
  return { ...getResult(), failure: null }
}

/**
 * Changes a photo's alt text, and returns its record. Throws Refused, notFound, unless it is in the gallery, and what applyPatch throws.
 */
export async function changePhoto(
  db: Database,
  tutor: Tutor,
  id: number,
  change: Change<PhotoDetails>,
): Promise<FileRecord> {
  orNotFound(await findPhoto(db, tutor, id))
  return changeFile(db, tutor, id, change)
}

/** Deletes a photo from its gallery for good, and returns the deleted record. Throws Refused, notFound. */
export async function removePhoto(db: Database, uploads: string, tutor: Tutor, id: number) {
  const photo = orNotFound(await findPhoto(db, tutor, id))
  await removeFile(db, uploads, tutor, id)
  return photo
}
