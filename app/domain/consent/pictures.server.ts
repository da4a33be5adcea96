import { type RawBuilder, sql } from 'kysely'
import type { Tutor } from '~/domain/accounts/account'
import { createActivityLogger } from '~/domain/activity/activity.server'
import { requireNewestVersion } from '~/domain/change.server'
import type { CursorPage, CursorRequest } from '~/domain/cursor-page.server'
import { getPageBounds, type Page } from '~/domain/page.server'
import { orNotFound } from '~/domain/refused'
import { findPicturePlaces, type WebsitePlace } from '~/domain/website/placed.server'
import { type PhotoUse, photoUses } from '~db/choices'
import type { Database } from '~db/schema'
import { findCopies, type MarkedPicture, requireMarkableStudents, writeMarks } from './marks.server'
import type { PictureStudents } from './schema'
import { findHiddenReasons, hasNoYes, listPeopleInPicture, markedPictureColumns } from './shown.server'
import { getUseOfKind, type PictureKind } from './words'

export interface ConsentPicture {
  kind: PictureKind
  id: number
  /** Of the website the places that show it: 'Activities: Art'. */
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

/** A picture with its place, for tutors. */
export interface PictureWithPlace extends ConsentPicture {
  /** 'In the newsletter ‘June news’'. */
  where: string
  /** Whether others than tutors see it there, unless it is hidden. */
  isPublic: boolean
}

/** Where the pictures of a kind are: their columns, and which of the table's rows are pictures that others can see. */
const places = {
  file: {
    columns: sql`files.id, title, uploadedAt as at, '/files/' || files.id as url, whoIsIn, files.id as mark,
      case album when 'qqi' then 'In the portal, under QQI certificates' else 'In the portal, under My Files' end as "where",
      1 as isPublic`,
    from: sql`files where isShared = 1 and width is not null and album is not 'timetable'`,
  },
  newsletter: {
    columns: sql`newsletterAttachments.id, title, createdAt as at,
      '/files/newsletter/' || newsletterAttachments.id || '-' || secret as url, whoIsIn, newsletterAttachments.id as mark,
      (select case status when 'sent' then 'In the newsletter ‘' else 'In the draft ‘' end || letter.title || '’'
        from newsletters as letter where letter.id = newsletterId) as "where",
      exists (select 1 from newsletters as letter where letter.id = newsletterId and status = 'sent') as isPublic`,
    from: sql`newsletterAttachments where picture is not null`,
  },
  website: {
    columns: sql`websitePictures.id, 'A picture of the website' as title, createdAt as at,
      '/files/website/' || address || '-400.' || fallback as url, whoIsIn, address as mark,
      'Not on the website' as "where", 0 as isPublic`,
    // A logo shows nobody.
    from: sql`websitePictures
      where address <> coalesce((select substr(value, 1, 24) from portalSettings where name = 'logo'), '')`,
  },
} as const satisfies Record<PictureKind, object>

const kinds = Object.keys(places) as PictureKind[]

/** The places of pictures on the website, by address. */
type OnWebsite = ReadonlyMap<string, readonly WebsitePlace[]>

/** SQL: whether lists have a picture of a kind: of the website's those that a page or a draft shows. */
function isListed(kind: PictureKind, onWebsite: OnWebsite): RawBuilder<boolean> {
  if (kind !== 'website') return sql`true`
  return sql`address in (select value from json_each(${JSON.stringify([...onWebsite.keys()])}))`
}

interface Found extends Pick<PictureWithPlace, 'id' | 'title' | 'at' | 'url' | 'where'> {
  whoIsIn: 'unsaid' | 'said' | 'erased'
  isPublic: 0 | 1
  /** By what it is marked: its id, or of the website its address. */
  mark: number | string
  version: number
}

/** What the website says of a picture that is on it. */
function placedOnWebsite(shownAt: readonly WebsitePlace[] = []) {
  if (shownAt.length === 0) return {}
  const isPublic = shownAt.some((place) => place.isPublic)
  const title = [...new Set(shownAt.map(({ title }) => title))].join(', ')
  return { title, isPublic, where: isPublic ? 'On the website' : 'Not on the website yet' }
}

/** The places of a kind's pictures on the website: only its own are looked for there. */
const placesOf = async (db: Database, kind: PictureKind): Promise<OnWebsite> =>
  kind === 'website' ? findPicturePlaces(db) : new Map()

/** The pictures of a kind that `where` selects, without who is in them and why they are hidden. */
async function rowsOf(db: Database, kind: PictureKind, where: RawBuilder<unknown>): Promise<Found[]> {
  const { columns, from } = places[kind]
  const { table, mark, by } = markedPictureColumns[kind]
  const lastMark = sql`(select max(who.id) from peopleInPictures as who
    where ${sql.ref(`who.${mark}`)} = ${sql.ref(`${table}.${by}`)})`
  const { rows } = await sql<Found>`select ${columns}, 1 + coalesce(${lastMark}, 0) as version
    from ${from} and ${where}`.execute(db)
  return rows
}

async function findAll(
  db: Database,
  kind: PictureKind,
  where: RawBuilder<unknown>,
  onWebsite: OnWebsite,
): Promise<PictureWithPlace[]> {
  const rows = await rowsOf(db, kind, where)
  const marks = rows.map(({ mark }) => mark)
  const reasons = await findHiddenReasons(db, kind, marks)
  return Promise.all(
    rows.map(async ({ whoIsIn, mark, isPublic, ...row }) => ({
      kind,
      ...row,
      isPublic: isPublic === 1,
      ...(kind === 'website' && placedOnWebsite(onWebsite.get(String(mark)))),
      isMarked: whoIsIn !== 'unsaid',
      studentIds: await listPeopleInPicture(db, kind, mark),
      hiddenBecause: reasons[mark] ?? null,
    })),
  )
}

/** A picture as the API gives it. */
export const withoutPlace = ({ where: _, isPublic: __, ...picture }: PictureWithPlace): ConsentPicture => picture

/** Which pictures a list has: those of which nobody said who is in them, those of which somebody did, or those that are hidden. */
export const pictureLists = ['unmarked', 'marked', 'hidden'] as const
export type PictureList = (typeof pictureLists)[number]

const idOf = (kind: PictureKind) => sql.ref(`${markedPictureColumns[kind].table}.id`)

/** SQL: whether a picture of a kind is in a list; hidden ones are looked for by the marks of those who have not said yes. */
function isIn(list: PictureList, kind: PictureKind): RawBuilder<boolean> {
  if (list !== 'hidden') return sql`whoIsIn = ${list === 'unmarked' ? 'unsaid' : 'said'}`
  const { table, mark, by } = markedPictureColumns[kind]
  return sql`${idOf(kind)} in (
    select picture.id from ${sql.table(table)} as picture where whoIsIn = 'erased'
    union select picture.id from peopleInPictures as who
      join ${sql.table(table)} as picture on ${sql.ref(`picture.${by}`)} = ${sql.ref(`who.${mark}`)}
      where ${hasNoYes(sql.ref('who.userId'), getUseOfKind[kind])})`
}

async function countIn(db: Database, list: PictureList, onWebsite: OnWebsite, some: readonly PictureKind[] = kinds) {
  const counts = some.map(async (kind) => {
    const counted = sql<{ found: number }>`select count(*) as found
      from ${places[kind].from} and ${isListed(kind, onWebsite)} and ${isIn(list, kind)}`
    return (await counted.execute(db)).rows[0]!.found
  })
  return (await Promise.all(counts)).reduce((sum, found) => sum + found, 0)
}

export async function countPictures(db: Database): Promise<Record<PictureList, number>> {
  const onWebsite = await findPicturePlaces(db)
  const counts = pictureLists.map((list) => countIn(db, list, onWebsite))
  const [unmarked = 0, marked = 0, hidden = 0] = await Promise.all(counts)
  return { unmarked, marked, hidden }
}

const PICTURES_A_PAGE = 6

/** One page of a list of pictures: those of files first, then those of newsletters and of the website, of each the newest first. */
export async function pageOfPictures(
  db: Database,
  list: PictureList,
  requested: number,
): Promise<Page<PictureWithPlace>> {
  const onWebsite = await findPicturePlaces(db)
  const ids = kinds.map(async (kind) => {
    const those = sql<{ id: number }>`select ${idOf(kind)} as id
      from ${places[kind].from} and ${isListed(kind, onWebsite)} and ${isIn(list, kind)}`
    return (await those.execute(db)).rows.map(({ id }) => ({ kind, id }))
  })
  const all = (await Promise.all(ids)).flatMap((some) => some.sort((one, other) => other.id - one.id))
  const { start, ...place } = getPageBounds(all.length, requested, PICTURES_A_PAGE)
  const shown = all.slice(start, start + PICTURES_A_PAGE)
  const items = await Promise.all(shown.map(({ kind, id }) => findAll(db, kind, sql`${idOf(kind)} = ${id}`, onWebsite)))
  return { ...place, items: items.flat() }
}

/** One part of all pictures, kind by kind, of each in the order that they were added. */
export async function listPictures(db: Database, { limit, after }: CursorRequest): Promise<CursorPage<ConsentPicture>> {
  const items: PictureWithPlace[] = []
  const first = kinds.findIndex((kind) => kind === (after?.[0] ?? kinds[0]))
  for (const [place, kind] of kinds.slice(Math.max(first, 0)).entries()) {
    const from = place === 0 ? (after?.[1] ?? 0) : 0
    const rest = limit + 1 - items.length
    if (rest === 0) break
    const onWebsite = await placesOf(db, kind)
    const those = sql`${isListed(kind, onWebsite)} and ${idOf(kind)} > ${from} order by ${idOf(kind)} limit ${rest}`
    items.push(...(await findAll(db, kind, those, onWebsite)))
  }
  const shown = items.slice(0, limit)
  const last = shown.at(-1)
  return { items: shown.map(withoutPlace), next: last && items.length > limit ? [last.kind, last.id] : undefined }
}

/** Finds any picture that is kept, also one of the website that no page shows; null for none. */
export async function findPictureOf(db: Database, kind: PictureKind, id: number): Promise<PictureWithPlace | null> {
  return (await findAll(db, kind, sql`${idOf(kind)} = ${id}`, await placesOf(db, kind)))[0] ?? null
}

/** By what a picture is marked: its id, or of the website its address. */
async function markOf(db: Database, { kind, id }: Pick<ConsentPicture, 'kind' | 'id'>): Promise<number | string> {
  if (kind !== 'website') return id
  const row = db.selectFrom('websitePictures').select('address').where('id', '=', id)
  return orNotFound((await row.executeTakeFirst())?.address)
}

export const logPicture = createActivityLogger('picture')

/** A picture after a tutor said who is in it, and what others saw until then and no longer see: the picture or copies of it. */
export interface MarkResult {
  picture: PictureWithPlace
  hidden: PictureWithPlace[]
}

/**
 * Says who is in a picture and its copies, in place of what was said before. What others see of it is hidden at once where somebody has
 * no valid yes. Throws Conflict for an older version, since a mark that is lost shows somebody who said no; Refused, 400 or 404.
 */
export async function markPicture(
  db: Database,
  uploads: string,
  tutor: Tutor,
  picture: Pick<ConsentPicture, 'kind' | 'id'>,
  { version, ...said }: PictureStudents & { version?: number },
): Promise<MarkResult> {
  return db.transaction().execute(async (change) => {
    const before = orNotFound(await findPictureOf(change, picture.kind, picture.id))
    const { kind, id, title, studentIds } = before
    if (version !== undefined) await requireNewestVersion(change, { noun: 'picture', recordId: id }, before, version)
    // Whoever's account was closed since may still be in it.
    await requireMarkableStudents(change, said.inPicture ?? [], studentIds)
    const copies = await findCopies(change, uploads, { kind, mark: await markOf(change, { kind, id }) })
    const shown = (await findPlaced(change, copies)).filter(isSeen)
    for (const copy of copies) await writeMarks(change, copy.kind, copy.mark, said)
    await logPicture(change, tutor, 'said who is in', { id, title })
    const now = (await findPlaced(change, copies)).filter((one) => !isSeen(one))
    const hidden = now.filter((one) => shown.some(({ kind, id }) => kind === one.kind && id === one.id))
    return { picture: orNotFound(await findPictureOf(change, kind, id)), hidden }
  })
}

const isSeen = ({ isPublic, hiddenBecause }: PictureWithPlace) => isPublic && hiddenBecause === null

/** Finds pictures by their marks, each with its place; those that nobody but tutors can get to are left out. */
async function findPlaced(db: Database, those: readonly MarkedPicture[]): Promise<PictureWithPlace[]> {
  const onWebsite = await findPicturePlaces(db)
  const found = those.map(({ kind, mark }) => {
    const { table, by } = markedPictureColumns[kind]
    return findAll(db, kind, sql`${sql.ref(`${table}.${by}`)} = ${mark}`, onWebsite)
  })
  return (await Promise.all(found)).flat()
}

/** The pictures of some kinds that a person is in. */
async function listNaming(db: Database, userId: number, some: readonly PictureKind[]) {
  const found = some.map(async (kind) => {
    const { table, mark, by } = markedPictureColumns[kind]
    const theirs = sql`select ${sql.ref(mark)} from peopleInPictures where userId = ${userId}`
    const rows = await rowsOf(db, kind, sql`${sql.ref(`${table}.${by}`)} in (${theirs})`)
    // Reading the website's text is the slowest part of this.
    const onWebsite = rows.length > 0 ? await placesOf(db, kind) : undefined
    return rows.map(({ mark, isPublic, ...row }) => ({
      kind,
      ...row,
      isPublic: isPublic === 1,
      ...placedOnWebsite(onWebsite?.get(String(mark))),
    }))
  })
  return (await Promise.all(found)).flat()
}

/** The pictures that a person is in, for an export of their data. */
export async function listPicturesOfPerson(
  db: Database,
  userId: number,
): Promise<Pick<ConsentPicture, 'kind' | 'title' | 'at'>[]> {
  return (await listNaming(db, userId, kinds)).map(({ kind, title, at }) => ({ kind, title, at }))
}

/** Returns how many pictures that others could see for a use name a student; for print none, since nothing is shown. */
export async function countPicturesOf(db: Database, userId: number, use: PhotoUse): Promise<number> {
  return (await listNaming(db, userId, kindsOf(use))).filter(({ isPublic }) => isPublic).length
}

/** Returns how many pictures of each use have no names yet. */
export async function countUnnamed(db: Database): Promise<Record<PhotoUse, number>> {
  const onWebsite = await findPicturePlaces(db)
  const counts = photoUses.map(async (use) => [use, await countIn(db, 'unmarked', onWebsite, kindsOf(use))] as const)
  return Object.fromEntries(await Promise.all(counts)) as Record<PhotoUse, number>
}

const kindsOf = (use: PhotoUse) => kinds.filter((kind) => getUseOfKind[kind] === use)
