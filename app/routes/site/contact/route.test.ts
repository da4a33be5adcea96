import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { openedNow } from '~/http/suspicion.server'
import { answerOf, formOf, freshRiverbank, type TestRiverbank } from '~/test/riverbank'
import { action } from './route'

let riverbank: TestRiverbank
beforeEach(async () => {
  riverbank = await freshRiverbank()
})
afterEach(() => riverbank.close())

async function post(fields: Record<string, string>, { network = '192.0.2.1', doubleOptIn = false } = {}) {
  const request = await riverbank.request('/contact', formOf(fields))
  const { settings } = riverbank.context
  const newsletter = { ...settings.newsletter, doubleOptIn }
  const context = { ...riverbank.context, network, settings: { ...settings, newsletter } }
  return answerOf(() => action({ request, params: {}, context }))
}
const subscribers = () => riverbank.db.selectFrom('subscribers').select(['email', 'active']).execute()
const mails = () => riverbank.db.selectFrom('deliveries').select(['kind', 'email']).execute()

test('POST /contact signs up and answers a known address like a new one', async () => {
  const fields = { intent: 'subscribe', email: 'liam@example.ie', isGuardian: 'on', studentName: 'Daniel' }
  const answers = [await post(fields), await post(fields)]
  expect(answers.map(({ status }) => status)).toEqual([303, 303])
  expect(answers.map(({ headers }) => headers.get('Location'))).toEqual(Array(2).fill('/contact?subscribed#news'))
  expect(await subscribers()).toEqual([{ email: 'liam@example.ie', active: 1 }])
  expect(await mails()).toEqual([{ kind: 'welcome', email: 'liam@example.ie' }])
})

test('POST /contact with double opt-in keeps the address inactive and sends the link to confirm', async () => {
  expect((await post({ intent: 'subscribe', email: 'liam@example.ie' }, { doubleOptIn: true })).status).toBe(303)
  expect(await subscribers()).toEqual([{ email: 'liam@example.ie', active: 0 }])
  expect(await mails()).toEqual([{ kind: 'confirm', email: 'liam@example.ie' }])
})

test('POST /contact for more sign-ups than a full hall answers 429 and keeps what was typed', async () => {
  for (let turn = 0; turn < 40; turn++)
    await post({ intent: 'subscribe', email: `family${turn}@example.ie` }, { network: '192.0.2.2' })
  const answer = await post({ intent: 'subscribe', email: 'late@example.ie' }, { network: '192.0.2.2' })
  expect(answer.status).toBe(429)
  expect(Number(answer.headers.get('Retry-After'))).toBeGreaterThan(0)
  const { subscription } = await answer.json()
  expect(subscription.error['']).toEqual([expect.stringContaining('try again in an hour')])
  expect(subscription.initialValue.email).toBe('late@example.ie')
  expect(await subscribers()).toHaveLength(40)
})

test('POST /contact mails a person’s enquiry to the office, and keeps a machine’s apart', async () => {
  const words = { name: 'Maura Dunne', email: 'maura@example.ie', subject: 'visit', message: 'May we visit in spring?' }
  vi.useFakeTimers({ toFake: ['Date'] })
  const opened = openedNow(riverbank.context)
  await post({ intent: 'enquire', ...words, opened }, { network: '192.0.2.3' })
  vi.setSystemTime(Date.now() + 60_000)
  await post({ intent: 'enquire', ...words, name: 'Liam Byrne', opened }, { network: '192.0.2.3' })
  vi.useRealTimers()
  const enquiries = await riverbank.db
    .selectFrom('enquiries')
    .leftJoin('deliveries', 'enquiryId', 'enquiries.id')
    .select(['enquiries.name', 'suspected', 'deliveries.email'])
    .execute()
  expect(enquiries).toEqual([
    { name: 'Maura Dunne', suspected: 1, email: null },
    { name: 'Liam Byrne', suspected: 0, email: riverbank.context.settings.officeEmail },
  ])
})
