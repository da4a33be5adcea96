import { sql } from 'kysely'
import { z } from 'zod'
import { type Account, isTutor, type Tutor } from '~/domain/accounts/account'
import { logActivity } from '~/domain/activity/activity.server'
import { applyPatch, type Change, type FieldDescriptions } from '~/domain/change.server'
import { isPictureHidden, isPictureVisible } from '~/domain/consent/visibility.server'
import { type FileRecord, selectReadableFiles, toFileRecord } from '~/domain/files/files.server'
import { eraseWithFiles } from '~/domain/files/store.server'
import { getPageBounds, type Page } from '~/domain/page.server'
import { readSetting, writeSetting } from '~/domain/portal-settings.server'
import { defineRecordSchema, moment, recordId, recordVersion } from '~/domain/record'
import { createRepository, requireFreeName } from '~/domain/records.server'
import type { Bit, Database, Row } from '~db/schema'
import { FIRST_PHOTO_NOTICE } from './notices'
import { selectAlbumPhotos } from './photos.server'
import { type PhotoNoticeWords, photoNoticeWords } from './schema'

const NOUN = 'photo notice'

/** The notice above the photos: a setting, not a record, so its id is always 0. */
export interface PhotoNotice extends PhotoNoticeWords {
  id: 0
  version: number
}

/** The notice as a tutor last saved it, else with its first words. */
export async function readPhotoNotice(db: Database, _reader: Account): Promise<PhotoNotice> {
  const stored = await readSetting(db, 'photoNotice')
  return { id: 0, version: 1, ...FIRST_PHOTO_NOTICE, isHiddenWhenEmpty: false, ...(stored && JSON.parse(stored)) }
}

export const describePhotoNotice: FieldDescriptions<PhotoNoticeWords> = [
  { label: 'Title', getText: ({ title }) => title },
  { label: 'Text', getText: ({ text }) => text },
  {
    label: 'Hide the notice while it has no photos',
    getText: ({ isHiddenWhenEmpty }) => (isHiddenWhenEmpty ? 'Yes' : 'No'),
  },
]

/** Changes the notice. Throws what applyPatch throws. */
export function changePhotoNotice(db: Database, tutor: Tutor, change: Change<PhotoNoticeWords>): Promise<PhotoNotice> {
  return db.transaction().execute(async (transaction) => {
    const before = await readPhotoNotice(transaction, tutor)
    const words = await applyPatch(transaction, NOUN, before, change, photoNoticeWords)
    const after = { ...words, version: before.version + 1 }
    await writeSetting(transaction, 'photoNotice', JSON.stringify(after))
    await logActivity(transaction, tutor, { action: 'changed', noun: NOUN, recordId: before.id, title: words.title })
    return { id: before.id, ...after }
  })
}

interface Album extends PhotoNoticeWords {
  id: number
  createdAt: string
  version: number
}

/** An album with the number of its photos that a person may see, and the first of these. */
export type CountedAlbum = Album & {
  photos: number
  /** For tutors: how many of them students can't see. */
  hidden: number
  cover?: FileRecord
}

export const albumRecord = defineRecordSchema<Album>()(
  'Album',
  'An album of photos, next to the certificates presentation.',
  {
    id: [recordId, 3],
    title: [z.string(), 'Summer trip'],
    text: [z.string(), 'Our day at the sea.'],
    isHiddenWhenEmpty: [z.boolean().describe('Whether students do not see it while it has no photos.'), false],
    createdAt: [moment, '2026-07-01T09:20:00.000Z'],
    version: [recordVersion, 1],
  },
)

const albumRecords = createRepository('albums', {
  noun: 'album',
  rules: photoNoticeWords,
  labels: describePhotoNotice,
  getTitle: ({ title }: Album) => title,
  toRecord: (row: Row<'albums'>): Album => ({ ...row, isHiddenWhenEmpty: row.isHiddenWhenEmpty === 1 }),
  toRow: (album) => ({ ...album, isHiddenWhenEmpty: Number(album.isHiddenWhenEmpty) as Bit }),
  getInitialColumns: () => ({ createdAt: new Date().toISOString() }),
  writeRelated: async (db, id, { title }) => {
    const albums = await db.selectFrom('albums').select(['id', 'title as name']).execute()
    const words = { one: 'an album', several: 'albums', field: 'title' }
    requireFreeName(albums, { id, name: title }, { ...words, max: MOST_ALBUMS })
  },
})

export const { add: addAlbum, change: changeAlbum, descriptions: describeAlbum } = albumRecords

const MOST_ALBUMS = 30
const ALBUMS_A_PAGE = 5

/** SQL: the id of the first photo that is not hidden from students: the album's cover. */
const selectFirstShownId = () => sql<number | null>`min(case when ${isPictureVisible('file')} then files.id end)`

/** The albums that `user` may see, newest first, with the id of each one's cover. */
export async function listAlbums(db: Database, user: Account) {
  const counted = await selectAlbumPhotos(db, user)
    .groupBy('albumId')
    .select(({ fn }) => ['albumId', fn.countAll<number>().as('photos'), selectFirstShownId().as('firstId')])
    .execute()
  const counts = new Map(counted.map(({ albumId, ...count }) => [albumId, count]))
  const rows = await db.selectFrom('albums').selectAll().orderBy('id', 'desc').execute()
  const albums = rows.map((row) => ({
    ...albumRecords.show(row),
    ...(counts.get(row.id) ?? { photos: 0, firstId: 0 }),
  }))
  return albums.filter(({ photos, isHiddenWhenEmpty }) => user.role === 'tutor' || photos > 0 || !isHiddenWhenEmpty)
}

/** One page of the albums that `user` may see, newest first. */
export async function paginateAlbums(db: Database, user: Account, requested: number): Promise<Page<CountedAlbum>> {
  const albums = await listAlbums(db, user)
  const { start, ...place } = getPageBounds(albums.length, requested, ALBUMS_A_PAGE)
  const shown = albums.slice(start, start + ALBUMS_A_PAGE)
  const firstIds = shown.flatMap(({ firstId }) => firstId ?? [])
  const covers = await selectReadableFiles(db, user).clearOrderBy().where('files.id', 'in', firstIds).execute()
  const hidden = isTutor(user) ? await countHiddenPhotos(db, user) : new Map<number | null, number>()
  const items = shown.map(({ firstId, ...album }) => {
    const cover = covers.find(({ id }) => id === firstId)
    return { ...album, hidden: hidden.get(album.id) ?? 0, cover: cover && toFileRecord(cover) }
  })
  return { ...place, items }
}

/** How many photos of each album students can't see, because someone in them has not said yes. */
async function countHiddenPhotos(db: Database, tutor: Tutor): Promise<Map<number | null, number>> {
  const hidden = selectAlbumPhotos(db, tutor).where(isPictureHidden('file')).groupBy('albumId')
  const rows = await hidden.select(({ fn }) => ['albumId', fn.countAll<number>().as('photos')]).execute()
  return new Map(rows.map(({ albumId, photos }) => [albumId, photos]))
}

/** Returns the album `id`, or null if it does not exist or `user` may not see it. */
export async function findAlbum(db: Database, user: Account, id: number) {
  return (await listAlbums(db, user)).find((album) => album.id === id) ?? null
}

/** Deletes an album and its photos for good, rows first, then bytes. Returns the deleted album. Throws Refused, notFound. */
export async function removeAlbum(db: Database, uploads: string, tutor: Tutor, id: number): Promise<Album> {
  return eraseWithFiles(db, uploads, async (change, discardLater) => {
    discardLater(await change.deleteFrom('files').where('albumId', '=', id).returning('storageKey').execute())
    return albumRecords.remove(change, tutor, id)
  })
}
