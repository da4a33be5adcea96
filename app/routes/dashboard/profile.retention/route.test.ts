import { expect, test } from 'vitest'
import { defaultRetentionMonths } from '~/content/retention-terms'
import { loader as privacyPage } from '~/routes/site/privacy/route'
import { sendApiRequest } from '~/test/api'
import { callRoute, setUpFreshRiverbank } from '~/test/riverbank'
import { action, loader } from './route'

const riverbank = setUpFreshRiverbank()

function submit(fields: Record<string, string | number>) {
  const form = { ...defaultRetentionMonths, version: 1, ...fields }
  const texts = Object.fromEntries(Object.entries(form).map(([name, value]) => [name, String(value)]))
  return callRoute(riverbank, action, '/dashboard/profile/retention', { as: 'aoife', fields: texts })
}
const load = async () => {
  const request = await riverbank.request('/dashboard/profile/retention', { as: 'aoife' })
  return loader({ request, params: {}, context: riverbank.context })
}
const callAsTutor = (method: 'GET' | 'PATCH', json?: object) =>
  sendApiRequest(riverbank, `${method} /api/retention`, { as: 'aoife', json })

/** An enquiry that was answered eight months ago. */
const addOldAnsweredEnquiry = () => {
  const at = new Date(Date.now() - 245 * 24 * 3_600_000).toISOString()
  const about = { name: 'Maura', email: 'm@x.example', phone: null, subject: 'visit', message: 'May we come?' } as const
  return riverbank.db
    .insertInto('enquiries')
    .values({ ...about, suspected: 0, createdAt: at, answeredAt: at })
    .execute()
}

test('a period that removes nothing is saved at once', async () => {
  expect((await submit({ enquiries: 12 })).headers.get('Location')).toBe('/dashboard/profile/retention')
  expect((await submit({ enquiries: 18 })).status).toBe(409)
  expect((await load()).retention).toMatchObject({ version: 2, terms: { ...defaultRetentionMonths, enquiries: 12 } })
})

test('a period that removes something asks first, with everything typed, and is saved once confirmed', async () => {
  await addOldAnsweredEnquiry()
  const { confirmation } = await (await submit({ enquiries: 6, activity: 36 })).json()
  const terms = { ...defaultRetentionMonths, enquiries: 6, activity: 36 }
  expect(confirmation).toEqual({ terms, version: 1, removals: [{ what: 'enquiries', count: 1 }] })
  expect((await load()).retention.version).toBe(1)
  expect((await submit({ ...terms, confirmed: 'on' })).status).toBe(303)
  expect((await load()).retention.terms).toEqual(terms)
})

test('GET and PATCH /api/retention read and change the same periods, by version', async () => {
  await addOldAnsweredEnquiry()
  expect((await callAsTutor('GET')).body).toMatchObject({ ...defaultRetentionMonths, version: 1, held: [], waiting: 0 })
  const { body: changed } = await callAsTutor('PATCH', { enquiries: 6, version: 1 })
  const today = expect.stringMatching(/^\d{4}-\d\d-\d\d$/)
  expect(changed).toMatchObject({ ...defaultRetentionMonths, enquiries: 6, version: 2 })
  expect(changed.next).toContainEqual({ what: 'enquiries', count: 1, on: today })
  expect((await callAsTutor('PATCH', { enquiries: 7, version: 1 })).status).toBe(409)
  expect((await callAsTutor('PATCH', { enquiries: 2 })).status).toBe(400)
  expect((await callAsTutor('PATCH', { closedAccounts: 6 })).status).toBe(400)
})

test('the privacy page shows the current periods', async () => {
  const readPeriodTexts = async () => {
    const request = await riverbank.request('/privacy')
    const page = await privacyPage({ request, params: {}, context: riverbank.context })
    return page.parts.filter(({ heading }) => heading === 'How long we keep things').map(({ text }) => text)
  }
  expect(await readPeriodTexts()).toEqual([expect.stringContaining('Messages: 2 years after we answered you.')])
  await submit({ enquiries: 7 })
  expect(await readPeriodTexts()).toEqual([expect.stringContaining('Messages: 7 months after we answered you.')])
})
