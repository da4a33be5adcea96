import { expect, test } from 'vitest'
import { negotiateEncoding } from './send.server'

// RFC 9110, 12.5.3.
test.each([
  [undefined, 'identity'],
  ['gzip', 'gzip'],
  ['gzip, deflate, br, zstd', 'br'],
  ['x-gzip-like, brotli', 'identity'],
  ['*', 'br'],
  ['br;q=0, *', 'gzip'],
  ['br;q=0.1, gzip;q=0.9', 'gzip'],
  ['identity, gzip;q=0.5', 'identity'],
  ['identity;q=0, gzip', 'gzip'],
  ['br;q=x, gzip', 'gzip'],
  [',,;q=1,', 'identity'],
  [`${'a,'.repeat(8000)}gzip`, 'gzip'],
])('Accept-Encoding: %j is sent %s', (accepted, encoding) => {
  expect(negotiateEncoding(accepted)).toBe(encoding)
  expect(negotiateEncoding(accepted)).toBe(encoding)
})

test('with only some encodings available', () => {
  expect(negotiateEncoding('br, gzip;q=0.5', ['gzip', 'identity'])).toBe('gzip')
  expect(negotiateEncoding('br', ['gzip', 'identity'])).toBe('identity')
})
