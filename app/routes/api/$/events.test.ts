import { expect, test } from 'vitest'
import { call } from '~/test/api'
import { freshForEach, type Person } from '~/test/riverbank'

const tea = { title: 'Tea morning', time: '10:00-11:30', day: 14, month: 'October', year: 2025 }
const riverbank = freshForEach()

const list = async (as?: Person) => (await call(riverbank, 'GET /api/events', { as })).body
const add = (fields: object = {}) => call(riverbank, 'POST /api/events', { as: 'aoife', json: { ...tea, ...fields } })
const change = (id: number, json: object) => call(riverbank, `PATCH /api/events/${id}`, { as: 'aoife', json })

test('GET /api/events gives every event, each day in the order of its hours', async () => {
  const changedAt = new Date().toISOString()
  const events = Array.from({ length: 360 }, (_, number) => ({
    ...{ ...tea, month: 'October' as const, day: 1 + (number % 20), year: 2020 + Math.floor(number / 60) },
    ...{ time: ['14:00', '9:30', '12:00'][Math.floor(number / 20) % 3], onWebsite: 1 as const, changedAt },
  }))
  await riverbank.db.insertInto('events').values(events).execute()
  for (const as of [undefined, 'daniel'] as const) {
    const places = (await list(as)).map(
      ({ year, day, time }: typeof tea) => `${year} ${String(day).padStart(2, '0')} ${time.padStart(5, '0')}`,
    )
    expect(places).toHaveLength(360)
    expect(places).toEqual([...places].sort())
  }
})

test('GET /api/events gives what is not on the website to students and tutors alone', async () => {
  await add()
  expect((await add({ title: 'Staff meeting', onWebsite: false })).body).toMatchObject({ onWebsite: false })
  const titles = async (as?: Person) => (await list(as)).map(({ title }: typeof tea) => title)
  expect(await titles()).toEqual(['Tea morning'])
  expect(await titles('daniel')).toEqual(['Tea morning', 'Staff meeting'])
  expect(await titles('aoife')).toEqual(['Tea morning', 'Staff meeting'])
  await riverbank.db.deleteFrom('sessions').where('userId', '=', riverbank.people.daniel.id).execute()
  expect(await titles('daniel')).toEqual(['Tea morning'])
  riverbank.context.settings.secondStep = 'required'
  expect(await titles('aoife')).toEqual(['Tea morning'])
})

test('PATCH /api/events/:id keeps an event off the website until it is sent otherwise', async () => {
  const { id } = (await add()).body
  expect((await change(id, { onWebsite: false })).body).toMatchObject({ onWebsite: false })
  expect((await change(id, { title: 'Tea' })).body).toMatchObject({ title: 'Tea', onWebsite: false })
  expect(await list()).toEqual([])
  expect((await change(id, { onWebsite: true })).body).toMatchObject({ onWebsite: true })
  const wrong = await change(id, { onWebsite: 'maybe' })
  expect([wrong.status, wrong.body.errors]).toEqual([400, { onWebsite: ['Please choose yes or no.'] }])
})

test('PATCH /api/events/:id refuses a date that the change would make unreal', async () => {
  const { id } = (await add()).body
  await change(id, { day: 31 })
  expect((await change(id, { month: 'November' })).body.errors).toHaveProperty('day')
  expect(await list()).toMatchObject([{ id, day: 31, month: 'October', version: 2 }])
})
