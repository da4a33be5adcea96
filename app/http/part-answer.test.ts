import { expect, test } from 'vitest'
import { type Asked, partIn } from '~/domain/part.server'
import { answerPart } from './part-answer.server'

const all = Array.from({ length: 250 }, (_, number) => ({ id: number + 1 }))
const ask = (query: string) =>
  answerPart(new Request(`http://riverbank.test/api/files${query}`), async (asked: Asked) => partIn(all, asked))
const nextOf = (answer: Response) => /^<(.+)>; rel="next"$/.exec(answer.headers.get('Link') ?? '')?.[1]

test('a list is given a hundred records at a time, and links to the next', async () => {
  const ids: number[] = []
  const lengths: number[] = []
  let path: string | undefined = '/api/files'
  while (path) {
    const answer = await ask(new URL(path, 'http://riverbank.test').search)
    const part = (await answer.json()) as { id: number }[]
    lengths.push(part.length)
    ids.push(...part.map(({ id }) => id))
    path = nextOf(answer)
    if (path) expect(path).toMatch(/^\/api\/files\?cursor=[\w-]+$/)
  }
  expect(ids).toEqual(all.map(({ id }) => id))
  expect(lengths).toEqual([100, 100, 50])
})

test('the link keeps the limit', async () => {
  const answer = await ask('?limit=3')
  expect(await answer.json()).toEqual([{ id: 1 }, { id: 2 }, { id: 3 }])
  expect(nextOf(answer)).toMatch(/^\/api\/files\?limit=3&cursor=[\w-]+$/)
})

test('a list that ends has no link', async () => {
  expect((await ask('?limit=250')).headers.get('Link')).toBeNull()
})

test.each(['', '0', '501', '-1', '1.5', '1e2', ' 5', 'ten', '9999999999', '٣'])(
  'a limit of %j is refused',
  async (limit) => {
    await expect(ask(`?limit=${encodeURIComponent(limit)}`)).rejects.toMatchObject({
      status: 400,
      errors: { limit: ['limit must be a whole number from 1 to 500.'] },
    })
  },
)

const encoded = (place: unknown) => Buffer.from(JSON.stringify(place)).toString('base64url')
test.each([
  '',
  'nothing',
  encoded([]),
  encoded(['a', -1]),
  encoded(['a', 1.5]),
  encoded([1, 2]),
  encoded(['a', 1, 2]),
  encoded({ by: 'a', id: 1 }),
  encoded(['a'.repeat(200), 1]),
  'x'.repeat(5000),
])('a cursor of %j is refused', async (cursor) => {
  await expect(ask(`?cursor=${cursor}`)).rejects.toMatchObject({
    status: 400,
    errors: { cursor: ['cursor must be one that this list gave, in the Link header of its answer.'] },
  })
})
