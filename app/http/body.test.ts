import { describe, expect, test } from 'vitest'
import { answerOf } from '~/test/riverbank'
import { FORM_LIMIT, readForm, readJson } from './body'

const page = (init: RequestInit) =>
  new Request('http://riverbank.test/contact', { method: 'POST', duplex: 'half', ...init } as RequestInit)
const form = { 'Content-Type': 'application/x-www-form-urlencoded' }
const json = { 'Content-Type': 'application/json' }

/** A body of unknown length that counts how much of it was asked for. */
function endless(chunk: number) {
  const drawn = { bytes: 0 }
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      drawn.bytes += chunk
      if (drawn.bytes > 64 * FORM_LIMIT) return controller.close()
      controller.enqueue(new Uint8Array(chunk).fill(97))
    },
  })
  return { drawn, body }
}

test('a form and a JSON body are read', async () => {
  expect((await readForm(page({ body: new URLSearchParams({ name: 'Maura' }) }))).get('name')).toBe('Maura')
  expect(await readJson(page({ headers: json, body: '{"name":"Maura"}' }))).toEqual({ name: 'Maura' })
})

describe.each([
  ['a form', readForm, form],
  ['a JSON body', readJson, json],
] as const)('%s', (_kind, read, headers) => {
  test('of too many bytes is refused while it is read, not after', async () => {
    const { drawn, body } = endless(16 * 1024)
    const answer = await answerOf(() => read(page({ headers, body })))
    expect(answer.status).toBe(413)
    expect(drawn.bytes).toBeLessThan(FORM_LIMIT + 256 * 1024)
  })

  test('that says it is too large is refused before it is read', async () => {
    const { drawn, body } = endless(16)
    const answer = await answerOf(() =>
      read(page({ headers: { ...headers, 'Content-Length': String(FORM_LIMIT + 1) }, body })),
    )
    expect(answer.status).toBe(413)
    expect(drawn.bytes).toBeLessThanOrEqual(16)
  })

  test('of another type is refused with 415', async () => {
    expect(
      (await answerOf(() => read(page({ headers: { 'Content-Type': 'text/plain' }, body: 'name=Maura' })))).status,
    ).toBe(415)
  })
})

test.each([
  ['broken JSON', readJson, json, '{"name":'],
  ['JSON that is not UTF-8', readJson, json, new Uint8Array([0x22, 0xff, 0xfe, 0x22])],
  [
    'a multipart form without its end',
    readForm,
    { 'Content-Type': 'multipart/form-data; boundary=x' },
    '--x\r\nContent-Disposition: form-data; name="a"\r\n\r\nb',
  ],
] as const)('%s is refused with 400', async (_case, read, headers, body) => {
  expect((await answerOf(() => read(page({ headers, body })))).status).toBe(400)
})
