import { readdirSync, readFileSync } from 'node:fs'
import { readdir, readlink } from 'node:fs/promises'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import SQLite from 'better-sqlite3'
import { expect, test } from 'vitest'
import { fromBufferPromise } from 'yauzl'
import { listActivity } from '~/domain/activity/activity.server'
import { removeEnquiry } from '~/domain/enquiries/enquiries.server'
import { logOpened } from '~/domain/files/file-views.server'
import { changeFile, findFile, listFormerOpenings } from '~/domain/files/files.server'
import { newSubscriber } from '~/domain/subscribers/schema'
import {
  addSubscriber,
  eraseSubscriber,
  exportSubscriber,
  findSubscriber,
} from '~/domain/subscribers/subscribers.server'
import { addTimetable, changeTimetable } from '~/domain/timetables/timetables.server'
import type { WebsitePage } from '~/domain/website/page.server'
import { findWebsitePage } from '~/domain/website/pages.server'
import { findPage, publishSection } from '~/domain/website/website.server'
import { lowerHashCost } from '~/test/hash-cost'
import { exportToJson } from '~/test/personal-export'
import { addSampleFile } from '~/test/records'
import { setUpFreshRiverbank } from '~/test/riverbank'
import { createPicture, createSampleDocument, createUploadedFile } from '~/test/samples'
import { enableSecondStep } from '~/test/second-step'
import { plantSecretWords } from '~/test/secret-words'
import { type Fate, personalData } from '~db/personal-data'
import type { Database } from '~db/schema'
import { countErasedRows } from './account-contents.server'
import { findPerson } from './people.server'
import { erasePerson, exportPerson } from './personal-data.server'

lowerHashCost()
const riverbank = setUpFreshRiverbank()
const { aoife } = riverbank.people

const fates = personalData as unknown as Record<string, Record<string, Fate>>
const isErased = (fate: Fate) => !fate.includes('retained: ')
const isExported = (fate: Fate) => fate.startsWith('exported')

/** The person whose erasure removes a table's rows: a subscriber, a visitor who wrote to us, or a person with an account. */
const subjects: Record<string, string[]> = { subscriber: ['subscribers', 'deliveries'], visitor: ['enquiries'] }
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
  'shownAtHome.sessions': { value: '["heron-shownAtHome-sessions"]', inExport: 'heron-shownAtHome-sessions' },
  'shownParts.parts': { value: '["files","say"]', inExport: '"say",\n    "files"' },
  'subscribers.active': { value: 1, inExport: '"active": true' },
  'subscribers.refusedNewsletters': { value: '[1,2,3]', inExport: '"isUndeliverable": true' },
  'subscribers.isGuardian': { value: 1, inExport: '"isGuardian": true' },
  'subscribers.vouchedById': { value: null, inExport: 'Aoife Brennan' },
  'users.earlierDays': { value: '[{"lastDay":"heron-users-earlierDays"}]', inExport: 'heron-users-earlierDays' },
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

test('a person’s export has every column classified as exported; erasing them leaves nothing in those classified as erased, nor in the files', async () => {
  const { db, uploads, people } = riverbank
  const held = fill()
  const json = JSON.stringify(await exportToJson(riverbank, people.daniel.id), null, 2)
  expect(missingIn(json, 'person', held), 'columns that the export lacks').toEqual([])
  expect(json, 'a text that is JSON itself').not.toMatch(/": "[{[]/)
  expect(leftOver('person', held).length).toBeGreaterThan(150)
  await erasePerson(db, uploads, people.aoife, people.daniel.id)
  expect(leftOver('person', held), 'columns that outlive an erasure').toEqual([])
})

test('erasing a subscriber or deleting an enquiry leaves nothing, and a subscriber’s export is complete', async () => {
  const { db, context, people } = riverbank
  const held = fill()
  const json = JSON.stringify(await exportSubscriber(db, people.aoife, ROW), null, 2)
  expect(missingIn(json, 'subscriber', held)).toEqual([])
  expect(json, 'the secret of their links').not.toContain('heron-subscribers-token')
  await eraseSubscriber(db, context.outbox, people.aoife, ROW)
  expect(leftOver('subscriber', held)).toEqual([])
  expect(await db.selectFrom('activity').select('title').where('title', 'like', 'heron%').execute()).toEqual([])
  expect(leftOver('visitor', held).length).toBeGreaterThan(5)
  await removeEnquiry(db, context.outbox, people.aoife, ROW)
  expect(leftOver('visitor', held)).toEqual([])
})

async function unzip(zip: Buffer): Promise<Record<string, Buffer>> {
  const opened = await fromBufferPromise(zip)
  const found: Record<string, Buffer> = {}
  for await (const entry of opened.eachEntry())
    found[entry.fileName] = await buffer(await opened.openReadStreamPromise(entry))
  return found
}

test('an export has all files of a person and the log about them, and no secrets', async ({ db, uploads, people }) => {
  const report = await addSampleFile(riverbank, { title: 'Report', studentId: people.daniel.id })
  const file = createUploadedFile(await createPicture().png().toBuffer(), 'Pier')
  const pier = { title: 'Pier', alt: 'He waves from the pier.', studentId: people.daniel.id, file }
  const photo = await addSampleFile(riverbank, pier)
  await addSampleFile(riverbank, { title: 'Letter', studentId: people.niamh.id })
  const { key } = await enableSecondStep(riverbank, 'daniel')
  const zip = await exportPerson(db, uploads, people.aoife, people.daniel.id)
  const entries = await unzip(await buffer(zip))
  expect(Object.keys(entries)).toEqual(['person.json', `files/${report.id}-Report.doc`, `files/${photo.id}-Pier.png`])
  expect(entries[`files/${report.id}-Report.doc`]).toEqual(createSampleDocument('Report'))
  const data = JSON.parse(String(entries['person.json']))
  expect(data.files).toMatchObject([
    { title: 'Report', alt: null },
    { title: 'Pier', alt: 'He waves from the pier.' },
  ])
  expect(data.activity).toMatchObject([
    { action: 'added', noun: 'account' },
    { actorName: 'Aoife Brennan', action: 'added', title: 'Report' },
    { actorName: 'Aoife Brennan', action: 'added', title: 'Pier' },
    { actorName: 'Daniel Okafor', action: 'turned on the second step', noun: 'account' },
    { actorName: 'Aoife Brennan', action: 'took out the data', title: 'daniel' },
  ])
  expect(data.secondStep).toEqual({ onSince: expect.any(String), recoveryCodesLeft: 10 })
  expect(String(entries['person.json'])).not.toContain(key)
  expect(String(entries['person.json'])).not.toMatch(/Hash|argon2|Letter|storageKey|lockedKey|Salt/i)
})

/** The same database, with 5 ms of processor time added to each query. */
function slowed(db: Database): Database {
  return db.withPlugin({
    transformQuery: ({ node }) => {
      for (const startedAt = performance.now(); performance.now() - startedAt < 5; );
      return node
    },
    transformResult: async ({ result }) => result,
  })
}

test('an export lets others in between its queries and is still consistent', async ({ db, uploads, people }) => {
  const { id: userId } = people.daniel
  const day = { startDate: '2026-11-25', endDate: '2026-11-25', note: null, linkId: null, saidBy: null }
  const absence = { userId, ...day, createdAt: '2026-11-25T07:40:00.000Z' }
  let written: Promise<unknown> | undefined
  setImmediate(() => {
    written = db.insertInto('absences').values(absence).execute()
  })
  const zip = await exportPerson(slowed(db), uploads, people.aoife, userId)
  expect(written).toBeDefined()
  const data = JSON.parse(String((await unzip(await buffer(zip)))['person.json']))
  expect(data.absences).toEqual([])
  await written
  expect(await db.selectFrom('absences').selectAll().execute()).toMatchObject([absence])
})

test('an interrupted download of an export leaves no file open', async ({ db, uploads, people }) => {
  const file = createUploadedFile(Buffer.concat([createSampleDocument('Report'), Buffer.alloc(1_000_000)]))
  await addSampleFile(riverbank, { title: 'Report', studentId: people.daniel.id, file })
  const openFiles = async () => {
    const links = (await readdir('/proc/self/fd')).map((name) => readlink(join('/proc/self/fd', name)).catch(() => ''))
    return (await Promise.all(links)).filter((path) => path.startsWith(uploads))
  }
  const zip = await exportPerson(db, uploads, people.aoife, people.daniel.id)
  await expect.poll(openFiles).toHaveLength(1)
  zip.destroy()
  await expect.poll(openFiles).toEqual([])
})

test('erasing a student removes log lines about a timetable that was everyone’s', async ({ db, uploads, people }) => {
  const week = { title: 'Mondays with Daniel', description: null, alt: null, startDate: null, endDate: null }
  const { id } = await addTimetable(db, uploads, people.aoife, {
    ...week,
    studentId: null,
    file: createUploadedFile(createSampleDocument('week'), 'week.doc'),
  })
  await changeTimetable(db, uploads, people.aoife, id, { patch: { studentId: people.daniel.id } })
  await erasePerson(db, uploads, people.aoife, people.daniel.id)
  expect(await db.selectFrom('timetables').selectAll().execute()).toEqual([])
  expect(JSON.stringify(await db.selectFrom('activity').selectAll().execute())).not.toMatch(/Daniel|Mondays/)
})

test('who opened a file before it was moved stays known when either student is erased, without their name', async ({
  db,
  uploads,
  people,
}) => {
  const { daniel, niamh, aoife } = people
  const move = async (title: string, from: typeof daniel, to: typeof daniel) => {
    const { id } = await addSampleFile(riverbank, { title, studentId: from.id })
    const file = await findFile(db, from, id)
    if (file) await logOpened(db, from, file)
    await changeFile(db, aoife, id, { patch: { studentId: to.id } })
    return id
  }
  const toNiamh = await move('Letter to Daniel', daniel, niamh)
  await move('Report of Daniel', niamh, daniel)
  await erasePerson(db, uploads, aoife, daniel.id)
  const [sentence] = (await listFormerOpenings(db, aoife, [toNiamh]))[toNiamh] ?? []
  expect(sentence).toMatch(/^Erased person opened “Letter to Daniel” on \d/)
  const lines = (await listActivity(db, aoife, { personId: niamh.id })).filter(({ noun }) => noun !== 'account')
  const texts = lines.map(({ action, noun, title }) => `${action} ${noun} ${title.replace(/ on \d.*/, '')}`)
  expect(texts).toEqual([
    'moved away document A file that was erased',
    'opened opening a file that was erased',
    'added document A file that was erased',
    'moved document Letter to Daniel',
    'opened opening “Letter to Daniel”',
  ])
})

test('erasing a student removes their name from subscribers, unless another person here has it', async () => {
  const { db, uploads, people } = riverbank
  const guardian = { name: null, isGuardian: true, vouchedFor: null }
  const add = (email: string, studentName: string) =>
    addSubscriber(db, people.aoife, newSubscriber.parse({ ...guardian, email, studentName }))
  const his = await add('one@dunne.example', 'daniel OKAFOR')
  const second = await add('two@dunne.example', 'Dániel\u00a0Okafor')
  const hers = await add('walsh@dunne.example', 'Niamh Walsh')
  const namesake = { ...people.niamh, id: undefined, username: 'another', passwordHash: '', createdAt: '' }
  await db.insertInto('users').values(namesake).execute()
  for (const { id } of [people.daniel, people.niamh]) await erasePerson(db, uploads, people.aoife, id)
  expect(await findSubscriber(db, aoife, his.id)).toMatchObject({ isGuardian: true, studentName: null, version: 2 })
  expect(await findSubscriber(db, aoife, second.id)).toMatchObject({ isGuardian: true, studentName: null, version: 2 })
  expect(await findSubscriber(db, aoife, hers.id)).toMatchObject({ studentName: 'Niamh Walsh', version: 1 })
})

test('erasing a tutor leaves what they published, without their name', async ({ db, uploads, people }) => {
  const shared = await addSampleFile(riverbank, { title: 'Menu', isShared: true })
  await db.updateTable('users').set({ role: 'tutor' }).where('id', '=', people.niamh.id).execute()
  const about = findWebsitePage('about') as WebsitePage
  const { intro } = (await findPage(db, about)).words
  await publishSection(db, people.aoife, about, 'intro', { version: 0, words: intro as Record<string, unknown> })
  expect((await findPage(db, about)).saved?.by).toBe('Aoife Brennan')
  await erasePerson(db, uploads, people.niamh, people.aoife.id)
  expect((await findPage(db, about)).saved?.by).toBe('Erased person')
  expect((await findFile(db, people.daniel, shared.id))?.uploadedBy).toBe('Erased person')
  expect(await findPerson(db, aoife, people.aoife.id)).toBeNull()
  const activity = await db.selectFrom('activity').select(['actorName', 'title']).execute()
  expect(activity.length).toBeGreaterThan(1)
  expect(JSON.stringify(activity)).not.toMatch(/Aoife|Brennan/i)
})

test('the last tutor, an unknown person and an erased one are refused', async ({ db, uploads, people }) => {
  await expect(erasePerson(db, uploads, people.aoife, people.aoife.id)).rejects.toMatchObject({ kind: 'conflict' })
  await expect(erasePerson(db, uploads, people.aoife, 999)).rejects.toMatchObject({ kind: 'notFound' })
  await erasePerson(db, uploads, people.aoife, people.daniel.id)
  await expect(erasePerson(db, uploads, people.aoife, people.daniel.id)).rejects.toMatchObject({ kind: 'notFound' })
  await expect(exportPerson(db, uploads, people.aoife, 999)).rejects.toMatchObject({ kind: 'notFound' })
})

test('the page before an erasure counts what goes', async ({ db, uploads, people }) => {
  const { aoife, daniel, niamh } = people
  await plantSecretWords(riverbank)
  await addSampleFile(riverbank, { title: 'Report', studentId: daniel.id })
  const countAll = async () => {
    const sqlite = open()
    const counts = Object.keys(await countErasedRows(db, niamh.id)).map((table) => [
      table,
      sqlite.prepare(`select count(*) from ${table}`).pluck().get() as number,
    ])
    sqlite.close()
    return Object.fromEntries(counts) as Awaited<ReturnType<typeof countErasedRows>>
  }
  const before = await countAll()
  const said = await countErasedRows(db, daniel.id)
  await erasePerson(db, uploads, aoife, daniel.id)
  const after = await countAll()
  // The erasure has a line of its own.
  after.activity -= 1
  const gone = Object.entries(before).map(([table, number]) => [table, number - after[table as keyof typeof after]])
  expect(said).toEqual(Object.fromEntries(gone))
  expect(Object.values(said).filter((number) => number > 0).length).toBeGreaterThan(10)
})

test('while an erasure hashes the username, others can write', async ({ db, people, uploads }) => {
  const done: string[] = []
  const erasing = erasePerson(db, uploads, people.aoife, people.niamh.id).then(() => done.push('erased'))
  const writing = db
    .insertInto('portalSettings')
    .values({ name: 'attendanceShown', value: 'yes' })
    .execute()
    .then(() => done.push('written'))
  await Promise.all([erasing, writing])
  expect(done).toEqual(['written', 'erased'])
})
