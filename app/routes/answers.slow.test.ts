import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { beforeEach, expect, test } from 'vitest'
import { fromBufferPromise } from 'yauzl'
import { makeBackup } from '~/backups/make.server'
import { prepareDatabase } from '~/backups/ready-database.server'
import { restoreBackup } from '~/backups/restore.server'
import { erasePerson, exportPerson } from '~/domain/accounts/personal-data.server'
import { listActivity } from '~/domain/activity/activity.server'
import { withdrawConsent } from '~/domain/consent/consents.server'
import { markPicture } from '~/domain/consent/mark-picture.server'
import { listPictures } from '~/domain/consent/pictures.server'
import { addDays, formatIsoDay, getToday } from '~/domain/events/days'
import { addAnswerPhoto, removeAnswerPhoto } from '~/domain/questions/answer-photos.server'
import {
  addQuestion,
  changeQuestion,
  findQuestion,
  listOpenQuestions,
  removeQuestion,
} from '~/domain/questions/questions.server'
import { newQuestion } from '~/domain/questions/schema'
import { addSpokenAnswer, openSpokenAnswer } from '~/domain/questions/spoken-answers.server'
import { withFormRecovery } from '~/http/remix/protect-routes.server'
import { createTemporaryFolder } from '~/test/folder'
import { createAmr, createMp4, createWav } from '~/test/recordings'
import { recordConsents } from '~/test/records'
import { callRoute, type Person, readFlashMessage, setUpFreshRiverbank } from '~/test/riverbank'
import { createPicture, createUploadedFile } from '~/test/samples'
import * as photosPage from './dashboard/notices.questions.$id.photos/route'
import * as voicePage from './dashboard/notices.questions.$id.voice/route'
import * as photoBytes from './files/answer.$address/route'
import * as voiceBytes from './files/voice.$id/route'

// The photos of answers and students' voices. access.test.ts tests who may open their addresses.

const riverbank = setUpFreshRiverbank()
const { aoife } = riverbank.people
const voice = createMp4(12)
let png: Buffer
let question: number
let photo: string
let recording: string

const createRecording = (bytes = voice, name = '../../voice.m4a') => createUploadedFile(bytes, name)

function speak(as: 'daniel' | 'niamh' = 'daniel', bytes = voice) {
  const { db, uploads, people, settings } = riverbank
  return addSpokenAnswer(db, uploads, people[as], question, createRecording(bytes), settings.centre)
}

beforeEach(async () => {
  const { db, uploads, people } = riverbank
  png ??= await createPicture(60, 40).png().toBuffer()
  const until = addDays(formatIsoDay(getToday()), 3)
  const answers = [{ words: 'Pizza', symbol: 'cooking' }, { words: 'Soup' }]
  const asked = { question: 'What will we cook?', answers, until, allowsVoice: 'on', studentIds: [people.daniel.id] }
  question = (await addQuestion(db, people.aoife, newQuestion.parse(asked))).id
  await addAnswerPhoto(db, uploads, people.aoife, question, { answer: 0, photo: createUploadedFile(png, 'a.png') })
  await speak()
  const found = (await listOpenQuestions(db, people.daniel))[0]
  photo = found?.answers[0]?.photo ?? ''
  recording = found?.voice ?? ''
})

const id = () => ({ id: `${question}` })
const openPhoto = (as: Person) =>
  callRoute(riverbank, photoBytes.loader, photo, { as, params: { address: photo.split('/').at(-1)! } })
const openRecording = (as: Person, headers?: Record<string, string>) =>
  callRoute(riverbank, voiceBytes.loader, recording, { as, headers, params: { id: recording.split('/').at(-1) } })
const readPage = async (page: typeof photosPage | typeof voicePage, path: string, as: Person) =>
  (await callRoute(riverbank, page.loader, path, { as, params: id() })).text()

/** Reads a response to its end, so that no file stays open. */
async function readStatus(asked: Promise<Response>): Promise<number> {
  const answer = await asked
  await answer.arrayBuffer()
  return answer.status
}

test('a photo needs the yes of those in it; without it the words and the symbol stay', async () => {
  const { db, uploads, people } = riverbank
  const added = { answer: 1, photo: createUploadedFile(png, 'b.png'), inPicture: [people.niamh.id] }
  const before = await readdir(uploads)
  const add = () => addAnswerPhoto(db, uploads, people.aoife, question, added)
  await expect(add()).rejects.toMatchObject({ kind: 'invalid', errors: { inPicture: [expect.any(String)] } })
  expect(await readdir(uploads)).toEqual(before)
  await recordConsents(riverbank, people.niamh.id, { gallery: 'yes' })
  await add()
  const listOwnAnswers = async () => (await listOpenQuestions(db, people.daniel))[0]?.answers
  // The other photo has the same bytes, so it shows the same people.
  expect(await listOwnAnswers()).toMatchObject([{ photo }, { photo: expect.any(String) }])
  await withdrawConsent(db, people.niamh, people.niamh.id, 'gallery')
  expect(await listOwnAnswers()).toEqual([
    { words: 'Pizza', symbol: 'cooking', photo: null },
    { words: 'Soup', symbol: null, photo: null },
  ])
  expect([await readStatus(openPhoto('daniel')), await readStatus(openPhoto('aoife'))]).toEqual([404, 200])
  expect(await readPage(photosPage, '/dashboard/notices/questions/1/photos', 'aoife')).toContain(
    'Niamh has not said yes to photos in the portal.',
  )
})

test('a photo without names is listed for tutors, and a name hides it at once', async () => {
  const { db, uploads, people } = riverbank
  const [listed] = (await listPictures(db, aoife, { limit: 9 })).items
  expect(listed).toMatchObject({ kind: 'answer', title: 'Pizza', isMarked: false, hiddenBecause: null, url: photo })
  const { hidden } = await markPicture(db, uploads, people.aoife, listed!, { inPicture: [people.niamh.id] })
  expect(hidden).toMatchObject([{ kind: 'answer', where: 'In the question ‘What will we cook?’' }])
  expect(await readStatus(openPhoto('daniel'))).toBe(404)
})

test('a tutor adds a photo to an answer by the form', async () => {
  const photo = createUploadedFile(png, 'b.png')
  const fields = { intent: 'save-photo', answer: '1', photo, nobodyInPicture: 'on' }
  const path = '/dashboard/notices/questions/1/photos'
  const sent = { as: 'aoife', fields, params: id() } as const
  expect((await callRoute(riverbank, withFormRecovery(photosPage.action), path, sent)).status).toBe(303)
  const { answers } = (await findQuestion(riverbank.db, aoife, question))!
  expect(answers.map(({ photo }) => photo !== null)).toEqual([true, true])
})

test('photos follow the words of their answers, and go with them', async () => {
  const { db, uploads, people } = riverbank
  const change = async (answers: object[]) => {
    const changed = await changeQuestion(db, uploads, people.aoife, question, { patch: { answers } })
    return changed.answers.map((one) => [one.words, one.photo])
  }
  expect(await change([{ words: 'Soup' }, { words: 'Pizza' }])).toEqual([
    ['Soup', null],
    ['Pizza', photo],
  ])
  expect(await change([{ words: 'Soup' }, { words: 'Pizza pie' }])).toEqual([
    ['Soup', null],
    ['Pizza pie', photo],
  ])
  expect(await change([{ words: 'Stew' }, { words: 'Soup' }])).toEqual([
    ['Stew', null],
    ['Soup', null],
  ])
  expect(await readdir(uploads)).toHaveLength(1)
  await addAnswerPhoto(db, uploads, people.aoife, question, { answer: 0, photo: createUploadedFile(png, 'a.png') })
  await addAnswerPhoto(db, uploads, people.aoife, question, { answer: 0, photo: createUploadedFile(png, 'a.png') })
  expect(await readdir(uploads)).toHaveLength(2)
  await removeAnswerPhoto(db, uploads, people.aoife, question, 0)
  expect(await readdir(uploads)).toHaveLength(1)
  const again = removeAnswerPhoto(db, uploads, people.aoife, question, 0)
  await expect(again).rejects.toMatchObject({ kind: 'notFound' })
})

test('the address of a recording serves it as sound that never runs anything, in parts too', async () => {
  const answer = await openRecording('daniel')
  expect(Object.fromEntries(answer.headers)).toMatchObject({
    'content-type': 'audio/mp4',
    'content-disposition': `attachment; filename=spoken-answer-${recording.split('/').at(-1)}.m4a`,
    'content-security-policy': "default-src 'none'; sandbox",
    'cache-control': 'private, no-store',
    'accept-ranges': 'bytes',
  })
  await answer.arrayBuffer()
  const part = await openRecording('aoife', { Range: 'bytes=0-9' })
  expect([part.status, (await part.arrayBuffer()).byteLength]).toEqual([206, 10])
})

const send = (as: Person, fields: Record<string, string | File>) =>
  callRoute(riverbank, withFormRecovery(voicePage.action), '/dashboard/notices/questions/1/voice', {
    as,
    fields,
    params: id(),
  })

test.each([
  ['no file', '', 'Please record your voice first.'],
  ['an empty file', createRecording(Buffer.alloc(0)), 'There is no sound in it. Please record it again.'],
  ['a web page', createRecording(Buffer.from('<!doctype html><script>alert(1)</script>')), 'This is not a recording.'],
  ['61 seconds', createRecording(createMp4(61)), 'That is too long. Please speak for one minute at most.'],
  ['5 MB', createRecording(createMp4(9, { size: 5_000_000 })), 'That is too big. Please speak for one minute at most.'],
])('%s is refused in words, and the earlier recording stays', async (_, file, words) => {
  const before = await readdir(riverbank.uploads)
  const answer = await send('daniel', { recording: file })
  expect(answer.status).toBe(400)
  expect(await answer.text()).toContain(words)
  expect(await readdir(riverbank.uploads)).toEqual(before)
})

test('a new recording replaces the old one, and each is logged without its sound', async () => {
  const { db, uploads, people } = riverbank
  const number = (await readdir(uploads)).length
  const answer = await send('daniel', { recording: createRecording(createWav(3), 'C:\\voice.wav') })
  expect([answer.status, readFlashMessage(answer)]).toEqual([303, 'Thank you / Your tutors can hear it now.'])
  expect(await readdir(uploads)).toHaveLength(number)
  expect(await readStatus(openRecording('daniel'))).toBe(404)
  const { spoken } = (await findQuestion(db, aoife, question))!
  expect(spoken).toMatchObject([{ studentId: people.daniel.id, seconds: 3 }])
  const [line] = await listActivity(db, aoife)
  expect(line).toMatchObject({ action: 'added', noun: 'spoken answer', title: 'What will we cook?' })
})

test('a recording that browsers do not play is a download, and everyone is told', async () => {
  const answer = await send('daniel', { recording: createRecording(createAmr(3), 'voice.amr') })
  expect(readFlashMessage(answer)).toBe('Thank you / Your tutors can download it.')
  for (const as of ['daniel', 'aoife'] as const)
    expect(await readPage(voicePage, '/dashboard/notices/questions/1/voice', as)).toContain('"isPlayable":false')
  const { db, uploads, people } = riverbank
  const { spoken } = (await findQuestion(db, people.aoife, question))!
  const id = Number(spoken[0]!.url.split('/').at(-1))
  const opened = await openSpokenAnswer(db, uploads, people.aoife, id)
  await opened!.handle.close()
  expect(opened).toMatchObject({ fileType: 'audio/amr', fileName: `spoken-answer-${id}.amr` })
})

test('only students who are asked can speak, if the question allows it, until its last day', async () => {
  const { db, uploads, people } = riverbank
  await expect(speak('niamh')).rejects.toMatchObject({ kind: 'notFound' })
  expect((await send('aoife', { recording: createRecording() })).status).toBe(404)
  await changeQuestion(db, uploads, people.aoife, question, { patch: { allowsVoice: false } })
  await expect(speak()).rejects.toMatchObject({ kind: 'invalid' })
  // They still hear what they said, and can delete it.
  expect(await readPage(voicePage, '/dashboard/notices/questions/1/voice', 'daniel')).toContain(recording)
  await db.updateTable('questions').set({ allowsVoice: 1, until: '2026-01-01' }).execute()
  await expect(speak()).rejects.toMatchObject({ kind: 'notFound' })
  expect(await readStatus(openPhoto('daniel'))).toBe(404)
})

test('a student deletes their own recording, a tutor any, and no one else’s', async () => {
  const fields = { intent: 'delete', id: recording.split('/').at(-1)! }
  expect((await send('niamh', fields)).status).toBe(404)
  expect(readFlashMessage(await send('daniel', fields))).toBe('Deleted / The recording is gone.')
  expect((await send('aoife', fields)).status).toBe(404)
  expect(await readdir(riverbank.uploads)).toHaveLength(1)
  await speak()
  const { spoken } = (await findQuestion(riverbank.db, aoife, question))!
  const answer = await send('aoife', { intent: 'delete', id: spoken[0]!.url.split('/').at(-1)! })
  expect([answer.status, await readdir(riverbank.uploads)]).toEqual([303, [expect.any(String)]])
})

test('a student can change it forty times a day at most', async () => {
  const today = { changesOn: formatIsoDay(getToday()), changesThatDay: 39 }
  await riverbank.db.updateTable('users').set(today).where('id', '=', riverbank.people.daniel.id).execute()
  const press = async () => (await send('daniel', { recording: createRecording() })).status
  expect([await press(), await press()]).toEqual([303, 429])
  expect(await readdir(riverbank.uploads)).toHaveLength(2)
})

test('an export has the student’s own recordings, and no one else’s', async () => {
  const { db, uploads, people } = riverbank
  const listFiles = async (as: Person) => {
    const zip = await fromBufferPromise(await buffer(await exportPerson(db, uploads, people.aoife, people[as].id)))
    const names: string[] = []
    for await (const { fileName } of zip.eachEntry()) names.push(fileName)
    return names
  }
  expect(await listFiles('daniel')).toEqual(['person.json', `voice/spoken-answer-${recording.split('/').at(-1)}.m4a`])
  expect(await listFiles('niamh')).toEqual(['person.json'])
})

/** What ends a recording: its rows and its file are gone. */
const endings: Record<string, () => Promise<unknown>> = {
  'the question is deleted': () => removeQuestion(riverbank.db, riverbank.uploads, aoife, question),
  'the student is erased': () => erasePerson(riverbank.db, riverbank.uploads, aoife, riverbank.people.daniel.id),
}
test.each(Object.entries(endings))('no recording or photo is left when %s', async (_, end) => {
  await end()
  expect(await readdir(riverbank.uploads)).toEqual([])
  for (const table of ['questions', 'answerPhotos', 'spokenAnswers'] as const)
    expect(await riverbank.db.selectFrom(table).selectAll().execute(), table).toEqual([])
})

test('when one of several students is erased, the others’ recordings stay', async () => {
  const { db, uploads, people } = riverbank
  await changeQuestion(db, uploads, people.aoife, question, { patch: { studentIds: [] } })
  await speak('niamh')
  await erasePerson(db, uploads, people.aoife, people.daniel.id)
  expect((await findQuestion(db, aoife, question))?.spoken).toMatchObject([{ studentId: people.niamh.id }])
  expect(await readdir(uploads)).toHaveLength(2)
})

test('a restored backup has photos and recordings, but none that was deleted or hidden since', async () => {
  const { db, uploads, people, settings } = riverbank
  /** Adds a question with a photo of its own and the student's recording. */
  const ask = async (as: 'daniel' | 'niamh', index: number) => {
    const until = addDays(formatIsoDay(getToday()), 3)
    const answers = [{ words: `Tea ${index}` }, { words: 'Milk' }]
    const asked = { question: `Number ${index}?`, answers, until, allowsVoice: 'on', studentIds: [people[as].id] }
    question = (await addQuestion(db, people.aoife, newQuestion.parse(asked))).id
    const photo = createUploadedFile(
      await createPicture(60, 50 + index)
        .png()
        .toBuffer(),
    )
    await addAnswerPhoto(db, uploads, people.aoife, question, { answer: 0, photo })
    await speak(as)
    const [spoken] = (await findQuestion(db, aoife, question))!.spoken
    return { as, question, recording: Number(spoken!.url.split('/').at(-1)) }
  }
  const asked = {
    nothing: await ask('daniel', 1),
    'the recording was deleted': await ask('daniel', 2),
    'a new recording replaced it': await ask('daniel', 3),
    'someone in the photo got a name': await ask('daniel', 4),
    'the student was erased': await ask('niamh', 5),
  }
  using elsewhere = createTemporaryFolder()
  const { path } = await makeBackup(settings.dataDir, join(elsewhere.path, 'backup.zip'))

  question = asked['the recording was deleted'].question
  await send('daniel', { intent: 'delete', id: `${asked['the recording was deleted'].recording}` })
  question = asked['a new recording replaced it'].question
  await speak('daniel', createWav(2))
  const named = (await listPictures(db, aoife, { limit: 9 })).items.find(({ title }) => title === 'Tea 4')
  await markPicture(db, uploads, people.aoife, named!, { inPicture: [people.daniel.id] })
  await erasePerson(db, uploads, people.aoife, people.niamh.id)

  await db.destroy()
  await restoreBackup(settings.dataDir, path)
  riverbank.db = await prepareDatabase(settings)
  const seen: Record<string, [photo: boolean, recording: boolean]> = {}
  for (const [change, { as, question, recording }] of Object.entries(asked)) {
    const opened = await openSpokenAnswer(riverbank.db, uploads, people[as], recording)
    await opened?.handle.close()
    const own = (await listOpenQuestions(riverbank.db, people[as])).find(({ id }) => id === question)
    seen[change] = [Boolean(own?.answers[0]?.photo), opened !== null]
  }
  expect(seen).toEqual({
    nothing: [true, true],
    'the recording was deleted': [true, false],
    'a new recording replaced it': [true, false],
    'someone in the photo got a name': [false, true],
    // Erased again: the student of the backup is no more.
    'the student was erased': [false, false],
  })
})
