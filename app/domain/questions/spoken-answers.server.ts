import type { Account, Tutor } from '~/domain/accounts/account'
import { createActivityLogger } from '~/domain/activity/activity.server'
import { discardFilesAfter, eraseWithFiles, openRow, openStored, storeFile } from '~/domain/files/store.server'
import { countChange } from '~/domain/limits/limits.server'
import { type Page, paginate } from '~/domain/page.server'
import { orNotFound, Refused } from '~/domain/refused'
import type { Centre } from '~/settings.server'
import { eraseWithin } from '~db/erase'
import type { Database, Row } from '~db/schema'
import { findOpenQuestion } from './questions.server'
import { inspectRecording, isPlayable, type RecordingType, recordingTypes } from './recording.server'

const logSpoken = createActivityLogger('spoken answer')

/**
 * Stores a student's recorded answer, which replaces an earlier one, and returns whether browsers can play it. Throws Refused: notFound if the question is not for them or has
 * ended, invalid if it takes no recordings, storageFailed if the disk is full; and what inspectRecording and countChange throw.
 */
export async function addSpokenAnswer(
  db: Database,
  uploads: string,
  user: Account,
  questionId: number,
  recording: Blob,
  centre: Pick<Centre, 'phone'>,
): Promise<boolean> {
  const requireOpen = async (change: Database) => {
    const question = await findOpenQuestion(change, user, questionId)
    if (!question.allowsVoice) throw new Refused('invalid', 'You cannot answer this by voice.', { field: 'recording' })
    return question
  }
  await countChange(db, { table: 'users', id: user.id }, centre)
  await requireOpen(db)
  const content = await inspectRecording(recording)
  const { fileType, size, seconds } = content
  await discardFilesAfter(db, uploads, (discardLater) =>
    storeFile(db, uploads, { ...content, small: [] }, (storageKey) =>
      eraseWithin(db, async (change) => {
        const { question: title } = await requireOpen(change)
        const own = change
          .deleteFrom('spokenAnswers')
          .where('userId', '=', user.id)
          .where('questionId', '=', questionId)
        discardLater(await own.returning('storageKey').execute())
        const recordedAt = new Date().toISOString()
        const row = { userId: user.id, questionId, fileType, size, seconds, storageKey, recordedAt }
        const insert = change.insertInto('spokenAnswers').values(row).returning('id')
        const { id } = await insert.executeTakeFirstOrThrow()
        await logSpoken(change, user, 'added', { id, title, studentId: user.id })
        return true
      }),
    ),
  )
  return isPlayable(fileType)
}

/** Deletes a recorded answer for good: a student's own, or any for a tutor. Throws Refused, notFound. */
export async function removeSpokenAnswer(
  db: Database,
  uploads: string,
  user: Account,
  { id, questionId }: { id: number; questionId: number },
): Promise<void> {
  await eraseWithFiles(db, uploads, async (change, discardLater) => {
    const one = change.deleteFrom('spokenAnswers').where('id', '=', id).where('questionId', '=', questionId)
    const own = one.$if(user.role !== 'tutor', (all) => all.where('userId', '=', user.id))
    const removed = orNotFound(await own.returning(['userId', 'storageKey']).executeTakeFirst())
    discardLater([removed])
    const question = change.selectFrom('questions').select('question').where('id', '=', questionId)
    const title = (await question.executeTakeFirstOrThrow()).question
    await logSpoken(change, user, 'deleted', { id, title, studentId: removed.userId })
    return true
  })
}

/** The name of a recording's download: never the one that it was sent with. */
const createFileName = ({ id, fileType }: Pick<Row<'spokenAnswers'>, 'id' | 'fileType'>) =>
  `spoken-answer-${id}.${recordingTypes[fileType as RecordingType]?.extension ?? 'bin'}`

/** Opens a recording, or returns null: for tutors, and for the student who spoke. The caller closes it. */
export function openSpokenAnswer(db: Database, uploads: string, user: Account, id: number) {
  const recording = db
    .selectFrom('spokenAnswers')
    .select(['id', 'fileType', 'size', 'storageKey'])
    .where('id', '=', id)
    .$if(user.role !== 'tutor', (all) => all.where('userId', '=', user.id))
  return openRow(uploads, recording, async (row) => ({
    fileType: row.fileType,
    fileName: createFileName(row),
    handle: await openStored(uploads, row),
  }))
}

/** Whether browsers can play a student's own recorded answer. */
export async function canPlaySpokenAnswer(db: Database, user: Account, id: number): Promise<boolean> {
  const own = db.selectFrom('spokenAnswers').select('fileType').where('id', '=', id).where('userId', '=', user.id)
  return isPlayable((await own.executeTakeFirst())?.fileType ?? '')
}

/** Few enough that a page of them stays short on a phone. */
const RECORDINGS_A_PAGE = 10

interface ListedRecording extends Pick<Row<'spokenAnswers'>, 'id' | 'userId' | 'seconds' | 'recordedAt'> {
  isPlayable: boolean
}

/** One page of a question's recordings, the newest first, for tutors. */
export async function paginateSpokenAnswers(
  db: Database,
  _tutor: Tutor,
  questionId: number,
  page: number,
): Promise<Page<ListedRecording>> {
  const recordings = db.selectFrom('spokenAnswers').select(['id', 'userId', 'seconds', 'recordedAt', 'fileType'])
  const newestFirst = recordings.where('questionId', '=', questionId).orderBy('id', 'desc')
  const { items, ...rest } = await paginate(newestFirst, page, { perPage: RECORDINGS_A_PAGE })
  return { ...rest, items: items.map(({ fileType, ...one }) => ({ ...one, isPlayable: isPlayable(fileType) })) }
}

/** A student's recordings with their files, for the export of their data. */
export async function listSpokenAnswersOfStudent(db: Database, userId: number) {
  const own = db.selectFrom('spokenAnswers').innerJoin('questions', 'questions.id', 'questionId')
  const columns = ['question', 'fileType', 'size', 'seconds', 'recordedAt', 'storageKey'] as const
  const rows = await own
    .where('userId', '=', userId)
    .select(['spokenAnswers.id', ...columns])
    .execute()
  return rows.map((row) => ({ ...row, fileName: createFileName(row) }))
}

/** The stored recordings of a student, before they are erased. */
export function listStoredRecordings(db: Database, userId: number): Promise<{ storageKey: string }[]> {
  return db.selectFrom('spokenAnswers').select('storageKey').where('userId', '=', userId).execute()
}
