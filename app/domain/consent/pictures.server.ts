import { type RawBuilder, sql } from 'kysely'
import type { Tutor } from '~/domain/accounts/account'
import { logFor } from '~/domain/activity/activity.server'
import { requireNewest } from '~/domain/change.server'
import type { CursorPage, CursorRequest } from '~/domain/cursor-page.server'
import { type Page, placeIn } from '~/domain/page.server'
import { orNotFound, Refused } from '~/domain/refused'
import type { Database } from '~db/schema'
import type { SaidIn } from './schema'
import { hasNoYes, marked, peopleIn, reasonsOf, requireYes } from './shown.server'
import { type PictureKind, useOf } from './words'

export interface Picture {
  kind: PictureKind
  id: number
  title: string
  /** When it was added. */
  at: string
  /** An address of it for tutors. */
  url: string
  /** Whether somebody said who is in it. */
  isMarked: boolean
  /** Grows each time somebody says that a student is in it. */
  version: number
  studentIds: number[]
  /** Why it is hidden; null for one that is shown. */
  hiddenBecause: string | null
}

/** Where the pictures of a kind are: their columns, and which of the table's rows are pictures that others can see. */
const places = {
  file: {
    columns: sql`files.id, title, uploadedAt as at, '/files/' || files.id as url, whoIsIn, files.id as mark`,
    from: sql`files where isShared = 1 and width is not null and album is not 'timetable'`,
    at: sql`uploadedAt`,
  },
  newsletter: {
    columns: sql`newsletterAttachments.id, title, createdAt as at,
      '/files/newsletter/' || newsletterAttachments.id || '-' || secret as url, whoIsIn, newsletterAttachments.id as mark`,
    from: sql`newsletterAttachments where picture is not null`,
    at: sql`createdAt`,
  },
  website: {
    columns: sql`websitePictures.id, 'A picture of the website' as title, createdAt as at,
      '/files/website/' || address || '-400.' || fallback as url, whoIsIn, address as mark`,
    // A logo shows nobody.
    from: sql`websitePictures
      where address <> coalesce((select substr(value, 1, 24) from portalSettings where name = 'logo'), '')`,
    at: sql`createdAt`,
  },
} as const satisfies Record<PictureKind, object>

const kinds = Object.keys(places) as PictureKind[]

interface Found extends Pick<Picture, 'id' | 'title' | 'at' | 'url'> {
  whoIsIn: 'unsaid' | 'said' | 'erased'
  /** By what it is marked: its id, or of the website its address. */
  mark: number | string
  version: number
}

async function findAll(db: Database, kind: PictureKind, where: RawBuilder<unknown>): Promise<Picture[]> {
  const { columns, from } = places[kind]
  const { table, mark, by } = marked[kind]
  const lastMark = sql`(select max(who.id) from peopleInPictures as who
    where ${sql.ref(`who.${mark}`)} = ${sql.ref(`${table}.${by}`)})`
  const { rows } = await sql<Found>`select ${columns}, 1 + coalesce(${lastMark}, 0) as version
    from ${from} and ${where}`.execute(db)
  const marks = rows.map(({ mark }) => mark)
  const reasons = await reasonsOf(db, kind, marks)
  return Promise.all(
    rows.map(async ({ whoIsIn, mark, ...row }) => ({
      kind,
      ...row,
      isMarked: whoIsIn !== 'unsaid',
      studentIds: await peopleIn(db, kind, mark),
      hiddenBecause: reasons[mark] ?? null,
    })),
  )
}

/** Which pictures a list has: those of which nobody said who is in them, those of which somebody did, or those that are hidden. */
export const pictureLists = ['unmarked', 'marked', 'hidden'] as const
export type PictureList = (typeof pictureLists)[number]

const idOf = (kind: PictureKind) => sql.ref(`${marked[kind].table}.id`)

/** SQL: whether a picture of a kind is in a list; hidden ones are looked for by the marks of those who have not said yes. */
function isIn(list: PictureList, kind: PictureKind): RawBuilder<boolean> {
  if (list !== 'hidden') return sql`whoIsIn = ${list === 'unmarked' ? 'unsaid' : 'said'}`
  const { table, mark, by } = marked[kind]
  return sql`${idOf(kind)} in (
    select picture.id from ${sql.table(table)} as picture where whoIsIn = 'erased'
    union select picture.id from peopleInPictures as who
      join ${sql.table(table)} as picture on ${sql.ref(`picture.${by}`)} = ${sql.ref(`who.${mark}`)}
      where ${hasNoYes(sql.ref('who.userId'), useOf[kind])})`
}

async function countIn(db: Database, list: PictureList): Promise<number> {
  const counts = kinds.map(async (kind) => {
    const counted = sql<{ found: number }>`select count(*) as found from ${places[kind].from} and ${isIn(list, kind)}`
    return (await counted.execute(db)).rows[0]!.found
  })
  return (await Promise.all(counts)).reduce((sum, found) => sum + found)
}

export async function countPictures(db: Database): Promise<Record<PictureList, number>> {
  const [unmarked = 0, marked = 0, hidden = 0] = await Promise.all(pictureLists.map((list) => countIn(db, list)))
  return { unmarked, marked, hidden }
}

const PICTURES_A_PAGE = 6

/** One page of a list of pictures: those of files first, then those of newsletters and of the website, of each the newest first. */
export async function pageOfPictures(db: Database, list: PictureList, asked: number): Promise<Page<Picture>> {
  const ids = kinds.map(async (kind) => {
    const { from } = places[kind]
    const those = sql<{ id: number }>`select ${idOf(kind)} as id from ${from} and ${isIn(list, kind)}`
    return (await those.execute(db)).rows.map(({ id }) => ({ kind, id }))
  })
  const all = (await Promise.all(ids)).flatMap((some) => some.sort((one, other) => other.id - one.id))
  const { start, ...place } = placeIn(all.length, asked, PICTURES_A_PAGE)
  const shown = all.slice(start, start + PICTURES_A_PAGE)
  const items = await Promise.all(shown.map(({ kind, id }) => findPictureOf(db, kind, id)))
  return { ...place, items: items.flatMap((item) => item ?? []) }
}

/** One part of all pictures, kind by kind, of each in the order that they were added. */
export async function listPictures(db: Database, { limit, after }: CursorRequest): Promise<CursorPage<Picture>> {
  const items: Picture[] = []
  const first = kinds.findIndex((kind) => kind === (after?.[0] ?? kinds[0]))
  for (const [place, kind] of kinds.slice(Math.max(first, 0)).entries()) {
    const from = place === 0 ? (after?.[1] ?? 0) : 0
    const rest = limit + 1 - items.length
    items.push(...(await findAll(db, kind, sql`${idOf(kind)} > ${from} order by ${idOf(kind)} limit ${rest}`)))
  }
  const shown = items.slice(0, limit)
  const last = shown.at(-1)
  return { items: shown, next: last && items.length > limit ? [last.kind, last.id] : undefined }
}

export async function findPictureOf(db: Database, kind: PictureKind, id: number): Promise<Picture | null> {
  return (await findAll(db, kind, sql`${idOf(kind)} = ${id}`))[0] ?? null
}

/** By what a picture is marked: its id, or of the website its address. */
async function markOf(db: Database, { kind, id }: Pick<Picture, 'kind' | 'id'>): Promise<number | string> {
  if (kind !== 'website') return id
  const row = db.selectFrom('websitePictures').select('address').where('id', '=', id)
  return orNotFound((await row.executeTakeFirst())?.address)
}

export const logPicture = logFor('picture')

/**
 * Says who is in a picture, in place of what was said before. It is hidden at once where somebody has no valid yes. Throws Conflict for
 * an older version, since a mark that is lost shows somebody who said no; Refused, 400 or 404.
 */
export async function markPicture(
  db: Database,
  tutor: Tutor,
  picture: Pick<Picture, 'kind' | 'id'>,
  { version, ...said }: SaidIn & { version?: number },
): Promise<Picture> {
  return db.transaction().execute(async (change) => {
    const before = orNotFound(await findPictureOf(change, picture.kind, picture.id))
    const { kind, id, title, studentIds } = before
    if (version !== undefined) await requireNewest(change, { noun: 'picture', recordId: id }, before, version)
    // Whoever's account was closed since may still be in it.
    await requireStudents(change, said.inPicture ?? [], studentIds)
    await writeMarks(change, kind, await markOf(change, { kind, id }), said)
    await logPicture(change, tutor, 'said who is in', { id, title })
    return orNotFound(await findPictureOf(change, kind, id))
  })
}

/** Writes who is in a new picture of the website, which no page shows yet. Throws Refused, 400, for somebody who is no student. */
export async function markAdded(db: Database, address: string, said: SaidIn): Promise<void> {
  await db.transaction().execute(async (change) => {
    await requireStudents(change, said.inPicture ?? [])
    await writeMarks(change, 'website', address, said)
  })
}

/** Writes who is in a picture, as part of a transaction; nothing where an upload says nothing of it. */
export async function writeMarks(
  change: Database,
  kind: PictureKind,
  picture: number | string,
  { inPicture = [], nobodyInPicture = false }: SaidIn,
): Promise<void> {
  if (inPicture.length === 0 && !nobodyInPicture) return
  const { table, mark, by } = marked[kind]
  const before = change.deleteFrom('peopleInPictures').where(mark, '=', picture as number & string)
  await before.execute()
  const nothing = { fileId: null, attachmentId: null, websitePicture: null }
  const rows = inPicture.map((userId) => ({ userId, ...nothing, [mark]: picture }))
  if (rows.length > 0) await change.insertInto('peopleInPictures').values(rows).execute()
  // Kysely can't type a table that is one of three. What shows somebody who was erased stays hidden.
  const unsaid = change.updateTable(table as 'files').where('whoIsIn', '=', 'unsaid')
  const its = unsaid.where(by as 'id', '=', picture as number)
  await its.set({ whoIsIn: 'said' }).execute()
}

/** Throws Refused, 400, for somebody who is no student with an open account, unless they were marked `before`. */
async function requireStudents(db: Database, ids: readonly number[], before: readonly number[] = []): Promise<void> {
  const others = ids.filter((id) => !before.includes(id))
  if (others.length === 0) return
  const known = db.selectFrom('users').select('id').where('id', 'in', others).where('role', '=', 'student')
  if ((await known.where('closedAt', 'is', null).execute()).length < others.length)
    throw new Refused(400, 'Please choose students from the list.', { field: 'inPicture' })
}

/** Throws Refused, 400, for an upload whose use somebody in it has not said yes to; where it has a use yet. */
export async function requireUpload(change: Database, kind: PictureKind, { inPicture = [] }: SaidIn, isShared = true) {
  await requireStudents(change, inPicture)
  if (isShared) await requireYes(change, inPicture, useOf[kind], { field: 'inPicture' })
}

/** Gives a copy of a picture the marks of the one it was made of, as part of a transaction. */
export async function copyMarks(change: Database, kind: PictureKind, from: number | string, to: number | string) {
  const inPicture = await peopleIn(change, kind, from)
  const { table, by } = marked[kind]
  const marks = change.selectFrom(table as 'files').select('whoIsIn')
  const known = marks.where(by as 'id', '=', from as number)
  const whoIsIn = (await known.executeTakeFirst())?.whoIsIn ?? 'unsaid'
  await writeMarks(change, kind, to, { inPicture, nobodyInPicture: whoIsIn === 'said' })
  const copy = change.updateTable(table as 'files').where(by as 'id', '=', to as number)
  if (whoIsIn === 'erased') await copy.set({ whoIsIn }).execute()
}

/** Hides for good what an erased person is in, before their marks are deleted, as part of a transaction. */
export async function hidePicturesOf(change: Database, userId: number): Promise<void> {
  for (const { table, mark, by } of Object.values(marked))
    await sql`update ${sql.table(table)} set whoIsIn = 'erased'
      where ${sql.ref(by)} in (select ${sql.ref(mark)} from peopleInPictures where userId = ${userId})`.execute(change)
}

/** What an export of a person tells of the pictures that they are in. */
export async function picturesOf(db: Database, userId: number): Promise<Pick<Picture, 'kind' | 'title' | 'at'>[]> {
  const found = kinds.map((kind) => {
    const { table, mark, by } = marked[kind]
    const theirs = sql`select ${sql.ref(mark)} from peopleInPictures where userId = ${userId}`
    return findAll(db, kind, sql`${sql.ref(`${table}.${by}`)} in (${theirs})`)
  })
  return (await Promise.all(found)).flat().map(({ kind, title, at }) => ({ kind, title, at }))
}
