import type { ServerBuild } from '@remix-run/node'
import { expect, test } from 'vitest'
import { Conflict } from '~/domain/change.server'
import { Refused } from '~/domain/refused'
import { createRefusalResponse } from '~/http/errors/refusal'
import { getResponse, type Handlers } from '~/test/riverbank'
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
const args = { request, params: {}, context: { matched: {} } } as never

test('an internal error under /api gets JSON without the error’s own message', async () => {
  const answer = await getResponse(() => handlers('routes/site/contact').loader(args))
  expect(answer.status).toBe(500)
  expect(await answer.json()).toEqual({ message: 'Something went wrong. Please try again in a few minutes.' })
})

test('a response passes unchanged, thrown or returned', async () => {
  expect((await getResponse(() => handlers('routes/site/contact').action(args))).status).toBe(404)
  expect((await getResponse(() => handlers('routes/site/about').loader(args))).status).toBe(200)
  expect(handlers('routes/site/about').action).toBeUndefined()
})

test('errors of pages reach their error boundaries', async () => {
  const page = { ...(args as object), request: new Request('http://riverbank.test/about') } as never
  await expect(handlers('routes/site/$').loader(page)).rejects.toThrow('syntax error')
})

test('a domain refusal is JSON for a call, with messages by field and the time to wait', async () => {
  const answer = await getResponse(() => handlers('routes/site/portal').loader(args))
  expect([answer.status, answer.headers.get('Retry-After')]).toEqual([409, '3'])
  expect(await answer.json()).toEqual({ message: 'It was sent already.', errors: { status: ['It was sent already.'] } })
})

test('a call that changes an older version gets the current record', async () => {
  const answer = await getResponse(() => handlers('routes/site/portal').action(args))
  expect(answer.status).toBe(409)
  expect(await answer.json()).toEqual({
    message: 'Aoife Brennan has changed this since you opened it.',
    now: { id: 1, version: 2 },
  })
})

test('a domain refusal is text for a page’s error boundary', async () => {
  const page = { ...(args as object), request: new Request('http://riverbank.test/about') } as never
  const answer = await getResponse(() => handlers('routes/site/$').action(page))
  expect([answer.status, await answer.text()]).toEqual([409, 'It was sent already.'])
})
