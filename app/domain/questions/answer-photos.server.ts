import { type RawBuilder, sql } from 'kysely'
import type { Account, Tutor } from '~/domain/accounts/account'
import { createActivityLogger } from '~/domain/activity/activity.server'
import type { PictureStudents } from '~/domain/consent/schema'
import { findHiddenReasons, isPictureVisible } from '~/domain/consent/visibility.server'
import { formatIsoDay, getToday } from '~/domain/events/days'
import type { SmallWidth } from '~/domain/files/kinds'
import type { UploadNote } from '~/domain/files/notes'
import { type DiscardLater, eraseWithFiles } from '~/domain/files/store.server'
import { deletePhotos, hasSecretAddress, openPhoto, saveWithPhoto } from '~/domain/files/uploads.server'
import { orNotFound, Refused } from '~/domain/refused'
import { paths } from '~/paths'
import type { Database, Row } from '~db/schema'
import type { AnswerSymbol } from './answer-symbols'

/** SQL condition, in a query of questions: whether a student can answer the question now. */
export function isOpenTo({ id }: Pick<Account, 'id'>, day = formatIsoDay(getToday())): RawBuilder<boolean> {
  return sql`(questions.until >= ${day} and (questions.isForAll = 1 or questions.id in (
    select asked.questionId from questionStudents as asked where asked.userId = ${id})))`
}

const logQuestion = createActivityLogger('question')

interface AnswerWords {
  words: string
}

/** A photo for an answer, by the answer's index, with who is in it. */
interface NewAnswerPhoto extends PictureStudents {
  answer: number
  photo: File
}

/** Finds a question with the words of its answers. Throws Refused, notFound; and invalid if it has no such answer. */
async function requireAnswer(db: Database, id: number, answer: number): Promise<{ question: string }> {
  const row = db.selectFrom('questions').select(['question', 'answers']).where('id', '=', id)
  const { question, answers } = orNotFound(await row.executeTakeFirst())
  if ((JSON.parse(answers) as AnswerWords[])[answer]) return { question }
  throw new Refused('invalid', 'Please choose one of the answers.', { field: 'answer' })
}

/**
 * Gives an answer its photo; it replaces an earlier one. Throws Refused, invalid, if someone in it has not said yes, and what inspect
 * throws.
 */
export async function addAnswerPhoto(
  db: Database,
  uploads: string,
  tutor: Tutor,
  questionId: number,
  { answer, ...photo }: NewAnswerPhoto,
): Promise<UploadNote> {
  await requireAnswer(db, questionId, answer)
  return saveWithPhoto(db, uploads, photo, async (change, writePhoto) => {
    const { question } = await requireAnswer(change, questionId, answer)
    await writePhoto({ table: 'answerPhotos', questionId, answer })
    await logQuestion(change, tutor, 'changed', { id: questionId, title: question })
    return {}
  })
}

/** Deletes an answer's photo for good; its words and symbol stay. Throws Refused, notFound. */
export async function removeAnswerPhoto(
  db: Database,
  uploads: string,
  tutor: Tutor,
  questionId: number,
  answer: number,
): Promise<void> {
  await eraseWithFiles(db, uploads, async (change, discardLater) => {
    const { question } = await requireAnswer(change, questionId, answer)
    const removed = await deletePhotos(change, { table: 'answerPhotos', questionId, answer })
    discardLater([orNotFound(removed[0])])
    await logQuestion(change, tutor, 'changed', { id: questionId, title: question })
    return true
  })
}

/** The place of an answer's photo after a change: where its words are, or where new words replace them. Null if it has none. */
function findNewPlace(index: number, before: readonly AnswerWords[], after: readonly AnswerWords[]): number | null {
  const words = before[index]?.words
  const moved = after.findIndex((one) => one.words === words)
  if (moved >= 0) return moved
  const replacement = after[index]
  return replacement && !before.some((one) => one.words === replacement.words) ? index : null
}

/** Moves a changed question's photos with their answers, in its transaction, and deletes those whose answers are gone. */
export async function moveAnswerPhotos(
  change: Database,
  questionId: number,
  { before = [], after }: { before?: readonly AnswerWords[]; after: readonly AnswerWords[] },
  discardLater: DiscardLater,
): Promise<void> {
  const ofQuestion = change.selectFrom('answerPhotos').select(['id', 'answer']).where('questionId', '=', questionId)
  const photos = await ofQuestion.execute()
  const update = (id: number, answer: number) => change.updateTable('answerPhotos').set({ answer }).where('id', '=', id)
  // First to negative places, which no photo has.
  for (const { id, answer } of photos) await update(id, -1 - answer).execute()
  for (const { id, answer } of photos) {
    const place = findNewPlace(answer, before, after)
    if (place === null)
      discardLater(await deletePhotos(change, { table: 'answerPhotos', questionId, answer: -1 - answer }))
    else await update(id, place).execute()
  }
}

/** The photos of a question's answers, with why students don't see them, for tutors. */
export async function listAnswerPhotos(db: Database, tutor: Tutor, questionId: number) {
  const photos = db.selectFrom('answerPhotos').select(['id', 'answer']).where('questionId', '=', questionId)
  const found = await photos.orderBy('answer').execute()
  const ids = found.map(({ id }) => id)
  const reasons = await findHiddenReasons(db, tutor, 'answer', ids)
  return found.map((photo) => ({ ...photo, hiddenBecause: reasons[photo.id] ?? null }))
}

/**
 * Opens an answer's photo by its address, or returns null: for tutors, and for students who can answer the question, unless a
 * person in it has not said yes. The caller closes it.
 */
export async function openAnswerPhoto(
  db: Database,
  uploads: string,
  address: string,
  { user, width }: { user: Account; width?: SmallWidth },
) {
  const isShown = sql<boolean>`(${isOpenTo(user)} and ${isPictureVisible('answer')})`
  const photo = db
    .selectFrom('answerPhotos')
    .innerJoin('questions', 'questions.id', 'questionId')
    .select(['storageKey', 'fileType', 'size'])
    .where(hasSecretAddress('answerPhotos', address))
    .$if(user.role !== 'tutor', (all) => all.where(isShown))
  return openPhoto(uploads, photo, width)
}

export interface AnswerChoice {
  words: string
  symbol: AnswerSymbol | null
  /** The address of its photo, shown instead of the symbol. */
  photo: string | null
}

/** The texts of lists in JSON, with the photos that the reader may see. */
export type QuestionLists = Record<'answers' | 'photos', string>

type AnswerPhoto = Pick<Row<'answerPhotos'>, 'id' | 'answer' | 'secret'>

/** A question's answers, with their photos. */
export const toAnswers = ({ answers, photos }: QuestionLists): AnswerChoice[] => {
  const known = new Map((JSON.parse(photos) as AnswerPhoto[]).map((one) => [one.answer, one]))
  const getPhoto = (index: number) => {
    const { id, secret } = known.get(index) ?? {}
    return id && secret ? paths.files.answer(id, secret) : null
  }
  return (JSON.parse(answers) as AnswerChoice[]).map((one, index) => ({ ...one, photo: getPhoto(index) }))
}

/** SQL: a question's photos in JSON; students get those without a missing yes. */
export const selectPhotos = (isShown: RawBuilder<boolean> = sql`true`) => sql<string>`(select json_group_array(
  json_object('id', id, 'answer', answer, 'secret', secret)) from answerPhotos
  where questionId = questions.id and ${isShown})`
