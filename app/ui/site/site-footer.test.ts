import { expect, test } from 'vitest'
import { socialName } from './site-footer'

test.each([
  ['https://www.facebook.com/hazelwood', [], 'Facebook'],
  ['https://m.facebook.com/hazelwood', [], 'Facebook'],
  ['https://mastodon.ie/@hazelwood', [], 'mastodon.ie'],
  ['https://x.com/hazelwood', [], 'X'],
  ['https://notx.com/hazelwood', [], 'notx.com'],
  ['https://facebook.com/a', ['https://facebook.com/b'], 'Facebook /a'],
  ['https://facebook.com/%ff', ['https://facebook.com/b'], 'Facebook /%ff'],
])('%s beside %j is called %s', (address, others, name) => {
  expect(socialName(address, [address, ...others])).toBe(name)
})
