import { expect, test } from 'vitest'
import { isCanonicalTarget, isValidHost } from './canonical'

test.each([
  ...['/', '/about/', '/About', '/about?x=%64&y=//../%5c', '/dashboard.data', '/files/newsletter/1-secret.pdf'],
  ...['/caf%C3%A9', '/a%20b', "/it's(1)!*~,;=:@&+$", '/.well-known/security.txt', '/...'],
])('%s is canonical', (target) => {
  expect(isCanonicalTarget(target)).toBe(true)
})

test.each([
  ...[
    '/%64ashboard',
    '/./dashboard',
    '/dashboard/..',
    '/about/..\\dashboard',
    '\\dashboard',
    '//dashboard',
    '/dashboard//',
  ],
  ...[
    '/%2e/dashboard',
    '/about/.%2e/dashboard',
    '/about/.data',
    '/.data',
    '/%2Fdashboard',
    '/files%2F1',
    '/about%5C..%5Cx',
  ],
  ...[
    '/caf%c3%a9',
    '/caf\u00e9',
    '/dash board',
    '/dash"board',
    '/%7Euser',
    '/a%2Cb',
    '/dashboard#x',
    '/%',
    '/%zz',
    '/%00',
  ],
  ...['/%FF', 'http://riverbank.example/dashboard', 'dashboard', '*', ''],
])('%s is not canonical', (target) => {
  expect(isCanonicalTarget(target)).toBe(false)
})

test('a host is a name or an address, with or without a port', () => {
  for (const host of ['riverbank.example', 'localhost:3000', '127.0.0.1', '[::1]:3000', 'a.b-c.example.', 'web_1:80'])
    expect(isValidHost(host), host).toBe(true)
  const others = 'user@riverbank.example|a b||a/b|a?b|a#b|a:b|:3000|a:999999|[::1|-a|a\\b|1.2.3.4.5|%61'
  for (const host of others.split('|')) expect(isValidHost(host), host).toBe(false)
})
