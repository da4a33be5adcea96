import { beforeEach, expect, test } from 'vitest'
import { makeFamilyLink, takeBackFamilyLink } from '~/domain/absences/family-links.server'
import { dayAt, isoDay, today } from '~/domain/events/days'
import { ask, freshForEach } from '~/test/riverbank'
import { action, loader } from './route'

const riverbank = freshForEach()
let token: string
beforeEach(async () => {
  const { db, people } = riverbank
  token = await makeFamilyLink(db, people.aoife, people.daniel.id, { label: 'Mother' })
})

const open = (of: string, method = 'GET') => ask(riverbank, loader, '/away', { method, params: { token: of } })
const press = (of: string, fields: Record<string, string>) =>
  ask(riverbank, action, '/away', { fields, params: { token: of } })
const said = () => riverbank.db.selectFrom('absences').selectAll().execute()
const links = () => riverbank.db.selectFrom('familyLinks').selectAll().execute()

test('a scanner of links that asks by GET and HEAD changes nothing', async () => {
  const before = [await links(), await said()]
  for (const method of ['GET', 'HEAD', 'GET']) {
    const answer = await open(token, method)
    expect(answer.status).toBe(200)
    expect(await answer.json()).toEqual({
      family: { firstName: 'Daniel', today: isoDay(today()), saidBefore: [] },
    })
  }
  expect([await links(), await said()]).toEqual(before)
})

test('one press says that a student does not come today; another says that they do', async () => {
  const answer = await press(token, { intent: 'today' })
  const [absence] = await said()
  expect([answer.status, answer.headers.get('Location')]).toEqual([303, `/away/${token}?told=${absence?.id}#said`])
  expect(absence).toMatchObject({ startDate: isoDay(today()), endDate: isoDay(today()), saidBy: 'Mother', note: null })
  expect((await links())[0]?.lastUsedAt).not.toBeNull()
  expect((await press(token, { intent: 'coming', id: String(absence?.id) })).status).toBe(303)
  expect(await said()).toEqual([])
})

test('the thanks need no cookie, and an address has no words of its own', async () => {
  const thanks = async (location: string | null) =>
    (await (await ask(riverbank, loader, location ?? '', { params: { token } })).json()).thanks
  const now = isoDay(today())
  const tomorrow = isoDay(dayAt(Date.parse(now) + 24 * 3_600_000))
  const told = await press(token, { intent: 'today' })
  expect(await thanks(told.headers.get('Location'))).toBe('Daniel is not coming: today.')
  const another = await press(token, { intent: 'another', startDate: tomorrow, note: '' })
  expect(await thanks(another.headers.get('Location'))).toMatch(/^Daniel is not coming: \w+day \d+ \w+\.$/)
  const coming = await press(token, { intent: 'coming', id: String((await said())[0]?.id) })
  expect(await thanks(coming.headers.get('Location'))).toBe('Daniel is coming after all.')
  // What is over, another's, or was kept as a bookmark.
  const others = [
    told.headers.get('Location'),
    '/away?told=constructor',
    '/away?told=999',
    '/away?coming=2020-01-01',
    '/away',
  ]
  for (const location of others) expect(await thanks(location), String(location)).toBeUndefined()
})

test('another day takes a first and a last day and a sentence; wrong ones come back with their words', async () => {
  const day = (days: number) => isoDay(dayAt(Date.parse(isoDay(today())) + days * 24 * 3_600_000))
  const bad = await press(token, { intent: 'another', startDate: day(3), endDate: day(1), note: 'At the dentist.' })
  expect(bad.status).toBe(400)
  expect(await bad.text()).toContain('At the dentist.')
  const good = await press(token, { intent: 'another', startDate: day(1), endDate: day(3), note: 'At the dentist.' })
  expect(good.status).toBe(303)
  expect(await said()).toMatchObject([{ startDate: day(1), endDate: day(3), note: 'At the dentist.' }])
  for (const intent of ['', 'constructor', 'TODAY']) expect((await press(token, { intent })).status).toBe(404)
})

test('a link that was taken back opens nothing and changes nothing', async () => {
  const { db, people } = riverbank
  const [link] = await links()
  await takeBackFamilyLink(db, people.aoife, people.daniel.id, link!.id)
  const answer = await open(token)
  expect([answer.status, await answer.json()]).toEqual([404, { family: null }])
  expect((await press(token, { intent: 'today' })).status).toBe(404)
  expect(await said()).toEqual([])
})

test('a thousand made-up links from one network show nothing, and keep nobody there from the right one', async () => {
  for (let n = 0; n < 1000; n++) {
    const guess = `guess-${n}`.padEnd(43, 'x')
    const answer = await (n % 2 ? open(guess) : press(guess, { intent: 'today' }))
    expect([answer.status, /Daniel|Mother/.test(await answer.text())]).toEqual([404, false])
  }
  expect([(await open(token)).status, (await press(token, { intent: 'today' })).status]).toEqual([200, 303])
})
