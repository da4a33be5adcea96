import type { ServerBuild } from '@remix-run/node'
import { expect, test } from 'vitest'
import { answerOf, type Doors } from '~/test/riverbank'
import { answeringInJson } from './answering-in-json.server'
import { refusal } from './refusal'

const request = new Request('http://riverbank.test/api/events')
const broken = () => {
  throw new Error('near "selekt": syntax error')
}
const refused = () => {
  throw refusal(request, 404, { message: 'Not found.' })
}
const build = {
  routes: {
    'routes/api/events': { id: 'routes/api/events', module: { loader: broken, action: refused } },
    'routes/api/user': { id: 'routes/api/user', module: { loader: () => Response.json(null) } },
    'routes/site/about': { id: 'routes/site/about', module: { loader: broken } },
  },
} as unknown as ServerBuild

const doors = (id: string) => answeringInJson(build).routes[id]?.module as unknown as Required<Doors>
const args = { request, params: {}, context: {} } as never

test('a fault of ours under /api is answered in JSON, without its own words', async () => {
  const answer = await answerOf(() => doors('routes/api/events').loader(args))
  expect(answer.status).toBe(500)
  expect(await answer.json()).toEqual({ message: 'Something went wrong here. Please try again in a few minutes.' })
})

test('a refusal passes as it is, and so does an answer', async () => {
  expect((await answerOf(() => doors('routes/api/events').action(args))).status).toBe(404)
  expect((await answerOf(() => doors('routes/api/user').loader(args))).status).toBe(200)
  expect(doors('routes/api/user').action).toBeUndefined()
})

test('pages keep their own faults, which their error boundaries show', async () => {
  expect(() => doors('routes/site/about').loader(args)).toThrow('syntax error')
})
