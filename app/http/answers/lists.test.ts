import { expect, test } from 'vitest'
import { type CursorRequest, sliceCursorPage } from '~/domain/page.server'
import { createListResponse } from './lists.server'

const all = Array.from({ length: 250 }, (_, number) => ({ id: number + 1 }))
const requestList = (query: string) =>
  createListResponse(new Request(`http://riverbank.test/api/files${query}`), async (requested: CursorRequest) =>
    sliceCursorPage(all, requested),
  )
const getNextLink = (answer: Response) => /^<(.+)>; rel="next"$/.exec(answer.headers.get('Link') ?? '')?.[1]

test('a page has at most a hundred records unless a limit is given, and links to the next page', async () => {
  const lengths: number[] = []
  let path: string | undefined = '/api/files?limit=1'
  const ids: number[] = []
  while (path) {
    const answer = await requestList(new URL(path, 'http://riverbank.test').search)
    const part = (await answer.json()) as { id: number }[]
    lengths.push(part.length)
    ids.push(...part.map(({ id }) => id))
    path = getNextLink(answer)?.replace('limit=1&', '')
    if (path) expect(path).toMatch(/^\/api\/files\?cursor=[\w-]+$/)
  }
  expect(ids).toEqual(all.map(({ id }) => id))
  expect(lengths).toEqual([1, 100, 100, 49])
})

test('a long list is read while it is sent, and not at all if the client has gone', async () => {
  const long = { words: 'a'.repeat(5000) }
  let reads = 0
  const read = async ({ limit, after }: CursorRequest) => {
    reads += 1
    const start = after?.[1] ?? 0
    const items = Array.from({ length: limit }, (_, index) => ({ id: start + index + 1, ...long }))
    return { items, next: start + limit < 1000 ? (['', start + limit] as const) : undefined }
  }
  const answer = await createListResponse(new Request('http://riverbank.test/api/files'), read)
  expect(reads).toBe(1)
  const ids = ((await answer.json()) as { id: number }[]).map(({ id }) => id)
  expect([ids.length, ids.at(0), ids.at(-1), reads]).toEqual([1000, 1, 1000, 10])
  await (await createListResponse(new Request('http://riverbank.test/api/files'), read)).body?.cancel()
  expect(reads).toBeLessThan(14)
})

test('a list that can’t be read is an error before anything is sent', async () => {
  const broken = async () => Promise.reject(new Error('no such table'))
  await expect(createListResponse(new Request('http://riverbank.test/api/files'), broken)).rejects.toThrow(
    'no such table',
  )
})

test('a long list that fails halfway breaks off instead of ending early', async () => {
  const read = async ({ limit, after }: CursorRequest) => {
    const start = after?.[1] ?? 0
    if (start >= 300) throw new Error('the disk broke')
    const items = Array.from({ length: limit }, (_, index) => ({ id: start + index + 1, words: 'a'.repeat(5000) }))
    return { items, next: ['', start + limit] as const }
  }
  const answer = await createListResponse(new Request('http://riverbank.test/api/files'), read)
  expect(answer.status).toBe(200)
  await expect(answer.text()).rejects.toThrow('the disk broke')
})

test('the link has the same limit', async () => {
  const answer = await requestList('?limit=3')
  expect(await answer.json()).toEqual([{ id: 1 }, { id: 2 }, { id: 3 }])
  expect(getNextLink(answer)).toMatch(/^\/api\/files\?limit=3&cursor=[\w-]+$/)
})

test.each(['', '0', '501', '-1', '1e2', 'ten'])('a limit of %j is refused', async (limit) => {
  await expect(requestList(`?limit=${limit}`)).rejects.toMatchObject({
    kind: 'invalid',
    errors: { limit: ['limit must be a whole number from 1 to 500.'] },
  })
})

const encoded = (place: unknown) => Buffer.from(JSON.stringify(place)).toString('base64url')
test.each([
  '',
  'nothing',
  encoded(['a', -1]),
  encoded(['a', 1.5]),
  encoded(['a', 1, 2]),
  encoded(['a'.repeat(200), 1]),
  'x'.repeat(5000),
])('a cursor of %j is refused', async (cursor) => {
  await expect(requestList(`?cursor=${cursor}`)).rejects.toMatchObject({
    kind: 'invalid',
    errors: { cursor: ['cursor must be one that this list gave, in the Link header of its answer.'] },
  })
})
