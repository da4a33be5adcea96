import type { FileHandle } from 'node:fs/promises'
import { inspect } from '~/domain/files/inspect.server'
import { isImage, NO_IMAGE, SMALL_WIDTHS } from '~/domain/files/kinds'
import { keep, openStored, whileStored } from '~/domain/files/store.server'
import { Refused } from '~/domain/refused'
import type { Database, Row } from '~db/schema'

type KeptPhoto = Pick<Row<'boardPhotos'>, 'storageKey' | 'fileType'>

/** Stores a photo, then calls `save` with its key; if that throws, the bytes go. Throws Refused, 400, for no image. */
export async function withPhoto<Result>(
  db: Database,
  uploads: string,
  photo: File | undefined,
  save: (kept?: KeptPhoto) => Promise<Result>,
): Promise<Result> {
  if (!photo) return save()
  const noImage = new Refused(400, NO_IMAGE, { field: 'photo' })
  const content = await inspect(photo).catch((error: unknown) => {
    throw error instanceof Refused && error.status === 400 ? noImage : error
  })
  if (!isImage(content.fileType)) throw noImage
  return keep(db, uploads, content, (storageKey) => save({ storageKey, fileType: content.fileType }))
}

/** Replaces a member's photo by `kept`, or by none. Returns the key of the old one, or null. */
export async function replacePhoto(db: Database, memberId: number, kept?: KeptPhoto): Promise<string | null> {
  const former = await db.deleteFrom('boardPhotos').where('memberId', '=', memberId).returning('storageKey').execute()
  if (kept)
    await db
      .insertInto('boardPhotos')
      .values({ memberId, ...kept })
      .execute()
  return former[0]?.storageKey ?? null
}

/** A member's photo, opened at the size that pages show, or null when there is none. Everyone may see it. The caller closes it. */
export async function openPhoto(
  db: Database,
  uploads: string,
  id: number,
): Promise<{ fileType: string; handle: FileHandle } | null> {
  const photo = db.selectFrom('boardPhotos').selectAll().where('id', '=', id)
  return whileStored(uploads, photo, async (row) => ({
    fileType: row.fileType,
    handle: await openStored(uploads, row, SMALL_WIDTHS[0]),
  }))
}
