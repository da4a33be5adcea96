import { type RawBuilder, sql } from 'kysely'
import { type Account, requireOwnOrTutor, type Tutor } from '~/domain/accounts/account'
import { createActivityLogger } from '~/domain/activity/activity.server'
import { type CursorPage, type CursorRequest, getPageBounds, type Page } from '~/domain/page.server'
import type { WebsitePage } from '~/domain/website/page.server'
import { findWebsitePage, pageNames } from '~/domain/website/pages.server'
import { findPlacedPictures, parsePictureName } from '~/domain/website/picture'
import { findPage } from '~/domain/website/website.server'
import { type PhotoUse, photoUses } from '~db/choices'
import type { Database } from '~db/schema'
import { type PictureKind, photoUseByKind } from './consents'
import { findHiddenReasons, hasNoYes, listPeopleInPicture, markedPictureColumns } from './visibility.server'

/** A place on the website with a picture: 'Activities: Art'. */
interface WebsitePlace {
  /** Address of the picture. */
  address: string
  title: string
  /** True if visitors see it there. */
  isPublic: boolean
}

/** Places of each uploaded picture on pages and in drafts, by its address; published places first. */
export async function findPicturePlaces(db: Database): Promise<Map<string, WebsitePlace[]>> {
  const drafts = await db.selectFrom('websiteDrafts').select(['page', 'section', 'words']).execute()
  const places: WebsitePlace[] = []
  const inDrafts: WebsitePlace[] = []
  for (const page of pageNames.map((name) => findWebsitePage(name) as WebsitePage)) {
    places.push(...listPlacesIn(page, (await findPage(db, page)).words))
    for (const { section, words } of drafts.filter((draft) => draft.page === page.to))
      inDrafts.push(...listPlacesIn(page, { [section]: JSON.parse(words) }).map(markAsDraft))
  }
  const published = new Set(places.map(({ address, title }) => `${address} ${title}`))
  const others = inDrafts.filter(({ address, title }) => !published.has(`${address} ${title}`))
  return Map.groupBy([...places, ...others], ({ address }) => address)
}

const markAsDraft = (place: WebsitePlace): WebsitePlace => ({ ...place, isPublic: false })

type Words = Record<string, unknown>

function listPlacesIn(page: WebsitePage, words: Words): WebsitePlace[] {
  return findPlacedPictures(words).flatMap(({ field, picture: { picture } }) => {
    const address = picture === undefined ? undefined : parsePictureName(picture)?.address
    if (!address) return []
    const item = findItem(words, field)
    const section = page.views.find(({ name }) => field.startsWith(`${name}.`))?.title
    const title = `${page.title}: ${[item.name, item.label, section].find((name) => typeof name === 'string' && name)}`
    return [{ address, title, isPublic: item.isHidden !== true }]
  })
}

/** The list item with a field ('grid.items[2].photo'); empty outside a list. */
function findItem(words: Words, field: string): Words {
  const [, section = '', list = '', place] = /^(\w+)\.(\w+)\[(\d+)\]\./.exec(field) ?? []
  if (!place) return {}
  return ((words[section] as Words)[list] as Words[])[Number(place)]!
}

export interface ConsentPicture {
  kind: PictureKind
  id: number
  /** For the website, the places that show it: 'Activities: Art'. */
  title: string
  /** When it was added. */
  at: string
  /** An address where tutors can see it. */
  url: string
  /** True once it is recorded who is in it. */
  isMarked: boolean
  /** Increases each time a student is marked in it. */
  version: number
  studentIds: number[]
  /** Why it is hidden; null if it is shown. */
  hiddenBecause: string | null
}

/** A picture with its place, for tutors. */
export interface PictureWithPlace extends ConsentPicture {
  /** 'In the newsletter ‘June news’'. */
  where: string
  /** Whether people other than tutors can see it there, unless it is hidden. */
  isPublic: boolean
}

/** Where each kind's pictures come from: the columns, and the rows that others can see. */
const pictureSources = {
  file: {
    columns: sql`files.id, title, uploadedAt as at, '/files/' || files.id as url, whoIsIn, files.id as mark,
      case when albumId then 'In the album ‘' || (select albums.title from albums where albums.id = albumId) || '’'
        when album = 'qqi' then 'In the portal, under QQI certificates' else 'In the portal, under My Files' end as "where",
      isShared as isPublic`,
    from: sql`files where width is not null and album is not 'timetable'`,
  },
  newsletter: {
    columns: sql`newsletterAttachments.id, title, createdAt as at,
      '/files/newsletter/' || newsletterAttachments.id || '-' || secret as url, whoIsIn, newsletterAttachments.id as mark,
      (select case status when 'sent' then 'In the newsletter ‘' else 'In the draft ‘' end || letter.title || '’'
        from newsletters as letter where letter.id = newsletterId) as "where",
      exists (select 1 from newsletters as letter where letter.id = newsletterId and status = 'sent') as isPublic`,
    from: sql`newsletterAttachments where picture is not null`,
  },
  step: {
    columns: sql`stepPhotos.id, (select sentence from guideSteps where guideSteps.id = stepId) as title, createdAt as at,
      '/files/step/' || stepPhotos.id || '-' || secret as url, whoIsIn, stepPhotos.id as mark,
      'In the steps ‘' || (select guides.title from guides join guideSteps on guideSteps.guideId = guides.id
        where guideSteps.id = stepId) || '’' as "where", 1 as isPublic`,
    from: sql`stepPhotos where true`,
  },
  answer: {
    columns: sql`answerPhotos.id, (select json_extract(answers, '$[' || answer || '].words') from questions
        where questions.id = questionId) as title, createdAt as at,
      '/files/answer/' || answerPhotos.id || '-' || secret as url, whoIsIn, answerPhotos.id as mark,
      'In the question ‘' || (select question from questions where questions.id = questionId) || '’' as "where",
      1 as isPublic`,
    from: sql`answerPhotos where true`,
  },
  website: {
    columns: sql`websitePictures.id, 'A picture of the website' as title, createdAt as at,
      '/files/website/' || address || '-400.' || fallback as url, whoIsIn, address as mark,
      'Not on the website' as "where", 0 as isPublic`,
    // A logo shows no people.
    from: sql`websitePictures
      where address <> coalesce((select substr(value, 1, 24) from portalSettings where name = 'logo'), '')`,
  },
} as const satisfies Record<PictureKind, object>

const kinds = Object.keys(pictureSources) as PictureKind[]

/** The places that show each picture of the website, by address. */
type WebsitePlaces = ReadonlyMap<string, readonly WebsitePlace[]>

/** SQL condition: whether lists include a picture: of files the shared ones, of the website those that a page or draft shows. */
function createListedCondition(kind: PictureKind, onWebsite: WebsitePlaces): RawBuilder<boolean> {
  if (kind === 'file') return sql`isShared = 1`
  if (kind !== 'website') return sql`true`
  return sql`address in (select value from json_each(${JSON.stringify([...onWebsite.keys()])}))`
}

interface FoundPicture extends Pick<PictureWithPlace, 'id' | 'title' | 'at' | 'url' | 'where'> {
  whoIsIn: 'unsaid' | 'said' | 'erased'
  isPublic: 0 | 1
  /** What its marks refer to: the id, or the address for the website. */
  mark: number | string
  version: number
}

/** The title and place of a picture that the website shows. */
function describeWebsitePlaces(websitePlaces: readonly WebsitePlace[] = []) {
  if (websitePlaces.length === 0) return {}
  const isPublic = websitePlaces.some((place) => place.isPublic)
  const title = [...new Set(websitePlaces.map(({ title }) => title))].join(', ')
  return { title, isPublic, where: isPublic ? 'On the website' : 'Not on the website yet' }
}

/** The website places of a kind's pictures; only the website's own have any. */
const findWebsitePlaces = async (db: Database, kind: PictureKind): Promise<WebsitePlaces> =>
  kind === 'website' ? findPicturePlaces(db) : new Map()

/** The pictures of a kind that `where` selects, without the people in them and why they are hidden. */
async function selectPictures(db: Database, kind: PictureKind, where: RawBuilder<unknown>): Promise<FoundPicture[]> {
  const { columns, from } = pictureSources[kind]
  const { table, mark, by } = markedPictureColumns[kind]
  const lastMark = sql`(select max(who.id) from peopleInPictures as who
    where ${sql.ref(`who.${mark}`)} = ${sql.ref(`${table}.${by}`)})`
  const { rows } = await sql<FoundPicture>`select ${columns}, 1 + coalesce(${lastMark}, 0) as version
    from ${from} and ${where}`.execute(db)
  return rows
}

export async function findPicturesWithPlace(
  db: Database,
  tutor: Tutor,
  kind: PictureKind,
  where: RawBuilder<unknown>,
  onWebsite: WebsitePlaces,
): Promise<PictureWithPlace[]> {
  const rows = await selectPictures(db, kind, where)
  const marks = rows.map(({ mark }) => mark)
  const reasons = await findHiddenReasons(db, tutor, kind, marks)
  return Promise.all(
    rows.map(async ({ whoIsIn, mark, isPublic, ...row }) => ({
      kind,
      ...row,
      isPublic: isPublic === 1,
      ...(kind === 'website' && describeWebsitePlaces(onWebsite.get(String(mark)))),
      isMarked: whoIsIn !== 'unsaid',
      studentIds: await listPeopleInPicture(db, kind, mark),
      hiddenBecause: reasons[mark] ?? null,
    })),
  )
}

/** A picture as the API returns it. */
export const withoutPlace = ({ where: _, isPublic: __, ...picture }: PictureWithPlace): ConsentPicture => picture

/** The lists of pictures: no one has said who is in them, someone has, or they are hidden. */
export const pictureLists = ['unmarked', 'marked', 'hidden'] as const
export type PictureList = (typeof pictureLists)[number]

const getIdColumn = (kind: PictureKind) => sql.ref(`${markedPictureColumns[kind].table}.id`)

/** SQL condition: whether a picture is in a list. Hidden ones are found from the marks of people without a valid yes. */
function createListCondition(list: PictureList, kind: PictureKind): RawBuilder<boolean> {
  if (list !== 'hidden') return sql`whoIsIn = ${list === 'unmarked' ? 'unsaid' : 'said'}`
  const { table, mark, by } = markedPictureColumns[kind]
  return sql`${getIdColumn(kind)} in (
    select picture.id from ${sql.table(table)} as picture where whoIsIn = 'erased'
    union select picture.id from peopleInPictures as who
      join ${sql.table(table)} as picture on ${sql.ref(`picture.${by}`)} = ${sql.ref(`who.${mark}`)}
      where ${hasNoYes(sql.ref('who.userId'), photoUseByKind[kind])})`
}

async function countList(
  db: Database,
  list: PictureList,
  onWebsite: WebsitePlaces,
  countedKinds: readonly PictureKind[] = kinds,
) {
  const counts = countedKinds.map(async (kind) => {
    const counted = sql<{ found: number }>`select count(*) as found
      from ${pictureSources[kind].from} and ${createListedCondition(kind, onWebsite)} and ${createListCondition(list, kind)}`
    return (await counted.execute(db)).rows[0]!.found
  })
  return (await Promise.all(counts)).reduce((sum, found) => sum + found, 0)
}

export async function countPictures(db: Database, _tutor: Tutor): Promise<Record<PictureList, number>> {
  const onWebsite = await findPicturePlaces(db)
  const counts = pictureLists.map((list) => countList(db, list, onWebsite))
  const [unmarked = 0, marked = 0, hidden = 0] = await Promise.all(counts)
  return { unmarked, marked, hidden }
}

const PICTURES_PER_PAGE = 6

/** One page of a list of pictures: files first, then newsletters, then the website, each newest first. */
export async function paginatePictures(
  db: Database,
  tutor: Tutor,
  list: PictureList,
  requested: number,
): Promise<Page<PictureWithPlace>> {
  const onWebsite = await findPicturePlaces(db)
  const ids = kinds.map(async (kind) => {
    const query = sql<{ id: number }>`select ${getIdColumn(kind)} as id
      from ${pictureSources[kind].from} and ${createListedCondition(kind, onWebsite)} and ${createListCondition(list, kind)}`
    return (await query.execute(db)).rows.map(({ id }) => ({ kind, id }))
  })
  const all = (await Promise.all(ids)).flatMap((some) => some.sort((one, other) => other.id - one.id))
  const { start, ...place } = getPageBounds(all.length, requested, PICTURES_PER_PAGE)
  const shown = all.slice(start, start + PICTURES_PER_PAGE)
  const items = await Promise.all(
    shown.map(({ kind, id }) => findPicturesWithPlace(db, tutor, kind, sql`${getIdColumn(kind)} = ${id}`, onWebsite)),
  )
  return { ...place, items: items.flat() }
}

/** One page of all pictures, by kind, in the order that they were added. */
export async function listPictures(
  db: Database,
  tutor: Tutor,
  { limit, after }: CursorRequest,
): Promise<CursorPage<ConsentPicture>> {
  const items: PictureWithPlace[] = []
  const first = kinds.findIndex((kind) => kind === (after?.[0] ?? kinds[0]))
  for (const [index, kind] of kinds.slice(Math.max(first, 0)).entries()) {
    const from = index === 0 ? (after?.[1] ?? 0) : 0
    const rest = limit + 1 - items.length
    if (rest === 0) break
    const onWebsite = await findWebsitePlaces(db, kind)
    const condition = sql`${createListedCondition(kind, onWebsite)} and ${getIdColumn(kind)} > ${from} order by ${getIdColumn(kind)} limit ${rest}`
    items.push(...(await findPicturesWithPlace(db, tutor, kind, condition, onWebsite)))
  }
  const shown = items.slice(0, limit)
  const last = shown.at(-1)
  return { items: shown.map(withoutPlace), next: last && items.length > limit ? [last.kind, last.id] : undefined }
}

/** Finds any stored picture, even one that no list shows; null if there is none. */
export async function findConsentPicture(
  db: Database,
  tutor: Tutor,
  kind: PictureKind,
  id: number,
): Promise<PictureWithPlace | null> {
  return (
    (
      await findPicturesWithPlace(db, tutor, kind, sql`${getIdColumn(kind)} = ${id}`, await findWebsitePlaces(db, kind))
    )[0] ?? null
  )
}

export const logPicture = createActivityLogger('picture')

/** The pictures of the given kinds that name a person. */
async function listPicturesNaming(db: Database, userId: number, kindsToSearch: readonly PictureKind[]) {
  const found = kindsToSearch.map(async (kind) => {
    const { table, mark, by } = markedPictureColumns[kind]
    const namedPictures = sql`select ${sql.ref(mark)} from peopleInPictures where userId = ${userId}`
    const rows = await selectPictures(db, kind, sql`${sql.ref(`${table}.${by}`)} in (${namedPictures})`)
    // Reading the website's text is the slowest part.
    const onWebsite = rows.length > 0 ? await findWebsitePlaces(db, kind) : undefined
    return rows.map(({ mark, isPublic, ...row }) => ({
      kind,
      ...row,
      isPublic: isPublic === 1,
      ...describeWebsitePlaces(onWebsite?.get(String(mark))),
    }))
  })
  return (await Promise.all(found)).flat()
}

/** The pictures that name a person, for an export of their data. */
export async function listPicturesOfPerson(
  db: Database,
  userId: number,
): Promise<Pick<ConsentPicture, 'kind' | 'title' | 'at'>[]> {
  return (await listPicturesNaming(db, userId, kinds)).map(({ kind, title, at }) => ({ kind, title, at }))
}

/**
 * How many pictures that others can see for a use name a student, for that student or a tutor; always 0 for print, which shows nothing
 * here. Throws Refused, notFound, for anyone else.
 */
export async function countPicturesOfStudent(
  db: Database,
  reader: Account,
  studentId: number,
  use: PhotoUse,
): Promise<number> {
  requireOwnOrTutor(reader, studentId)
  const named = (await listPicturesNaming(db, studentId, getKindsOfUse(use))).filter(({ isPublic }) => isPublic).length
  return named + (use === 'website' ? await countPublicSteps(db, studentId) : 0)
}

/** How many photos of public guides, which need a yes to the website too, name a student. */
async function countPublicSteps(db: Database, userId: number): Promise<number> {
  const counted = sql<{ found: number }>`select count(*) as found from peopleInPictures as who
    join stepPhotos on stepPhotos.id = who.stepPhotoId join guideSteps on guideSteps.id = stepPhotos.stepId
    join guides on guides.id = guideSteps.guideId where guides.isPublic = 1 and who.userId = ${userId}`
  return (await counted.execute(db)).rows[0]!.found
}

/** How many pictures of each use have no names yet, for a tutor. */
export async function countUnnamed(db: Database, _tutor: Tutor): Promise<Record<PhotoUse, number>> {
  const onWebsite = await findPicturePlaces(db)
  const counts = photoUses.map(async (use) => [use, await countUnnamedOfUse(db, onWebsite, use)] as const)
  return Object.fromEntries(await Promise.all(counts)) as Record<PhotoUse, number>
}

/** Whether pictures of a use have no names yet, for a student who withdraws their yes to it. */
export const hasUnnamed = async (db: Database, _student: Account, use: PhotoUse): Promise<boolean> =>
  (await countUnnamedOfUse(db, await findPicturePlaces(db), use)) > 0

const countUnnamedOfUse = (db: Database, onWebsite: Awaited<ReturnType<typeof findPicturePlaces>>, use: PhotoUse) =>
  countList(db, 'unmarked', onWebsite, getKindsOfUse(use))

const getKindsOfUse = (use: PhotoUse) => kinds.filter((kind) => photoUseByKind[kind] === use)
