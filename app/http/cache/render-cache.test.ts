import { expect, test } from 'vitest'
import { cachedRender } from './render-cache.server'

const rendering = async (knowledge: string, unique: { nonce: string; idempotencyKey?: string; opened?: string }) => {
  let isNew = false
  const page = await cachedRender(knowledge, unique, async () => {
    isNew = true
    return Buffer.from(`<p nonce="${unique.nonce}">${knowledge}</p>${unique.idempotencyKey ?? ''} ${unique.nonce}`)
  })
  return { page: String(page), isNew }
}

test('a page is rendered once for the same input, with each response’s own values', async () => {
  const first = await rendering('{"idempotencyKey":"t1","a":"n1"}', { nonce: 'n1', idempotencyKey: 't1' })
  expect(first.isNew).toBe(true)
  expect(await rendering('{"idempotencyKey":"t2","a":"n2"}', { nonce: 'n2', idempotencyKey: 't2' })).toEqual({
    isNew: false,
    page: '<p nonce="n2">{"idempotencyKey":"t2","a":"n2"}</p>t2 n2',
  })
})

test('a page is rendered again for any other input', async () => {
  const unique = { nonce: 'nonce', idempotencyKey: 'idempotencyKey' }
  for (const knowledge of [
    'b',
    'b ',
    'b idempotencyKey',
    'b nonce',
    'b tickeu',
    'bticket ',
    'b"idempotencyKey"',
    'b\\u0000ticket',
  ])
    expect(await rendering(knowledge, unique), knowledge).toMatchObject({
      isNew: true,
      page: expect.stringContaining(`>${knowledge}<`),
    })
})

test('texts with the syntax of a regular expression are only texts', async () => {
  await rendering('c (a+b/c==) [x]', { nonce: 'a+b/c==', opened: '179.[x]' })
  expect(await rendering('c (d+e/f==) [x]', { nonce: 'd+e/f==', opened: '180.-_' })).toEqual({
    isNew: false,
    page: '<p nonce="d+e/f==">c (d+e/f==) [x]</p> d+e/f==',
  })
})

test('without an idempotency key, no text is replaced by one', async () => {
  await rendering('d undefined', { nonce: 'n1', idempotencyKey: undefined })
  expect(await rendering('d undefined', { nonce: 'n2', idempotencyKey: undefined })).toMatchObject({
    page: '<p nonce="n2">d undefined</p> n2',
  })
})

test('a page that is too large for the cache is rendered each time', async () => {
  const large = 'e'.repeat(500_000)
  expect(await rendering(large, { nonce: 'n1' })).toMatchObject({ isNew: true })
  expect(await rendering(large, { nonce: 'n1' })).toMatchObject({ isNew: true })
})
