import { expect, test } from 'vitest'
import { defaultRetentionMonths } from '~/content/retention-terms'
import { loader as privacyPage } from '~/routes/site/privacy/route'
import { call } from '~/test/api'
import { ask, freshForEach } from '~/test/riverbank'
import { action, loader } from './route'

const riverbank = freshForEach()

function send(fields: Record<string, string | number>) {
  const form = { ...defaultRetentionMonths, version: 1, ...fields }
  const texts = Object.fromEntries(Object.entries(form).map(([name, value]) => [name, String(value)]))
  return ask(riverbank, action, '/dashboard/profile/retention', { as: 'aoife', fields: texts })
}
const shown = async () => {
  const request = await riverbank.request('/dashboard/profile/retention', { as: 'aoife' })
  return loader({ request, params: {}, context: riverbank.context })
}
const tutor = (method: 'GET' | 'PATCH', json?: object) =>
  call(riverbank, `${method} /api/retention`, { as: 'aoife', json })

/** An enquiry that was answered eight months ago. */
const answeredLongAgo = () => {
  const at = new Date(Date.now() - 245 * 24 * 3_600_000).toISOString()
  const about = { name: 'Maura', email: 'm@x.example', phone: null, subject: 'visit', message: 'May we come?' } as const
  return riverbank.db
    .insertInto('enquiries')
    .values({ ...about, suspected: 0, createdAt: at, answeredAt: at })
    .execute()
}

test('a term that removes nothing is saved at once', async () => {
  expect((await send({ enquiries: 12 })).headers.get('Location')).toBe('/dashboard/profile/retention')
  expect((await shown()).retention).toMatchObject({ version: 2, terms: { ...defaultRetentionMonths, enquiries: 12 } })
})

test('one that removes something asks once more, with all that was typed, and saves when that is said', async () => {
  await answeredLongAgo()
  const { asks } = await (await send({ enquiries: 6, activity: 36 })).json()
  const terms = { ...defaultRetentionMonths, enquiries: 6, activity: 36 }
  expect(asks).toEqual({ terms, version: 1, removes: [{ what: 'enquiries', count: 1 }] })
  expect((await shown()).retention.version).toBe(1)
  expect((await send({ ...terms, confirmed: 'on' })).status).toBe(303)
  expect((await shown()).retention.terms).toEqual(terms)
})

test('what is out of bounds comes back as it was typed, and an older version is a conflict', async () => {
  const refused = await send({ enquiries: 99 })
  expect(refused.status).toBe(400)
  expect((await refused.json()).result).toMatchObject({
    initialValue: { enquiries: '99' },
    error: { enquiries: ['Please enter a number of months from 3 to 36.'] },
  })
  await send({ enquiries: 12 })
  expect((await send({ enquiries: 18 })).status).toBe(409)
})

test('GET and PATCH /api/retention give and change the same terms, of the version that was read', async () => {
  await answeredLongAgo()
  expect((await tutor('GET')).body).toMatchObject({ ...defaultRetentionMonths, version: 1, held: [], waiting: 0 })
  const { body: changed } = await tutor('PATCH', { enquiries: 6, version: 1 })
  const today = expect.stringMatching(/^\d{4}-\d\d-\d\d$/)
  expect(changed).toMatchObject({ ...defaultRetentionMonths, enquiries: 6, version: 2 })
  expect(changed.next).toContainEqual({ what: 'enquiries', count: 1, on: today })
  expect((await tutor('PATCH', { enquiries: 7, version: 1 })).status).toBe(409)
  expect((await tutor('PATCH', { enquiries: 2 })).status).toBe(400)
  expect((await tutor('PATCH', { closedAccounts: 6 })).status).toBe(400)
})

test('the privacy page tells the terms as they are', async () => {
  const parts = async () => {
    const request = await riverbank.request('/privacy')
    const page = await privacyPage({ request, params: {}, context: riverbank.context })
    return page.parts.filter(({ heading }) => heading === 'How long we keep things').map(({ text }) => text)
  }
  expect(await parts()).toEqual([expect.stringContaining('Messages: 2 years after we answered you.')])
  await send({ enquiries: 7 })
  expect(await parts()).toEqual([expect.stringContaining('Messages: 7 months after we answered you.')])
})
