import { beforeEach, expect, test, vi } from 'vitest'
import { addAbsence } from '~/domain/absences/absences.server'
import { makeFamilyLink, removeFamilyLink } from '~/domain/absences/family-links.server'
import { formatIsoDay, getToday, toDay } from '~/domain/events/days'
import { addEvent } from '~/domain/events/events.server'
import { callRoute, setUpFreshRiverbank } from '~/test/riverbank'
import { action, loader } from './route'

const riverbank = setUpFreshRiverbank()
let token: string
beforeEach(async () => {
  const { db, people } = riverbank
  token = await makeFamilyLink(db, people.aoife, people.daniel.id, { label: 'Mother' })
})

const open = (of: string, method = 'GET') => callRoute(riverbank, loader, '/away', { method, params: { token: of } })
const press = (of: string, fields: Record<string, string>) =>
  callRoute(riverbank, action, '/away', { fields, params: { token: of } })
const said = () => riverbank.db.selectFrom('absences').selectAll().execute()
const links = () => riverbank.db.selectFrom('familyLinks').selectAll().execute()

test('GET and HEAD by a link scanner change nothing', async () => {
  const before = [await links(), await said()]
  for (const method of ['GET', 'HEAD', 'GET']) {
    const answer = await open(token, method)
    expect(answer.status).toBe(200)
    expect(await answer.json()).toEqual({
      family: { firstName: 'Daniel', today: formatIsoDay(getToday()), currentAbsences: [], cancelled: [], closed: [] },
    })
  }
  expect([await links(), await said()]).toEqual(before)
})

test('one press reports an absence today; another removes it', async () => {
  const answer = await press(token, { intent: 'today' })
  const [absence] = await said()
  expect([answer.status, answer.headers.get('Location')]).toEqual([303, `/away/${token}?told=${absence?.id}#said`])
  expect(absence).toMatchObject({
    startDate: formatIsoDay(getToday()),
    endDate: formatIsoDay(getToday()),
    saidBy: 'Mother',
    note: null,
  })
  expect((await links())[0]?.lastUsedAt).not.toBeNull()
  expect((await press(token, { intent: 'coming', id: String(absence?.id) })).status).toBe(303)
  expect(await said()).toEqual([])
})

test('the thank-you message needs no cookie, and its text does not come from the address', async () => {
  const thanks = async (location: string | null) =>
    (await (await callRoute(riverbank, loader, location ?? '', { params: { token } })).json()).thanks
  const now = formatIsoDay(getToday())
  const tomorrow = formatIsoDay(toDay(Date.parse(now) + 24 * 3_600_000))
  const reported = await press(token, { intent: 'today' })
  expect(await thanks(reported.headers.get('Location'))).toBe('Daniel is not coming today.')
  const another = await press(token, { intent: 'another', startDate: tomorrow, note: '' })
  expect(await thanks(another.headers.get('Location'))).toMatch(/^Daniel is not coming: \w+day \d+ \w+\.$/)
  const coming = await press(token, { intent: 'coming', id: String((await said())[0]?.id) })
  expect(await thanks(coming.headers.get('Location'))).toBe('Daniel is coming after all.')
  // An old address, another family's, or a bookmark.
  const others = [
    reported.headers.get('Location'),
    '/away?told=constructor',
    '/away?told=999',
    '/away?coming=2020-01-01',
    '/away',
  ]
  for (const location of others) expect(await thanks(location), String(location)).toBeUndefined()
})

test('another day accepts first day, last day and note; invalid input is shown again with errors', async () => {
  const day = (days: number) => formatIsoDay(toDay(Date.parse(formatIsoDay(getToday())) + days * 24 * 3_600_000))
  const bad = await press(token, { intent: 'another', startDate: day(3), endDate: day(1), note: 'At the dentist.' })
  expect(bad.status).toBe(400)
  expect(await bad.text()).toContain('At the dentist.')
  const good = await press(token, { intent: 'another', startDate: day(1), endDate: day(3), note: 'At the dentist.' })
  expect(good.status).toBe(303)
  expect(await said()).toMatchObject([{ startDate: day(1), endDate: day(3), note: 'At the dentist.' }])
  for (const intent of ['', 'constructor', 'TODAY']) expect((await press(token, { intent })).status).toBe(400)
})

test('after too many changes a day, the page gives the phone number', async () => {
  await riverbank.db
    .updateTable('familyLinks')
    .set({ changesThatDay: 40, changesOn: formatIsoDay(getToday()) })
    .execute()
  const answer = await press(token, { intent: 'today' })
  expect([answer.status, await answer.text()]).toEqual([429, expect.stringContaining('Please ring us')])
  expect(await said()).toEqual([])
})

test('a removed link opens nothing and changes nothing', async () => {
  const { db, people } = riverbank
  const [link] = await links()
  await removeFamilyLink(db, people.aoife, people.daniel.id, link!.id)
  const answer = await open(token)
  expect([answer.status, await answer.json()]).toEqual([404, { family: null }])
  expect((await press(token, { intent: 'today' })).status).toBe(404)
  expect(await said()).toEqual([])
})

test('a thousand made-up links from one network show nothing, and do not block the correct one there', async () => {
  for (let n = 0; n < 1000; n++) {
    const guess = `guess-${n}`.padEnd(43, 'x')
    const answer = await (n % 2 ? open(guess) : press(guess, { intent: 'today' }))
    expect([answer.status, /Daniel|Mother/.test(await answer.text())]).toEqual([404, false])
  }
  expect([(await open(token)).status, (await press(token, { intent: 'today' })).status]).toEqual([200, 303])
})

test('one link cancels what another said only when asked again, and the other link says so', async () => {
  const { db, people } = riverbank
  const father = await makeFamilyLink(db, people.aoife, people.daniel.id, { label: 'Father' })
  await press(token, { intent: 'today' })
  const id = String((await said())[0]?.id)
  const asked = await press(father, { intent: 'coming', id })
  expect(asked.headers.get('Location')).toBe(`/away/${father}?ask=${id}#ask`)
  expect(await said()).toHaveLength(1)
  const readPage = async (of: string, query = '') =>
    (await callRoute(riverbank, loader, `/away${query}`, { params: { token: of } })).json()
  expect((await readPage(father, `?ask=${id}`)).family.asked).toMatchObject({ saidBy: 'Mother', isOwn: false })
  expect((await readPage(token, `?ask=${id}`)).family.asked).toBeUndefined()
  await press(father, { intent: 'coming', id, sure: 'yes' })
  expect(await said()).toEqual([])
  expect((await readPage(token)).family.cancelled).toMatchObject([{ saidBy: 'Mother', cancelledBy: 'Father' }])
  expect((await readPage(father)).family.cancelled).toEqual([])
  // Once the mother says it again, nothing is cancelled.
  await press(token, { intent: 'today' })
  expect((await readPage(token)).family.cancelled).toEqual([])
  // A tutor's absence is asked about too.
  const days = { startDate: formatIsoDay(getToday()), endDate: null, note: 'Rang.' }
  const recorded = await addAbsence(db, people.aoife, { studentId: people.daniel.id, ...days })
  expect((await press(token, { intent: 'coming', id: String(recorded.id) })).headers.get('Location')).toContain('ask=')
})

test('a family sees when the centre is closed, today and ahead, but no title that is not for the website', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-12-03T09:00:00Z') })
  const { db, people } = riverbank
  const close = (title: string, day: number, endDate: string | null = null, onWebsite = true) => {
    const when = { day, month: 'December', year: 2026, time: null, endDate } as const
    return addEvent(db, people.aoife, { ...when, title, onWebsite, closed: true, description: null, location: null })
  }
  await close('Snow', 3)
  await close('Snow', 4)
  await close('Christmas', 24, '2027-01-01')
  await close('Funeral of Mary', 10, null, false)
  const { closed } = (await (await open(token)).json()).family
  expect(closed).toEqual([
    { startDate: '2026-12-03', endDate: '2026-12-04', title: 'Snow', opensOn: '2026-12-07' },
    { startDate: '2026-12-10', endDate: '2026-12-10', title: null, opensOn: '2026-12-11' },
    { startDate: '2026-12-24', endDate: '2027-01-01', title: 'Christmas', opensOn: '2027-01-04' },
  ])
})
