import type SQLite from 'better-sqlite3'

/** The tables that grow over the years; the others have a few dozen rows. */
const growingTables = [
  'activity',
  'calendarAddresses',
  'deliveries',
  'enquiries',
  'events',
  'fileOpenings',
  'files',
  'interruptedForms',
  'newsletterAttachments',
  'newsletters',
  'recoveryCodes',
  'resources',
  'sessions',
  'subscribers',
  'tickets',
  'timetables',
  'users',
]

/** Statements that may read a whole table or sort. */
const ALLOWED_SCANS: readonly RegExp[] = [
  // At a start, and if a backup is dated ahead: the newest stored time.
  /^with moments\(at\) as /,
  // At a start and in the periodic check: finding files without rows, and rows without files, needs all rows.
  /^select storageKey as key, ("size"|null) as size from "(files|newsletterAttachments|boardPhotos)"$/,
  // After an upload, in the background: the documents that are not ready to open.
  /^select "storageKey", "uploadedAt" as "at" from "files" where "fileType" in \([?, ]+\) union all select /,
  // The calendar feed: a phone removes what the feed no longer has.
  /^select [^?]*"changedAt" from "events" order by "date", "id"$/,
  // The changes of one record are some dozens.
  /^select "actorName", "at" from "activity" where "noun" = \? and "recordId" = \? and "action" in /,
  // The sessions of one person are a hundred at most.
  /^select "id" from "sessions" where "userId" = \? order by endedAt is null desc, "lastUsedAt" desc, "id" desc limit \? offset \?$/,
  // The newest lines of the log, in the order in which SQLite keeps them.
  /^select \* from "activity" order by "id" desc limit \?$/,
  // All the newsletter mails that wait, which an index of its own has.
  /^update "deliveries" set [^()]* where state = 'pending' and kind = 'newsletter' and "createdAt" <= \?$/,
  // A probe of the mail server, which is any of the next mails, so many at most.
  /^\s*select id, id in \(select value from json_each\(\?\)\) as wasRefused\s+from \(select id, email from deliveries [^()]+ limit \?\)/,
  // An erasure: the subscribers who named the person as their student.
  /^select "id", "studentName" from "subscribers" where "studentName" is not null$/,
  // The rows of a page, whose ids are known.
  /^select \* from "subscribers" where "id" in \([?, ]+\) order by "createdAt" desc, "id" desc$/,
  /^select "id", "username", "passwordHash" from "users" where "demonstration" = \? and "username" in /,
]

/**
 * Finds the costly steps in SQLite's plan for a statement: a scan of a table that grows, even in the order of an index unless it only
 * counts or ends at a limit; and rows of such a table that are sorted although an index could give them in order.
 */
export function findQueryCosts(db: SQLite.Database, statement: string): string[] {
  if (ALLOWED_SCANS.some((one) => one.test(statement))) return []
  // SQLite does not look at a row for an empty list, but its plan does not say so.
  const text = statement.replaceAll('in ()', 'in (?)')
  const values = text.replace(/'[^']*'/g, '').match(/\?/g) ?? []
  const plan = db.prepare(`explain query plan ${text}`).all(values.map(() => null)) as { detail: string }[]
  const steps = plan.map(({ detail }) => detail)
  const isBounded = /\blimit\b|^select (count|max|min)\(/.test(text)
  const reads = (table: string) => steps.some((step) => new RegExp(`^(SCAN|SEARCH) ${table}\\b`).test(step))
  return steps.filter((step) => {
    const [, table = '', , index] = /^SCAN (\w+)( USING (.*INDEX))?/.exec(step) ?? []
    if (growingTables.includes(table)) return !index || !isBounded
    return /^USE TEMP B-TREE FOR .*ORDER BY$/.test(step) && growingTables.some(reads)
  })
}

/** True if SQLite has a plan for a statement, which reads or changes rows. */
export const hasQueryPlan = (statement: string) => /^\s*(select|insert|update|delete|with)\b/i.test(statement)
