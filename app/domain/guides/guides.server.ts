import { sql } from 'kysely'
import { z } from 'zod'
import type { Account, Tutor } from '~/domain/accounts/account'
import { requireStudentIds } from '~/domain/accounts/accounts.server'
import { type DiscardLater, eraseWithFiles } from '~/domain/files/store.server'
import {
  type CursorPage,
  type CursorRequest,
  NEWEST_FIRST,
  type Page,
  paginate,
  readCursorPage,
} from '~/domain/page.server'
import { defineRecordSchema, moment, recordId, recordVersion } from '~/domain/record'
import { createRepository } from '~/domain/records.server'
import { orNotFound } from '~/domain/refused'
import { writeInBackground } from '~/domain/storage.server'
import { createSecret } from '~/signing.server'
import { compileRead } from '~db/open'
import type { Bit, Database, Row } from '~db/schema'
import { NO_GUIDE_STUDENT, newGuide } from './schema'
import { isGivenTo, listSteps, requireYesOfGuide, type Step, stepRecord } from './steps.server'

/** A guide; an empty `studentIds` is for all students. A student sees only their own id in it. */
export interface Guide {
  id: number
  title: string
  isPublic: boolean
  studentIds: number[]
  steps: Step[]
  createdAt: string
  version: number
}

export const guideRecord = defineRecordSchema<Guide>()('Guide', 'How to do a thing, step by step.', {
  id: [recordId, 3],
  title: [z.string(), 'Make tea'],
  isPublic: [z.boolean().describe('Whether anyone with its code can open it.'), false],
  studentIds: [
    z.array(recordId).describe('Whose it is; without any it is for all students. A student gets only their own id.'),
    [],
  ],
  steps: [
    z.array(stepRecord),
    [
      {
        id: 8,
        guideId: 3,
        position: 1,
        sentence: 'Fill the kettle.',
        symbol: 'tea-break' as const,
        photo: null,
        version: 1,
      },
    ],
  ],
  createdAt: [moment, '2026-12-01T09:20:00.000Z'],
  version: [recordVersion, 1],
})

type GuideRow = Row<'guides'> & { studentIds: string }

const toGuide = ({ isForAll: _, token: __, isPublic, studentIds, ...guide }: GuideRow): Omit<Guide, 'steps'> => ({
  ...guide,
  isPublic: isPublic === 1,
  studentIds: JSON.parse(studentIds),
})

/** The guides that `user` may see; all without a user. */
function selectGuides(db: Database, user?: Pick<Account, 'id' | 'role'>) {
  const isOwn = user?.role === 'student' ? sql`and userId = ${user.id}` : sql``
  const students = sql<string>`(select json_group_array(userId order by userId) from guideStudents
    where guideId = guides.id ${isOwn})`
  const guides = db.selectFrom('guides').selectAll('guides').select(students.as('studentIds'))
  return user ? guides.where(isGivenTo(user)) : guides
}

const getAudience = (user?: Pick<Account, 'role'>) => (user?.role === 'student' ? 'gallery' : 'all')

async function withSteps(db: Database, rows: GuideRow[], user?: Pick<Account, 'role'>): Promise<Guide[]> {
  const ids = rows.map(({ id }) => id)
  const steps = Map.groupBy(await listSteps(db, ids, getAudience(user)), ({ guideId }) => guideId)
  return rows.map((row) => ({ ...toGuide(row), steps: steps.get(row.id) ?? [] }))
}

/** Returns the guide `id`, or null if it does not exist or `user` may not see it. */
export async function findGuide(db: Database, user: Account, id: number): Promise<Guide | null> {
  const rows = await selectGuides(db, user).where('guides.id', '=', id).execute()
  return (await withSteps(db, rows, user))[0] ?? null
}

/** Finds a public guide by the token of its address. */
export async function findPublicGuide(db: Database, token: string): Promise<Pick<Guide, 'title' | 'steps'> | null> {
  const guide = db.selectFrom('guides').select(['id', 'title']).where('token', '=', token).where('isPublic', '=', 1)
  const found = await guide.executeTakeFirst()
  if (!found) return null
  const steps = await listSteps(db, [found.id], 'website')
  return steps.length > 0 ? { title: found.title, steps } : null
}

/** The secret of a public guide's address; null for one that is not public. */
export async function findGuideToken(db: Database, _tutor: Tutor, id: number): Promise<string | null> {
  const guide = db.selectFrom('guides').select('token').where('id', '=', id).where('isPublic', '=', 1)
  return (await guide.executeTakeFirst())?.token ?? null
}

const guideRecords = createRepository('guides', {
  noun: 'steps',
  rules: newGuide,
  labels: [
    { label: 'Title', getText: ({ title }) => title },
    { label: 'Students', getText: ({ studentIds }) => studentIds.join(', ') },
    { label: 'Anyone with the code may open it', getText: ({ isPublic }) => (isPublic ? 'Yes' : 'No') },
  ],
  getTitle: ({ title }: Guide) => title,
  getStudentId: ({ studentIds }: Guide) => (studentIds.length === 1 ? (studentIds[0] ?? null) : null),
  toRecord: (row: Row<'guides'>): Guide => ({ ...toGuide({ ...row, studentIds: '[]' }), steps: [] }),
  toRow: ({ title, isPublic, studentIds }) => ({
    title,
    isPublic: Number(isPublic) as Bit,
    isForAll: (studentIds.length === 0 ? 1 : 0) as Bit,
  }),
  getInitialColumns: () => ({ createdAt: new Date().toISOString(), token: createSecret() }),
  writeRelated: async (db, id, { studentIds }) => {
    await requireStudentIds(db, studentIds, { field: 'studentIds', message: NO_GUIDE_STUDENT })
    await db.deleteFrom('guideStudents').where('guideId', '=', id).execute()
    const rows = studentIds.map((userId) => ({ userId, guideId: id }))
    if (rows.length > 0) await db.insertInto('guideStudents').values(rows).execute()
    await requireYesOfGuide(db, id, 'isPublic')
  },
  find: async (db, id) =>
    (await withSteps(db, await selectGuides(db).where('guides.id', '=', id).execute()))[0] ?? null,
})

export const { add: addGuide, change: changeGuide, descriptions: describeGuide } = guideRecords

/** Deletes a guide with its steps and photos for good. Returns the deleted guide. Throws Refused, notFound. */
export async function removeGuide(db: Database, uploads: string, tutor: Tutor, id: number): Promise<Guide> {
  return eraseWithFiles(db, uploads, async (change, discardLater) => {
    discardLater(await listStoredPhotos(change, [id]))
    return guideRecords.remove(change, tutor, id)
  })
}

function listStoredPhotos(db: Database, guideIds: readonly number[]): Promise<{ storageKey: string }[]> {
  const photos = db.selectFrom('stepPhotos').innerJoin('guideSteps', 'guideSteps.id', 'stepId').select('storageKey')
  return photos.where('guideId', 'in', guideIds).execute()
}

const GUIDES_A_PAGE = 8

/** One page of the guides that `user` may see, newest first. */
export async function paginateGuides(db: Database, user: Account, page: number): Promise<Page<Guide>> {
  const newestFirst = selectGuides(db, user).orderBy('guides.id', 'desc')
  const { items, ...place } = await paginate(newestFirst, page, { perPage: GUIDES_A_PAGE })
  return { ...place, items: await withSteps(db, items, user) }
}

/** The titles of the guides that `user` may see, by title, at most `limit`. */
export function listGuideTitles(db: Database, user: Account, limit = 200): Promise<{ id: number; title: string }[]> {
  return user.role === 'student' ? readTitles(db, user.id, limit) : selectTitles(db, user, limit).execute()
}
const readTitles = compileRead((db, id: number, limit: number) => selectTitles(db, { id, role: 'student' }, limit))

const selectTitles = (db: Database, user: Pick<Account, 'id' | 'role'>, limit: number) =>
  db.selectFrom('guides').select(['id', 'title']).where(isGivenTo(user)).orderBy('title').orderBy('id').limit(limit)

/** One batch of the guides that `user` may see, newest first. */
export async function listGuides(db: Database, user: Account, requested?: CursorRequest): Promise<CursorPage<Guide>> {
  const { items, ...rest } = await readCursorPage(selectGuides(db, user), requested, NEWEST_FIRST)
  return { ...rest, items: await withSteps(db, items, user) }
}

/** The step, from 1, that a student saw last; null if they have not begun, or are done. */
export async function findProgress(db: Database, { id: userId }: Account, guideId: number): Promise<number | null> {
  const progress = db.selectFrom('guideProgress').select('step').where('userId', '=', userId)
  return (await progress.where('guideId', '=', guideId).executeTakeFirst())?.step ?? null
}

/** Remembers the step, from 1, that a student sees; null once they are done. Tutors have no progress. */
export async function recordProgress(db: Database, user: Account, guideId: number, step: number | null): Promise<void> {
  if (user.role !== 'student' || (await findProgress(db, user, guideId)) === step) return
  const own = { userId: user.id, guideId }
  const write =
    step === null
      ? db.deleteFrom('guideProgress').where('userId', '=', user.id).where('guideId', '=', guideId).execute()
      : db
          .replaceInto('guideProgress')
          .values({ ...own, step, seenAt: new Date().toISOString() })
          .execute()
  await writeInBackground('the last step that a student saw', write)
}

/** Removes guides that were only for erased people, with their photos, in the erasure's transaction. */
export async function removeGuidesForErased(db: Database, discardLater: DiscardLater): Promise<void> {
  const assigned = db.selectFrom('guideStudents').select('guideId')
  const unassigned = db.selectFrom('guides').select('id').where('isForAll', '=', 0).where('id', 'not in', assigned)
  const ids = (await unassigned.execute()).map(({ id }) => id)
  discardLater(await listStoredPhotos(db, ids))
  await db.deleteFrom('guides').where('id', 'in', ids).execute()
}

/** The guides for a student and not for all, with their sentences, and where the student was, for the export of their data. */
export async function listGuidesOfStudent(db: Database, userId: number) {
  const own = db.selectFrom('guideStudents').innerJoin('guides', 'guides.id', 'guideId').where('userId', '=', userId)
  const guides = await own.select(['guides.id', 'title']).orderBy('guides.id').execute()
  const ids = guides.map(({ id }) => id)
  const steps = await listSteps(db, ids, 'all')
  const progress = db.selectFrom('guideProgress').innerJoin('guides', 'guides.id', 'guideId')
  return {
    given: guides.map(({ id, title }) => ({
      title,
      steps: steps.filter(({ guideId }) => guideId === id).map(({ sentence }) => sentence),
    })),
    seen: await progress.where('userId', '=', userId).select(['title', 'step', 'seenAt']).execute(),
  }
}

/** The steps of `guide`, and whether photos of theirs are hidden from students or the public page, for tutors. */
export async function findGuideForTutor(db: Database, tutor: Tutor, id: number) {
  const guide = orNotFound(await findGuide(db, tutor, id))
  const [inPortal, inPublic] = [await listSteps(db, [id], 'gallery'), await listSteps(db, [id], 'website')]
  const isHidden = (step: Step, shown: Step[]) => step.photo !== null && !shown.find((one) => one.id === step.id)?.photo
  const steps = guide.steps.map((step) => ({
    ...step,
    isHidden: isHidden(step, inPortal),
    isHiddenFromPublic: guide.isPublic && isHidden(step, inPublic),
  }))
  return { ...guide, steps }
}
