import { expect, test } from 'vitest'
import { addDays, formatIsoDay, getToday } from '~/domain/events/days'
import { addAlbum } from '~/domain/notices/albums.server'
import { addNotice, changeNotice, findNotice } from '~/domain/notices/notices.server'
import { listPhotos } from '~/domain/notices/photos.server'
import { withFormRecovery } from '~/http/remix/protect-routes.server'
import { loader as loadOldForm } from '~/routes/dashboard/notices.$id.edit/route'
import { action as addByForm, loader as loadNewForm } from '~/routes/dashboard/notices.new/route'
import { action as addPhotos } from '~/routes/dashboard/notices.qqi._index/route'
import { sendApiRequest } from '~/test/api'
import { callRoute, createFormPost, getResponse, type Person, setUpFreshRiverbank } from '~/test/riverbank'
import { createPicture, createSamplePdf, createUploadedFile } from '~/test/samples'
import * as newsletter from '../newsletter.new/route'
import { action as addToAlbum } from '../notices.albums.$id._index/route'
import { action as addQuestion } from '../notices.questions.new/route'
import { action, loader } from './route'

const riverbank = setUpFreshRiverbank()
const { aoife } = riverbank.people
const today = formatIsoDay(getToday())
const bus = { title: 'No bus on Friday', text: 'Please ring us.', until: today, studentIds: [] as number[] }
const add = (notice: Partial<typeof bus>) => addNotice(riverbank.db, aoife, { ...bus, ...notice })

const load = async (path: string, as: Person) => (await callRoute(riverbank, loader, path, { as })).json()
const save = (id: number, fields: Record<string, string>, as: Person = 'aoife') =>
  callRoute(riverbank, action, `/dashboard/notices?index&edit=${id}`, {
    as,
    fields: { intent: 'edit-notice', title: bus.title, text: bus.text, until: today, ...fields },
  })

test('a tutor edits a notice in its list, and saving leads back to its place there', async () => {
  const { people } = riverbank
  const notices = []
  for (let number = 1; number <= 6; number++)
    notices.push(await add({ title: `${number}`, studentIds: [people.niamh.id] }))
  const { id } = notices[0]!
  const path = `/dashboard/notices?notices=2&edit=${id}`
  const { edited, notices: shown } = await load(path, 'aoife')
  expect([edited.notice.title, edited.notice.studentIds, shown.page]).toEqual(['1', [people.niamh.id], 2])
  const moved = await callRoute(riverbank, loader, `/dashboard/notices?edit=${id}`, { as: 'aoife' })
  expect(moved.headers.get('Location')).toBe(`${path}#notice-${id}`)
  const old = await callRoute(riverbank, loadOldForm, '/dashboard', { as: 'aoife', params: { id: String(id) } })
  expect([old.status, old.headers.get('Location')]).toEqual([303, `${path}#notice-${id}`])
  expect((await load(path, 'niamh')).edited).toBeUndefined()

  const saved = await save(id, { title: 'New', version: '1', studentIds: String(people.daniel.id) })
  expect([saved.status, saved.headers.get('Location')]).toEqual([303, `/dashboard/notices?notices=2#notice-${id}`])
  expect(await findNotice(riverbank.db, aoife, id)).toMatchObject({
    title: 'New',
    studentIds: [people.daniel.id],
    version: 2,
  })
  expect((await save(id, { title: 'Mine', version: '2' }, 'daniel')).status).toBe(400)
  expect(await findNotice(riverbank.db, aoife, id)).toMatchObject({ title: 'New' })
  const refused = await save(id, { title: '', version: '2' })
  expect([refused.status, (await refused.json()).form]).toEqual([400, 'edit-notice'])
})

test('of two tutors at once, the second sees both versions and the students by name', async () => {
  const { db, people } = riverbank
  const { id } = await add({ studentIds: [people.daniel.id] })
  await changeNotice(db, people.aoife, id, { patch: { studentIds: [people.daniel.id, people.niamh.id] } })
  const answer = await save(id, { version: '1', title: 'Mine' })
  expect(answer.status).toBe(409)
  const { conflict } = await answer.json()
  expect(conflict.differences).toEqual([
    { label: 'Title', now: bus.title, typed: 'Mine' },
    { label: 'Students', now: 'Daniel Okafor, Niamh Walsh', typed: 'Everyone' },
  ])
  expect((await save(id, { version: String(conflict.version), title: 'Mine' })).status).toBe(303)
})

test('the form of a new notice begins with a last day a week from today', async () => {
  const form = await (await callRoute(riverbank, loadNewForm, '/dashboard/notices/new', { as: 'aoife' })).json()
  expect(form.until).toBe(addDays(today, 7))
})

test('after a bad photo in the middle a tutor reads which were saved', async () => {
  const png = (name: string, width: number) =>
    createPicture(width, 30)
      .png()
      .toBuffer()
      .then((bytes) => createUploadedFile(bytes, name))
  const body = new FormData()
  for (const file of [
    await png('1.png', 30),
    createUploadedFile(createSamplePdf(), 'plan.pdf'),
    await png('2.png', 31),
  ])
    body.append('photos', file)
  const sent = { as: 'aoife', method: 'POST', body } as const
  const answer = await callRoute(riverbank, withFormRecovery(addPhotos), '/dashboard/notices/qqi', sent)
  expect(answer.status).toBe(400)
  const text = await answer.text()
  expect(text).toContain('Only photos are accepted: JPG, PNG, GIF or WebP. This is a PDF. Saved: 1.png.')
  const names = riverbank.db.selectFrom('files').select('fileName')
  expect(await names.execute()).toEqual([{ fileName: '1.png' }])
})

const png = await createPicture(60, 40).png().toBuffer()

test('a photo of an album is stored only with a word about who is in it', async ({ db, people }) => {
  const { id } = await addAlbum(db, people.aoife, { title: 'Trip', text: 'The sea.', isHiddenWhenEmpty: false })
  const send = (fields: Record<string, string>) =>
    callRoute(riverbank, withFormRecovery(addToAlbum), `/dashboard/notices/albums/${id}`, {
      as: 'aoife',
      fields: { photos: createUploadedFile(png, 'a.png'), ...fields },
      params: { id: String(id) },
    })
  const count = async () => (await listPhotos(db, people.aoife, id)).items.length
  const refused = await send({})
  expect([refused.status, await count()]).toEqual([400, 0])
  expect(await refused.text()).toContain('Please tick everyone in the picture')
  expect((await send({ nobodyInPicture: 'on' })).status).toBe(303)
  expect(await count()).toBe(1)
})

const postTo = async (of: typeof addByForm, fields: Record<string, string>) => {
  const request = await riverbank.request('/dashboard/notices/new', { as: 'aoife', ...createFormPost(fields) })
  const answer = await getResponse(() => withFormRecovery(of)({ request, params: {}, context: riverbank.context }))
  return { status: answer.status, ...JSON.parse((await answer.text()) || '{}') }
}

test('without scripts, a notice and a newsletter get reading advice, and nothing is saved', async () => {
  const text = 'Please read this, it is IMPORTANT.'
  const advice = ['Words in capitals are hard to read: “IMPORTANT”.']
  const notice = await postTo(addByForm, { title: 'Bus', text, preview: 'yes' })
  expect(notice).toMatchObject({ status: 200, advice, result: { initialValue: { title: 'Bus', text } } })
  expect(await postTo(addByForm, { text: 'No bus today.', preview: 'yes' })).toMatchObject({ advice: [] })
  const mail = await postTo(newsletter.action, { title: 'May', content: `**Hello**\n\n${text}`, preview: 'yes' })
  expect(mail).toMatchObject({ advice, blocks: [{ words: [{ is: 'bold', words: ['Hello'] }] }, { words: [text] }] })
  expect(await riverbank.db.selectFrom('notices').select('id').execute()).toEqual([])
  expect(await riverbank.db.selectFrom('newsletters').select('id').execute()).toEqual([])
})

test.each([
  ['Cyrillic letters', 'Ж', 14_000],
  ['signs of three bytes', '€', 24_949],
  ['pictures of two units', '🌊', 12_000],
])('the form and the API accept an Easy Read text of %s up to the maximum length', async (_, letter, times) => {
  const easyRead = letter.repeat(times)
  const until = formatIsoDay(getToday())
  const notice = { title: 'Bus', text: 'The bus is late.', until, easyRead }
  expect((await postTo(addByForm, notice)).status).toBe(303)
  expect((await sendApiRequest(riverbank, 'POST /api/notices', { as: 'aoife', json: notice })).status).toBe(201)
  const stored = await riverbank.db.selectFrom('notices').select('easyRead').execute()
  expect(stored.map((one) => one.easyRead?.includes(easyRead))).toEqual([true, true])
})

const until = addDays(today, 3)

const send = (run: typeof addQuestion | typeof action, as: Person, fields: Record<string, string>) =>
  callRoute(riverbank, run, '/dashboard/notices', { as, fields })

test('two of the form’s four answers are enough; with one, the form comes back with everything typed', async () => {
  const two = {
    'answers[0].words': 'Yes',
    'answers[0].symbol': 'yes',
    'answers[1].words': 'No',
    'answers[1].symbol': '',
  }
  const rest = { 'answers[2].words': '', 'answers[2].symbol': '', 'answers[3].words': '', 'answers[3].symbol': '' }
  const bad = await send(addQuestion, 'aoife', { question: 'Tea?', ...two, ...rest, 'answers[1].words': '', until })
  expect(bad.status).toBe(400)
  expect(await bad.text()).toMatch(/Tea\?.*Please write at least two answers|Please write at least two answers.*Tea\?/s)
  const good = await send(addQuestion, 'aoife', { question: 'Tea?', ...two, ...rest, until })
  expect([good.status, good.headers.get('Location')]).toEqual([303, '/dashboard/notices/questions'])
  const question = await riverbank.db.selectFrom('questions').selectAll().executeTakeFirstOrThrow()
  expect(JSON.parse(question.answers)).toEqual([
    { words: 'Yes', symbol: 'yes' },
    { words: 'No', symbol: null },
  ])
  const id = String(question.id)
  const pressed = await send(action, 'daniel', { intent: 'answer', id, from: 'today', answer: '0' })
  expect([pressed.status, pressed.headers.get('Location')]).toEqual([303, `/dashboard#question-${id}`])
  for (const wrong of ['2', '-1', 'constructor', ''])
    expect((await send(action, 'daniel', { intent: 'answer', id, answer: wrong })).status, wrong).toBe(400)
  expect((await send(action, 'aoife', { intent: 'answer', id, answer: '1' })).status).toBe(404)
  expect(await riverbank.db.selectFrom('questionAnswers').select('answer').execute()).toEqual([{ answer: 0 }])
})
