import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { setUpFreshRiverbank } from '~/test/riverbank'
import { openDatabase } from '~db/open'
import type { Database } from '~db/schema'
import { listPictures, listPicturesOfPerson } from './pictures.server'

const riverbank = setUpFreshRiverbank()
const { aoife } = riverbank.people

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
