import { expect, test } from 'vitest'
import { getSocialName } from './site-footer'

test.each([
  ['https://www.facebook.com/hazelwood', [], 'Facebook'],
  ['https://m.facebook.com/hazelwood', [], 'Facebook'],
  ['https://mastodon.ie/@hazelwood', [], 'mastodon.ie'],
  ['https://x.com/hazelwood', [], 'X'],
  ['https://notx.com/hazelwood', [], 'notx.com'],
  ['https://facebook.com/a', ['https://facebook.com/b'], 'Facebook /a'],
  ['https://facebook.com/%ff', ['https://facebook.com/b'], 'Facebook /%ff'],
])('%s with %j is called %s', (address, others, name) => {
  expect(getSocialName(address, [address, ...others])).toBe(name)
})
