import type { ServerBuild } from '@remix-run/node'
import { expect, test } from 'vitest'
import { Refused } from '~/domain/refused'
import { getResponse, type Handlers } from '~/test/riverbank'
import { protectRoutes } from './protect-routes.server'

const request = new Request('http://riverbank.test/api/events')
const broken = () => {
  throw new Error('near "selekt": syntax error')
}
const unwilling = () => {
  throw new Refused('conflict', 'It was sent already.', { field: 'status', retryAfter: 3 })
}
const handle = { access: 'anyone' }
const build = {
  routes: {
    'routes/site/contact': { id: 'routes/site/contact', module: { handle, loader: broken } },
    'routes/site/portal': { id: 'routes/site/portal', module: { handle, loader: unwilling } },
    'routes/site/$': { id: 'routes/site/$', module: { handle, loader: broken, action: unwilling } },
  },
} as unknown as ServerBuild

const handlers = (id: string) => protectRoutes(build).routes[id]?.module as unknown as Required<Handlers>
const args = { request, params: {}, context: { state: {} } } as never

test('errors of pages reach their error boundaries', async () => {
  const page = { ...(args as object), request: new Request('http://riverbank.test/about') } as never
  await expect(handlers('routes/site/$').loader(page)).rejects.toThrow('syntax error')
})

test('a domain refusal is JSON for a call, with messages by field and the time to wait', async () => {
  const answer = await getResponse(() => handlers('routes/site/portal').loader(args))
  expect([answer.status, answer.headers.get('Retry-After')]).toEqual([409, '3'])
  expect(await answer.json()).toEqual({ message: 'It was sent already.', errors: { status: ['It was sent already.'] } })
})

test('a domain refusal is text for a page’s error boundary', async () => {
  const page = { ...(args as object), request: new Request('http://riverbank.test/about') } as never
  const answer = await getResponse(() => handlers('routes/site/$').action(page))
  expect([answer.status, await answer.text()]).toEqual([409, 'It was sent already.'])
})

test('the sessions that an action read are forgotten before the page’s loaders run', async () => {
  const state = { sessions: new Map([['cookie', Promise.resolve(null)]]) }
  const context = { state } as never
  await getResponse(() => handlers('routes/site/portal').loader({ ...(args as object), context } as never))
  expect(state.sessions.size).toBe(1)
  await getResponse(() => handlers('routes/site/$').action({ ...(args as object), context } as never))
  expect(state.sessions.size).toBe(0)
})
