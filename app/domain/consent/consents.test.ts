import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { sql } from 'kysely'
import { expect, test, vi } from 'vitest'
import { closeAccountById } from '~/domain/accounts/close-account.server'
import { listActivity } from '~/domain/activity/activity.server'
import { getReadingGrade, splitSentences, splitWords } from '~/domain/reading.server'
import { setUpFreshRiverbank } from '~/test/riverbank'
import { openDatabase } from '~db/open'
import type { Database } from '~db/schema'
import { pictureKinds, SHEET_TEXT, USE_EXPLANATIONS, WITHDRAWN_TEXT } from './consents'
import {
  addConsents,
  addConsentsOfSeveral,
  findCurrentConsents,
  listEndingConsents,
  paginateEndingConsents,
  withdrawConsent,
} from './consents.server'
import { hidePicturesOfPerson, writeMarks } from './marks.server'
import { markQueries, mergeReplacedConsents, replacedConsents } from './merge-consents.server'
import { listPictures, listPicturesOfPerson } from './pictures.server'
import { severalConsents } from './schema'
import { listPeopleInPicture, markedPictureColumns } from './visibility.server'

const riverbank = setUpFreshRiverbank()
const { aoife } = riverbank.people

const setDay = (day: string) => vi.useFakeTimers({ toFake: ['Date'], now: new Date(`${day}T10:00:00Z`) })
const none = { gallery: null, website: null, newsletter: null, print: null, home: null }
const about = { supportedBy: null, explained: 'the sheet' }
const sayYes = (studentId: number, until: string, use: 'gallery' | 'website' = 'website') =>
  addConsents(riverbank.db, riverbank.people.aoife, studentId, {
    ...{ ...none, ...about, [use]: 'yes' },
    ...{ from: '2026-01-01', until },
  })

test('answers are listed from 30 days before they run out until 30 days after, unless newer ones exist', async ({
  db,
  people,
}) => {
  const { daniel, niamh, aoife } = people
  setDay('2026-11-29')
  await sayYes(daniel.id, '2026-12-29')
  await sayYes(daniel.id, '2026-12-30', 'gallery')
  await sayYes(niamh.id, '2026-10-30')
  expect(await listEndingConsents(db, aoife)).toEqual([
    { id: niamh.id, use: 'website', until: '2026-10-30', isOver: true },
    { id: daniel.id, use: 'website', until: '2026-12-29', isOver: false },
  ])
  const { items } = await paginateEndingConsents(db, aoife, 1)
  expect(items.map(({ name }) => name)).toEqual(['Niamh Walsh', 'Daniel Okafor'])
  // The last day of a yes still counts.
  setDay('2026-12-29')
  expect((await listEndingConsents(db, aoife)).map(({ isOver }) => isOver)).toEqual([false, false])
  setDay('2026-11-29')
  await sayYes(niamh.id, '2026-12-31')
  await withdrawConsent(db, daniel, daniel.id, 'website')
  expect(await listEndingConsents(db, aoife)).toEqual([])
  setDay('2026-12-01')
  expect(await listEndingConsents(db, aoife)).toHaveLength(2)
  await closeAccountById(db, aoife, niamh.id)
  expect(await listEndingConsents(db, aoife)).toHaveLength(1)
})

test('answers of several students are recorded in one form; those left as they are stay', async ({ db, people }) => {
  const { daniel, niamh, aoife } = people
  setDay('2026-12-01')
  const days = { from: '2026-11-01', until: '2027-11-01' }
  const students = [
    { studentId: String(daniel.id), website: 'yes', print: 'no' },
    { studentId: String(niamh.id), website: '' },
  ]
  const fields = { students, ...about, ...days, decided: 'on' }
  expect(await addConsentsOfSeveral(db, aoife, severalConsents.parse(fields))).toEqual([daniel.id])
  const states = (await findCurrentConsents(db, aoife, daniel.id)).map(({ use, state }) => `${use}: ${state}`)
  expect(states).toEqual(
    expect.arrayContaining(['website: yes', 'print: no', 'gallery: not asked', 'newsletter: not asked']),
  )
  expect(await db.selectFrom('photoConsents').select('id').where('userId', '=', niamh.id).execute()).toEqual([])
  expect((await listActivity(db, aoife))[0]).toMatchObject({ noun: 'photo consent', studentId: daniel.id })
  const refused = [
    { ...fields, decided: '' },
    { ...fields, students: [students[1]] },
    { ...fields, until: '2027-11-02' },
    { ...fields, students: [{ ...students[0], website: 'perhaps' }] },
  ]
  for (const one of refused) expect(severalConsents.safeParse(one).success, JSON.stringify(one)).toBe(false)
})

// What students read before they decide, and after they change their mind.
const explained = [...SHEET_TEXT.before, ...SHEET_TEXT.after, ...Object.values(USE_EXPLANATIONS)]
test.each([...explained, ...Object.values(WITHDRAWN_TEXT)])('in Easy Read: %s', (text) => {
  for (const sentence of splitSentences(text)) expect(splitWords(sentence).length, sentence).toBeLessThanOrEqual(12)
  expect(getReadingGrade(splitSentences(text))).toBeLessThanOrEqual(4)
})

const ADDRESS = '6fb1c0de9a7b45d2a1e0c3f4'

test('a restore keeps who is in a picture of each kind, and which show an erased person', async ({ db, people }) => {
  const { aoife, daniel, niamh } = people
  const at = '2026-06-01T09:00:00.000Z'
  const stored = (key: string) => ({ fileType: 'image/png', size: 1, width: 1, height: 1, storageKey: key })
  const named = { title: 'Choir', fileName: 'choir.png' }
  await db.insertInto('newsletters').values({ title: 'June', content: '', format: 'markdown', createdAt: at }).execute()
  const forAll = { isForAll: 1, createdAt: at } as const
  await db
    .insertInto('questions')
    .values({ ...forAll, question: 'Lunch?', answers: '[]', until: '2030-01-01' })
    .execute()
  await db
    .insertInto('guides')
    .values({ ...forAll, title: 'Tea', isPublic: 0, token: 'x' })
    .execute()
  for (const id of [1, 2]) {
    await db.insertInto('guideSteps').values({ guideId: 1, position: id, sentence: 'Stir.', symbol: null }).execute()
    const own = { id, secret: `${id}`, createdAt: at }
    const values = {
      files: { id, ...named, ...stored(`f${id}`), isShared: 1, uploadedBy: aoife.id, uploadedAt: at },
      websitePictures: {
        ...{ id, address: id === 1 ? ADDRESS : ADDRESS.replace('6', '7'), width: 1, height: 1, fallback: 'png' },
        ...{ storageKey: `w${id}`, size: 1, createdAt: at },
      },
      newsletterAttachments: { ...own, newsletterId: 1, ...named, ...stored(`n${id}`), picture: id },
      stepPhotos: { ...own, stepId: id, ...stored(`s${id}`) },
      answerPhotos: { ...own, questionId: 1, answer: id, ...stored(`a${id}`) },
    }
    for (const kind of pictureKinds) {
      const { table, by } = markedPictureColumns[kind]
      const row: Record<string, unknown> = values[table]
      const columns = sql.join(Object.keys(row).map((name) => sql.ref(name)))
      await sql`insert into ${sql.table(table)} (${columns}) values (${sql.join(Object.values(row))})`.execute(db)
      await writeMarks(db, kind, row[by] as number, { inPicture: [id === 1 ? daniel.id : niamh.id] })
    }
  }
  await hidePicturesOfPerson(db, niamh.id)
  const read = async (query: string) => (await sql.raw(query).execute(db)).rows
  const lists = await Promise.all(markQueries.map(async ({ marks, erased }) => [await read(marks), await read(erased)]))
  const replaced = { consents: [], marks: lists.flatMap(([marks]) => marks), erased: lists.flatMap(([, all]) => all) }
  expect([replaced.marks.length, replaced.erased.length]).toEqual([10, 5])

  await db.deleteFrom('peopleInPictures').execute()
  for (const { table } of Object.values(markedPictureColumns))
    await db
      .updateTable(table as 'files')
      .set({ whoIsIn: 'unsaid' })
      .execute()
  await mergeReplacedConsents(db, replacedConsents.parse(replaced))
  for (const kind of pictureKinds) {
    const { table, by } = markedPictureColumns[kind]
    const rows = db.selectFrom(table as 'files').select([by as 'id', 'whoIsIn'])
    const [first, second] = await rows.orderBy(sql.ref(`${table}.id`)).execute()
    expect([kind, first?.whoIsIn, second?.whoIsIn]).toEqual([kind, 'said', 'erased'])
    const mark = kind === 'website' ? ADDRESS : 1
    expect(await listPeopleInPicture(db, kind, mark), kind).toEqual([daniel.id])
  }
})

test('a mark of a website’s picture is kept without the picture, for its next import', async ({ db, people }) => {
  await writeMarks(db, 'website', ADDRESS, { inPicture: [people.daniel.id] })
  const read = markQueries.map(async ({ marks }) => (await sql.raw(marks).execute(db)).rows)
  expect((await Promise.all(read)).flat()).toMatchObject([{ kind: 'website', picture: ADDRESS }])
})

/** Adds photos of Daniel to the gallery. */
async function addPhotosOfDaniel(number: number) {
  const { db, people } = riverbank
  const uploadedAt = new Date().toISOString()
  for (let photo = 1; photo <= number; photo++) {
    const named = { title: `Photo ${photo}`, fileName: 'a.jpg', fileType: 'image/jpeg', storageKey: randomUUID() }
    const row = {
      ...named,
      size: 1,
      width: 8,
      height: 6,
      uploadedBy: people.aoife.id,
      uploadedAt,
      isShared: 1,
    } as const
    const { id } = await db.insertInto('files').values(row).returning('id').executeTakeFirstOrThrow()
    const nothing = { attachmentId: null, websitePicture: null }
    await db
      .insertInto('peopleInPictures')
      .values({ userId: people.daniel.id, fileId: id, ...nothing })
      .execute()
  }
}

/** The statements that SQLite runs for `read`, and its result. */
async function statementsOf<Result>(read: (db: Database) => Promise<Result>) {
  const statements: string[] = []
  const db = openDatabase(join(riverbank.settings.dataDir, 'riverbank.sqlite'), (sql) => statements.push(sql))
  statements.length = 0
  const result = await read(db).finally(() => db.destroy())
  return { result, statements: statements.filter((sql) => sql.startsWith('select')) }
}

test('listing a person’s pictures takes no more queries for many than for few', async () => {
  const namingDaniel = (db: Database) => listPicturesOfPerson(db, riverbank.people.daniel.id)
  await addPhotosOfDaniel(1)
  const few = await statementsOf(namingDaniel)
  await addPhotosOfDaniel(20)
  const many = await statementsOf(namingDaniel)
  expect([few.result.length, many.result.length]).toEqual([1, 21])
  expect(many.statements.length).toBe(few.statements.length)
})

test('the website’s text is read only when its pictures are listed', async () => {
  await addPhotosOfDaniel(3)
  const readsWords = (statements: string[]) => statements.some((sql) => sql.includes('websiteDrafts'))
  const own = await statementsOf((db) => listPicturesOfPerson(db, riverbank.people.daniel.id))
  const part = await statementsOf((db) => listPictures(db, aoife, { limit: 2 }))
  const whole = await statementsOf((db) => listPictures(db, aoife, { limit: 10 }))
  expect([own, part, whole].map(({ statements }) => readsWords(statements))).toEqual([false, false, true])
})
