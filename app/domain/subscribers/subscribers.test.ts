import { expect, test } from 'vitest'
import { erasePerson } from '~/domain/accounts/personal-data.server'
import { listActivity } from '~/domain/activity/activity.server'
import { sendAgain } from '~/domain/deliveries/deliveries.server'
import { storeOutcome } from '~/domain/deliveries/queue.server'
import { addNewsletter } from '~/domain/newsletters/newsletters.server'
import { countReaders, sendNewsletter } from '~/domain/newsletters/send.server'
import { action as postContact } from '~/routes/site/contact/route'
import { sendApiRequest } from '~/test/api'
import { callRoute, type Person, setUpFreshRiverbank } from '~/test/riverbank'
import { listAllSubscribers } from '~/test/subscribers'
import type { NewRow } from '~db/schema'
import { describeSubscriberConsent } from './export.server'
import { importSubscribers } from './import.server'
import { newSubscriber } from './schema'
import {
  addSubscriber,
  changeSubscriber,
  editSubscriber,
  eraseSubscriber,
  findByAddress,
  findSubscriber,
  findSubscribers,
  findUndeliverable,
  findVouchingTutors,
} from './subscribers.server'
import {
  confirmSignUp,
  findUnconfirmed,
  requestUnsubscribeLink,
  signUp,
  subscribeAgain,
  unsubscribe,
} from './subscription.server'

const riverbank = setUpFreshRiverbank()
const { aoife } = riverbank.people

const add = (email: string, fields: object = {}) =>
  addSubscriber(riverbank.db, aoife, newSubscriber.parse({ email, ...fields }))
const setActive = (id: number, active: boolean) => changeSubscriber(riverbank.db, aoife, id, { patch: { active } })
const words = 'This email address is already subscribed.'
const mails = () => riverbank.db.selectFrom('deliveries').selectAll().execute()
const activity = async () =>
  (await listActivity(riverbank.db, aoife))
    .filter(({ noun }) => noun === 'subscriber')
    .map(({ action, recordId, title, actorName }) => [action, recordId, title, actorName])

test('a student’s name is stored only for guardians', () => {
  const fields = { email: ' liam@example.ie ', name: ' ', studentName: 'Daniel' }
  const liam = { email: 'liam@example.ie', name: null }
  expect(newSubscriber.parse(fields)).toEqual({ ...liam, isGuardian: false, studentName: null, vouchedFor: null })
  const guardian = { isGuardian: true, studentName: 'Daniel' }
  expect(newSubscriber.parse({ ...fields, isGuardian: 'on' })).toMatchObject(guardian)
})

const bounced = () =>
  riverbank.db.updateTable('subscribers').set({ bouncedAt: '2026-11-01T00:00:00.000Z', bounceReason: '550' }).execute()

test('adding a subscriber refuses an existing address in any case, and says whether it is subscribed', async () => {
  const { id } = await add('liam@example.ie')
  const refusal = async () => add('LIAM@Example.ie').catch((error: unknown) => error)
  expect(await refusal()).toMatchObject({ kind: 'conflict', errors: { email: [words] } })
  await setActive(id, false)
  expect(String(await refusal())).toMatch(/unsubscribed.*re-activate/)
  await riverbank.db.updateTable('subscribers').set({ confirmToken: 'waits' }).execute()
  expect(String(await refusal())).toMatch(/not confirmed/)
  expect(await listAllSubscribers(riverbank.db)).toHaveLength(1)
})

test('a tutor edits a person’s details, not whether they get the newsletter', async () => {
  const { id } = await add('mairy@example.ie', { name: 'Mary' })
  const other = await add('liam@example.ie')
  await bounced()
  const edit = (patch: object, version?: number) => editSubscriber(riverbank.db, aoife, id, { version, patch })
  expect(await edit({ isGuardian: true, studentName: 'Daniel' }, 1)).toMatchObject({
    ...{ email: 'mairy@example.ie', name: 'Mary', isGuardian: true, studentName: 'Daniel', version: 2 },
    bounceReason: '550',
  })
  await expect(edit({ name: 'Late' }, 1)).rejects.toMatchObject({ kind: 'conflict', now: { version: 2 } })
  await expect(edit({ email: 'LIAM@example.ie' })).rejects.toMatchObject({
    kind: 'conflict',
    errors: { email: [words] },
  })
  await expect(edit({ email: 'nobody' })).rejects.toMatchObject({ kind: 'invalid' })
  expect(await edit({ email: 'Mairy@example.ie' })).toMatchObject({ email: 'Mairy@example.ie', bounceReason: '550' })
  expect(await edit({ email: 'mary@example.ie' })).toMatchObject({ active: true, bounceReason: null })
  expect(await findSubscriber(riverbank.db, aoife, other.id)).toMatchObject({ email: other.email, bounceReason: '550' })
  expect((await activity()).slice(0, 1)).toEqual([['changed', id, 'mary@example.ie', 'Aoife Brennan']])
})

test('a tutor can’t change an address before it is confirmed or made active', async () => {
  await signUp(riverbank.db, { email: 'liam@example.ie', name: null }, { doubleOptIn: true })
  const [waiting] = await listAllSubscribers(riverbank.db)
  const edit = (patch: object) => editSubscriber(riverbank.db, aoife, waiting?.id ?? 0, { patch })
  await expect(edit({ email: 'other@example.ie' })).rejects.toMatchObject({ kind: 'conflict' })
  expect(await edit({ name: 'Liam' })).toMatchObject({ name: 'Liam', active: false, waitsForConfirmation: true })
  expect(await setActive(waiting!.id, true)).toMatchObject({ active: true, waitsForConfirmation: false })
})

test('a tutor unsubscribes and re-activates, and each is logged once', async () => {
  const { id } = await add('liam@example.ie')
  await bounced()
  const gone = { active: false, unsubscribedAt: expect.any(String), bounceReason: '550' }
  expect(await setActive(id, false)).toMatchObject(gone)
  await setActive(id, false)
  const back = { active: true, unsubscribedAt: null, bouncedAt: null, bounceReason: null }
  expect(await setActive(id, true)).toMatchObject(back)
  expect((await activity()).map(([action]) => action)).toEqual(['re-activated', 'unsubscribed', 'added'])
  expect(await mails()).toEqual([])
})

test('an address that refused three newsletters for good gets no more, until a tutor changes it or tries again', async () => {
  const { db } = riverbank
  const { id } = await add('gone@example.ie', { isGuardian: true })
  await add('liam@example.ie')
  const refusal = { is: 'refused', isPermanent: true, isUnknownRecipient: true, isAboutUs: false } as const
  /** Sends a newsletter; the server refuses gone@example.ie. Returns who got it, or would have. */
  const send = async () => {
    const newsletter = await addNewsletter(db, aoife, { title: 'June', content: 'It was a busy month.' })
    await sendNewsletter(db, aoife, newsletter.id, { audience: 'all', holdSeconds: 0 })
    const mails = db.selectFrom('deliveries').selectAll().where('newsletterId', '=', newsletter.id)
    const queued = await mails.orderBy('email').execute()
    const mail = queued.find(({ email }) => email === 'gone@example.ie')
    const refuse = async () => {
      if (!mail) return
      await db.updateTable('deliveries').set({ state: 'sending' }).where('id', '=', mail.id).execute()
      await storeOutcome(db, mail, { ...refusal, reason: '550 5.1.1 No such user' }, Date.now())
    }
    await refuse()
    return { ...newsletter, readers: queued.map(({ email }) => email), refuse }
  }
  const works = async () => !(await findSubscriber(db, aoife, id))?.isUndeliverable
  const first = await send()
  const second = await send()
  expect(await sendAgain(db, aoife, second, { state: 'failed' })).toBe(1)
  await second.refuse()
  // The same newsletter counts once.
  expect(await works()).toBe(true)
  expect(await countReaders(db, aoife)).toEqual({ all: 2, guardians: 1 })
  expect((await send()).readers).toEqual(['gone@example.ie', 'liam@example.ie'])
  expect(await works()).toBe(false)
  expect(await countReaders(db, aoife)).toEqual({ all: 1, guardians: 0 })
  expect((await send()).readers).toEqual(['liam@example.ie'])
  expect(await sendAgain(db, aoife, first, { state: 'failed' })).toBe(0)
  expect(await findUndeliverable(db, aoife)).toEqual({ number: 1, emails: ['gone@example.ie'] })
  await expect(add('gone@example.ie')).rejects.toThrow('on the list, but does not work')

  const before = await db.selectFrom('subscribers').select('agreedAt').where('id', '=', id).executeTakeFirst()
  expect(await setActive(id, true)).toMatchObject({ active: true, isUndeliverable: false, ...before })
  expect((await activity())[0]).toEqual(['resumed', id, 'gone@example.ie', 'Aoife Brennan'])
  for (let time = 0; time < 3; time++) await send()
  expect(await works()).toBe(false)
  const patch = { email: 'new@example.ie' }
  expect(await editSubscriber(db, aoife, id, { patch })).toMatchObject({ isUndeliverable: false })
  expect((await send()).readers).toContain('new@example.ie')
})

test('mail that waits or is sent again goes to a changed address, which a refusal of the old one does not mark', async () => {
  const { db } = riverbank
  const { id } = await add('old@example.ie')
  await add('liam@example.ie')
  const newsletter = await addNewsletter(db, aoife, { title: 'June', content: 'It was a busy month.' })
  await sendNewsletter(db, aoife, newsletter.id, { audience: 'all', holdSeconds: 0 })
  const readMail = () =>
    db.selectFrom('deliveries').selectAll().where('subscriberId', '=', id).executeTakeFirstOrThrow()
  const inFlight = await readMail()
  await db.updateTable('deliveries').set({ state: 'sending' }).where('id', '=', inFlight.id).execute()
  await editSubscriber(db, aoife, id, { patch: { email: 'new@example.ie' } })
  const refusal = { is: 'refused', isPermanent: true, isUnknownRecipient: true, isAboutUs: false } as const
  await storeOutcome(db, inFlight, { ...refusal, reason: '550 5.1.1 No such user' }, Date.now())
  expect(await findSubscriber(db, aoife, id)).toMatchObject({ email: 'new@example.ie', bouncedAt: null })
  expect(await readMail()).toMatchObject({ email: 'old@example.ie', state: 'failed' })
  expect(await sendAgain(db, aoife, newsletter, { state: 'failed' })).toBe(1)
  expect(await readMail()).toMatchObject({ email: 'new@example.ie', state: 'pending' })
  await editSubscriber(db, aoife, id, { patch: { email: 'newer@example.ie' } })
  expect(await readMail()).toMatchObject({ email: 'newer@example.ie', state: 'pending' })
})

test('an erased subscriber leaves no address behind, and gets no queued mail', async () => {
  const maura = await add('maura@example.ie', { name: 'Maura Dunne' })
  const liam = await add('liam@example.ie')
  const erase = () => eraseSubscriber(riverbank.db, riverbank.context.outbox, aoife, maura.id)
  const mail = { kind: 'welcome', state: 'pending', createdAt: '2026-11-01', dueAt: '2026-11-01' } as const
  const { id: subscriberId, email } = maura
  const ofLiam = { ...mail, subscriberId: liam.id, email: liam.email }
  const queued = [{ ...mail, subscriberId, email }, ofLiam]
  await riverbank.db.insertInto('deliveries').values(queued).execute()
  expect(await erase()).toEqual(maura)
  expect((await mails()).map((one) => [one.state, one.subscriberId, one.erasedAt !== null])).toEqual([
    ['failed', null, true],
    ['pending', liam.id, false],
  ])
  expect((await listAllSubscribers(riverbank.db)).map(({ email }) => email)).toEqual(['liam@example.ie'])
  expect(JSON.stringify([await mails(), await listActivity(riverbank.db, aoife)])).not.toMatch(/maura/i)
  expect((await activity())[0]).toEqual(['erased', maura.id, 'An address that was erased', 'Aoife Brennan'])
  await expect(erase()).rejects.toMatchObject({ kind: 'notFound' })
})

test('the list is searched by address, name and student, in any letters', async () => {
  await add('mother@example.ie', { name: 'Áine Ní Bhriain', isGuardian: true, studentName: 'Daniel Okafor' })
  await add('aine.walsh@example.ie', { name: 'Nora O’Shea' })
  await add('liam@example.ie', { name: 'Łukasz Żółć' })
  await add('ibrahim@example.ie', { name: 'Ibrahim\u00a0Khan' })
  await add('anne@example.ie', { name: 'Anne\u2011Marie 李小龙' })
  for (const [text, found] of [
    ['aine', 'aine.walsh mother'],
    ['okafor', 'mother'],
    ['%', ''],
    [' ', 'anne ibrahim liam aine.walsh mother'],
    ["o'shea", 'aine.walsh'],
    ['李', 'anne'],
  ] as const) {
    const { subscribers, matching, all } = await findSubscribers(riverbank.db, aoife, { text })
    expect(subscribers.map(({ email }) => email.replace('@example.ie', '')).join(' '), text).toBe(found)
    expect([matching, all]).toEqual([subscribers.length, 5])
  }
})

const once = { doubleOptIn: false }
const twice = { doubleOptIn: true }
const liam = { email: 'liam@example.ie', name: 'Liam Byrne' }
const rows = () => riverbank.db.selectFrom('subscribers').selectAll().orderBy('id').execute()
const row = async () => (await rows())[0]!
const listQueued = async () =>
  (await riverbank.db.selectFrom('deliveries').select(['kind', 'email']).orderBy('id').execute()).map(
    ({ kind, email }) => `${kind} ${email}`,
  )
const aDayPasses = () =>
  riverbank.db
    .updateTable('deliveries')
    .set({ createdAt: new Date(Date.now() - 25 * 3_600_000).toISOString() })
    .execute()
const change = (fields: Partial<NewRow<'subscribers'>>) => riverbank.db.updateTable('subscribers').set(fields).execute()

test.each([once, twice])('a sign-up of an active address changes nothing and sends nothing, with %j', async (how) => {
  await signUp(riverbank.db, liam, once)
  await aDayPasses()
  const before = await rows()
  await signUp(riverbank.db, { email: 'LIAM@Example.ie', name: 'Another Person' }, how)
  expect(await rows()).toEqual(before)
  expect(await listQueued()).toHaveLength(1)
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
    expect(await listQueued()).toEqual(['welcome liam@example.ie', 'welcome liam@example.ie'])
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
  expect(await listQueued()).toEqual(['welcome liam@example.ie', 'welcome liam@example.ie'])
  // One welcome a day, however often an address signs up.
  await unsubscribe(riverbank.db, (await row()).token)
  await signUp(riverbank.db, liam, once)
  expect(await listQueued()).toHaveLength(2)
})

test('a sign-up at the same moment as another of the same address makes one subscriber', async () => {
  const again = { ...liam, email: 'LIAM@example.ie' }
  await Promise.all([signUp(riverbank.db, liam, once), signUp(riverbank.db, again, once)])
  expect(await rows()).toHaveLength(1)
  expect(await listQueued()).toHaveLength(1)
})

test('a sign-up whose mail can’t be queued is not stored', async () => {
  await riverbank.db.schema.dropTable('deliveries').execute()
  await expect(signUp(riverbank.db, liam, once)).rejects.toThrow()
  expect(await rows()).toEqual([])
})

test('with double opt-in a used or unknown link confirms nothing, and neither does the link of a person who unsubscribed instead', async () => {
  await signUp(riverbank.db, liam, twice)
  const { confirmToken, token } = await row()
  await confirmSignUp(riverbank.db, confirmToken!)
  for (const used of [confirmToken!, '', 'x']) {
    expect(await confirmSignUp(riverbank.db, used)).toBeNull()
    expect(await findUnconfirmed(riverbank.db, used)).toBeNull()
  }
  expect(await listQueued()).toHaveLength(2)
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
  expect(await listQueued()).toHaveLength(1)
  await aDayPasses()
  await signUp(riverbank.db, liam, twice)
  expect(await listQueued()).toEqual(['confirm liam@example.ie', 'confirm liam@example.ie'])
  expect((await row()).confirmToken).toBe(confirmToken)
})

test('with double opt-in a person who returns on the same day uses the earlier link', async () => {
  await signUp(riverbank.db, liam, twice)
  const { confirmToken, token } = await row()
  await confirmSignUp(riverbank.db, confirmToken!)
  await unsubscribe(riverbank.db, token)
  expect(await findUnconfirmed(riverbank.db, confirmToken!)).toBeNull()
  await signUp(riverbank.db, liam, twice)
  expect(await listQueued()).toEqual(['confirm liam@example.ie', 'welcome liam@example.ie'])
  expect(await confirmSignUp(riverbank.db, confirmToken!)).toMatchObject({ active: true })
  expect(await listQueued()).toHaveLength(2)
})

test('asking for the unsubscribe link sends it once a day to an active address, in whatever case it is written', async () => {
  await signUp(riverbank.db, liam, once)
  await requestUnsubscribeLink(riverbank.db, 'Liam@Example.IE')
  await requestUnsubscribeLink(riverbank.db, liam.email)
  expect(await listQueued()).toEqual(['welcome liam@example.ie', 'unsubscribe liam@example.ie'])
  await aDayPasses()
  await requestUnsubscribeLink(riverbank.db, liam.email)
  expect(await listQueued()).toHaveLength(3)
  expect((await row()).active).toBe(1)
})

test('asking for the unsubscribe link gives the same answer and sends nothing if the address is not subscribed', async () => {
  await signUp(riverbank.db, liam, once)
  await changeSubscriber(riverbank.db, riverbank.people.aoife, (await row()).id, { patch: { active: false } })
  expect(await requestUnsubscribeLink(riverbank.db, liam.email)).toBeUndefined()
  expect(await requestUnsubscribeLink(riverbank.db, 'nobody@example.ie')).toBeUndefined()
  expect(await listQueued()).toEqual(['welcome liam@example.ie'])
})

test('the recorded consent stays when an active address is entered again, and when the person leaves', async () => {
  const shown = { words: 'All things Riverbank', from: '/contact' }
  await signUp(riverbank.db, liam, { ...once, shown })
  await signUp(riverbank.db, liam, { ...once, shown: { ...shown, words: 'Other words' } })
  await unsubscribe(riverbank.db, (await row()).token)
  const onPage = { agreedOn: 'page', agreedFrom: '/contact', agreedWords: 'All things Riverbank' }
  expect(await row()).toMatchObject({ ...onPage, agreedAt: expect.stringMatching(/^\d{4}-.*Z$/), active: 0 })
})

const email = 'maura@example.ie'
const NOW = '2 May'

/** The recorded consent of the only subscriber, with `NOW` for every moment. */
async function reported() {
  const { db } = riverbank
  const found = await findSubscriber(db, aoife, (await findByAddress(db, email))!.id)
  const names = await findVouchingTutors(db, aoife, [found!])
  const facts = describeSubscriberConsent(found!, names.get(found!.vouchedById ?? 0) ?? null, () => NOW)
  return Object.fromEntries(facts.map(({ name, value }) => [name, value]))
}

const fromPage = (fields: Record<string, string>) =>
  callRoute(riverbank, postContact, '/contact', { fields: { intent: 'subscribe', email, ...fields } })
const byCall = (as?: Person, more = {}) =>
  sendApiRequest(riverbank, 'POST /api/newsletter/subscribe', { as, json: { email, ...more } })

const addVouched = (vouchedFor?: string) =>
  addSubscriber(riverbank.db, aoife, newSubscriber.parse({ email, vouchedFor }))
const token = async () => (await findByAddress(riverbank.db, email))!.token

const requested = 'She asked me on the phone.'
const unpressed = { 'Confirmed by the link in our email': 'The link was not used' }
const byThemselves = (How: string, text: string) => ({ Agreed: NOW, How, 'Text next to the form': text, ...unpressed })
const fromBox = (How: string) => byThemselves(How, 'Newsletter / All things Riverbank, by email. / Subscribe')
const byAoife = (How: string, known = requested) => ({
  ...{ Agreed: NOW, How, 'How we know': known, 'Who says so': 'Aoife Brennan' },
})

const doors: [string, () => Promise<unknown>, Record<string, string>][] = [
  [
    'the card on Contact',
    () => fromPage({}),
    byThemselves(
      'On our website, on the page /contact',
      'Riverbank News / All things Riverbank / Subscribe to Newsletter',
    ),
  ],
  ['the box on Home', () => fromPage({ from: '/' }), fromBox('On our website, in the box at the bottom of the page /')],
  [
    'a box that says a false page',
    () => fromPage({ from: '//evil.example' }),
    fromBox('On our website, in the box at the bottom of the page'),
  ],
  ['the API', () => byCall(), byThemselves('Through another program', 'Not recorded')],
  ['the API, by a tutor', () => byCall('aoife', { vouchedFor: requested }), byAoife('Added by a tutor with the form')],
  ['a tutor’s form that says nothing', () => addVouched(), byAoife('Added by a tutor with the form', 'Not recorded')],
  [
    'a list',
    () => importSubscribers(riverbank.db, aoife, { file: new Blob([email]), vouchedFor: 'They signed.' }),
    byAoife('Added by a tutor from a list', 'They signed.'),
  ],
  [
    'the link of a mail, after they left',
    async () => {
      await addVouched(requested)
      await unsubscribe(riverbank.db, await token())
      await subscribeAgain(riverbank.db, await token(), 'Subscribe again')
    },
    {
      ...byThemselves('On our website, on the page /unsubscribe', 'Subscribe again'),
      'Confirmed by the link in our email': NOW,
    },
  ],
  [
    'the button of a tutor, after they left',
    async () => {
      const { id } = await addVouched(requested)
      for (const active of [false, true]) await changeSubscriber(riverbank.db, aoife, id, { patch: { active } })
    },
    byAoife('Re-activated by a tutor', 'Not recorded'),
  ],
  [
    'where is unknown, before it was recorded',
    async () => {
      await addVouched()
      const unknown = { agreedOn: null, agreedFrom: null, agreedAt: null, vouchedById: null }
      await riverbank.db.updateTable('subscribers').set(unknown).execute()
    },
    Object.fromEntries(
      ['Agreed', 'How', 'Text next to the form', 'Confirmed by the link in our email'].map((name) => [
        name,
        'Not recorded',
      ]),
    ),
  ],
]
test.each(doors)('%s', async (_, come, record) => {
  await come()
  expect(await reported()).toEqual(record)
})

test('the link in the mail confirms, and the moment is recorded', async () => {
  riverbank.context.settings = {
    ...riverbank.context.settings,
    newsletter: { ...riverbank.context.settings.newsletter, doubleOptIn: true },
  }
  await fromPage({})
  expect(await reported()).toMatchObject(unpressed)
  await confirmSignUp(riverbank.db, (await findByAddress(riverbank.db, email))!.confirmToken!)
  expect(await reported()).toMatchObject({
    How: 'On our website, on the page /contact',
    'Confirmed by the link in our email': NOW,
  })
})

test('a tutor can add later how they know, and then vouches', async ({ db, people }) => {
  const { id } = await addVouched()
  await db.updateTable('subscribers').set({ vouchedById: null }).execute()
  await editSubscriber(db, people.aoife, id, { patch: { vouchedFor: requested } })
  expect(await reported()).toMatchObject({ 'How we know': requested, 'Who says so': 'Aoife Brennan' })
  await editSubscriber(db, people.aoife, id, { patch: { vouchedFor: '' } })
  expect(await reported()).toMatchObject({ 'How we know': 'Not recorded', 'Who says so': 'Not recorded' })
})

test('a tutor who is erased vouches without a name', async ({ db, people, uploads }) => {
  await addVouched(requested)
  await db.updateTable('users').set({ role: 'tutor' }).where('id', '=', people.niamh.id).execute()
  await erasePerson(db, uploads, people.niamh, people.aoife.id)
  expect(await reported()).toMatchObject({ 'How we know': requested, 'Who says so': 'Erased person' })
})
