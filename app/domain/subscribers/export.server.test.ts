import { expect, test } from 'vitest'
import { erasePerson } from '~/domain/accounts/personal-data.server'
import { action as postContact } from '~/routes/site/contact/route'
import { sendApiRequest } from '~/test/api'
import { callRoute, type Person, setUpFreshRiverbank } from '~/test/riverbank'
import { describeSubscriberConsent } from './export.server'
import { importSubscribers } from './import.server'
import { newSubscriber } from './schema'
import {
  addSubscriber,
  changeSubscriber,
  editSubscriber,
  findByAddress,
  findSubscriber,
  findVouchingTutors,
} from './subscribers.server'
import { confirmSignUp, subscribeAgain, unsubscribe } from './subscription.server'

const riverbank = setUpFreshRiverbank()
const { aoife } = riverbank.people
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

const add = (vouchedFor?: string) => addSubscriber(riverbank.db, aoife, newSubscriber.parse({ email, vouchedFor }))
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
  ['a tutor’s form that says nothing', () => add(), byAoife('Added by a tutor with the form', 'Not recorded')],
  [
    'a list',
    () => importSubscribers(riverbank.db, aoife, { file: new Blob([email]), vouchedFor: 'They signed.' }),
    byAoife('Added by a tutor from a list', 'They signed.'),
  ],
  [
    'the link of a mail, after they left',
    async () => {
      await add(requested)
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
      const { id } = await add(requested)
      for (const active of [false, true]) await changeSubscriber(riverbank.db, aoife, id, { patch: { active } })
    },
    byAoife('Re-activated by a tutor', 'Not recorded'),
  ],
  [
    'where is unknown, before it was recorded',
    async () => {
      await add()
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
  const { id } = await add()
  await db.updateTable('subscribers').set({ vouchedById: null }).execute()
  await editSubscriber(db, people.aoife, id, { patch: { vouchedFor: requested } })
  expect(await reported()).toMatchObject({ 'How we know': requested, 'Who says so': 'Aoife Brennan' })
  await editSubscriber(db, people.aoife, id, { patch: { vouchedFor: '' } })
  expect(await reported()).toMatchObject({ 'How we know': 'Not recorded', 'Who says so': 'Not recorded' })
})

test('a tutor who is erased vouches without a name', async ({ db, people, uploads }) => {
  await add(requested)
  await db.updateTable('users').set({ role: 'tutor' }).where('id', '=', people.niamh.id).execute()
  await erasePerson(db, uploads, people.niamh, people.aoife.id)
  expect(await reported()).toMatchObject({ 'How we know': requested, 'Who says so': 'Erased person' })
})
