import { expect, onTestFinished, test } from 'vitest'
import { type Asked, partIn } from '~/domain/part.server'
import { freshRiverbank } from '~/test/riverbank'
import { answerPart, answerSharedPart } from './part-answer.server'

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

test('a list that people share is made once for each group of them, until something is saved', async () => {
  const { context, db, close } = await freshRiverbank()
  onTestFinished(close)
  const reads: string[] = []
  const get = async (sharers: string, path: string) => {
    const answer = await answerSharedPart(
      { request: new Request(`http://riverbank.test${path}`), context },
      sharers,
      async (asked) => {
        reads.push(sharers)
        return partIn(all, asked)
      },
    )
    expect(answer.headers.get('Content-Type')).toBe('application/json')
    return { items: (await answer.json()) as { id: number }[], next: nextOf(answer) }
  }
  const first = await get('everyone', '/api/events')
  expect(first.items).toEqual(all.slice(0, 100))
  expect(first.next).toMatch(/^\/api\/events\?cursor=/)
  expect(await get('everyone', '/api/events')).toEqual(first)
  expect(reads).toEqual(['everyone'])
  await get('people', '/api/events')
  await get('everyone', '/api/resources/public')
  expect(reads).toEqual(['everyone', 'people', 'everyone'])
  expect((await get('everyone', first.next!)).items).toEqual(all.slice(100, 200))
  await db.updateTable('sessions').set({ lastUsedAt: new Date().toISOString() }).execute()
  await get('everyone', '/api/events')
  expect(reads).toHaveLength(5)
})
