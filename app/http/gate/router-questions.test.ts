import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import express from 'express'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { NOWHERE } from './patterns'
import { routerQuestions } from './router-questions'

const patterns = ['/dashboard', '/dashboard/resources/:id', '/dashboard/resources/:id/edit', '/confirm/:token']
const patternOf = (address: string) =>
  patterns.find((pattern) => new RegExp(`^${pattern.replace(/:\w+/g, '[^/]+')}$`).test(address)) ?? NOWHERE

let server: Server
let url: string

beforeAll(async () => {
  const app = express()
  app.use(routerQuestions(patternOf))
  app.all('*', (request, response) => void response.send(request.originalUrl))
  server = createServer(app)
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(() => new Promise((closed) => server.close(closed)))

const ask = (query: string) => fetch(`${url}/__manifest?version=1${query}`)
const asked = async (...paths: string[]) => {
  const text = await (await ask(paths.map((path) => `&p=${encodeURIComponent(path)}`).join(''))).text()
  return new URL(text, url).searchParams.getAll('p')
}

test('links to many records are asked as one', async () => {
  const edits = Array.from({ length: 150 }, (_, id) => `/dashboard/resources/${id}/edit`)
  expect(await asked('/dashboard', ...edits, '/dashboard/resources/7')).toEqual([
    '/dashboard',
    '/dashboard/resources/1/edit',
    '/dashboard/resources/1',
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
  expect(await asked('/confirm/one', '/confirm/two', '/dashboard/resources/:id')).toEqual([
    '/confirm/1',
    '/dashboard/resources/1',
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
