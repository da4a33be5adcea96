import { buffer } from 'node:stream/consumers'
import { beforeEach, expect, test } from 'vitest'
import { fromBufferPromise } from 'yauzl'
import { exportPerson } from '~/domain/accounts/personal-data.server'
import { addMember, openPhoto, removeMember } from '~/domain/board/board.server'
import { memberForm } from '~/domain/board/schema'
import { addAttachments, openAttachment, removeAttachment } from '~/domain/newsletters/attachments.server'
import { addNewsletter, copyNewsletter } from '~/domain/newsletters/newsletters.server'
import { newAttachments } from '~/domain/newsletters/schema'
import { addTimetable, changeTimetable } from '~/domain/timetables/timetables.server'
import { addPicture, openPicture } from '~/domain/website/pictures.server'
import { composeNewsletter } from '~/mail/compose.server'
import { setUpFreshRiverbank } from '~/test/riverbank'
import { createPicture, createSamplePdf, createUploadedFile } from '~/test/samples'
import type { Database } from '~db/schema'
import { openFile } from './file-views.server'
import { addFile, removeFile } from './files.server'
import { discard } from './store.server'

const riverbank = setUpFreshRiverbank()
let photo: File
beforeEach(async () => {
  photo = createUploadedFile(await createPicture().png().toBuffer(), 'photo.png')
})

/** A database for one reader. Runs `action`, as another person, once the reader's queries have found `files` stored files. */
function actAfterQuery(action: () => Promise<unknown>, files = 1): Database {
  let isDone = false
  return riverbank.db.withPlugin({
    transformQuery: ({ node }) => node,
    transformResult: async ({ result }) => {
      if (!isDone && result.rows.filter((row) => 'storageKey' in row).length === files) {
        isDone = true
        await action()
      }
      return result
    },
  })
}

const document = (title: string) =>
  addFile(riverbank.db, riverbank.uploads, riverbank.people.aoife, {
    ...{ title, description: null, alt: null, isShared: false, studentId: riverbank.people.daniel.id, album: null },
    file: createUploadedFile(createSamplePdf(title), `${title}.pdf`),
  })

/** A draft with two pictures, which `remove` deletes one by one. */
async function draftWithPictures() {
  const { db, uploads, people } = riverbank
  const { id } = await addNewsletter(db, people.aoife, { title: 'June', content: 'The choir sang.' })
  const attached = await addAttachments(db, uploads, people.aoife, id, newAttachments.parse({ file: [photo, photo] }))
  const remove = (index: number) => removeAttachment(db, uploads, people.aoife, id, attached[index]!.id)
  return { id, remove, addressOf: (index: number) => attached[index]!.filePath.split('/').at(-1)! }
}

test('a file that is deleted just as another person opens it is not found: a document', async () => {
  const { db, uploads, people } = riverbank
  const { id } = await document('Report')
  const deleted = actAfterQuery(() => removeFile(db, uploads, people.aoife, id))
  expect(await openFile(deleted, uploads, people.aoife, id)).toBeNull()
})

test('a file that is deleted just as another person opens it is not found: a board member’s photo', async () => {
  const { db, uploads, people } = riverbank
  const member = memberForm.parse({ name: 'Bríd Nolan', position: 'Director' })
  const { id, profileImage } = await addMember(db, uploads, people.aoife, { ...member, photo })
  const deleted = actAfterQuery(() => removeMember(db, uploads, people.aoife, id))
  expect(await openPhoto(deleted, uploads, Number(profileImage?.split('/').at(-1)))).toBeNull()
})

test('a file that is deleted just as another person opens it is not found: a newsletter’s picture', async () => {
  const { remove, addressOf } = await draftWithPictures()
  const deleted = actAfterQuery(() => remove(0))
  expect(await openAttachment(deleted, riverbank.uploads, addressOf(0), { isTutor: true })).toBeNull()
})

test('a file that is deleted just as another person opens it is not found: a picture of the website', async () => {
  const { db, uploads, people } = riverbank
  const name = await addPicture(db, uploads, people.aoife, photo)
  const { address, storageKey } = await db.selectFrom('websitePictures').selectAll().executeTakeFirstOrThrow()
  const deleted = actAfterQuery(async () => {
    await db.deleteFrom('websitePictures').execute()
    await discard(uploads, storageKey)
  })
  expect(name).toContain(address)
  expect(await openPicture(deleted, uploads, `${address}-400.webp`)).toBeNull()
})

test('a timetable whose file is replaced just as a person opens it opens the new file', async () => {
  const { db, uploads, people } = riverbank
  const words = { title: 'Week', description: null, alt: null, startDate: null, endDate: null, studentId: null }
  const { id } = await addTimetable(db, uploads, people.aoife, {
    ...words,
    file: createUploadedFile(createSamplePdf('old'), 'old.pdf'),
  })
  const { id: fileId } = await db.selectFrom('files').select('id').executeTakeFirstOrThrow()
  const replaced = actAfterQuery(() =>
    changeTimetable(
      db,
      uploads,
      people.aoife,
      id,
      { patch: { title: 'New week' } },
      createUploadedFile(createSamplePdf('new'), 'new.pdf'),
    ),
  )
  const opened = await openFile(replaced, uploads, people.daniel, fileId)
  expect(opened?.file).toMatchObject({ title: 'New week', fileName: 'new.pdf' })
  expect(await opened?.handle.readFile()).toEqual(createSamplePdf('new'))
  await opened?.handle.close()
})

test('without a file deleted meanwhile: the copy of a newsletter', async () => {
  const { uploads, people } = riverbank
  const { id, remove } = await draftWithPictures()
  const deleted = actAfterQuery(() => remove(0))
  const copy = await copyNewsletter(deleted, uploads, people.aoife, id)
  expect(copy.attachments.map(({ picture }) => picture)).toEqual([2])
})

test('without a file deleted meanwhile: a newsletter’s mail', async () => {
  const { uploads, settings } = riverbank
  const { id, remove } = await draftWithPictures()
  const site = { origin: 'https://riverbank.example', centre: settings.centre }
  const deleted = actAfterQuery(() => remove(1), 2)
  const mail = await composeNewsletter(deleted, id, 'https://riverbank.example/u', site, { uploads })
  expect(mail?.pictures).toHaveLength(1)
})

test('without a file deleted meanwhile: a person’s data', async () => {
  const { db, uploads, people } = riverbank
  const [first, second] = [await document('Report'), await document('Letter')]
  const deleted = actAfterQuery(() => removeFile(db, uploads, people.aoife, first.id))
  const zip = await exportPerson(deleted, uploads, people.aoife, people.daniel.id)
  const names = []
  for await (const { fileName } of (await fromBufferPromise(await buffer(zip))).eachEntry()) names.push(fileName)
  expect(names).toEqual(['person.json', `files/${second.id}-Letter.pdf`])
})
