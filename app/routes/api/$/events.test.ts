import { expect, test } from 'vitest'
import { sendApiRequest } from '~/test/api'
import { type Person, setUpFreshRiverbank } from '~/test/riverbank'

const tea = { title: 'Tea morning', time: '10:00-11:30', day: 14, month: 'October', year: 2025 }
const riverbank = setUpFreshRiverbank()

const list = async (as?: Person) => (await sendApiRequest(riverbank, 'GET /api/events', { as })).body
const add = (fields: object = {}) =>
  sendApiRequest(riverbank, 'POST /api/events', { as: 'aoife', json: { ...tea, ...fields } })

test('GET /api/events lists events that are not on the website only for students and tutors', async () => {
  await add()
  expect((await add({ title: 'Staff meeting', onWebsite: false })).body).toMatchObject({ onWebsite: false })
  const listTitles = async (as?: Person) => (await list(as)).map(({ title }: typeof tea) => title)
  expect(await listTitles()).toEqual(['Tea morning'])
  expect(await listTitles('daniel')).toEqual(['Tea morning', 'Staff meeting'])
  expect(await listTitles('aoife')).toEqual(['Tea morning', 'Staff meeting'])
  await riverbank.db.deleteFrom('sessions').where('userId', '=', riverbank.people.daniel.id).execute()
  expect(await listTitles('daniel')).toEqual(['Tea morning'])
  riverbank.context.settings.secondStep = 'required'
  expect(await listTitles('aoife')).toEqual(['Tea morning'])
})
