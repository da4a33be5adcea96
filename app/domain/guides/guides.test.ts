import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { makeBackup } from '~/backups/make.server'
import { prepareDatabase } from '~/backups/ready-database.server'
import { restoreBackup } from '~/backups/restore.server'
import { withdrawConsent } from '~/domain/consent/consents.server'
import { markPicture } from '~/domain/consent/mark-picture.server'
import { countPicturesOfStudent, listPictures } from '~/domain/consent/pictures.server'
import { newWeekSession } from '~/domain/week/schema'
import { addWeekSession, getDayOfStudent, getWeekOfStudent } from '~/domain/week/week.server'
import { createTemporaryFolder } from '~/test/folder'
import { exportToJson } from '~/test/personal-export'
import { recordConsents } from '~/test/records'
import { type Person, setUpFreshRiverbank } from '~/test/riverbank'
import { createPicture, createUploadedFile } from '~/test/samples'
import {
  addGuide,
  changeGuide,
  findGuide,
  findGuideForTutor,
  findGuideToken,
  findProgress,
  findPublicGuide,
  listGuides,
  recordProgress,
  removeGuide,
} from './guides.server'
import { newGuide, newStep } from './schema'
import { addStep, changeStep, openStepPhoto, removeStep } from './steps.server'

const riverbank = setUpFreshRiverbank()
const { aoife } = riverbank.people
const [png, otherPng] = [await createPicture().png().toBuffer(), await createPicture(30, 30).png().toBuffer()]

const addTea = (fields: Partial<{ title: string; studentIds: number[]; isPublic: boolean }> = {}) =>
  addGuide(riverbank.db, aoife, newGuide.parse({ title: 'Make tea', ...fields }))

function add(guideId: number, sentence = 'Fill the kettle.', photo: Parameters<typeof addStep>[4] = {}) {
  const { db, uploads, people } = riverbank
  return addStep(db, uploads, people.aoife, newStep.parse({ guideId, sentence, symbol: 'tea-break' }), photo)
}

const addWithPhoto = (guideId: number, inPicture: number[] = []) =>
  add(guideId, 'Smile.', { photo: createUploadedFile(png, 'a.png'), inPicture })

const listTitles = async (as: Person) =>
  (await listGuides(riverbank.db, riverbank.people[as])).items.map(({ title }) => title)
const listSentences = async (guideId: number) =>
  (await findGuide(riverbank.db, aoife, guideId))?.steps.map(({ sentence }) => sentence)

/** Whether a photo opens: for a tutor, two students and a stranger. */
async function listReaders(photo: string | null): Promise<(Person | 'stranger')[]> {
  const { db, uploads, people } = riverbank
  const readers: (Person | 'stranger')[] = []
  for (const who of ['aoife', 'daniel', 'niamh', 'stranger'] as const) {
    const user = who === 'stranger' ? null : people[who]
    const opened = await openStepPhoto(db, uploads, photo?.split('/').at(-1) ?? '', { user })
    await opened?.handle.close()
    if (opened) readers.push(who)
  }
  return readers
}

test('a sentence has at most twelve words, and a guide at most twenty steps', async () => {
  const { id } = await addTea()
  for (let number = 1; number <= 20; number++)
    await add(id, 'One two three four five six seven eight nine ten eleven twelve.')
  const tooMany = ['There are already 20 steps. Please delete one first.']
  await expect(add(id)).rejects.toMatchObject({ kind: 'invalid', errors: { sentence: tooMany } })
})

test('steps keep their places while they are moved, added and deleted', async ({ db, uploads, people }) => {
  const { id } = await addTea()
  const [first, , third] = [await add(id, 'One.'), await add(id, 'Two.'), await add(id, 'Three.')]
  const moved = await changeStep(db, uploads, people.aoife, third.id, { patch: { position: 1 } })
  expect(moved).toMatchObject({ position: 1, version: 2 })
  expect(await listSentences(id)).toEqual(['Three.', 'One.', 'Two.'])
  await removeStep(db, uploads, people.aoife, first.id)
  await add(id, 'Four.')
  const steps = (await findGuide(db, people.aoife, id))?.steps
  expect(steps?.map(({ position, sentence }) => `${position} ${sentence}`)).toEqual(['1 Three.', '2 Two.', '3 Four.'])
  await expect(add(9999)).rejects.toMatchObject({ kind: 'invalid', errors: { guideId: [expect.any(String)] } })
})

test('a student sees no guide without steps, and only their own id', async ({ db, people }) => {
  const { id } = await addTea({ studentIds: [people.daniel.id, people.niamh.id] })
  expect(await listTitles('daniel')).toEqual([])
  await add(id)
  expect(await findGuide(db, people.daniel, id)).toMatchObject({ studentIds: [people.daniel.id] })
})

test('photos need a yes: in the portal, and for a public guide on the website', async ({ db, people }) => {
  const { daniel } = people
  const guide = await addTea()
  const before = await readdir(riverbank.uploads).catch(() => [])
  await expect(addWithPhoto(guide.id, [daniel.id])).rejects.toMatchObject({
    errors: { inPicture: [expect.any(String)] },
  })
  expect(await readdir(riverbank.uploads).catch(() => [])).toEqual(before)
  await recordConsents(riverbank, daniel.id, { gallery: 'yes' })
  const { photo } = await addWithPhoto(guide.id, [daniel.id])
  const publish = () => changeGuide(db, people.aoife, guide.id, { patch: { isPublic: true } })
  await expect(publish()).rejects.toMatchObject({ kind: 'invalid', errors: { isPublic: [expect.any(String)] } })
  await recordConsents(riverbank, daniel.id, { website: 'yes' })
  await publish()
  expect(await countPicturesOfStudent(db, daniel, daniel.id, 'website')).toBe(1)
  expect(await listReaders(photo)).toEqual(['aoife', 'daniel', 'niamh', 'stranger'])
  expect(await listReaders(photo?.replace(/.$/, 'x') ?? null)).toEqual([])
  await withdrawConsent(db, daniel, daniel.id, 'website')
  expect(await listReaders(photo)).toEqual(['aoife', 'daniel', 'niamh'])
  expect(await findPublicGuide(db, (await findGuideToken(db, aoife, guide.id)) ?? '')).toMatchObject({
    steps: [{ photo: null, sentence: 'Smile.' }],
  })
  expect((await findGuideForTutor(db, people.aoife, guide.id)).steps).toMatchObject([
    { isHidden: false, isHiddenFromPublic: true },
  ])
  await withdrawConsent(db, daniel, daniel.id, 'gallery')
  expect(await listReaders(photo)).toEqual(['aoife'])
  expect((await findGuide(db, people.niamh, guide.id))?.steps).toMatchObject([{ photo: null }])
})

test('a photo without names is listed for tutors, and a name hides it at once', async ({ db, uploads, people }) => {
  const guide = await addTea()
  const { photo } = await addWithPhoto(guide.id)
  const [listed] = (await listPictures(db, aoife, { limit: 9 })).items
  expect(listed).toMatchObject({ kind: 'step', title: 'Smile.', isMarked: false, hiddenBecause: null, url: photo })
  const { hidden } = await markPicture(db, uploads, people.aoife, listed!, { inPicture: [people.niamh.id] })
  expect(hidden).toMatchObject([{ kind: 'step', where: 'In the steps ‘Make tea’' }])
  expect(await listReaders(photo)).toEqual(['aoife'])
})

test('a new photo replaces the old one, and deleted steps leave no bytes', async ({ db, uploads, people }) => {
  const guide = await addTea()
  const step = await addWithPhoto(guide.id)
  const number = (await readdir(uploads)).length
  const change = (photo: object) => changeStep(db, uploads, people.aoife, step.id, { patch: {} }, photo)
  const replaced = await change({ photo: createUploadedFile(otherPng, 'b.png') })
  expect(replaced.photo).not.toBe(step.photo)
  expect(await listReaders(step.photo)).toEqual([])
  expect(await readdir(uploads)).toHaveLength(number)
  expect(await change({ removePhoto: true })).toMatchObject({ photo: null })
  expect(await readdir(uploads)).toEqual([])
  const again = await addWithPhoto(guide.id)
  await removeStep(db, uploads, people.aoife, again.id)
  await addWithPhoto(guide.id)
  await removeGuide(db, uploads, people.aoife, guide.id)
  expect(await readdir(uploads)).toEqual([])
  expect(await db.selectFrom('guideSteps').select('id').execute()).toEqual([])
})

test('a session shows its guide only to students who have it', async ({ db, people }) => {
  const guide = await addTea({ studentIds: [people.daniel.id] })
  await add(guide.id)
  const monday = new Date('2026-11-23T09:00:00Z')
  const session = { weekday: 'Monday', from: '9:30', to: '11:00', activity: 'Tea', guideId: guide.id }
  await addWeekSession(db, people.aoife, newWeekSession.parse(session))
  for (const [student, guideId] of [
    [people.daniel, guide.id],
    [people.niamh, null],
  ] as const) {
    expect((await getDayOfStudent(db, student, monday)).sessions).toMatchObject([{ guideId }])
    expect((await getWeekOfStudent(db, student, '2026-11-23'))[0]?.sessions).toMatchObject([{ guideId }])
  }
  const unknown = addWeekSession(db, people.aoife, newWeekSession.parse({ ...session, guideId: 9999 }))
  await expect(unknown).rejects.toMatchObject({ kind: 'invalid', errors: { guideId: [expect.any(String)] } })
  await removeGuide(db, riverbank.uploads, people.aoife, guide.id)
  expect((await getDayOfStudent(db, people.daniel, monday)).sessions).toMatchObject([{ guideId: null }])
})

test('it remembers where a student was until they are done, and an export has it', async () => {
  const { db, people } = riverbank
  const { aoife, daniel, niamh } = people
  const guide = await addTea({ studentIds: [daniel.id] })
  await addWithPhoto(guide.id)
  await recordProgress(db, daniel, guide.id, 3)
  await recordProgress(db, niamh, guide.id, 1)
  await recordProgress(db, aoife, guide.id, 1)
  expect([await findProgress(db, daniel, guide.id), await findProgress(db, aoife, guide.id)]).toEqual([3, null])
  await recordProgress(db, niamh, guide.id, null)
  expect(await findProgress(db, niamh, guide.id)).toBeNull()
  expect((await exportToJson(riverbank, daniel.id)).steps).toEqual({
    given: [{ title: 'Make tea', steps: ['Smile.'] }],
    seen: [{ title: 'Make tea', step: 3, seenAt: expect.any(String) }],
  })
})

test('a restore does not undo a newer mark of a step’s photo', async ({ db, settings, people, uploads }) => {
  const guide = await addTea()
  const { photo } = await addWithPhoto(guide.id)
  using elsewhere = createTemporaryFolder()
  const { path } = await makeBackup(settings.dataDir, join(elsewhere.path, 'backup.zip'))
  const [listed] = (await listPictures(db, aoife, { limit: 9 })).items
  await markPicture(db, uploads, people.aoife, listed!, { inPicture: [people.niamh.id] })
  await db.destroy()
  await restoreBackup(settings.dataDir, path)
  riverbank.db = await prepareDatabase(settings)
  expect(await listTitles('daniel')).toEqual(['Make tea'])
  expect(await listReaders(photo)).toEqual(['aoife'])
})
