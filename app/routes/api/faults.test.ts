import { execFileSync } from 'node:child_process'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { password, startRiverbank } from '~/test/running'

let riverbank: Awaited<ReturnType<typeof startRiverbank>>
let token: string
beforeAll(async () => {
  execFileSync('scripts/build', { stdio: 'inherit' })
  riverbank = await startRiverbank({ LOG_LEVEL: 'info' })
  const answer = await call('/api/login', { username: 'demo.tutor', password })
  token = ((await answer.json()) as { token: string }).token
}, 180_000)
afterAll(() => riverbank?.stop())

const call = (path: string, body?: object) =>
  fetch(riverbank.url + path, {
    method: body ? 'POST' : 'GET',
    headers: { 'Content-Type': 'application/json', ...(token && { Authorization: `Bearer ${token}` }) },
    body: body && JSON.stringify(body),
  })

const event = { title: 'Tea morning', day: 14, month: 'October', year: 2026 }

test.each([
  ['GET', '/api/events', undefined, 'events'],
  ['GET', '/api/files', undefined, 'files'],
  ['POST', '/api/events', event, 'events'],
  ['POST', '/api/newsletters', { title: 'June news', content: 'The choir sang in the hall.' }, 'newsletters'],
])('%s %s is answered in JSON when the server fails', async (_, path, body, table) => {
  riverbank.change(`alter table ${table} rename to away`)
  const answer = await call(path, body)
  riverbank.change(`alter table away rename to ${table}`)
  expect(answer.status).toBe(500)
  expect(answer.headers.get('Content-Type')).toMatch(/^application\/json/)
  expect(answer.headers.get('Cache-Control')).toMatch(/no-store/)
  expect(await answer.json()).toEqual({ message: 'Something went wrong. Please try again in a few minutes.' })
  expect((await call(path, body)).ok).toBe(true)
})
