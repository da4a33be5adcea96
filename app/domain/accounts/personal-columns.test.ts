import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import SQLite from 'better-sqlite3'
import { expect, test } from 'vitest'
import { fromBufferPromise } from 'yauzl'
import { removeEnquiry } from '~/domain/enquiries/enquiries.server'
import { eraseSubscriber, exportSubscriber } from '~/domain/subscribers/subscribers.server'
import { setUpFreshRiverbank } from '~/test/riverbank'
import { type Fate, personalData } from '~db/personal-data'
import { erasePerson, exportPerson } from './personal-data.server'

const riverbank = setUpFreshRiverbank()

const fates = personalData as unknown as Record<string, Record<string, Fate>>
const isErased = (fate: Fate) => !fate.includes('retained: ')
const isExported = (fate: Fate) => fate.startsWith('exported')

/** The person whose erasure removes a table's rows: a subscriber, a visitor who wrote to us, or a person with an account. */
const subjects: Record<string, string[]> = {
  subscriber: ['subscribers', 'deliveries'],
  visitor: ['enquiries'],
}
const tablesOf = (subject: string) =>
  Object.keys(fates).filter((table) =>
    subject in subjects ? subjects[subject]?.includes(table) : !Object.values(subjects).flat().includes(table),
  )

interface Column {
  name: string
  type: string
  isGenerated: boolean
  /** The referenced table. */
  refersTo: string | null
}

/** Every table of a migrated database, with all columns. */
function realTables(sqlite: SQLite.Database): Record<string, Column[]> {
  const tables = sqlite
    .prepare(
      "select name from sqlite_schema where type = 'table' and name not like 'sqlite%' and name not like 'kysely%'",
    )
    .pluck()
    .all() as string[]
  const columns = sqlite.prepare(`select fields.name, type, hidden > 0 as isGenerated, keys."table" as refersTo
    from pragma_table_xinfo(:table) as fields left join pragma_foreign_key_list(:table) as keys on keys."from" = fields.name`)
  return Object.fromEntries(tables.map((table) => [table, columns.all({ table }) as Column[]]))
}

function open() {
  const sqlite = new SQLite(join(riverbank.settings.dataDir, 'riverbank.sqlite'))
  // Every column accepts a recognisable value, whatever its own values are.
  sqlite.pragma('foreign_keys = OFF')
  sqlite.pragma('ignore_check_constraints = ON')
  return sqlite
}

/** The number of each row that the tests fill. */
const ROW = 777
const OF_OTHERS = ['byId', 'vouchedById', 'uploadedBy', 'answeredBy', 'leavesBy', 'addedBy']

/** Values with their own format, and how an export shows them. */
const shaped: Record<string, { value: string | number | null; inExport?: string }> = {
  'activity.noun': { value: 'subscriber' },
  'answerPhotos.answer': { value: 0 },
  'deliveries.kind': { value: 'newsletter' },
  'deliveries.state': { value: 'failed' },
  'displaySettings.settings': { value: '200.plain', inExport: '"text": "200"' },
  'enquiries.subject': { value: 'visit' },
  'interruptedForms.fields': {
    value: '{"title":"heron-interruptedForms-fields"}',
    inExport: 'heron-interruptedForms-fields',
  },
  'guides.isForAll': { value: 0 },
  'notices.isForAll': { value: 0 },
  'peopleInPictures.fileId': { value: ROW, inExport: 'heron-files-title' },
  'peopleInPictures.attachmentId': { value: ROW, inExport: 'heron-newsletterAttachments-title' },
  'peopleInPictures.websitePicture': {
    value: 'heron-websitePictures-address',
    inExport: 'heron-websitePictures-createdAt',
  },
  'peopleInPictures.stepPhotoId': { value: ROW, inExport: 'heron-guideSteps-sentence' },
  'peopleInPictures.answerPhotoId': { value: ROW, inExport: 'heron-questions-answers' },
  'photoConsents.byId': { value: null, inExport: 'Aoife Brennan' },
  'questionAnswers.answer': { value: 0, inExport: 'heron-questions-answers' },
  'questions.answers': {
    value: '[{"words":"heron-questions-answers","symbol":null}]',
    inExport: 'heron-questions-answers',
  },
  'questions.isForAll': { value: 0 },
  'shownParts.parts': { value: '["files","say"]', inExport: '"say",\n    "files"' },
  'subscribers.active': { value: 1, inExport: '"active": true' },
  'subscribers.isGuardian': { value: 1, inExport: '"isGuardian": true' },
  'subscribers.vouchedById': { value: null, inExport: 'Aoife Brennan' },
  'users.erasedAt': { value: null },
  'users.role': { value: 'student' },
  'weekSessions.exceptions': { value: '["heron-weekSessions-exceptions"]', inExport: 'heron-weekSessions-exceptions' },
  'weekSessions.isForAll': { value: 0 },
}

/** Fills every column of a row in every table with recognisable values. Returns what each column holds. */
function fill(): Map<string, string | number> {
  const { aoife, daniel } = riverbank.people
  const sqlite = open()
  const held = new Map<string, string | number>()
  let number = 7_000_000
  for (const [table, columns] of Object.entries(realTables(sqlite))) {
    const fillingOf = ({ name, type, refersTo }: Column) => {
      const own = shaped[`${table}.${name}`]?.value
      if (own !== undefined && own !== null) return own
      if (name === 'erasedAt') return null
      if (OF_OTHERS.includes(name)) return aoife.id
      if (name === 'userId' || refersTo === 'users' || (table === 'users' && name === 'id')) return daniel.id
      if (refersTo || name === 'id' || name === 'recordId') return ROW
      return /text/i.test(type) ? `heron-${table}-${name}` : ++number
    }
    const written = columns.filter(({ isGenerated }) => !isGenerated)
    const names = written.map(({ name }) => `"${name}"`).join(', ')
    const values = written.map(fillingOf)
    sqlite
      .prepare(`insert or replace into ${table} (${names}) values (${written.map(() => '?').join(', ')})`)
      .run(values)
    for (const [index, { name }] of written.entries()) {
      const value = values[index]
      if (value !== null && value !== undefined) held.set(`${table}.${name}`, value)
    }
  }
  sqlite.close()
  return held
}

/** The columns of a subject's tables with a given fate, and their values where these can be recognised. */
function* filled(subject: string, held: Map<string, string | number>, isSuch: (fate: Fate) => boolean) {
  for (const table of tablesOf(subject))
    for (const [name, fate] of Object.entries(fates[table] ?? {})) {
      const value = held.get(`${table}.${name}`)
      if (isSuch(fate) && value !== undefined) yield { column: `${table}.${name}`, table, name, value }
    }
}

/** The erased columns of a subject that still hold their value in any row, or whose value is anywhere in the files. */
function leftOver(subject: string, held: Map<string, string | number>): string[] {
  const sqlite = open()
  const { dataDir } = riverbank.settings
  const files = readdirSync(dataDir).filter((name) => name.startsWith('riverbank.sqlite'))
  const bytes = files.map((name) => readFileSync(join(dataDir, name), 'latin1')).join('\n')
  const left = [...filled(subject, held, isErased)].filter(({ table, name, value }) => {
    const inColumn = sqlite.prepare(`select 1 from ${table} where "${name}" = ?`).get(value)
    return inColumn || (value === `heron-${table}-${name}` && bytes.includes(value))
  })
  sqlite.close()
  return left.map(({ column }) => column)
}

/** The columns that an export should contain but lacks. */
function missingIn(text: string, subject: string, held: Map<string, string | number>): string[] {
  const exported = [...filled(subject, held, isExported)]
  return exported
    .filter(({ column, value }) => !text.includes(shaped[column]?.inExport ?? String(value)))
    .map(({ column }) => column)
}

test('every column of every table is classified, and every classified column exists', () => {
  const sqlite = open()
  const real = Object.entries(realTables(sqlite)).flatMap(([table, columns]) =>
    columns.map(({ name }) => `${table}.${name}`),
  )
  sqlite.close()
  const listed = Object.entries(fates).flatMap(([table, columns]) =>
    Object.keys(columns).map((name) => `${table}.${name}`),
  )
  const unclassified = real.filter((column) => !listed.includes(column))
  const gone = listed.filter((column) => !real.includes(column))
  expect({ unclassified, gone }, 'db/personal-data.ts says of each column what becomes of it').toEqual({
    unclassified: [],
    gone: [],
  })
})

test('erasing a person leaves nothing in any column classified as erased, nor in the files', async () => {
  const { db, uploads, people } = riverbank
  const held = fill()
  expect(leftOver('person', held).length).toBeGreaterThan(150)
  await erasePerson(db, uploads, people.aoife, people.daniel.id)
  expect(leftOver('person', held), 'columns that outlive an erasure').toEqual([])
})

test('a person’s export has every column classified as exported', async () => {
  const { db, uploads, people } = riverbank
  const held = fill()
  const zip = await fromBufferPromise(await buffer(await exportPerson(db, uploads, people.aoife, people.daniel.id)))
  const entries: Record<string, Buffer> = {}
  for await (const entry of zip.eachEntry())
    entries[entry.fileName] = await buffer(await zip.openReadStreamPromise(entry))
  const missing = missingIn(String(entries['person.json']), 'person', held)
  expect(missing, 'columns that the export lacks').toEqual([])
})

test('erasing a subscriber leaves nothing, and their export has every column classified as exported', async () => {
  const { db, context, people } = riverbank
  const held = fill()
  expect(missingIn(JSON.stringify(await exportSubscriber(db, people.aoife, ROW), null, 2), 'subscriber', held)).toEqual(
    [],
  )
  await eraseSubscriber(db, context.outbox, people.aoife, ROW)
  expect(leftOver('subscriber', held)).toEqual([])
  expect(await db.selectFrom('activity').select('title').where('title', 'like', 'heron%').execute()).toEqual([])
})

test('deleting an enquiry leaves nothing', async () => {
  const { db, context, people } = riverbank
  const held = fill()
  await removeEnquiry(db, context.outbox, people.aoife, ROW)
  expect(leftOver('visitor', held)).toEqual([])
})
