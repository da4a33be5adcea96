import { expect, it } from 'vitest'
import { readSettings } from '~/settings.server'
import { writeConfirmationMail, writeEnquiryMail, writeWelcomeMail } from './templates'

const site = { origin: 'https://riverbank.example', centre: readSettings({}).centre }
const unsubscribeUrl = 'https://riverbank.example/unsubscribe/0123'

it.each(['Win at https://spam.example', 'spam.example', 'Call 0871234567', 'a@x.example', 'x'.repeat(41)])(
  'a mail that anybody can have sent to anybody does not repeat a name like “%s”',
  (name) => {
    expect(writeConfirmationMail({ name, confirmUrl: 'https://riverbank.example/confirm/1', site }).text).toContain(
      '\n\nHello,\n',
    )
    expect(writeWelcomeMail({ name: 'Dr. Seán O’Brien-Ó Sé', unsubscribeUrl, site }).text).toContain(
      'Hello Dr. Seán O’Brien-Ó Sé,',
    )
  },
)

it('the office’s mail says who asks what, and whether it looks like spam', () => {
  const enquiry = {
    name: 'Maeve',
    email: 'maeve@x.example',
    phone: null,
    subject: 'visit',
    message: 'May we come?',
    suspected: 1,
  } as const
  const { subject, text } = writeEnquiryMail({ enquiry, site })
  expect(subject).toBe('Possible spam: Arrange a Visit from Maeve')
  expect(text).toContain('Name: Maeve\nEmail: maeve@x.example\nPhone: not given\nSubject: Arrange a Visit')
  expect(text).toContain('looks like spam')
  expect(text).toContain('> May we come?')
})

// Such a text once blocked the server for half a minute, and again at each start with its mail in the queue.
it('a long row of punctuation after an address is left out quickly', () => {
  const enquiry = { name: 'Maeve', email: 'm@x.example', phone: null, subject: 'visit', suspected: 0 } as const
  const linked = (message: string) => writeEnquiryMail({ enquiry: { ...enquiry, message }, site }).html
  const [dots, few] = ['.'.repeat(4970), '.'.repeat(1000)]
  expect(linked(`See http://${dots}a.).`)).toContain(`See http://${dots}a.).`)
  expect(linked(`See (http://a.ie)${few}`)).toContain(`">http://a.ie</a>)${few}`)
  expect(linked(`See http://a.ie/b(c) ${dots}`)).toContain(`">http://a.ie/b(c)</a> ${dots}`)
})
