import { describe, expect, test } from 'vitest'
import { BODY_TOO_LARGE } from '~/domain/refused'
import { FORM_LIMIT } from '~/http/limits/bodies'
import { getResponse } from '~/test/riverbank'
import { readForm as readFormOf, readJson, readReturnableForm } from './body'

/** Reads the form of a request, which brings no files. */
const readForm = (request: Request) => readFormOf({ request, context: { state: {} } as never })
const page = (init: RequestInit) =>
  new Request('http://riverbank.test/contact', { method: 'POST', duplex: 'half', ...init } as RequestInit)
const form = { 'Content-Type': 'application/x-www-form-urlencoded' }
const json = { 'Content-Type': 'application/json' }

/** A body of unknown length that counts the bytes read from it. */
function createEndlessBody(chunk: number) {
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

describe.each([
  ['a form', readForm, form],
  ['a JSON body', readJson, json],
] as const)('%s', (_kind, read, headers) => {
  test('of too many bytes is refused while it is read', async () => {
    const { drawn, body } = createEndlessBody(16 * 1024)
    const answer = await getResponse(() => read(page({ headers, body })))
    expect([answer.status, (await answer.json()).message]).toEqual([413, BODY_TOO_LARGE])
    expect(drawn.bytes).toBeLessThan(FORM_LIMIT + 256 * 1024)
  })

  test('of another type is refused with 415', async () => {
    expect(
      (await getResponse(() => read(page({ headers: { 'Content-Type': 'text/plain' }, body: 'name=Maura' })))).status,
    ).toBe(415)
  })
})

test.each([
  ['a JSON body', readJson, json],
  ['a form with files', readForm, { 'Content-Type': 'multipart/form-data; boundary=x' }],
] as const)('%s that announces too many bytes is refused before it is read', async (_kind, read, headers) => {
  const { drawn, body } = createEndlessBody(16)
  const answer = await getResponse(() =>
    read(page({ headers: { ...headers, 'Content-Length': String(FORM_LIMIT + 1) }, body })),
  )
  expect(answer.status).toBe(413)
  expect(drawn.bytes).toBeLessThanOrEqual(16)
})

test.each([
  ['a form', form],
  ['a form with files', { 'Content-Type': 'multipart/form-data; boundary=x' }],
])('%s that nobody may send is read as far as an ordinary one, whatever its page takes', async (_kind, headers) => {
  const { drawn, body } = createEndlessBody(16 * 1024)
  const screen = { access: { action: 'tutor' }, body: 'files' }
  const context = { state: { route: { screen } } } as never
  const answer = await getResponse(() =>
    readReturnableForm({ request: page({ headers, body }), context }, 'Please log in.'),
  )
  expect(answer.status).toBe(413)
  expect(drawn.bytes).toBeLessThan(FORM_LIMIT + 256 * 1024)
})

const multipart = (...heads: string[]) => ({
  headers: { 'Content-Type': 'multipart/form-data; boundary=x' },
  body: `${heads.map((head) => `--x\r\nContent-Disposition: form-data; ${head}\r\n\r\n1\r\n`).join('')}--x--\r\n`,
})
const urlencoded = (body: string) => ({ headers: form, body })
const many = (count: number, entry: (turn: number) => string) => Array.from({ length: count }, (_, turn) => entry(turn))

test.each([
  ['300 entries', urlencoded(many(300, (turn) => `n${turn}=1`).join('&'))],
  ['200 parts', multipart(...many(200, (turn) => `name="n${turn}"`))],
  ['a name of 100 characters and an index of 100', urlencoded(`${'n'.repeat(100)}=1&photos[100]=1`)],
])('a form of %s is read', async (_case, init) => {
  expect([...(await readForm(page(init)))].length).toBeGreaterThan(0)
})

test.each([
  ['301 entries', urlencoded(many(301, (turn) => `n${turn}=1`).join('&'))],
  ['one name 15,000 times', urlencoded('a=&'.repeat(15_000))],
  ['301 parts', multipart(...many(301, (turn) => `name="n${turn}"`))],
  ['a name of 101 characters', urlencoded(`${'n'.repeat(101)}=1`)],
  ['a part with a name of 101 characters', multipart(`name="${'n'.repeat(101)}"`)],
  ['an index over 100', urlencoded('name[101]=x')],
  ['an index of more digits than a number has', urlencoded(`name[${'9'.repeat(80)}]=x`)],
  ['a part whose headers never end', multipart(`name="a"\r\n${'x: y\r\n'.repeat(5000)}`)],
])('a form of %s is refused with 400 and a message', async (_case, init) => {
  const answer = await getResponse(() => readForm(page(init)))
  expect(answer.status).toBe(400)
  expect(await answer.text()).toBe('This form was sent with more fields than it has.')
})

test('a multipart form without a boundary is refused with 400', async () => {
  for (const type of ['multipart/form-data', 'multipart/form-data; boundary=', 'multipart/form-data; boundary=""']) {
    const answer = await getResponse(() =>
      readForm(page({ headers: { 'Content-Type': type }, body: '--\r\n\r\n----' })),
    )
    expect(answer.status, type).toBe(400)
  }
})

test.each([
  ['broken JSON', readJson, json, '{"name":'],
  ['JSON that is not UTF-8', readJson, json, new Uint8Array([0x22, 0xff, 0xfe, 0x22])],
  [
    'an incomplete multipart form',
    readForm,
    { 'Content-Type': 'multipart/form-data; boundary=x' },
    '--x\r\nContent-Disposition: form-data; name="a"\r\n\r\nb',
  ],
] as const)('%s is refused with 400', async (_case, read, headers, body) => {
  expect((await getResponse(() => read(page({ headers, body })))).status).toBe(400)
})

test('an empty file input is no file, and an empty file is one', async () => {
  const { headers, body } = multipart('name="photo"; filename=""', 'name="file"; filename="empty.pdf"')
  const form = await readForm(page({ headers, body: body.replaceAll('\r\n1\r\n', '\r\n\r\n') }))
  expect([...form.keys()]).toEqual(['file'])
})
