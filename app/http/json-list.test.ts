import { expect, test } from 'vitest'
import { jsonList } from './json-list.server'

async function* parts(...lists: unknown[][]) {
  yield* lists
}

test.each([
  ['no part', [], []],
  ['an empty part', [[]], []],
  ['one part', [[{ id: 1 }, { id: 2 }]], [{ id: 1 }, { id: 2 }]],
  ['several parts', [[{ id: 1 }], [], [{ id: 2 }, '],['], [3]], [{ id: 1 }, { id: 2 }, '],[', 3]],
])('a list of %s is one array', async (_, lists, whole) => {
  const answer = jsonList(parts(...lists))
  expect(answer.headers.get('Content-Type')).toBe('application/json')
  expect(await answer.json()).toEqual(whole)
})
