import { sql } from 'kysely'
import { z } from 'zod'
import { type Account, formatSomeNames, getShortNames, type Tutor } from '~/domain/accounts/account'
import { listStudents, requireStudentIds } from '~/domain/accounts/accounts.server'
import { formatIsoDay, getToday } from '~/domain/events/days'
import {
  type CursorPage,
  type CursorRequest,
  countRows,
  getPageBounds,
  mapPage,
  NEWEST_FIRST,
  type Page,
  paginate,
  readRecordPage,
} from '~/domain/page.server'
import { defineRecordSchema, easyReadHtml, moment, recordId, recordVersion } from '~/domain/record'
import { createRepository } from '~/domain/records.server'
import { renderPlainText, renderTexts, type WithRenderedTexts } from '~/domain/rich-text.server'
import { compileRead } from '~db/open'
import type { Bit, Database, Row } from '~db/schema'
import { NO_NOTICE_STUDENT, newNotice } from './schema'

type TypedNotice = Omit<Row<'notices'>, 'isForAll'> & { studentIds: number[] }
/** A notice; an empty `studentIds` is for everyone. A student sees only their own id in it. */
export type Notice = WithRenderedTexts<TypedNotice, 'easyRead'>

export const noticeRecord = defineRecordSchema<Notice>()(
  'Notice',
  'A short notice for everyone with an account, or for some students.',
  {
    id: [recordId, 4],
    title: [z.string(), 'No bus on Friday'],
    easyRead: [easyReadHtml, '<p>There is no bus on Friday.</p>'],
    text: [z.string(), 'The bus is being repaired. Please ring us if you need a lift.'],
    until: [z.iso.date().describe('The last day, in Irish time, on which it is shown.'), '2026-12-04'],
    studentIds: [
      z.array(recordId).describe('Who sees it; without any it is everyone. A student gets only their own id.'),
      [],
    ],
    createdAt: [moment, '2026-12-01T09:20:00.000Z'],
    version: [recordVersion, 1],
  },
)

type NoticeRow = Row<'notices'> & { studentIds: string }

const toNotice = ({ isForAll: _, studentIds, ...notice }: NoticeRow): TypedNotice => ({
  ...notice,
  studentIds: JSON.parse(studentIds),
})
const showNotice = (typed: TypedNotice): Notice => renderTexts(typed, { easyRead: {} })

/** Every notice, for tutors; for a student, those for everyone and their own, without the others' ids. */
function selectNotices(db: Database, student?: Pick<Account, 'id'>) {
  const isOwn = student ? sql`and userId = ${student.id}` : sql``
  const students = sql<string>`(select json_group_array(userId order by userId) from noticeStudents
    where noticeId = notices.id ${isOwn})`
  const all = db.selectFrom('notices').selectAll('notices').select(students.as('studentIds'))
  if (!student) return all
  const own = db.selectFrom('noticeStudents').select('noticeId').where('userId', '=', student.id)
  return all.where(({ or, eb }) => or([eb('isForAll', '=', 1), eb('notices.id', 'in', own)]))
}

const noticeRecords = createRepository('notices', {
  noun: 'notice',
  rules: newNotice,
  labels: [
    { label: 'Title', getText: ({ title }) => title },
    { label: 'Easy Read', getText: ({ easyRead }) => renderPlainText(easyRead ?? '') },
    { label: 'Text', getText: ({ text }) => text },
    { label: 'Until', getText: ({ until }) => until },
    { label: 'Students', getText: ({ studentIds }) => studentIds.join(', ') },
  ],
  getTitle: ({ title }) => title,
  getStudentId: ({ studentIds }: Notice) => (studentIds.length === 1 ? (studentIds[0] ?? null) : null),
  toRecord: (row: Row<'notices'>) => toNotice({ ...row, studentIds: '[]' }),
  show: showNotice,
  toRow: ({ studentIds, ...notice }) => ({ ...notice, isForAll: (studentIds.length === 0 ? 1 : 0) as Bit }),
  getInitialColumns: () => ({ createdAt: new Date().toISOString() }),
  writeRelated: async (db, id, { studentIds }) => {
    await requireStudentIds(db, studentIds, { field: 'studentIds', message: NO_NOTICE_STUDENT })
    await db.deleteFrom('noticeStudents').where('noticeId', '=', id).execute()
    const rows = studentIds.map((userId) => ({ userId, noticeId: id }))
    if (rows.length > 0) await db.insertInto('noticeStudents').values(rows).execute()
  },
  find: async (db, id) => {
    const row = await selectNotices(db).where('id', '=', id).executeTakeFirst()
    return row ? toNotice(row) : null
  },
})

export const {
  findTyped: findTypedNotice,
  find: findNotice,
  add: addNotice,
  change: changeNotice,
  remove: removeNotice,
  descriptions: describeNotice,
} = noticeRecords

/** Few enough notices per page that people read them. */
const NOTICES_A_PAGE = 5

const selectFor = (db: Database, user: Pick<Account, 'id' | 'role'>) =>
  selectNotices(db, user.role === 'tutor' ? undefined : user)
const selectCurrent = (db: Database, user: Pick<Account, 'id' | 'role'>, day = formatIsoDay(getToday())) =>
  selectFor(db, user).where('until', '>=', day)
const selectPast = (db: Database) => selectNotices(db).where('until', '<', formatIsoDay(getToday()))

async function paginateNewest(notices: ReturnType<typeof selectNotices>, page: number): Promise<Page<Notice>> {
  const newestFirst = notices.orderBy('createdAt', 'desc').orderBy('id', 'desc')
  return mapPage(await paginate(newestFirst, page, { perPage: NOTICES_A_PAGE }), (row) => showNotice(toNotice(row)))
}

/** One page of the current notices that `user` may see, newest first. */
export async function paginateNotices(db: Database, user: Account, page: number): Promise<Page<Notice>> {
  if (user.role === 'tutor') return paginateNewest(selectCurrent(db, user), page)
  const day = formatIsoDay(getToday())
  const found = (await countOwn(db, user.id, day))[0]?.found ?? 0
  const { start, ...place } = getPageBounds(found, page, NOTICES_A_PAGE)
  return { ...place, items: (await readOwn(db, user.id, day, start)).map((row) => showNotice(toNotice(row))) }
}
const countOwn = compileRead((db, id: number, day: string) =>
  selectCurrent(db, { id, role: 'student' }, day)
    .clearSelect()
    .select(({ fn }) => fn.countAll<number>().as('found')),
)
const readOwn = compileRead((db, id: number, day: string, start: number) =>
  selectCurrent(db, { id, role: 'student' }, day)
    .orderBy('createdAt', 'desc')
    .orderBy('id', 'desc')
    .limit(NOTICES_A_PAGE)
    .offset(start),
)

/** One page of the past notices, newest first, for tutors. */
export function paginatePastNotices(db: Database, _tutor: Tutor, page: number): Promise<Page<Notice>> {
  return paginateNewest(selectPast(db), page)
}

/** The place of a notice among a tutor's lists: the query parameter of its list, and its page there. */
export interface NoticePlace {
  list: 'notices' | 'past'
  page: number
}

export async function findNoticePlace(
  db: Database,
  _tutor: Tutor,
  { id, createdAt, until }: Pick<Notice, 'id' | 'createdAt' | 'until'>,
): Promise<NoticePlace> {
  const isPast = until < formatIsoDay(getToday())
  const list = isPast ? selectPast(db) : selectNotices(db).where('until', '>=', formatIsoDay(getToday()))
  const newer = list.where(({ or, and, eb }) =>
    or([eb('createdAt', '>', createdAt), and([eb('createdAt', '=', createdAt), eb('id', '>', id)])]),
  )
  return { list: isPast ? 'past' : 'notices', page: Math.floor((await countRows(newer)) / NOTICES_A_PAGE) + 1 }
}

/** The students of each notice that is for some, by its id: 'Ola and Daniel'. */
export async function describeRecipients(
  db: Database,
  tutor: Tutor,
  notices: Notice[],
): Promise<Record<number, string>> {
  const ids = notices.flatMap(({ studentIds }) => studentIds)
  const names = [...getShortNames(await listStudents(db, tutor, ids))]
  const getNames = ({ studentIds }: Notice) => names.filter(([id]) => studentIds.includes(id)).map(([, name]) => name)
  const forSome = notices.filter(({ studentIds }) => studentIds.length > 0)
  return Object.fromEntries(forSome.map((notice) => [notice.id, formatSomeNames(getNames(notice))]))
}

/** One batch of notices, newest first: the current ones, and for tutors the past ones too. */
export function listNotices(db: Database, user: Account, requested?: CursorRequest): Promise<CursorPage<Notice>> {
  const notices = user.role === 'tutor' ? selectNotices(db) : selectCurrent(db, user)
  return readRecordPage(notices, requested, NEWEST_FIRST, (row) => showNotice(toNotice(row)))
}

/** Removes notices that were only for erased people, in the erasure's transaction. */
export async function removeNoticesForErased(db: Database): Promise<void> {
  const assigned = db.selectFrom('noticeStudents').select('noticeId')
  await db.deleteFrom('notices').where('isForAll', '=', 0).where('id', 'not in', assigned).execute()
}

/** The notices for a student and not for everyone, for the export of their data. */
export function listNoticesOfStudent(db: Database, userId: number) {
  const own = db.selectFrom('noticeStudents').innerJoin('notices', 'notices.id', 'noticeId')
  const columns = ['title', 'easyRead', 'text', 'until', 'createdAt'] as const
  return own.where('userId', '=', userId).select(columns).orderBy('notices.id').execute()
}
