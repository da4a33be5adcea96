import { expect, test } from 'vitest'
import { createReplyLink } from './route'

const enquiry = {
  name: 'Maura Ní Dhuinn',
  email: 'maura@example.ie',
  subject: 'visit',
  message: 'May we come?',
} as const
const parseMailto = (address: string) => {
  const { protocol, pathname, searchParams } = new URL(address)
  return { protocol, to: decodeURIComponent(pathname), fields: Object.fromEntries(searchParams) }
}

test('a reply goes to the enquiry’s author, with the subject and the quoted text', () => {
  expect(parseMailto(createReplyLink({ ...enquiry, message: 'May we come?\nIn spring?' }))).toEqual({
    protocol: 'mailto:',
    to: 'maura@example.ie',
    fields: {
      subject: 'Re: Arrange a Visit',
      body: '\r\n\r\nMaura Ní Dhuinn wrote:\r\n> May we come?\r\n> In spring?',
    },
  })
})

test.each([
  'a&bcc=evil@example.com',
  'x?cc=evil@example.com#y',
  '100 % sure\r\nBcc: evil@example.com',
  '\ud800 half a letter',
])('no text can add a header to the email: %j', (message) => {
  const { to, fields } = parseMailto(
    createReplyLink({ ...enquiry, email: `o'b+x%?cc=y@example.ie`, name: message, message }),
  )
  expect(to).toBe(`o'b+x%?cc=y@example.ie`)
  expect(Object.keys(fields)).toEqual(['subject', 'body'])
  expect(fields.body).toContain(Buffer.from(message).toString().split('\r\n')[0])
})

test.each(['a', 'é', '🎉', '\n'])('a long text of %j is cut at the maximum length, between letters', (letter) => {
  const address = createReplyLink({ ...enquiry, message: letter.repeat(5000) })
  expect(address.length).toBeLessThanOrEqual(1900)
  expect(address.length).toBeGreaterThan(1850)
  expect(parseMailto(address).fields.body).toMatch(/ …$/)
})
