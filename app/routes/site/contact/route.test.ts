import { describe, expect, test, vi } from 'vitest'
import { limits } from '~/domain/limits/limits.server'
import { BODY_TOO_LARGE } from '~/domain/refused'
import { findFixedMessage } from '~/http/forms/message.server'
import { signOpeningTime } from '~/http/limits/spam.server'
import { withFormRecovery } from '~/http/remix/protect-routes.server'
import { sendApiRequest } from '~/test/api'
import { callRoute, setUpFreshRiverbank } from '~/test/riverbank'
import { action, loader } from './route'

const riverbank = setUpFreshRiverbank()

function post(fields: Record<string, string>, { network = '192.0.2.1', doubleOptIn = false } = {}) {
  const { settings } = riverbank.context
  const newsletter = { ...settings.newsletter, doubleOptIn }
  const context = { ...riverbank.context, network, settings: { ...settings, newsletter } }
  return callRoute({ ...riverbank, context }, withFormRecovery(action), '/contact', { fields })
}
const subscribers = () => riverbank.db.selectFrom('subscribers').select(['email', 'active']).execute()
const mails = () => riverbank.db.selectFrom('deliveries').select(['kind', 'email']).execute()

test('GET /contact chooses the subject that its address names, and no other', async () => {
  const subjects = ['/contact', '/contact?about=visit', '/contact?about=prize', '/contact?about'].map(async (path) => {
    return (await (await callRoute(riverbank, loader, path)).json()).subject
  })
  expect(await Promise.all(subjects)).toEqual(['', 'visit', '', ''])
})

test('POST /contact signs up, and responds to a known address like to a new one', async () => {
  const fields = { intent: 'subscribe', email: 'liam@example.ie', isGuardian: 'on', studentName: 'Daniel' }
  const answers = [await post(fields), await post(fields)]
  expect(answers.map(({ status }) => status)).toEqual([303, 303])
  expect(answers.map(({ headers }) => headers.get('Location'))).toEqual(Array(2).fill('/contact?subscribed#subscribed'))
  expect(await subscribers()).toEqual([{ email: 'liam@example.ie', active: 1 }])
  expect(await mails()).toEqual([{ kind: 'welcome', email: 'liam@example.ie' }])
})

test.each([
  ['server', 'an email with a link is on its way to you'],
  ['none', 'We can’t send emails at the moment'],
  ['outbox', 'no email will come'],
] as const)(
  'POST /contact with double opt-in says what happens to its email for the mail route %s',
  async (route, words) => {
    riverbank.context.settings.mailRoute = route
    const page = await post({ intent: 'subscribe', email: 'liam@example.ie' }, { doubleOptIn: true })
    expect(await subscribers()).toEqual([{ email: 'liam@example.ie', active: 0 }])
    expect(await mails()).toEqual([{ kind: 'confirm', email: 'liam@example.ie' }])
    riverbank.context.settings.newsletter.doubleOptIn = true
    const next = new Request(new URL(page.headers.get('Location') ?? '', 'http://riverbank.test'))
    expect(findFixedMessage(next, riverbank.context.settings)?.text).toContain(words)
    const json = { email: 'maura@example.ie', name: null, isGuardian: false, studentName: null }
    expect((await sendApiRequest(riverbank, 'POST /api/newsletter/subscribe', { json })).body).toEqual({
      message: expect.stringContaining(words),
    })
    expect(await (await callRoute(riverbank, loader, '/contact')).json()).toMatchObject({
      toConfirm: expect.stringContaining(words),
    })
  },
)

describe('enquiries from one network', () => {
  const words = { name: 'Maura Dunne', email: 'maura@example.ie', subject: 'visit', message: 'May we visit in spring?' }
  const stored = async () =>
    (await riverbank.db.selectFrom('enquiries').select('suspected').orderBy('id').execute()).map(
      ({ suspected }) => suspected,
    )
  const byPage = (network: string) =>
    post({ intent: 'enquire', ...words, opened: signOpeningTime(riverbank.context) }, { network })
  const byApi = (network: string) => sendApiRequest(riverbank, 'POST /api/contact', { json: words, network })

  test('are six an hour, then suspected up to fifty a day, then 429 with the phone number', async () => {
    vi.useFakeTimers({ toFake: ['Date', 'performance'] })
    for (let turn = 0; turn < 50; turn++) expect((await byApi('198.51.100.50')).status).toBe(201)
    expect(await stored()).toEqual([...Array(6).fill(0), ...Array(44).fill(1)])
    const [page, api] = [await byPage('198.51.100.50'), await byApi('198.51.100.50')]
    for (const answer of [page, api]) {
      expect(answer.status).toBe(429)
      expect(Number(answer.headers.get('Retry-After'))).toBeGreaterThan(86_000)
    }
    const reported =
      'We can’t take any more messages here today. Please ring us on 020 910 0100, or try again tomorrow.'
    expect(api.body).toEqual({ message: reported })
    expect(await page.json()).toMatchObject({
      form: 'enquire',
      failed: { status: 429, message: reported },
      result: { initialValue: words },
    })
    expect(await stored()).toHaveLength(50)

    expect((await byApi('198.51.100.51')).status).toBe(201)
    vi.advanceTimersByTime(24 * 3_600_000)
    expect((await byApi('198.51.100.50')).status).toBe(201)
    expect((await stored()).slice(50)).toEqual([0, 0])
    vi.useRealTimers()
  })

  test('that are spam end at a thousand a day from all networks, and families still get through', async () => {
    limits.enquiriesInAll.clear('spam')
    for (let turn = 0; turn < 998; turn++) limits.enquiriesInAll.take('spam')
    for (let turn = 0; turn < 6; turn++) limits.enquiriesInHour.take('192.0.2.60')
    const answers = [await byApi('192.0.2.60'), await byPage('192.0.2.60'), await byApi('192.0.2.60')]
    expect(answers.map(({ status }) => status)).toEqual([201, 303, 429])
    expect((await byApi('192.0.2.61')).status).toBe(201)
    expect(await stored()).toEqual([1, 1, 0])
    limits.enquiriesInAll.clear('spam')
  })
})

test('POST /contact mails a person’s enquiry to the office, and marks a bot’s as spam', async () => {
  const words = { name: 'Maura Dunne', email: 'maura@example.ie', subject: 'visit', message: 'May we visit in spring?' }
  vi.useFakeTimers({ toFake: ['Date', 'performance'] })
  const opened = signOpeningTime(riverbank.context)
  await post({ intent: 'enquire', ...words, opened }, { network: '192.0.2.3' })
  vi.advanceTimersByTime(60_000)
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

test('POST /contact without a field is refused as an enquiry, whose form says why', async () => {
  const answer = await post({})
  expect(answer.status).toBe(400)
  expect(await answer.json()).toMatchObject({ form: 'enquire', result: { status: 'error' } })
})

test('POST /contact with too large a body returns 413 on its form, with what was read', async () => {
  // The route declares an ordinary form.
  riverbank.context.state = {}
  const words = { intent: 'enquire', name: 'Maura Dunne', message: 'May we visit? '.repeat(6000) }
  const answer = await post(words, { network: '192.0.2.5' })
  expect(answer.status).toBe(413)
  const { form, failed, result } = await answer.json()
  expect({ form, failed }).toEqual({
    form: 'enquire',
    failed: { status: 413, message: BODY_TOO_LARGE },
  })
  expect(result.initialValue.name).toBe('Maura Dunne')
  expect(words.message.startsWith(result.initialValue.message)).toBe(true)
  expect(result.initialValue.message.length).toBeGreaterThan(30_000)
})
