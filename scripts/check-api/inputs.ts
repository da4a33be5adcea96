import type { Schema } from './judge'
import { MULTIPART, multipart, type Part } from './wire'

/** One way to send a body, and the result for whoever may make the call: success, one status, or any documented one. */
export interface Input {
  kind: string
  headers?: Record<string, string>
  body?: string | Buffer
  expected: 'success' | 'any' | number
}

const KILOBYTE = 1024
const MEGABYTE = 1024 * KILOBYTE
const JSON_TYPE = { 'Content-Type': 'application/json' }
const json = (value: unknown) => ({ headers: JSON_TYPE, body: JSON.stringify(value) })
const nested = (depth: number) => '['.repeat(depth) + ']'.repeat(depth)

/** Texts that break careless programs. */
export const awkward = [
  '\u0000',
  'a\u0000b and more words',
  '\ud800',
  'half a pair \udfff in the middle',
  '\u202eright to left',
  `e\u0301${'\u0301'.repeat(50)}`,
  "'; drop table users; --",
  '<script>alert(1)</script>',
  '../../etc/passwd',
  '{{7*7}} <%= 7 %>',
  'x'.repeat(100_000),
  'a\r\nSet-Cookie: x=1',
]
const numbers = [0, -1, 1.5, 1e3, 1e308, -1e308, 2 ** 53, 2 ** 31, 2 ** 63]
const strangers: unknown[] = [null, true, false, '', ' ', '1e3', '0x1', ' 1 ', 'NaN', [], [1], {}, { toString: 1 }]

const isText = ({ type, anyOf }: Schema): boolean => type === 'string' || Boolean(anyOf?.some(isText))

/** Every JSON body to try for `schema`; `sample` is a valid one. */
export function jsonInputs(schema: Schema, sample: Record<string, unknown>): Input[] {
  const whole = JSON.stringify(sample)
  const required = schema.required ?? []
  const without = (field: string) => Object.fromEntries(Object.entries(sample).filter(([name]) => name !== field))
  const fields = Object.entries(schema.properties ?? {}).filter(([name]) => name !== 'id')
  const hasId = schema.properties?.id !== undefined
  return [
    { kind: 'valid', ...json(sample), expected: 'success' },
    {
      kind: 'valid, with charset',
      headers: { 'Content-Type': 'application/json; charset=utf-8' },
      body: whole,
      expected: 'success',
    },
    { kind: 'byte order mark', headers: JSON_TYPE, body: `\ufeff${whole}`, expected: 'success' },
    {
      kind: 'extra fields',
      ...json({ ...sample, role: 'tutor', storageKey: 'x', isAdmin: true }),
      expected: 'success',
    },
    {
      kind: 'prototype keys',
      headers: JSON_TYPE,
      body: `{"__proto__":{"role":"tutor"},"constructor":{"prototype":{}},${whole.slice(1)}`,
      expected: 'success',
    },
    {
      kind: 'duplicate keys',
      headers: JSON_TYPE,
      body: `{"${fields[0]?.[0]}":null,${whole.slice(1)}`,
      expected: 'success',
    },
    { kind: 'missing', ...json({}), expected: required.length > 0 ? 400 : 'success' },
    ...required.map((field) => ({ kind: 'missing', ...json(without(field)), expected: 400 })),
    ...['{"title":', '{title: 1}', `${whole},`, '\u0000', 'undefined', 'NaN'].map((body) => ({
      kind: 'broken JSON',
      headers: JSON_TYPE,
      body,
      expected: 400,
    })),
    { kind: 'empty body', headers: JSON_TYPE, body: '', expected: 400 },
    ...['[]', '"words"', 'null', '7', 'true', `[${whole}]`].map((body) => ({
      kind: 'wrong type',
      headers: JSON_TYPE,
      body,
      expected: 400,
    })),
    ...fields
      .filter(([, field]) => isText(field))
      .flatMap(([name]) =>
        [{ a: 1 }, 12, ['words'], true].map((value) => ({
          kind: 'wrong type',
          ...json({ ...sample, [name]: value }),
          expected: 400,
        })),
      ),
    ...fields.flatMap(([name]) =>
      [...awkward, ...numbers, ...strangers].map((value) => ({
        kind: 'awkward value',
        ...json({ ...sample, [name]: value }),
        expected: 'any' as const,
      })),
    ),
    ...fields.map(([name]) => ({
      kind: 'huge number',
      headers: JSON_TYPE,
      body: `${JSON.stringify(without(name)).slice(0, -1)}${Object.keys(without(name)).length ? ',' : ''}"${name}":1e400}`,
      expected: 'any' as const,
    })),
    { kind: 'deep nesting', headers: JSON_TYPE, body: nested(7_000), expected: 400 },
    { kind: 'deep nesting', headers: JSON_TYPE, body: `{"${fields[0]?.[0]}":${nested(7_000)}}`, expected: 400 },
    { kind: 'oversize', ...json({ ...sample, more: 'x'.repeat(300 * KILOBYTE) }), expected: 413 },
    {
      kind: 'bad UTF-8',
      headers: JSON_TYPE,
      body: Buffer.concat([Buffer.from('{"title":"'), Buffer.from([0xff, 0xfe, 0xc0, 0x80]), Buffer.from('"}')]),
      expected: 400,
    },
    ...['text/plain', 'application/x-www-form-urlencoded', MULTIPART, 'application/jsonp', ''].map((type) => ({
      kind: 'wrong content type',
      headers: type ? { 'Content-Type': type } : {},
      body: whole,
      expected: 415,
    })),
    { kind: 'claims to be packed', headers: { ...JSON_TYPE, 'Content-Encoding': 'gzip' }, body: whole, expected: 415 },
    ...(hasId ? [{ kind: 'foreign id', ...json({ ...sample, id: 987654 }), expected: 400 }] : []),
  ] as Input[]
}

/** Every form with a file to try; `sample` is a valid one. Where plain text is accepted, HTML is stored as text. */
export function formInputs(schema: Schema, sample: Part[], { takesText }: { takesText: boolean }): Input[] {
  const form = { 'Content-Type': MULTIPART }
  const whole = multipart(sample)
  const file = sample.find(({ fileName }) => fileName !== undefined)!
  const others = sample.filter((part) => part !== file)
  const sends = (kind: string, parts: Part[], expected: Input['expected'] = 400): Input => ({
    kind,
    headers: form,
    body: multipart(parts),
    expected,
  })
  const content = (bytes: string | Buffer, fileName = 'week.pdf') => [
    ...others,
    { name: file.name, fileName, content: bytes },
  ]
  const bare = (disposition: string) => `--x\r\nContent-Disposition: ${disposition}\r\n\r\nwords\r\n--x--\r\n`
  return [
    { kind: 'valid', headers: form, body: whole, expected: 'success' },
    sends(
      'extra fields',
      [
        ...sample,
        { name: 'storageKey', content: 'x' },
        { name: '__proto__', content: 'x' },
        { name: 'uploadedBy', content: '1' },
      ],
      'success',
    ),
    sends('missing', others),
    sends('missing', []),
    sends('missing', content('')),
    sends('wrong type', [...others, { name: file.name, content: 'words where the file should be' }]),
    sends('wrong type', [...sample, file]),
    sends('wrong type', [...others, { ...file, name: 'upload' }]),
    sends('wrong type', content('<!doctype html><script>alert(1)</script>'), takesText ? 'success' : 400),
    sends('wrong type', content('<svg xmlns="http://www.w3.org/2000/svg"/>', 'a.svg'), takesText ? 'success' : 400),
    sends('wrong type', content(Buffer.from('PK\u0003\u0004 and no more'), 'a.docx')),
    sends('wrong type', content(Buffer.from('89504e470d0a1a0a0000', 'hex'), 'a.png')),
    ...awkward
      .slice(0, 10)
      .map((text) => sends('awkward value', [...sample, { name: 'description', content: text }], 'any')),
    ...awkward
      .slice(0, 10)
      .map((text) => sends('awkward value', content(file.content, text.replace(/["\r\n]/g, '')), 'any')),
    ...['0', '-1', '1e3', '0x1', '9007199254740993', 'x', ' 1'].map((id) =>
      sends(
        'foreign id',
        [...sample, { name: 'studentId', content: id }],
        schema.properties?.studentId ? 400 : 'success',
      ),
    ),
    sends(
      'foreign id',
      [...sample, { name: 'studentId', content: '987654' }],
      schema.properties?.studentId ? 400 : 'success',
    ),
    { kind: 'broken form', headers: { 'Content-Type': 'multipart/form-data' }, body: whole, expected: 400 },
    {
      kind: 'broken form',
      headers: { 'Content-Type': 'multipart/form-data; boundary=elsewhere' },
      body: whole,
      expected: 400,
    },
    { kind: 'broken form', headers: form, body: whole.subarray(0, -20), expected: 400 },
    { kind: 'broken form', headers: form, body: '', expected: 400 },
    ...['form-data', 'form-data; name=', 'attachment; name="file"', 'form-data; name="a\u0000"'].map((disposition) => ({
      kind: 'broken form',
      headers: { 'Content-Type': 'multipart/form-data; boundary=x' },
      body: bare(disposition),
      expected: 400,
    })),
    {
      kind: 'bad UTF-8',
      headers: { 'Content-Type': 'multipart/form-data; boundary=x' },
      body: bare('form-data; name="file"; filename*=UTF-8\'\'%ff'),
      expected: 'any',
    },
    {
      kind: 'bad UTF-8',
      headers: form,
      body: multipart([...others, { name: 'description', content: Buffer.from([0xff, 0xfe, 0xc0, 0x80]) }, file]),
      expected: 'any',
    },
    {
      kind: 'oversize',
      headers: form,
      body: multipart(content(Buffer.concat([Buffer.from('%PDF-1.4\n'), Buffer.alloc(5 * MEGABYTE)]))),
      expected: 400,
    },
    { kind: 'wrong content type', ...json({ title: 'Plan' }), expected: 415 },
    { kind: 'wrong content type', headers: { 'Content-Type': 'text/plain' }, body: whole, expected: 415 },
    {
      kind: 'wrong content type',
      headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
      body: 'title=Plan',
      expected: 400,
    },
    { kind: 'claims to be packed', headers: { ...form, 'Content-Encoding': 'gzip' }, body: whole, expected: 415 },
  ]
}

/** Bodies for a call that takes none. */
export const bodiless: Input[] = [
  { kind: 'valid', expected: 'success' },
  { kind: 'asked for as a page', headers: { Accept: 'text/html' }, expected: 'success' },
  { kind: 'a cookie of nonsense beside', headers: { 'X-Riverbank': '1', 'Accept-Language': '*' }, expected: 'success' },
  { kind: 'conditional', headers: { 'If-None-Match': '*', Range: 'bytes=0-1' }, expected: 'success' },
  { kind: 'with a body', ...json({ id: 1 }), expected: 'success' },
]

/** Ids of no record, also when followed by the rest of a path. */
export const foreignIds = [
  '987654',
  '0',
  '-1',
  '1e3',
  '0x1',
  '01',
  '1.0',
  '9007199254740993',
  '1%20',
  '%201',
  'abc',
  '%00',
  '1;2',
  '__proto__',
  '%EF%BC%91',
  '..%2F1',
  '1%2F2',
  '*',
  'null',
]
