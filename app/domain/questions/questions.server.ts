import { sql } from 'kysely'
import { z } from 'zod'
import type { Account, Tutor } from '~/domain/accounts/account'
import { requireStudentIds } from '~/domain/accounts/accounts.server'
import { logRepeatable } from '~/domain/activity/activity.server'
import type { Change } from '~/domain/change.server'
import { isPictureVisible } from '~/domain/consent/visibility.server'
import { formatIsoDay, getToday } from '~/domain/events/days'
import { type DiscardLater, discardFilesAfter, eraseWithFiles } from '~/domain/files/store.server'
import { countChange, uncountChange } from '~/domain/limits/limits.server'
import {
  type CursorPage,
  type CursorRequest,
  mapPage,
  NEWEST_FIRST,
  type Page,
  paginate,
  readRecordPage,
} from '~/domain/page.server'
import { defineRecordSchema, moment, ownAddress, recordId, recordVersion, sharedFields } from '~/domain/record'
import { createRepository } from '~/domain/records.server'
import { orNotFound, Refused } from '~/domain/refused'
import { paths } from '~/paths'
import type { Centre } from '~/settings.server'
import { compileRead } from '~db/open'
import type { Bit, Database, Row } from '~db/schema'
import {
  type AnswerChoice,
  isOpenTo,
  moveAnswerPhotos,
  type QuestionLists,
  selectPhotos,
  toAnswers,
} from './answer-photos.server'
import { type AnswerSymbol, answerSymbols } from './answer-symbols'
import { type NewQuestion, NO_ASKED_STUDENT, newQuestion } from './schema'

interface StudentAnswer {
  studentId: number
  answer: number
  answeredAt: string
}

/** A recorded answer, with the address of its sound. */
interface SpokenAnswer {
  studentId: number
  url: string
  /** How long it is; null if its format does not say so. */
  seconds: number | null
  recordedAt: string
}

/** A question as tutors see it; an empty `studentIds` asks all students. */
export type Question = Pick<Row<'questions'>, 'id' | 'question' | 'until' | 'createdAt' | 'version'> & {
  answers: AnswerChoice[]
  allowsVoice: boolean
  studentIds: number[]
  said: StudentAnswer[]
  spoken: SpokenAnswer[]
}

/** A question as a student sees it, without anything about others. */
export type OwnQuestion = Pick<Question, 'id' | 'question' | 'answers' | 'until' | 'allowsVoice'> & {
  /** Index of the student's own answer; null if not answered. */
  answer: number | null
  /** The address of the student's own recorded answer; null without one. */
  voice: string | null
}

type QuestionRow = Row<'questions'> & QuestionLists & Record<'studentIds' | 'said' | 'spoken', string>

const toQuestion = ({
  isForAll: _,
  answers,
  photos,
  studentIds,
  said,
  spoken,
  ...question
}: QuestionRow): Question => ({
  ...question,
  allowsVoice: question.allowsVoice === 1,
  answers: toAnswers({ answers, photos }),
  studentIds: JSON.parse(studentIds),
  said: JSON.parse(said),
  spoken: (JSON.parse(spoken) as (SpokenAnswer & { id: number })[]).map(({ id, ...one }) => ({
    ...one,
    url: paths.files.voice(id),
  })),
})

function selectQuestions(db: Database) {
  const students = sql<string>`(select json_group_array(userId order by userId) from questionStudents
    where questionId = questions.id)`
  const said = sql<string>`(select json_group_array(
    json_object('studentId', userId, 'answer', answer, 'answeredAt', answeredAt) order by userId) from questionAnswers
    where questionId = questions.id)`
  const spoken = sql<string>`(select json_group_array(
    json_object('id', id, 'studentId', userId, 'seconds', seconds, 'recordedAt', recordedAt) order by userId)
    from spokenAnswers where questionId = questions.id)`
  const questions = db.selectFrom('questions').selectAll('questions')
  return questions.select([
    students.as('studentIds'),
    said.as('said'),
    spoken.as('spoken'),
    selectPhotos().as('photos'),
  ])
}

const formatAnswers = (answers: NewQuestion['answers']) =>
  JSON.stringify(answers.map(({ words, symbol }) => ({ words, symbol })))

const ALREADY_ANSWERED =
  'A student has already answered. You can change the last day and who is asked, or ask a new question.'

/** Throws Refused, conflict, if the text changed after a student answered it. */
function requireSameWords(before: Question, after: { question: string; answers: string }): void {
  const isSame = before.question === after.question && formatAnswers(before.answers) === after.answers
  if (before.said.length > 0 && !isSame) throw new Refused('conflict', ALREADY_ANSWERED)
}

const questionRecords = createRepository('questions', {
  noun: 'question',
  rules: newQuestion,
  labels: [
    { label: 'Question', getText: ({ question }) => question },
    { label: 'Answers', getText: ({ answers }) => answers.map(({ words }) => words).join(', ') },
    { label: 'Students', getText: ({ studentIds }) => studentIds.join(', ') },
    { label: 'Until', getText: ({ until }) => until },
    { label: 'Students may answer by voice', getText: ({ allowsVoice }) => (allowsVoice ? 'Yes' : 'No') },
  ],
  getTitle: ({ question }: Question) => question,
  getStudentId: ({ studentIds }: Question) => (studentIds.length === 1 ? (studentIds[0] ?? null) : null),
  toRecord: (row: Row<'questions'>) => toQuestion({ ...row, studentIds: '[]', said: '[]', spoken: '[]', photos: '[]' }),
  toRow: ({ question, answers, studentIds, until, allowsVoice }, before?: Question) => {
    const words = { question, answers: formatAnswers(answers) }
    if (before) requireSameWords(before, words)
    return {
      ...words,
      until,
      isForAll: (studentIds.length === 0 ? 1 : 0) as Bit,
      allowsVoice: Number(allowsVoice) as Bit,
    }
  },
  getInitialColumns: () => ({ createdAt: new Date().toISOString() }),
  writeRelated: async (db, id, { studentIds }) => {
    await requireStudentIds(db, studentIds, { field: 'studentIds', message: NO_ASKED_STUDENT })
    await db.deleteFrom('questionStudents').where('questionId', '=', id).execute()
    const rows = studentIds.map((userId) => ({ userId, questionId: id }))
    if (rows.length > 0) await db.insertInto('questionStudents').values(rows).execute()
  },
  find: async (db, id) => {
    const row = await selectQuestions(db).where('questions.id', '=', id).executeTakeFirst()
    return row ? toQuestion(row) : null
  },
})

export const { find: findQuestion, add: addQuestion, descriptions: describeQuestion } = questionRecords

/** Changes a question. Photos follow the words of their answers; those of answers that are gone are deleted. */
export async function changeQuestion(
  db: Database,
  uploads: string,
  tutor: Tutor,
  id: number,
  change: Change<NewQuestion>,
): Promise<Question> {
  return discardFilesAfter(db, uploads, (discardLater) =>
    db.transaction().execute(async (transaction) => {
      const before = await findQuestion(transaction, tutor, id)
      const { answers } = await questionRecords.change(transaction, tutor, id, change)
      await moveAnswerPhotos(transaction, id, { before: before?.answers, after: answers }, discardLater)
      return orNotFound(await findQuestion(transaction, tutor, id))
    }),
  )
}

/** Deletes a question with its answers, photos and recordings for good. Returns the deleted question. Throws Refused, notFound. */
export async function removeQuestion(db: Database, uploads: string, tutor: Tutor, id: number): Promise<Question> {
  return eraseWithFiles(db, uploads, async (change, discardLater) => {
    discardLater(await listFilesOfQuestions(change, [id]))
    return questionRecords.remove(change, tutor, id)
  })
}

/** The photos and recordings of questions. */
async function listFilesOfQuestions(db: Database, ids: readonly number[]): Promise<{ storageKey: string }[]> {
  const tables = ['answerPhotos', 'spokenAnswers'] as const
  const rows = tables.map((table) => db.selectFrom(table).select('storageKey').where('questionId', 'in', ids).execute())
  return (await Promise.all(rows)).flat()
}

const QUESTIONS_A_PAGE = 5

export async function paginateQuestions(db: Database, _tutor: Tutor, page: number): Promise<Page<Question>> {
  const all = selectQuestions(db).orderBy('until', 'desc').orderBy('id', 'desc')
  return mapPage(await paginate(all, page, { perPage: QUESTIONS_A_PAGE }), toQuestion)
}

export function listQuestions(db: Database, _tutor: Tutor, requested?: CursorRequest): Promise<CursorPage<Question>> {
  return readRecordPage(selectQuestions(db), requested, NEWEST_FIRST, toQuestion)
}

/** The questions that a student can answer now, unanswered ones first, then by last day; none for a tutor. */
export async function listOpenQuestions(db: Database, user: Account): Promise<OwnQuestion[]> {
  if (user.role !== 'student') return []
  const own = (await readOpenQuestions(db, user.id, formatIsoDay(getToday()))).map(toOwnQuestion)
  return own.sort((one, other) => Number(isUnanswered(other)) - Number(isUnanswered(one)))
}

const readOpenQuestions = compileRead((db, id: number, day: string) =>
  selectOpenQuestions(db, { id }, day).orderBy('until').orderBy('questions.id'),
)

const isUnanswered = ({ answer, voice }: OwnQuestion) => answer === null && voice === null

type OpenQuestionRow = Awaited<ReturnType<ReturnType<typeof selectOpenQuestions>['executeTakeFirstOrThrow']>>

const toOwnQuestion = ({ answers, photos, allowsVoice, voiceId, ...question }: OpenQuestionRow): OwnQuestion => ({
  ...question,
  answers: toAnswers({ answers, photos }),
  allowsVoice: allowsVoice === 1,
  voice: voiceId === null ? null : paths.files.voice(voiceId),
})

/** A question that a student can answer now. Throws Refused, notFound. */
export async function findOpenQuestion(db: Database, user: Account, id: number): Promise<OwnQuestion> {
  const open = user.role === 'student' ? selectOpenQuestions(db, user).where('questions.id', '=', id) : undefined
  return toOwnQuestion(orNotFound(await open?.executeTakeFirst()))
}

function selectOpenQuestions(db: Database, user: Pick<Account, 'id'>, day?: string) {
  const isOwn = (table: 'questionAnswers' | 'spokenAnswers') =>
    sql<boolean>`${sql.ref(`${table}.questionId`)} = questions.id and ${sql.ref(`${table}.userId`)} = ${user.id}`
  return db
    .selectFrom('questions')
    .leftJoin('questionAnswers', (join) => join.on(isOwn('questionAnswers')))
    .leftJoin('spokenAnswers', (join) => join.on(isOwn('spokenAnswers')))
    .select(['questions.id', 'question', 'answers', 'until', 'questionAnswers.answer', 'allowsVoice'])
    .select(['spokenAnswers.id as voiceId', selectPhotos(isPictureVisible('answer', day)).as('photos')])
    .where(isOpenTo(user, day))
}

/**
 * Stores a student's answer, replacing an earlier one. Throws Refused: notFound if the question is not for them or has ended, invalid for an
 * unknown answer; and what countChange throws.
 */
export async function answerQuestion(
  db: Database,
  user: Account,
  id: number,
  answer: number,
  centre: Pick<Centre, 'phone'>,
): Promise<OwnQuestion> {
  const sender = { table: 'users', id: user.id } as const
  await countChange(db, sender, centre)
  return db.transaction().execute(async (change) => {
    const question = await findOpenQuestion(change, user, id)
    if (!question.answers[answer]) throw new Refused('invalid', 'Please press one of the answers.', { field: 'answer' })
    if (question.answer === answer) await uncountChange(change, sender)
    else {
      const row = { userId: user.id, questionId: id, answer, answeredAt: new Date().toISOString() }
      await change.replaceInto('questionAnswers').values(row).execute()
      const title = question.question
      await logRepeatable(change, user, {
        action: 'answered',
        noun: 'question',
        recordId: id,
        title,
        studentId: user.id,
      })
    }
    return { ...question, answer }
  })
}

/** Removes questions that were only for erased people, with their files, in the erasure's transaction. */
export async function removeQuestionsForErased(db: Database, discardLater: DiscardLater): Promise<void> {
  const assigned = db.selectFrom('questionStudents').select('questionId')
  const unassigned = db.selectFrom('questions').select('id').where('isForAll', '=', 0).where('id', 'not in', assigned)
  const ids = (await unassigned.execute()).map(({ id }) => id)
  discardLater(await listFilesOfQuestions(db, ids))
  await db.deleteFrom('questions').where('id', 'in', ids).execute()
}

/** A student's answers, for the export of their data. */
export async function listAnswersOfStudent(db: Database, userId: number) {
  const ofStudent = db.selectFrom('questionAnswers').where('userId', '=', userId)
  const found = ofStudent.innerJoin('questions', 'questions.id', 'questionId')
  const rows = await found.select(['question', 'answers', 'answer', 'answeredAt']).execute()
  const getAnswerText = (answers: string, answer: number) => (JSON.parse(answers) as AnswerChoice[])[answer]?.words
  return rows.map(({ answers, answer, ...row }) => ({ ...row, answer: getAnswerText(answers, answer) }))
}

const symbol = z.enum(Object.keys(answerSymbols) as [AnswerSymbol, ...AnswerSymbol[]])
const answers = z.array(
  z.strictObject({
    words: z.string(),
    symbol: symbol.nullable(),
    photo: ownAddress.nullable().describe('Its photo, which is shown instead of the symbol.'),
  }),
)
const place = z.int().min(0).max(3)

const fields = sharedFields({
  id: [recordId, 5],
  question: [z.string(), 'What will we cook on Friday?'],
  answers: [
    answers.describe('Two to four.'),
    [
      { words: 'Pizza', symbol: 'cooking', photo: null },
      { words: 'Soup', symbol: 'lunch', photo: null },
    ],
  ],
  allowsVoice: [z.boolean().describe('Whether students may also answer with a recording of their voice.'), true],
  until: [z.iso.date().describe('The last day, in Irish time, on which it can be answered.'), '2036-12-04'],
})

export const questionRecord = defineRecordSchema<Question>()(
  'Question',
  'What some students or, without `studentIds`, all of them are asked, and who said what.',
  {
    ...fields,
    studentIds: [z.array(recordId), []],
    said: [
      z
        .array(z.strictObject({ studentId: recordId, answer: place, answeredAt: moment }))
        .describe('Each answer by its place, from 0.'),
      [{ studentId: 2, answer: 0, answeredAt: '2026-12-01T10:20:00.000Z' }],
    ],
    spoken: [
      z
        .array(
          z.strictObject({
            studentId: recordId,
            url: ownAddress,
            seconds: z.int().nullable().describe('How long it is; null if its format does not say so.'),
            recordedAt: moment,
          }),
        )
        .describe('The recorded answers.'),
      [{ studentId: 2, url: paths.files.voice(4), seconds: 12, recordedAt: '2026-12-01T10:21:00.000Z' }],
    ],
    createdAt: [moment, '2026-12-01T09:20:00.000Z'],
    version: [recordVersion, 1],
  },
)

export const ownQuestionRecord = defineRecordSchema<OwnQuestion>()('QuestionToMe', 'A question as a student sees it.', {
  ...fields,
  voice: [ownAddress.nullable().describe('Their own recorded answer; null without one.'), null],
  answer: [place.nullable().describe('The place of their own answer, from 0; null before.'), null],
})
