import { expect, test } from 'vitest'
import { markPicture } from '~/domain/consent/mark-picture.server'
import { changeFile, findFile } from '~/domain/files/files.server'
import { addSampleFile } from '~/test/records'
import { callRoute, readFlashMessage, setUpFreshRiverbank } from '~/test/riverbank'
import { createPicture, createSampleDocument, createUploadedFile } from '~/test/samples'
import { action, loader } from './route'

const riverbank = setUpFreshRiverbank()

test('a shared picture can be hidden instead of deleted, other documents can’t', async ({ db, people }) => {
  const share = async (bytes: Buffer, name: string, isShared = true) => {
    const file = createUploadedFile(bytes, name)
    return (await addSampleFile(riverbank, { title: 'Kitchen', isShared, studentId: null, file })).id
  }
  const png = await createPicture().png().toBuffer()
  const picture = await share(png, 'a.png')
  const on = (id: number) => ({ as: 'aoife', params: { id: String(id) } }) as const
  const path = `/dashboard/files/${picture}/delete`
  const canHide = async (id: number) => (await (await callRoute(riverbank, loader, path, on(id))).json()).canHide
  const hidden = await share(await createPicture(90).png().toBuffer(), 'c.png')
  const named = { inPicture: [people.daniel.id], nobodyInPicture: false }
  await markPicture(db, riverbank.uploads, people.aoife, { kind: 'file', id: hidden }, named)
  const others = [await share(createSampleDocument(), 'a.doc'), await share(png, 'b.png', false), hidden]
  expect(await Promise.all([picture, ...others].map(canHide))).toEqual([true, false, false, false])
  const answer = await callRoute(riverbank, action, path, { ...on(picture), fields: { intent: 'hide' } })
  expect(readFlashMessage(answer)).toContain('Only tutors can see it now.')
  expect(await findFile(db, people.aoife, picture)).toMatchObject({ isShared: false })
  expect(await findFile(db, people.daniel, picture)).toBeNull()
  // Pressed again in another tab.
  const hide = () => callRoute(riverbank, action, path, { ...on(picture), fields: { intent: 'hide' } })
  expect(readFlashMessage(await hide())).toContain('Only tutors can see it now.')
  await changeFile(db, people.aoife, picture, { patch: { studentId: people.daniel.id } })
  expect(readFlashMessage(await hide())).toContain('This picture is a student’s now')
})
