import express from 'express'
import { beforeAll, expect, test } from 'vitest'
import { serve } from '~/test/serving'
import { NOWHERE, patternFinder, routerQuestions, spellingOf } from './routing'

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
  ['/confirm/', '/confirm/:token'],
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

let url: string

beforeAll(async () => {
  const app = express()
  app.use(routerQuestions(find))
  app.all('*', (request, response) => void response.send(request.originalUrl))
  const served = await serve(app)
  url = served.url
  return served.close
})

const ask = (query: string) => fetch(`${url}/__manifest?version=1${query}`)
const asked = async (...paths: string[]) => {
  const text = await (await ask(paths.map((path) => `&p=${encodeURIComponent(path)}`).join(''))).text()
  return new URL(text, url).searchParams.getAll('p')
}

test('links to many records are asked as one', async () => {
  const edits = Array.from({ length: 150 }, (_, id) => `/dashboard/newsletter/${id}/edit`)
  expect(await asked('/dashboard', ...edits, '/dashboard/newsletter/7')).toEqual([
    '/dashboard',
    '/dashboard/newsletter/1/edit',
    '/dashboard/newsletter/1',
  ])
})

test('paths without a page are asked as one in each group, however many and long they are', async () => {
  const many = Array.from({ length: 150 }, (_, turn) => `/a${turn}/b/c`)
  expect(await asked(...many, '/a'.repeat(1000), '/confirm', '/dashboard/x/y', '/Dashboard/z')).toEqual([
    '/nowhere',
    '/dashboard/nowhere',
  ])
})

test('what a path holds in the place of a parameter is not asked', async () => {
  expect(await asked('/confirm/one', '/confirm/two', '/dashboard/newsletter/:id')).toEqual([
    '/confirm/1',
    '/dashboard/newsletter/1',
  ])
})

test.each([
  ['a path that is none', '&p=dashboard'],
  ['a path in another spelling than its own', '&p=/about/../dashboard'],
])('%s is refused', async (_case, query) => {
  expect((await ask(query)).status).toBe(400)
})

test('a question of the router before this one is refused at every address', async () => {
  for (const path of ['/about?_data=root', '/api/user?x=1&%5Fdata=routes/api/user', '/dashboard?_data'])
    expect((await fetch(url + path)).status, path).toBe(400)
  expect(await (await fetch(`${url}/about?data=1`)).text()).toBe('/about?data=1')
})
