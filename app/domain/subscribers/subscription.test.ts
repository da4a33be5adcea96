import { beforeEach, describe, expect, test } from 'vitest'
import { storeOutcome } from '~/domain/deliveries/queue.server'
import { setUpFreshRiverbank } from '~/test/riverbank'
import type { NewRow } from '~db/schema'
import { changeSubscriber } from './subscribers.server'
import {
  confirmSignUp,
  findByLink,
  findUnconfirmed,
  requestUnsubscribeLink,
  signUp,
  subscribeAgain,
  unsubscribe,
} from './subscription.server'

const riverbank = setUpFreshRiverbank()

const once = { doubleOptIn: false }
const twice = { doubleOptIn: true }
const liam = { email: 'liam@example.ie', name: 'Liam Byrne' }
const rows = () => riverbank.db.selectFrom('subscribers').selectAll().orderBy('id').execute()
const row = async () => (await rows())[0]!
const mails = async () =>
  (await riverbank.db.selectFrom('deliveries').select(['kind', 'email']).orderBy('id').execute()).map(
    ({ kind, email }) => `${kind} ${email}`,
  )
const aDayPasses = () =>
  riverbank.db
    .updateTable('deliveries')
    .set({ createdAt: new Date(Date.now() - 25 * 3_600_000).toISOString() })
    .execute()
const change = (fields: Partial<NewRow<'subscribers'>>) => riverbank.db.updateTable('subscribers').set(fields).execute()

test('a sign-up of a new address is active at once and gets a welcome by mail', async () => {
  await signUp(riverbank.db, liam, once)
  expect(await row()).toMatchObject({ ...liam, active: 1, isGuardian: 0, studentName: null, confirmToken: null })
  expect((await row()).token).toMatch(/^[0-9a-f]{32}$/)
  expect(await mails()).toEqual(['welcome liam@example.ie'])
})

test.each([once, twice])('a sign-up of an active address changes nothing and sends nothing, with %j', async (how) => {
  await signUp(riverbank.db, liam, once)
  await aDayPasses()
  const before = await rows()
  await signUp(riverbank.db, { email: 'LIAM@Example.ie', name: 'Another Person' }, how)
  expect(await rows()).toEqual(before)
  expect(await mails()).toHaveLength(1)
})

test.each([once, twice])(
  'a sign-up of an address that did not work tries it again by one mail a day, with %j',
  async (how) => {
    const { db } = riverbank
    await signUp(db, liam, once)
    await aDayPasses()
    const refused = { bouncedAt: '2026-11-01T00:00:00.000Z', bounceReason: '550', refusedNewsletters: '[1,2,3]' }
    await change(refused)
    for (let time = 0; time < 2; time++) await signUp(db, liam, how)
    expect(await mails()).toEqual(['welcome liam@example.ie', 'welcome liam@example.ie'])
    expect(await row()).toMatchObject({ active: 1, ...refused })
    const mail = await db.selectFrom('deliveries').selectAll().orderBy('id', 'desc').executeTakeFirstOrThrow()
    await storeOutcome(db, { ...mail, state: 'sending' }, { is: 'sent' }, Date.now(), 'pending')
    expect(await row()).toMatchObject({ active: 1, bouncedAt: null, refusedNewsletters: '[]' })
  },
)

test('a sign-up of an address that was unsubscribed makes it active again, with its details', async () => {
  await signUp(riverbank.db, liam, once)
  await unsubscribe(riverbank.db, (await row()).token)
  await change({ bouncedAt: '2026-11-01T00:00:00.000Z', bounceReason: '550', isGuardian: 1, studentName: 'Daniel' })
  await aDayPasses()
  await signUp(riverbank.db, { ...liam, name: null }, once)
  const details = { ...liam, isGuardian: 1, studentName: 'Daniel' }
  const active = { active: 1, unsubscribedAt: null, bouncedAt: null, bounceReason: null }
  expect(await row()).toMatchObject({ ...details, ...active })
  expect(await mails()).toEqual(['welcome liam@example.ie', 'welcome liam@example.ie'])
  // One welcome a day, however often an address signs up.
  await unsubscribe(riverbank.db, (await row()).token)
  await signUp(riverbank.db, liam, once)
  expect(await mails()).toHaveLength(2)
})

test('a sign-up at the same moment as another of the same address makes one subscriber', async () => {
  const again = { ...liam, email: 'LIAM@example.ie' }
  await Promise.all([signUp(riverbank.db, liam, once), signUp(riverbank.db, again, once)])
  expect(await rows()).toHaveLength(1)
  expect(await mails()).toHaveLength(1)
})

test('a sign-up whose mail can’t be queued is not stored', async () => {
  await riverbank.db.schema.dropTable('deliveries').execute()
  await expect(signUp(riverbank.db, liam, once)).rejects.toThrow()
  expect(await rows()).toEqual([])
})

test('with double opt-in a new address is inactive until the button on the page of its mail is pressed', async () => {
  await signUp(riverbank.db, liam, twice)
  const { confirmToken, token } = await row()
  expect(await row()).toMatchObject({ ...liam, active: 0, unsubscribedAt: null })
  expect(confirmToken).toMatch(/^[0-9a-f]{32}$/)
  expect(confirmToken).not.toBe(token)
  expect(await mails()).toEqual(['confirm liam@example.ie'])

  expect(await findUnconfirmed(riverbank.db, confirmToken!)).toEqual({ email: liam.email, active: false })
  expect((await row()).active).toBe(0)
  expect(await confirmSignUp(riverbank.db, confirmToken!)).toEqual({ email: liam.email, active: true })
  expect(await row()).toMatchObject({ active: 1, confirmToken: null })
  expect(await mails()).toEqual(['confirm liam@example.ie', 'welcome liam@example.ie'])
})

test('with double opt-in a used or unknown link confirms nothing, and neither does the link of a person who unsubscribed instead', async () => {
  await signUp(riverbank.db, liam, twice)
  const { confirmToken, token } = await row()
  await confirmSignUp(riverbank.db, confirmToken!)
  for (const used of [confirmToken!, '', 'x']) {
    expect(await confirmSignUp(riverbank.db, used)).toBeNull()
    expect(await findUnconfirmed(riverbank.db, used)).toBeNull()
  }
  expect(await mails()).toHaveLength(2)
  await unsubscribe(riverbank.db, token)
  await signUp(riverbank.db, liam, twice)
  expect(await row(), 'an unsubscribed address stays so until it is confirmed').toMatchObject({ active: 0 })
  await unsubscribe(riverbank.db, token)
  expect(await confirmSignUp(riverbank.db, confirmToken!)).toBeNull()
  expect((await row()).active).toBe(0)
})

test('with double opt-in an address gets one mail a day, and the first link keeps working', async () => {
  await signUp(riverbank.db, liam, twice)
  const { confirmToken } = await row()
  await signUp(riverbank.db, liam, twice)
  await signUp(riverbank.db, liam, twice)
  expect(await mails()).toHaveLength(1)
  await aDayPasses()
  await signUp(riverbank.db, liam, twice)
  expect(await mails()).toEqual(['confirm liam@example.ie', 'confirm liam@example.ie'])
  expect((await row()).confirmToken).toBe(confirmToken)
})

test('with double opt-in a person who returns on the same day uses the earlier link', async () => {
  await signUp(riverbank.db, liam, twice)
  const { confirmToken, token } = await row()
  await confirmSignUp(riverbank.db, confirmToken!)
  await unsubscribe(riverbank.db, token)
  expect(await findUnconfirmed(riverbank.db, confirmToken!)).toBeNull()
  await signUp(riverbank.db, liam, twice)
  expect(await mails()).toEqual(['confirm liam@example.ie', 'welcome liam@example.ie'])
  expect(await confirmSignUp(riverbank.db, confirmToken!)).toMatchObject({ active: true })
  expect(await mails()).toHaveLength(2)
})

describe('the link in a mail', () => {
  beforeEach(() => signUp(riverbank.db, liam, once))

  test('shows whose it is; unsubscribes once and says the same every time; undoes it without a confirmation or a mail', async () => {
    const before = await row()
    const { token } = before
    expect(await findByLink(riverbank.db, token)).toEqual({ email: liam.email, active: true })
    expect(await row()).toEqual(before)
    expect(await unsubscribe(riverbank.db, token)).toEqual({ email: liam.email, active: false })
    const first = await row()
    expect(first).toMatchObject({ active: 0, unsubscribedAt: expect.stringMatching(/Z$/), token })
    expect(await unsubscribe(riverbank.db, token)).toEqual({ email: liam.email, active: false })
    expect(await row()).toEqual(first)
    expect(await subscribeAgain(riverbank.db, token, 'Subscribe again')).toEqual({ email: liam.email, active: true })
    expect(await row()).toMatchObject({ active: 1, unsubscribedAt: null })
    expect(await mails()).toHaveLength(1)
  })

  test('that was never sent belongs to no one', async () => {
    const again: typeof unsubscribe = (db, token) => subscribeAgain(db, token, 'Subscribe again')
    for (const find of [findByLink, unsubscribe, again])
      for (const token of ['', 'x', (await row()).token.toUpperCase().replace(/^./, 'g')])
        expect(await find(riverbank.db, token)).toBeNull()
    expect((await row()).active).toBe(1)
  })
})

test('asking for the unsubscribe link sends it once a day to an active address, in whatever case it is written', async () => {
  await signUp(riverbank.db, liam, once)
  await requestUnsubscribeLink(riverbank.db, 'Liam@Example.IE')
  await requestUnsubscribeLink(riverbank.db, liam.email)
  expect(await mails()).toEqual(['welcome liam@example.ie', 'unsubscribe liam@example.ie'])
  await aDayPasses()
  await requestUnsubscribeLink(riverbank.db, liam.email)
  expect(await mails()).toHaveLength(3)
  expect((await row()).active).toBe(1)
})

test('asking for the unsubscribe link gives the same answer and sends nothing if the address is not subscribed', async () => {
  await signUp(riverbank.db, liam, once)
  await changeSubscriber(riverbank.db, riverbank.people.aoife, (await row()).id, { patch: { active: false } })
  expect(await requestUnsubscribeLink(riverbank.db, liam.email)).toBeUndefined()
  expect(await requestUnsubscribeLink(riverbank.db, 'nobody@example.ie')).toBeUndefined()
  expect(await mails()).toEqual(['welcome liam@example.ie'])
})

test('the recorded consent stays when an active address is entered again, and when the person leaves', async () => {
  const shown = { words: 'All things Riverbank', from: '/contact' }
  await signUp(riverbank.db, liam, { ...once, shown })
  await signUp(riverbank.db, liam, { ...once, shown: { ...shown, words: 'Other words' } })
  await unsubscribe(riverbank.db, (await row()).token)
  const onPage = { agreedOn: 'page', agreedFrom: '/contact', agreedWords: 'All things Riverbank' }
  expect(await row()).toMatchObject({ ...onPage, agreedAt: expect.stringMatching(/^\d{4}-.*Z$/), active: 0 })
})
