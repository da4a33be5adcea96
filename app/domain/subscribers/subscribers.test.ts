import { expect, test } from 'vitest'
import { listActivity } from '~/domain/activity/activity.server'
import { sendAgain } from '~/domain/deliveries/deliveries.server'
import { storeOutcome } from '~/domain/deliveries/queue.server'
import { addNewsletter } from '~/domain/newsletters/newsletters.server'
import { countReaders, sendNewsletter } from '~/domain/newsletters/send.server'
import { setUpFreshRiverbank } from '~/test/riverbank'
import { listAllSubscribers } from '~/test/subscribers'
import { newSubscriber } from './schema'
import {
  addSubscriber,
  changeSubscriber,
  editSubscriber,
  eraseSubscriber,
  findSubscriber,
  findSubscribers,
  findUndeliverable,
} from './subscribers.server'
import { signUp } from './subscription.server'

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

test('adding a subscriber returns the record without secrets, logs it and sends nothing', async () => {
  const fields = { name: 'Liam Byrne', isGuardian: true, studentName: 'Daniel Okafor' }
  const added = await add('liam@example.ie', fields)
  expect(added).toMatchObject({ ...fields, active: true, agreedOn: 'tutor', confirmedAt: null, version: 1 })
  expect(added).not.toHaveProperty('token')
  expect(await findSubscriber(riverbank.db, aoife, added.id)).toEqual(added)
  const [{ token } = { token: '' }] = await riverbank.db.selectFrom('subscribers').select('token').execute()
  expect(JSON.stringify(await listAllSubscribers(riverbank.db))).not.toContain(token)
  expect(await mails()).toEqual([])
  expect(await activity()).toEqual([['added', added.id, 'liam@example.ie', 'Aoife Brennan']])
})

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
