import { sql } from 'kysely'
import { backupRetention, formatRetentionPeriod, getRetentionDays } from '~/content/retention-terms'
import { formatDate, formatIsoDay, getToday } from '~/domain/events/days'
import { readRetention } from '~/domain/retention/retention.server'
import { months } from '~db/choices'
import type { Database } from '~db/schema'
import { formatSomeNames, type Tutor } from './account'

/** What becomes of an account's data, as lines of text. */
export interface AccountContents {
  goes: string[]
  stays: string[]
  /** The months of the register, '2026-12', that lose this person's name, newest first. */
  registerMonths: string[]
}

const formatCount = (number: number, one: string, many: string) =>
  number === 0 ? [] : [`${number.toLocaleString('en-IE')} ${number === 1 ? one : many}`]

/**
 * When a person was last here, by their last log-in or change: '1 October 2026', 'Never', or 'Not in the last 30 days' where an older
 * log-in would have been removed.
 */
export async function describeLastSeen(db: Database, _tutor: Tutor, id: number): Promise<string> {
  const { rows } = await sql<{ at: string | null; createdAt: string }>`select createdAt, (select max(at) from (
    select max(lastUsedAt) as at from sessions where userId = ${id}
    union all select max(at) from activity where actorId = ${id}
    union all select lastSeenAt from restoredAccounts where userId = ${id})) as at from users where id = ${id}`.execute(
    db,
  )
  const days = getRetentionDays('endedSessions')
  const since = new Date(Date.now() - days * 86_400_000).toISOString()
  const [person] = rows
  if (person?.at && person.at >= since) return formatDate(formatIsoDay(getToday(new Date(person.at))))
  return person && !person.at && person.createdAt >= since ? 'Never' : `Not in the last ${days} days`
}

type ErasedTable = keyof typeof erasedRows

const ofPerson = (table: string) => `select count(*) as n from ${table} where userId = :person`
/** Records for some people, which are removed with the last of them. */
const onlyForPerson = (table: string, members: string, column: string) =>
  `select count(*) as n from ${table} where isForAll = 0 and id in
    (select ${column} from ${members} group by ${column} having min(userId) = :person and max(userId) = :person)`

/** What an erasure removes, by table: the query that counts it, and its names. */
const erasedRows = {
  files: ['select count(*) as n from files where studentId = :person', 'file of their own', 'files of their own'],
  notices: [onlyForPerson('notices', 'noticeStudents', 'noticeId'), 'notice only for them', 'notices only for them'],
  weekSessions: [
    onlyForPerson('weekSessions', 'weekSessionStudents', 'sessionId'),
    ...(['session of the week only for them', 'sessions of the week only for them'] as const),
  ],
  guides: [onlyForPerson('guides', 'guideStudents', 'guideId'), 'guide only for them', 'guides only for them'],
  questions: [
    onlyForPerson('questions', 'questionStudents', 'questionId'),
    ...(['question only for them', 'questions only for them'] as const),
  ],
  questionAnswers: [ofPerson('questionAnswers'), 'answer to a question', 'answers to questions'],
  spokenAnswers: [ofPerson('spokenAnswers'), 'recording of their voice', 'recordings of their voice'],
  photoConsents: [ofPerson('photoConsents'), 'answer about photos', 'answers about photos'],
  peopleInPictures: [ofPerson('peopleInPictures'), 'picture with their name', 'pictures with their name'],
  printedPictures: [ofPerson('printedPictures'), 'note about a print', 'notes about prints'],
  absences: [ofPerson('absences'), 'absence', 'absences'],
  familyLinks: [ofPerson('familyLinks'), 'family link', 'family links'],
  shownAtHome: [ofPerson('shownAtHome'), 'thing shown at home', 'things shown at home'],
  groupStudents: [ofPerson('groupStudents'), 'place in a group', 'places in groups'],
  signInCards: [ofPerson('signInCards'), 'sign-in card', 'sign-in cards'],
  activity: [
    "select count(*) as n from activity where studentId = :person or (noun = 'account' and recordId = :person)",
    ...(['line of the activity log about them', 'lines of the activity log about them'] as const),
  ],
} as const satisfies Record<string, readonly [query: string, one: string, many: string]>

/** What closing an account removes. */
const closedRows: readonly ErasedTable[] = ['familyLinks', 'shownAtHome', 'groupStudents', 'signInCards']

/** How many rows of each table an erasure removes. */
export async function countErasedRows(db: Database, id: number): Promise<Record<ErasedTable, number>> {
  const counts: [ErasedTable, number][] = []
  for (const table of Object.keys(erasedRows) as ErasedTable[]) {
    const [query] = erasedRows[table]
    const count = sql.raw<{ n: number }>(query.replaceAll(':person', String(id)))
    counts.push([table, (await count.execute(db)).rows[0]?.n ?? 0])
  }
  return Object.fromEntries(counts) as Record<ErasedTable, number>
}

async function describeRows(db: Database, id: number, tables: readonly ErasedTable[]): Promise<string[]> {
  const counts = await countErasedRows(db, id)
  return tables.flatMap((table) => formatCount(counts[table], erasedRows[table][1], erasedRows[table][2]))
}

const formatMonthName = (month: string) => `${months[Number(month.slice(5)) - 1]} ${month.slice(0, 4)}`

async function countRegisterDays(db: Database, id: number) {
  const lines = db.selectFrom('attendance').where('userId', '=', id).where('sessionId', 'is', null)
  const days = (await lines.select('date').orderBy('date', 'desc').execute()).map(({ date }) => date)
  return { number: days.length, months: [...new Set(days.map((day) => day.slice(0, 7)))] }
}

/** What erasing a person removes, and what stays and for how long. */
export async function describeErasure(db: Database, tutor: Tutor, id: number): Promise<AccountContents> {
  const { terms } = await readRetention(db, tutor)
  const days = await countRegisterDays(db, id)
  const shared = db.selectFrom('files').where('uploadedBy', '=', id)
  const others = shared.where(({ or, eb }) => or([eb('studentId', 'is', null), eb('studentId', '!=', id)]))
  const { number } = await others.select(({ fn }) => fn.countAll<number>().as('number')).executeTakeFirstOrThrow()
  const registerLine = `${formatCount(days.number, 'register day', 'register days')[0]} (${formatSomeNames(days.months.map(formatMonthName))}), without the name, as ‘Former student’: ${formatRetentionPeriod('attendance', terms)} from each day`
  return {
    goes: [
      ...(await describeRows(db, id, Object.keys(erasedRows) as ErasedTable[])),
      'the account, with its log-ins and settings',
    ],
    stays: [
      ...(days.number > 0 ? [registerLine] : []),
      ...formatCount(
        number,
        'file that they added for others, without their name',
        'files that they added for others, without their name',
      ),
      `copies in backups: daily ones ${backupRetention.days} days, the first of a month ${backupRetention.months} months`,
      'the username: no one else gets it',
    ],
    registerMonths: days.months,
  }
}

/** What closing an account ends, and what stays and for how long. */
export async function describeClosure(db: Database, tutor: Tutor, id: number): Promise<AccountContents> {
  const { terms } = await readRetention(db, tutor)
  const days = await countRegisterDays(db, id)
  const files = await describeRows(db, id, ['files'])
  return {
    goes: [...(await describeRows(db, id, closedRows)), 'all log-ins'],
    stays: [
      ...files.map((words) => `${words}: ${formatRetentionPeriod('leftFiles', terms)} once they are exported`),
      ...formatCount(days.number, 'register day', 'register days').map(
        (words) => `${words}: ${formatRetentionPeriod('attendance', terms)} from each day`,
      ),
      `the account: ${formatRetentionPeriod('closedAccounts', terms)}, then it is erased`,
      'the username: no one else gets it',
    ],
    registerMonths: [],
  }
}
