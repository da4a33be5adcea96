import type { ServerBuild } from '@remix-run/node'
import { expect, test } from 'vitest'
import { Conflict } from '~/domain/change.server'
import { Refused } from '~/domain/refused'
import { createRefusalResponse } from '~/http/errors/refusal'
import { answerOf, type Handlers } from '~/test/riverbank'
import { protectRoutes } from './protect-routes.server'

const request = new Request('http://riverbank.test/api/events')
const broken = () => {
  throw new Error('near "selekt": syntax error')
}
const refused = () => {
  throw createRefusalResponse(request, 404, { message: 'Not found.' })
}
const unwilling = () => {
  throw new Refused(409, 'It was sent already.', { field: 'status', retryAfter: 3 })
}
const outdated = () => {
  throw new Conflict('Aoife Brennan', '2026-01-01T00:00:00.000Z', { id: 1, version: 2 })
}
const handle = { access: 'anyone' }
const build = {
  routes: {
    'routes/site/contact': { id: 'routes/site/contact', module: { handle, loader: broken, action: refused } },
    'routes/site/about': { id: 'routes/site/about', module: { handle, loader: () => Response.json(null) } },
    'routes/site/portal': { id: 'routes/site/portal', module: { handle, loader: unwilling, action: outdated } },
    'routes/site/$': { id: 'routes/site/$', module: { handle, loader: broken, action: unwilling } },
  },
} as unknown as ServerBuild

const handlers = (id: string) => protectRoutes(build).routes[id]?.module as unknown as Required<Handlers>
const args = { request, params: {}, context: {} } as never

test('a fault of ours under /api is answered in JSON, without its own words', async () => {
  const answer = await answerOf(() => handlers('routes/site/contact').loader(args))
  expect(answer.status).toBe(500)
  expect(await answer.json()).toEqual({ message: 'Something went wrong. Please try again in a few minutes.' })
})

test('a refusal passes as it is, and so does an answer', async () => {
  expect((await answerOf(() => handlers('routes/site/contact').action(args))).status).toBe(404)
  expect((await answerOf(() => handlers('routes/site/about').loader(args))).status).toBe(200)
  expect(handlers('routes/site/about').action).toBeUndefined()
})

test('pages keep their own faults, which their error boundaries show', async () => {
  const page = { ...(args as object), request: new Request('http://riverbank.test/about') } as never
  await expect(handlers('routes/site/$').loader(page)).rejects.toThrow('syntax error')
})

test('what the domain refuses is a call’s JSON, with the messages by field, and how long to wait', async () => {
  const answer = await answerOf(() => handlers('routes/site/portal').loader(args))
  expect([answer.status, answer.headers.get('Retry-After')]).toEqual([409, '3'])
  expect(await answer.json()).toEqual({ message: 'It was sent already.', errors: { status: ['It was sent already.'] } })
})

test('a call that changes an older version is told the record as it is now', async () => {
  const answer = await answerOf(() => handlers('routes/site/portal').action(args))
  expect(answer.status).toBe(409)
  expect(await answer.json()).toEqual({
    message: 'Aoife Brennan has changed this since you opened it.',
    now: { id: 1, version: 2 },
  })
})

test('what the domain refuses a page is its words, for the error boundary', async () => {
  const page = { ...(args as object), request: new Request('http://riverbank.test/about') } as never
  const answer = await answerOf(() => handlers('routes/site/$').action(page))
  expect([answer.status, await answer.text()]).toEqual([409, 'It was sent already.'])
})
