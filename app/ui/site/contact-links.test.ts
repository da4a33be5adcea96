import { expect, test } from 'vitest'
import { cleanEmail } from '~/email-address'
import { getMailtoLink } from './contact-links'

test.each([
  ['mary@x.ie', 'mailto:mary@x.ie'],
  ['a&b@x.ie', 'mailto:a&b@x.ie'],
  ['50%?#@x.ie', 'mailto:50%25%3F%23@x.ie'],
])('the link to %s decodes to it', (address, link) => {
  expect(getMailtoLink(address)).toBe(link)
  expect(cleanEmail(link)).toBe(address)
})
