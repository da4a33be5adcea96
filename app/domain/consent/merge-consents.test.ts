import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { setUpFreshRiverbank } from '~/test/riverbank'
import { pictureKinds } from './consents'
import { hidePicturesOfPerson, writeMarks } from './marks.server'
import { markQueries, mergeReplacedConsents, replacedConsents } from './merge-consents.server'
import { listPeopleInPicture, markedPictureColumns } from './visibility.server'

setUpFreshRiverbank()

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
