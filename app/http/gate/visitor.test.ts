import { expect, test } from 'vitest'
import { visitorOf } from './visitor'

test.each([
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36',
  'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1',
  'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
  'w3m/0.5.3+git20230121',
])('a person comes with %s', (userAgent) => {
  expect([visitorOf(userAgent), visitorOf(userAgent)]).toEqual(['person', 'person'])
})

test.each([
  'Mozilla/5.0 (Linux; Android 6.0.1; Nexus 5X Build/MMB29P) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.7339.207 Mobile Safari/537.36 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)',
  'Mozilla/5.0 (compatible; bingbot/2.0; +http://www.bing.com/bingbot.htm)',
  'BarracudaCentral Email Link Checker/1.0',
  'curl/8.5.0',
  'node',
  '',
  undefined,
])('a robot comes with %s', (userAgent) => {
  expect(visitorOf(userAgent)).toBe('robot')
})

test('of a long name only the beginning is read', () => {
  const browser = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'
  expect(visitorOf(`${browser} ${'.'.repeat(400)} Googlebot/2.1`)).toBe('robot')
  expect(visitorOf(`${browser} ${'.'.repeat(15_000)} Googlebot/2.1`)).toBe('person')
})
