import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import SQLite from 'better-sqlite3'
import { TABLES_CLEARED_BY_RESTORE } from '../../../app/backups/restore.server'
import { createTemporaryFolder } from '../../../app/test/folder'
import { startRiverbank } from '../../../app/test/running'
import { migrate, migrationNames, NEWEST } from '../../../db/migrate'
import { openDatabase } from '../../../db/open'
import { runRestore } from '../shared/operator'
import type { CheckOptions } from '../shared/topics'

const AT = "'2026-05-01T09:00:00.000Z'"
const key = (of: string) => of.repeat(32)
const BYTES = Buffer.from('12345')

/** Rows for the tables that each migration added, as that version wrote them. */
const rows: Record<string, string> = {
  '001-the-site-stands': `
    insert into users (username, passwordHash, role, firstName, lastName, createdAt) values
      ('maeve', '', 'tutor', 'Maeve', 'Kelly', ${AT}), ('sean', '', 'student', 'Seán', 'Ó Sé', ${AT});
    insert into sessions (userId, cookieHash, tokenHash, remember, createdAt, lastUsedAt, expiresAt)
      values (1, 'c', 't', 0, ${AT}, ${AT}, '2036-05-01T09:00:00.000Z');
    insert into enquiries (name, email, subject, message, createdAt)
      values ('Maura', 'maura@example.ie', 'visit', 'May we come?', ${AT});
    insert into subscribers (email, name, isGuardian, active, createdAt) values ('maura@example.ie', 'Maura', 1, 1, ${AT});
    insert into files (title, fileName, fileType, size, storageKey, isShared, uploadedBy, uploadedAt)
      values ('Bus times', 'bus.pdf', 'application/pdf', ${BYTES.length}, '${key('a')}', 1, 1, ${AT});
    insert into files (title, fileName, fileType, size, storageKey, studentId, uploadedBy, uploadedAt)
      values ('Plan', 'plan.pdf', 'application/pdf', ${BYTES.length}, '${key('b')}', 2, 1, ${AT});
    insert into boardMembers (name, position, displayOrder) values ('Nora', 'Chair', 1);
    insert into strategicPlans (title, content, startYear, endYear) values ('Plan', 'We grow.', 2025, 2028);`,
  '002-the-portal': `
    insert into timetables (fileId, startDate) values (1, '2026-05-01');
    insert into events (title, day, month, year) values ('Tea', 14, 'October', 2026);
    insert into portalSettings values ('term', '2026-05');
    insert into calendarAddresses values (2, 'nonce');
    insert into activity (at, actorId, actorName, action, noun, recordId, title)
      values (${AT}, 1, 'Maeve Kelly', 'added', 'document', 1, 'Bus times');
    insert into interruptedForms values (1, '/dashboard', '[]', strftime('%Y-%m-%dT%H:%M:%fZ'));`,
  '003-publishing': `
    insert into resources (title, content, category, createdAt) values ('Respite', '<p>Ring us.</p>', 'support', ${AT});`,
  '004-board-photos': `insert into boardPhotos (memberId, storageKey, fileType) values (1, '${key('c')}', 'image/png');`,
  '005-the-newsletter-goes-out': `
    insert into newsletters (title, content, createdAt) values ('June news', 'The choir sang.', ${AT});
    insert into newsletterAttachments (newsletterId, title, fileName, fileType, size, storageKey, secret, createdAt)
      values (1, 'Song', 'song.pdf', 'application/pdf', ${BYTES.length}, '${key('d')}', 'secret', ${AT});
    insert into deliveries (kind, enquiryId, email, state, dueAt, createdAt, settledAt)
      values ('enquiry', 1, 'office@example.ie', 'sent', ${AT}, ${AT}, ${AT});`,
  '007-second-step': `
    insert into secondSteps (userId, lockedKey, begunAt) values (1, 'locked', ${AT});
    insert into recoveryCodes (userId, codeHash) values (1, 'hash');`,
  '029-cards': `
    insert into signInCards (userId, tokenHash, createdAt, expiresAt) values (2, 'hash', ${AT}, ${AT});
    insert into dayCodes values (2, 'seal', ${AT});`,
  '010-tickets': `insert into tickets values ('ticket', strftime('%Y-%m-%dT%H:%M:%fZ'));`,
}

/** Columns that a migration rewrites: 043-markdown stores texts as they are typed. */
const rewrittenColumns: Record<string, Record<string, [before: string, after: string]>> = {
  resources: { content: ['<p>Ring us.</p>', 'Ring us.'] },
  newsletters: { format: ['plain', 'markdown'] },
}

/** The rows as the newest version stores them. */
function applyRewrites(tables: ReturnType<typeof readContents>): ReturnType<typeof readContents> {
  const asNow = (table: string) => (row: Record<string, unknown>) => {
    const changes = Object.entries(rewrittenColumns[table] ?? {}).filter(([column, [before]]) => row[column] === before)
    return { ...row, ...Object.fromEntries(changes.map(([column, [, after]]) => [column, after])) }
  }
  // 044-term-of-today deletes the term that tutors chose.
  const isStored = (row: Record<string, unknown>) => row.name !== 'term'
  return new Map([...tables].map(([table, rows]) => [table, rows.filter(isStored).map(asNow(table))]))
}

/** Creates a data folder as the version with the last migration `last` left it, with rows in each table. */
async function createOldFolder(dataDir: string, last: string): Promise<void> {
  const path = join(dataDir, 'riverbank.sqlite')
  const names = migrationNames.slice(0, migrationNames.indexOf(last) + 1)
  for (const name of names.filter((one) => one in rows || one === last)) {
    const db = openDatabase(path)
    await migrate(db, name)
    await db.destroy()
    const sqlite = new SQLite(path)
    sqlite.exec(rows[name] ?? '')
    sqlite.close()
  }
  mkdirSync(join(dataDir, 'uploads'))
  for (const letter of 'abcd') writeFileSync(join(dataDir, 'uploads', key(letter)), BYTES)
}

/** All rows of all tables as JSON. */
function readContents(dataDir: string): Map<string, Record<string, unknown>[]> {
  const sqlite = new SQLite(join(dataDir, 'riverbank.sqlite'), { readonly: true })
  try {
    const tables = sqlite
      .prepare(
        "select name from sqlite_schema where type = 'table' and name not like 'sqlite_%' and name not like 'kysely_%'",
      )
      .pluck()
      .all() as string[]
    return new Map(
      tables.map((table) => [table, sqlite.prepare(`select * from "${table}"`).all() as Record<string, unknown>[]]),
    )
  } finally {
    sqlite.close()
  }
}

/** The rows without the retention periods, which a restore changes. */
function withoutRetention(tables: ReturnType<typeof readContents>): ReturnType<typeof readContents> {
  const settings = tables.get('portalSettings')?.filter(({ name }) => name !== 'retention') ?? []
  return new Map(tables).set('portalSettings', settings)
}

/** The earlier rows that are missing or changed; removed columns are ignored. */
function findLostRows(before: ReturnType<typeof readContents>, after: ReturnType<typeof readContents>): string[] {
  const isSame = (row: Record<string, unknown>, now: Record<string, unknown> | undefined) =>
    now && Object.entries(row).every(([column, value]) => !(column in now) || now[column] === value)
  return [...before].flatMap(([table, rows]) =>
    rows
      .filter((row, index) => !isSame(row, after.get(table)?.[index]))
      .map((row) => `a row of ${table} is gone or has changed: ${JSON.stringify(row)}`),
  )
}

async function findUpgradeFaultsFrom(last: string): Promise<string[]> {
  using folder = createTemporaryFolder()
  const dataDir = folder.path
  await createOldFolder(dataDir, last)
  const before = readContents(dataDir)
  const riverbank = await startRiverbank({ DATA_DIR: dataDir, DEMO: '0' })
  const faults = findLostRows(applyRewrites(before), readContents(dataDir))
  const page = await fetch(`${riverbank.url}/board`)
  if (page.status !== 200) faults.push(`/board answers ${page.status}`)
  await riverbank.stop()
  const backups = existsSync(join(dataDir, 'backups')) ? readdirSync(join(dataDir, 'backups')) : []
  if (last !== NEWEST && !riverbank.output().includes(`"from":"${last}","to":"${NEWEST}"`))
    faults.push('the log does not name both versions')
  if (backups.length !== (last === NEWEST ? 0 : 1)) faults.push(`there are ${backups.length} backups`)
  if (backups[0]) {
    const there = join(dataDir, 'there')
    const { code, said } = await runRestore(there, join(dataDir, 'backups', backups[0]))
    for (const table of TABLES_CLEARED_BY_RESTORE) before.delete(table)
    // A restore pauses mail, which adds a row.
    const after = code === 0 ? withoutRetention(readContents(there)) : null
    faults.push(...(after ? findLostRows(withoutRetention(before), after) : [`the backup before is refused: ${said}`]))
  }
  return faults.map((fault) => `from ${last}: ${fault}`)
}

/**
 * Starts this version on the data of every earlier version: all data must survive, with a backup. app/backups tests that a newer one is
 * refused.
 */
export async function findUpgradeFaults({ short }: CheckOptions): Promise<string[]> {
  const versions = short ? [migrationNames[0]!, migrationNames.at(-2)!] : migrationNames
  const faults: string[] = []
  for (const version of versions) faults.push(...(await findUpgradeFaultsFrom(version)))
  console.log(`Upgrade: from ${versions.length} versions (${versions[0]} to ${versions.at(-1)})`)
  return faults
}
