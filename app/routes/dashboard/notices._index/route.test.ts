import { expect, test } from 'vitest'
import { addDays, formatIsoDay, getToday } from '~/domain/events/days'
import { addNotice, changeNotice, findNotice } from '~/domain/notices/notices.server'
import { withFormRecovery } from '~/http/remix/protect-routes.server'
import { loader as loadOldForm } from '~/routes/dashboard/notices.$id.edit/route'
import { loader as loadNewForm } from '~/routes/dashboard/notices.new/route'
import { action as addPhotos } from '~/routes/dashboard/notices.qqi._index/route'
import { callRoute, type Person, setUpFreshRiverbank } from '~/test/riverbank'
import { createPicture, createSamplePdf, createUploadedFile } from '~/test/samples'
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
