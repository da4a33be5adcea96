import { describe, expect, test } from 'vitest'
import { addEnquiry, paginateEnquiries } from '~/domain/enquiries/enquiries.server'
import { callRoute, setUpFreshRiverbank } from '~/test/riverbank'
import type { Row } from '~db/schema'
import { describeMailState } from './enquiry-row'
import { action, loader } from './route'

const riverbank = setUpFreshRiverbank()
const { aoife } = riverbank.people

const maura = {
  name: 'Maura Dunne',
  email: 'maura@example.ie',
  phone: null,
  subject: 'visit',
  message: 'Hello there!',
} as const

const pressButton = (intent: string, id: number, path = '/dashboard/profile/enquiries') =>
  callRoute(riverbank, action, path, { as: 'aoife', fields: { intent, id: String(id) } })

test('POST /dashboard/profile/enquiries redirects to the page with the button', async () => {
  const id = await addEnquiry(riverbank.db, maura, { isSpam: true, officeEmail: 'office@riverbank.example' })
  const answer = await pressButton('real', id, '/dashboard/profile/enquiries?spam=')
  expect([answer.status, answer.headers.get('Location')]).toEqual([303, '/dashboard/profile/enquiries?spam='])
  expect((await paginateEnquiries(riverbank.db, aoife, { isSpam: false })).items).toMatchObject([
    { id, mail: { state: 'pending' } },
  ])
  expect((await pressButton('answered', id)).status).toBe(303)
  expect((await pressButton('open', id)).status).toBe(303)
  expect((await pressButton('mail', id)).status).toBe(303)
  expect((await pressButton('spam', id)).status).toBe(303)
  expect((await paginateEnquiries(riverbank.db, aoife, { isSpam: true })).items).toHaveLength(1)
})

test('GET /dashboard/profile/enquiries has links for numbers that a phone can dial, and text for others', async () => {
  const numbers = [
    ['01 555 0199 ext 4 or 087 555 0101', 'tel:015550199;ext=4'],
    ['*21*0875550101#', null],
    [null, null],
  ] as const
  for (const [phone] of numbers)
    await addEnquiry(riverbank.db, { ...maura, phone }, { isSpam: false, officeEmail: 'office@riverbank.example' })
  const answer = await callRoute(riverbank, loader, '/dashboard/profile/enquiries', { as: 'aoife' })
  const { enquiries } = await answer.json()
  const shown = enquiries.items.map((one: { phone: string; phoneLink: string }) => [one.phone, one.phoneLink])
  expect(shown).toEqual(expect.arrayContaining(numbers.map((number) => [...number])))
})

test('POST /dashboard/profile/enquiries answers 404 for an unknown enquiry', async () => {
  expect((await pressButton('answered', 99)).status).toBe(404)
})

describe('the state of the email as text', () => {
  const createEnquiryMail = (state: Row<'deliveries'>['state'], attempts = 1, reason: string | null = null) => ({
    isSpam: false,
    mail: { state, attempts, reason, settledAt: '2026-11-20T10:05:00.000Z' },
  })
  test.each([
    [createEnquiryMail('sent'), 'Sent to the office on 20 November 2026, 10:05.', false],
    [createEnquiryMail('pending', 0), 'Waiting to be sent to the office.', false],
    [
      createEnquiryMail('pending', 2, '451 try later'),
      'Could not be sent to the office yet. We will keep trying. The mail server said: 451 try later',
      false,
    ],
    [createEnquiryMail('failed', 1, '550 no'), 'Could not be sent to the office. The mail server said: 550 no', true],
    [{ isSpam: false, mail: null }, 'Not sent to the office.', true],
    [{ isSpam: true, mail: null }, 'Not sent to the office, because it looks like spam.', false],
    [{ ...createEnquiryMail('failed'), isSpam: true }, 'Could not be sent to the office.', false],
  ])('%j', (enquiry, text, canBeSent) => {
    expect(describeMailState(enquiry, 'server')).toEqual({ text, canBeSent })
  })

  test('when email is not set up', () => {
    expect(describeMailState(createEnquiryMail('pending', 0), 'none')).toEqual({
      text: 'Waiting to be sent to the office: email is not set up.',
      canBeSent: false,
    })
    expect(describeMailState(createEnquiryMail('sent'), 'outbox').text).toBe(
      'Saved to the demonstration’s outbox. The office did not get it.',
    )
  })
})
