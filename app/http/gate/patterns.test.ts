import { expect, test } from 'vitest'
import { NOWHERE, patternFinder, spellingOf } from './patterns'

const route = (id: string, path?: string, parentId?: string) => ({ id, path, parentId, module: {} })
const routes = [
  route('root', ''),
  route('layout', undefined, 'root'),
  route('index', undefined, 'layout'),
  route('about', 'about', 'layout'),
  route('dashboard', 'dashboard', 'root'),
  route('newsletter', 'newsletter', 'dashboard'),
  route('new', 'newsletter/new', 'dashboard'),
  route('one', 'newsletter/:id', 'dashboard'),
  route('edit', 'newsletter/:id/edit', 'dashboard'),
  route('attachment', 'newsletter/:id/attachments/:attachmentId', 'dashboard'),
  route('confirm', 'confirm/:token', 'layout'),
  route('rest', '*', 'layout'),
]
const find = patternFinder({ routes: Object.fromEntries(routes.map((one) => [one.id, one])) as never })

test.each([
  ['/', '/'],
  ['/about', '/about'],
  ['/About?tab=secret', '/about'],
  ['/about.data?_routes=x', '/about'],
  ['/_root.data', '/'],
  ['/dashboard', '/dashboard'],
  ['/dashboard/newsletter/new', '/dashboard/newsletter/new'],
  ['/dashboard/newsletter/7', '/dashboard/newsletter/:id'],
  // A record that is called as a screen is: the deeper screen is still found.
  ['/dashboard/newsletter/new/edit', '/dashboard/newsletter/:id/edit'],
  ['/dashboard/newsletter/7/attachments/9', '/dashboard/newsletter/:id/attachments/:attachmentId'],
  ['/confirm/0123456789abcdef', '/confirm/:token'],
  ['/healthz', '/healthz'],
])('%s is %s', (address, pattern) => expect(find(address)).toBe(pattern))

test.each([
  '/maura.daly@example.org',
  '/about/maura',
  '/confirm',
  '/confirm/one/two',
  '/constructor',
  '/__proto__/toString',
  '//',
  '',
  '*',
  'http://other.example/about',
  '/dashboard/newsletter/:id/../../x',
  `/${'a/'.repeat(10_000)}`,
  `/${'newsletter/'.repeat(10_000)}`,
  '/%F0%9F%90%9F',
])('%s is nowhere', (address) => expect(find(address)).toBe(NOWHERE))

test.each([
  ['/', '/'],
  ['/?x=/', '/?x=/'],
  ['/about/', '/about'],
  ['/About', '/about'],
  ['/ABOUT/?next=/Portal/', '/about?next=/Portal/'],
  ['/About.data?_routes=x', '/about.data?_routes=x'],
  ['/about.data/', '/about.data'],
  ['/_root.data', '/_root.data'],
  ['/Confirm/AbC-_123/', '/confirm/AbC-_123'],
  ['/Dashboard/newsletter/7/Attachments/B.data', '/dashboard/newsletter/7/attachments/B.data'],
  ['/Nowhere/Else/', '/Nowhere/Else'],
])('%s is spelled %s', (address, spelling) => {
  expect(spellingOf(address, find)).toBe(spelling)
  expect(spellingOf(spelling, find)).toBe(spelling)
})
