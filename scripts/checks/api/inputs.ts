import { TEXT_LIMIT } from '../../../app/http/limits/bodies'
import { encodeMultipart, MULTIPART, type Part } from '../shared/wire'
import type { Schema } from './judge'

/** A body and the expected result for an allowed identity: success, a status, or any documented one. */
export interface Input {
  kind: string
  headers?: Record<string, string>
  body?: string | Buffer
  expected: 'success' | 'any' | number
}

const MEGABYTE = 1024 * 1024
const JSON_TYPE = { 'Content-Type': 'application/json' }
const json = (value: unknown) => ({ headers: JSON_TYPE, body: JSON.stringify(value) })
const nested = (depth: number) => '['.repeat(depth) + ']'.repeat(depth)

/** Texts that break careless code. */
const awkwardTexts = [
  '\u0000',
  'a\u0000b and more words',
  '\ud800',
  'half a pair \udfff in the middle',
  '\u202eright to left',
  `e\u0301${'\u0301'.repeat(50)}`,
  '<script>alert(1)</script>',
  '../../etc/passwd',
  'x'.repeat(100_000),
  'a\r\nSet-Cookie: x=1',
]
const numbers = [0, -1, 1.5, 1e3, 1e308, -1e308, 2 ** 53, 2 ** 31, 2 ** 63]
const foreignValues: unknown[] = [null, true, false, '', ' ', '1e3', '0x1', ' 1 ', 'NaN', [], [1], {}, { toString: 1 }]

const isText = ({ type, anyOf }: Schema): boolean => type === 'string' || Boolean(anyOf?.some(isText))

/** The JSON bodies to try for `schema`; `sample` is a valid one. */
export function createJsonInputs(schema: Schema, sample: Record<string, unknown>): Input[] {
  const whole = JSON.stringify(sample)
  const required = schema.required ?? []
  const without = (field: string) => Object.fromEntries(Object.entries(sample).filter(([name]) => name !== field))
  const fields = Object.entries(schema.properties ?? {}).filter(([name]) => name !== 'id')
  const [first] = fields[0] ?? []
  const raw = (kind: string, body: string | Buffer, expected: Input['expected'], headers = JSON_TYPE): Input => ({
    kind,
    headers,
    body,
    expected,
  })
  const of = (kind: string, value: unknown, expected: Input['expected']) => raw(kind, JSON.stringify(value), expected)
  const badUtf8 = Buffer.concat([Buffer.from('{"title":"'), Buffer.from([0xff, 0xfe, 0xc0, 0x80]), Buffer.from('"}')])
  return [
    of('valid', sample, 'success'),
    raw('valid, with charset', whole, 'success', { 'Content-Type': 'application/json; charset=utf-8' }),
    of('extra fields', { ...sample, role: 'tutor', storageKey: 'x', isAdmin: true }, 'success'),
    raw('prototype keys', `{"__proto__":{"role":"tutor"},"constructor":{"prototype":{}},${whole.slice(1)}`, 'success'),
    raw('duplicate keys', `{"${Object.keys(sample)[0]}":null,${whole.slice(1)}`, 'success'),
    of('missing', {}, required.length > 0 ? 400 : 'success'),
    ...required.map((field) => of('missing', without(field), 400)),
    ...['{"title":', '{title: 1}', `${whole},`, '\u0000', 'undefined', 'NaN', ''].map((body) =>
      raw('broken JSON', body, 400),
    ),
    ...['[]', '"words"', 'null', '7', 'true', `[${whole}]`].map((body) => raw('wrong type', body, 400)),
    ...fields
      .filter(([, field]) => isText(field))
      .flatMap(([name]) =>
        [{ a: 1 }, 12, ['words'], true].map((value) => of('wrong type', { ...sample, [name]: value }, 400)),
      ),
    ...fields.flatMap(([name]) =>
      [...awkwardTexts, ...numbers, ...foreignValues].map((value) =>
        of('awkward value', { ...sample, [name]: value }, 'any'),
      ),
    ),
    ...fields.map(([name]) => {
      const others = JSON.stringify(without(name)).slice(0, -1)
      return raw('huge number', `${others}${others === '{' ? '' : ','}"${name}":1e400}`, 'any')
    }),
    raw('deep nesting', nested(7_000), 400),
    raw('deep nesting', `{"${first}":${nested(7_000)}}`, 400),
    of('oversize', { ...sample, more: 'x'.repeat(TEXT_LIMIT) }, 413),
    raw('bad UTF-8', badUtf8, 400),
    ...['text/plain', 'application/x-www-form-urlencoded', MULTIPART, 'application/jsonp'].map((type) =>
      raw('wrong content type', whole, 415, { 'Content-Type': type }),
    ),
    { kind: 'wrong content type', body: whole, expected: 415 },
    {
      kind: 'claims to be compressed',
      headers: { ...JSON_TYPE, 'Content-Encoding': 'gzip' },
      body: whole,
      expected: 415,
    },
    // The record's own id is allowed; another record's id may be required.
    ...(schema.properties?.id === undefined
      ? []
      : [of('foreign id', { ...sample, id: 987654 }, schema.required?.includes('id') ? 404 : 400)]),
  ]
}

/** The forms with a file to try; `sample` is a valid one. If plain text is accepted, HTML is stored as text. */
export function createFormInputs(schema: Schema, sample: Part[], { takesText }: { takesText: boolean }): Input[] {
  const form = { 'Content-Type': MULTIPART }
  const whole = encodeMultipart(sample)
  const file = sample.find(({ fileName }) => fileName !== undefined)!
  const others = sample.filter((part) => part !== file)
  const raw = (kind: string, body: string | Buffer, expected: Input['expected'], type: string = MULTIPART): Input => ({
    kind,
    headers: { 'Content-Type': type },
    body,
    expected,
  })
  const sends = (kind: string, parts: Part[], expected: Input['expected'] = 400) =>
    raw(kind, encodeMultipart(parts), expected)
  const content = (bytes: string | Buffer, fileName = 'week.pdf') => [
    ...others,
    { name: file.name, fileName, content: bytes },
  ]
  const more = (name: string, words: string | Buffer): Part[] => [...sample, { name, content: words }]
  const bare = (disposition: string) => `--x\r\nContent-Disposition: ${disposition}\r\n\r\nwords\r\n--x--\r\n`
  const bounded = 'multipart/form-data; boundary=x'
  return [
    sends('valid', sample, 'success'),
    sends('extra fields', [...more('storageKey', 'x'), { name: '__proto__', content: 'x' }], 'success'),
    sends('missing', others),
    sends('missing', content('')),
    sends('wrong type', [...others, { name: file.name, content: 'text where the file should be' }]),
    sends('wrong type', [...others, { ...file, name: 'upload' }]),
    sends('wrong type', content('<!doctype html><script>alert(1)</script>'), takesText ? 'success' : 400),
    sends('wrong type', content('<svg xmlns="http://www.w3.org/2000/svg"/>', 'a.svg'), takesText ? 'success' : 400),
    sends('wrong type', content(Buffer.from('PK\u0003\u0004 only'), 'a.docx')),
    sends('wrong type', content(Buffer.from('89504e470d0a1a0a0000', 'hex'), 'a.png')),
    ...awkwardTexts
      .slice(0, 10)
      .flatMap((text) => [
        sends('awkward value', more('description', text), 'any'),
        sends('awkward value', content(file.content, text.replace(/["\r\n]/g, '')), 'any'),
      ]),
    ...['0', '-1', '1e3', '0x1', '9007199254740993', 'x', ' 1', '987654'].map((id) =>
      sends('foreign id', more('studentId', id), schema.properties?.studentId ? 400 : 'success'),
    ),
    raw('broken form', whole, 400, 'multipart/form-data'),
    raw('broken form', whole, 400, 'multipart/form-data; boundary=elsewhere'),
    raw('broken form', whole.subarray(0, -20), 400),
    ...['form-data', 'form-data; name=', 'attachment; name="file"', 'form-data; name="a\u0000"'].map((disposition) =>
      raw('broken form', bare(disposition), 400, bounded),
    ),
    raw('bad UTF-8', bare('form-data; name="file"; filename*=UTF-8\'\'%ff'), 'any', bounded),
    sends('bad UTF-8', more('description', Buffer.from([0xff, 0xfe, 0xc0, 0x80])), 'any'),
    sends('oversize', content(Buffer.concat([Buffer.from('%PDF-1.4\n'), Buffer.alloc(5 * MEGABYTE)]))),
    raw('wrong content type', JSON.stringify({ title: 'Plan' }), 415, 'application/json'),
    raw('wrong content type', 'title=Plan', 400, 'application/x-www-form-urlencoded'),
    { kind: 'claims to be compressed', headers: { ...form, 'Content-Encoding': 'gzip' }, body: whole, expected: 415 },
  ]
}

/** Bodies for a call without a body. */
export const bodilessInputs: Input[] = [
  { kind: 'valid', expected: 'success' },
  { kind: 'requested as a page', headers: { Accept: 'text/html' }, expected: 'success' },
  { kind: 'conditional', headers: { 'If-None-Match': '*', Range: 'bytes=0-1' }, expected: 'success' },
  { kind: 'with a body', ...json({ id: 1 }), expected: 'success' },
]

/** Ids without a record, also within a path. */
export const foreignIds =
  '987654 0 -1 1e3 0x1 01 1.0 9007199254740993 1%20 abc %00 1;2 __proto__ %EF%BC%91 ..%2F1 1%2F2 * null'.split(' ')
