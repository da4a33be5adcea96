import { type RawBuilder, sql } from 'kysely'
import { z } from 'zod'
import { type ActivitySymbolName, activitySymbols } from '~/content/activity-symbols'
import type { Account, Tutor } from '~/domain/accounts/account'
import type { Change, FieldDescriptions } from '~/domain/change.server'
import { isPictureHidden, requireYes } from '~/domain/consent/visibility.server'
import type { SmallWidth } from '~/domain/files/kinds'
import type { UploadNote } from '~/domain/files/notes'
import { eraseWithFiles } from '~/domain/files/store.server'
import {
  deletePhotos,
  hasSecretAddress,
  openPhoto,
  type PhotoChange,
  saveWithPhoto,
} from '~/domain/files/uploads.server'
import { defineRecordSchema, ownAddress, recordId, recordVersion } from '~/domain/record'
import { createRepository } from '~/domain/records.server'
import { orNotFound, Refused } from '~/domain/refused'
import { paths } from '~/paths'
import type { Database, Row } from '~db/schema'
import { MAX_STEPS } from './limits'
import { type NewStep, newStep, TOO_MANY_STEPS } from './schema'

export interface Step {
  id: number
  guideId: number
  position: number
  sentence: string
  symbol: ActivitySymbolName | null
  /** The address of its photo, shown instead of the symbol. */
  photo: string | null
  version: number
}

const symbol = z.enum(Object.keys(activitySymbols) as [ActivitySymbolName, ...ActivitySymbolName[]])

export const stepRecord = defineRecordSchema<Step>()('GuideStep', 'One step of a guide: a picture and a sentence.', {
  id: [recordId, 8],
  guideId: [recordId, 3],
  position: [z.int().positive().describe('Its place, from 1.'), 1],
  sentence: [z.string(), 'Fill the kettle.'],
  symbol: [symbol.nullable(), 'tea-break'],
  photo: [ownAddress.nullable().describe('The photo that is shown instead of the symbol.'), null],
  version: [recordVersion, 1],
})

const toStep = ({ photoId, secret, symbol, ...step }: StepRow): Step => ({
  ...step,
  symbol: symbol as ActivitySymbolName | null,
  photo: photoId && secret ? paths.files.step(photoId, secret) : null,
})
type StepRow = Row<'guideSteps'> & { photoId: number | null; secret: string | null }

/** The use of photos whose yes a reader's pages need; 'all' for tutors. */
type Audience = 'gallery' | 'website' | 'all'

/** Steps in order, with the photos that the audience may see. */
function selectSteps(db: Database, audience: Audience = 'all') {
  const hidden = audience === 'all' ? sql<boolean>`false` : isPictureHidden('step', audience)
  return db
    .selectFrom('guideSteps')
    .leftJoin('stepPhotos', (join) => join.onRef('stepId', '=', 'guideSteps.id').on(sql<boolean>`not ${hidden}`))
    .selectAll('guideSteps')
    .select(['stepPhotos.id as photoId', 'secret'])
    .orderBy('guideId')
    .orderBy('position')
    .orderBy('guideSteps.id')
}

export async function listSteps(db: Database, guideIds: readonly number[], audience: Audience): Promise<Step[]> {
  if (guideIds.length === 0) return []
  return (await selectSteps(db, audience).where('guideId', 'in', guideIds).execute()).map(toStep)
}

/** A step, for a tutor. */
export const findStep = (db: Database, _tutor: Tutor, id: number): Promise<Step | null> => findById(db, id)

async function findById(db: Database, id: number): Promise<Step | null> {
  const row = await selectSteps(db).where('guideSteps.id', '=', id).executeTakeFirst()
  return row ? toStep(row) : null
}

export const describeStep: FieldDescriptions<Pick<NewStep, 'sentence' | 'symbol'>> = [
  { label: 'What to do', getText: ({ sentence }) => sentence },
  { label: 'Symbol', getText: ({ symbol }) => symbol && activitySymbols[symbol] },
]

const stepRecords = createRepository('guideSteps', {
  noun: 'step',
  rules: newStep,
  labels: describeStep,
  getTitle: ({ sentence }: Step) => sentence,
  toRecord: (row: Row<'guideSteps'>) => toStep({ ...row, photoId: null, secret: null }),
  toRow: ({ guideId, sentence, symbol }) => ({ guideId, sentence, symbol }),
  getInitialColumns: () => ({ position: 0 }),
  requireValid: async (db, { guideId }) => {
    const guide = db.selectFrom('guides').select('id').where('id', '=', guideId)
    if (!(await guide.executeTakeFirst()))
      throw new Refused('invalid', 'These steps have been deleted.', { field: 'guideId' })
  },
  writeRelated: async (db, id, step) => {
    await placeStep(db, id, step)
    await requireYesOfGuide(db, step.guideId, 'photo')
  },
  find: findById,
})

/** Gives the steps of a guide their places, with the step `id` at `position`. Throws Refused, invalid, for too many. */
async function placeStep(db: Database, id: number, { guideId, position }: NewStep): Promise<void> {
  const steps = db.selectFrom('guideSteps').select('id').where('guideId', '=', guideId).where('id', '<>', id)
  const others = (await steps.orderBy('position').orderBy('id').execute()).map((step) => step.id)
  if (others.length >= MAX_STEPS) throw new Refused('invalid', TOO_MANY_STEPS, { field: 'sentence' })
  const placed = others.toSpliced((position ?? MAX_STEPS) - 1, 0, id)
  for (const [index, step] of placed.entries())
    await db
      .updateTable('guideSteps')
      .set({ position: index + 1 })
      .where('id', '=', step)
      .execute()
}

/** Throws Refused, invalid, if the guide is public and someone in its photos has no yes to the website. */
export async function requireYesOfGuide(db: Database, guideId: number, field: string): Promise<void> {
  const people = db
    .selectFrom('peopleInPictures as who')
    .innerJoin('stepPhotos', 'stepPhotos.id', 'stepPhotoId')
    .innerJoin('guideSteps', 'guideSteps.id', 'stepId')
    .innerJoin('guides', 'guides.id', 'guideId')
    .select('who.userId')
    .distinct()
  const marked = await people.where('guides.id', '=', guideId).where('isPublic', '=', 1).execute()
  const ids = marked.map(({ userId }) => userId)
  await requireYes(db, ids, 'website', { field })
}

export function addStep(
  db: Database,
  uploads: string,
  tutor: Tutor,
  step: NewStep,
  photo: PhotoChange = {},
): Promise<Step & UploadNote> {
  return saveWithPhoto(db, uploads, photo, async (change, writePhoto) => {
    const { id, guideId } = await stepRecords.add(change, tutor, step)
    await writePhoto({ table: 'stepPhotos', stepId: id })
    await requireYesOfGuide(change, guideId, 'inPicture')
    return orNotFound(await findById(change, id))
  })
}

export async function changeStep(
  db: Database,
  uploads: string,
  tutor: Tutor,
  id: number,
  change: Change<NewStep>,
  photo: PhotoChange = {},
): Promise<Step & UploadNote> {
  return saveWithPhoto(db, uploads, photo, async (transaction, writePhoto) => {
    const { guideId } = await stepRecords.change(transaction, tutor, id, change)
    await writePhoto({ table: 'stepPhotos', stepId: id })
    await requireYesOfGuide(transaction, guideId, 'inPicture')
    return orNotFound(await findById(transaction, id))
  })
}

/** Deletes a step and its photo for good. Returns the deleted step. Throws Refused, notFound. */
export async function removeStep(db: Database, uploads: string, tutor: Tutor, id: number): Promise<Step> {
  return eraseWithFiles(db, uploads, async (change, discardLater) => {
    const { guideId } = orNotFound(await findById(change, id))
    discardLater(await deletePhotos(change, { table: 'stepPhotos', stepId: id }))
    const step = await stepRecords.remove(change, tutor, id)
    await renumberSteps(change, guideId)
    return step
  })
}

async function renumberSteps(db: Database, guideId: number): Promise<void> {
  const [first] = await db
    .selectFrom('guideSteps')
    .selectAll()
    .where('guideId', '=', guideId)
    .orderBy('position')
    .execute()
  if (first) await placeStep(db, first.id, { ...first, symbol: null, position: 1 })
}

/**
 * Opens a step's photo by its address, or returns null: for tutors, for students with the guide and, if the guide is public, for
 * anyone, unless a person in it has not said yes. The caller closes it.
 */
export async function openStepPhoto(
  db: Database,
  uploads: string,
  address: string,
  { user, width }: { user: Account | null; width?: SmallWidth },
) {
  const isPublic = sql<boolean>`(isPublic = 1 and not ${isPictureHidden('step', 'website')})`
  const isOwn = user ? sql<boolean>`(${isGivenTo(user)} and not ${isPictureHidden('step', 'gallery')})` : sql`false`
  const photo = db
    .selectFrom('stepPhotos')
    .innerJoin('guideSteps', 'guideSteps.id', 'stepId')
    .innerJoin('guides', 'guides.id', 'guideId')
    .select(['stepPhotos.storageKey', 'stepPhotos.fileType', 'stepPhotos.size'])
    .where(hasSecretAddress('stepPhotos', address))
    .$if(user?.role !== 'tutor', (all) => all.where(sql<boolean>`(${isPublic} or ${isOwn})`))
  return openPhoto(uploads, photo, width)
}

/** SQL condition, in a query of guides: whether `user` may see the guide in the portal. Students see none without steps. */
export const isGivenTo = (user: Pick<Account, 'id' | 'role'>): RawBuilder<boolean> =>
  user.role === 'tutor'
    ? sql`true`
    : sql`((guides.isForAll = 1 or exists (select 1 from guideStudents as given
        where given.guideId = guides.id and given.userId = ${user.id}))
        and exists (select 1 from guideSteps as steps where steps.guideId = guides.id))`

/** The ids of these guides that `user` may see. */
export async function findGivenGuides(
  db: Database,
  user: Pick<Account, 'id' | 'role'>,
  ids: readonly number[],
): Promise<Set<number>> {
  if (ids.length === 0) return new Set()
  const guides = db.selectFrom('guides').select('id').where('id', 'in', ids).where(isGivenTo(user))
  return new Set((await guides.execute()).map(({ id }) => id))
}
