import { expect, test } from 'vitest'
import { found } from './secrets'

const secrets = { first: 'kingfisher/secret+of the=sessions', second: 'heron&reed' }

test('a secret is found as it is and in every usual wrapping, wherever it begins', () => {
  for (const before of ['', 'a', 'ab', 'abc']) {
    const text = `${before}${secrets.first} and more`
    for (const wrapped of [
      text,
      encodeURIComponent(text),
      new URLSearchParams({ text }).toString(),
      JSON.stringify({ text }),
      Buffer.from(text).toString('hex'),
      Buffer.from(text).toString('base64'),
      Buffer.from(text).toString('base64url'),
    ])
      expect(found(wrapped, secrets), wrapped).toEqual(['first'])
  }
  expect(found('<p>heron&amp;reed</p>', secrets)).toEqual(['second'])
})

test('other words are no secrets', () => {
  expect(found('kingfisher, heron and reed, the sessions of the day', secrets)).toEqual([])
})
