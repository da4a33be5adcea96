import { sql } from 'kysely'
import type { Account } from '~/domain/accounts/account'
import { requireStudentIds } from '~/domain/accounts/accounts.server'
import { logRepeatable } from '~/domain/activity/activity.server'
import { type CursorPage, type CursorRequest, NEWEST_FIRST, readRecordPage } from '~/domain/cursor-page.server'
import { countChange } from '~/domain/daily-limit.server'
import { formatIsoDay, getToday } from '~/domain/events/days'
import { mapPage, type Page, paginate } from '~/domain/page.server'
import { defineRecords } from '~/domain/records.server'
import { orNotFound, Refused } from '~/domain/refused'
import type { Centre } from '~/settings.server'
import type { Bit, Database, Row } from '~db/schema'
import type { AnswerSymbol } from './answer-symbols'
import { NO_ASKED_STUDENT, newQuestion } from './schema'

interface AnswerChoice {
  words: string
  symbol: AnswerSymbol | null
}

interface StudentAnswer {
  studentId: number
  answer: number
  answeredAt: string
}

/** A question as tutors see it; an empty `studentIds` asks all students. */
export type Question = Pick<Row<'questions'>, 'id' | 'question' | 'until' | 'createdAt' | 'version'> & {
  answers: AnswerChoice[]
  studentIds: number[]
  said: StudentAnswer[]
}

/** A question as a student sees it, without anything about others. */
export type OwnQuestion = Pick<Question, 'id' | 'question' | 'answers' | 'until'> & {
  /** Index of the student's own answer; null if not answered. */
  answer: number | null
}

type QuestionRow = Row<'questions'> & { studentIds: string; said: string }

const toQuestion = ({ isForAll: _, answers, studentIds, said, ...question }: QuestionRow): Question => ({
  ...question,
  answers: JSON.parse(answers),
  studentIds: JSON.parse(studentIds),
  said: JSON.parse(said),
})

function selectQuestions(db: Database) {
  const students = sql<string>`(select json_group_array(userId order by userId) from questionStudents
    where questionId = questions.id)`
  const said = sql<string>`(select json_group_array(
    json_object('studentId', userId, 'answer', answer, 'answeredAt', answeredAt) order by userId) from questionAnswers
    where questionId = questions.id)`
  const questions = db.selectFrom('questions').selectAll('questions')
  return questions.select([students.as('studentIds'), said.as('said')])
}

const ALREADY_ANSWERED =
  'A student has already answered. You can change the last day and who is asked, or ask a new question.'

/** Throws Refused, 409, if the text changed after a student answered it. */
function requireSameWords(before: Question, after: { question: string; answers: string }): void {
  const isSame = before.question === after.question && JSON.stringify(before.answers) === after.answers
  if (before.said.length > 0 && !isSame) throw new Refused(409, ALREADY_ANSWERED)
}

export const {
  find: findQuestion,
  add: addQuestion,
  change: changeQuestion,
  remove: removeQuestion,
  descriptions: describeQuestion,
} = defineRecords('questions', {
  noun: 'question',
  rules: newQuestion,
  labels: [
    { label: 'Question', getText: ({ question }) => question },
    { label: 'Answers', getText: ({ answers }) => answers.map(({ words }) => words).join(', ') },
    { label: 'Students', getText: ({ studentIds }) => studentIds.join(', ') },
    { label: 'Until', getText: ({ until }) => until },
  ],
  getTitle: ({ question }: Question) => question,
  getStudentId: ({ studentIds }: Question) => (studentIds.length === 1 ? (studentIds[0] ?? null) : null),
  toRecord: (row: Row<'questions'>) => toQuestion({ ...row, studentIds: '[]', said: '[]' }),
  toRow: ({ question, answers, studentIds, until }, before?: Question) => {
    const words = { question, answers: JSON.stringify(answers.map(({ words, symbol }) => ({ words, symbol }))) }
    if (before) requireSameWords(before, words)
    return { ...words, until, isForAll: (studentIds.length === 0 ? 1 : 0) as Bit }
  },
  getInitialColumns: () => ({ createdAt: new Date().toISOString() }),
  writeRelated: async (db, id, { studentIds }) => {
    await requireStudentIds(db, studentIds, { field: 'studentIds', words: NO_ASKED_STUDENT })
    await db.deleteFrom('questionStudents').where('questionId', '=', id).execute()
    const rows = studentIds.map((userId) => ({ userId, questionId: id }))
    if (rows.length > 0) await db.insertInto('questionStudents').values(rows).execute()
  },
  find: async (db, id) => {
    const row = await selectQuestions(db).where('questions.id', '=', id).executeTakeFirst()
    return row ? toQuestion(row) : null
  },
})

const QUESTIONS_A_PAGE = 5

export async function paginateQuestions(db: Database, page: number): Promise<Page<Question>> {
  const all = selectQuestions(db).orderBy('until', 'desc').orderBy('id', 'desc')
  return mapPage(await paginate(all, page, { perPage: QUESTIONS_A_PAGE }), toQuestion)
}

export function listQuestions(db: Database, requested?: CursorRequest): Promise<CursorPage<Question>> {
  return readRecordPage(selectQuestions(db), requested, NEWEST_FIRST, toQuestion)
}

/** The questions that a student can answer now, unanswered ones first, then by last day; none for a tutor. */
export async function listOpenQuestions(db: Database, user: Account): Promise<OwnQuestion[]> {
  if (user.role !== 'student') return []
  const found = await selectOpenQuestions(db, user).orderBy('until').orderBy('questions.id').execute()
  const own = found.map(({ answers, ...question }) => ({ ...question, answers: JSON.parse(answers) as AnswerChoice[] }))
  return own.sort((one, other) => Number(one.answer !== null) - Number(other.answer !== null))
}

function selectOpenQuestions(db: Database, { id }: Pick<Account, 'id'>) {
  const forStudent = db.selectFrom('questionStudents').select('questionId').where('userId', '=', id)
  return db
    .selectFrom('questions')
    .leftJoin('questionAnswers', (join) =>
      join.onRef('questionAnswers.questionId', '=', 'questions.id').on('questionAnswers.userId', '=', id),
    )
    .select(['questions.id', 'question', 'answers', 'until', 'answer'])
    .where('until', '>=', formatIsoDay(getToday()))
    .where(({ or, eb }) => or([eb('isForAll', '=', 1), eb('questions.id', 'in', forStudent)]))
}

/**
 * Stores a student's answer, replacing an earlier one. Throws Refused: 404 if the question is not for them or has ended, 400 for an
 * unknown answer; and what countChange throws.
 */
export async function answerQuestion(
  db: Database,
  user: Account,
  id: number,
  answer: number,
  centre: Pick<Centre, 'phone'>,
): Promise<OwnQuestion> {
  return db.transaction().execute(async (change) => {
    const own =
      user.role === 'student'
        ? await selectOpenQuestions(change, user).where('questions.id', '=', id).executeTakeFirst()
        : null
    const { answers, ...question } = orNotFound(own)
    const known = JSON.parse(answers) as AnswerChoice[]
    if (!known[answer]) throw new Refused(400, 'Please press one of the answers.', { field: 'answer' })
    if (question.answer !== answer) {
      await countChange(change, { table: 'users', id: user.id }, centre)
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
    return { ...question, answers: known, answer }
  })
}

/** Removes questions that were only for erased people, in the erasure's transaction. */
export async function removeQuestionsForErased(db: Database): Promise<void> {
  const assigned = db.selectFrom('questionStudents').select('questionId')
  await db.deleteFrom('questions').where('isForAll', '=', 0).where('id', 'not in', assigned).execute()
}

/** A student's answers, for the export of their data. */
export async function listAnswersOfStudent(db: Database, userId: number) {
  const ofStudent = db.selectFrom('questionAnswers').where('userId', '=', userId)
  const found = ofStudent.innerJoin('questions', 'questions.id', 'questionId')
  const rows = await found.select(['question', 'answers', 'answer', 'answeredAt']).execute()
  const getAnswerText = (answers: string, answer: number) => (JSON.parse(answers) as AnswerChoice[])[answer]?.words
  return rows.map(({ answers, answer, ...row }) => ({ ...row, answer: getAnswerText(answers, answer) }))
}
