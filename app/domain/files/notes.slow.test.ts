import { expect, test } from 'vitest'
import { addMember, changeMember } from '~/domain/board/board.server'
import { memberForm } from '~/domain/board/schema'
import { changeLogo } from '~/domain/centre/centre.server'
import { addAttachments } from '~/domain/newsletters/attachments.server'
import { addNewsletter } from '~/domain/newsletters/newsletters.server'
import { newAttachments } from '~/domain/newsletters/schema'
import { addPhotos } from '~/domain/notices/photos.server'
import { newTimetable } from '~/domain/timetables/schema'
import { addTimetable, changeTimetable } from '~/domain/timetables/timetables.server'
import { storeChosenPictures } from '~/domain/website/pictures.server'
import { readSettings } from '~/settings.server'
import { shareRiverbank } from '~/test/riverbank'
import { createNoisyPicture, createSamplePdf, createUploadedFile } from '~/test/samples'
import { addFile, addFiles } from './files.server'
import { joinUploadNotes } from './notes'
import { newFile, newFiles } from './schema'

const riverbank = shareRiverbank()
const whole = await createNoisyPicture(120, 90).jpeg().toBuffer()
const note =
  'The lower part of this photo is missing, because its file is incomplete. If you have the whole photo, add that instead.'
const cut = () => createUploadedFile(whole.subarray(0, whole.length / 2), 'cut.jpg')

test('every upload of a truncated picture notes the missing part', async ({ db, uploads }) => {
  const { aoife } = riverbank.people
  const one = { title: 'Choir', file: cut() }
  expect(await addFile(db, uploads, aoife, newFile.parse(one))).toMatchObject({ note })
  expect(await addFile(db, uploads, aoife, newFile.parse({ ...one, album: 'qqi' }))).toMatchObject({ note })
  const both = { title: 'Choir', file: [createUploadedFile(createSamplePdf(), 'a.pdf'), cut()] }
  expect(joinUploadNotes(await addFiles(db, uploads, aoife, newFiles.parse(both)))).toBe(`cut.jpg: ${note}`)
  expect(await addPhotos(db, uploads, aoife, [cut()])).toMatchObject({ added: ['cut.jpg'], notes: note })
  expect(await addPhotos(db, uploads, aoife, [cut(), createUploadedFile(createSamplePdf())])).toMatchObject({
    notes: note,
    failure: {},
  })
  const timetable = await addTimetable(db, uploads, aoife, newTimetable.parse(one))
  expect(timetable).toMatchObject({ note })
  expect(await changeTimetable(db, uploads, aoife, timetable.id, { patch: {} }, cut())).toMatchObject({ note })
  const { photo, ...member } = memberForm.parse({ name: 'Bríd', position: 'Chair', photo: cut() })
  const added = await addMember(db, uploads, aoife, { ...member, photo })
  expect(added).toMatchObject({ note })
  expect(await changeMember(db, uploads, aoife, added.id, { patch: {} }, { photo })).toMatchObject({ note })
  const letter = await addNewsletter(db, aoife, { title: 'June', content: 'The choir sang.', easyRead: null })
  const attachments = newAttachments.parse({ file: [cut()] })
  expect(await addAttachments(db, uploads, aoife, letter.id, attachments)).toMatchObject([{ note }])
  const { centre } = readSettings({})
  expect(await changeLogo({ db, uploads, centre }, aoife, cut())).toEqual({ note })
  const form = new FormData()
  form.append('picture.file', cut())
  const fields = [{ name: 'picture', kind: 'picture', label: 'Picture' }] as never
  const chosen = await storeChosenPictures(db, uploads, aoife, form, { fields, words: {} })
  expect(chosen).toMatchObject({ notes: { 'picture.file': [note] }, refused: null })
})

test('the notes of many files fit into a message', () => {
  const many = Array.from({ length: 20 }, (_, index) => ({ fileName: `${index}.jpg`, note: 'It was cut.' }))
  expect(joinUploadNotes(many)).toBe(
    '0.jpg: It was cut. 1.jpg: It was cut. 2.jpg: It was cut. Please look at 17 more files too.',
  )
  expect(joinUploadNotes([{ fileName: 'a.jpg' }])).toBeUndefined()
})
