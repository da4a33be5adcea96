import { encodeMultipart, MULTIPART, type Part } from '../shared/wire'

interface Body {
  name: string
  headers: Record<string, string>
  /** Generated when it is sent, since some have 16 MB. */
  make: () => Buffer
  /** True for the worst bodies, which the short form also sends to every form. */
  isWorst?: boolean
  /** True if a person could have typed it, so the response returns it in the form. */
  isTyped?: boolean
}

const MEGABYTE = 1024 * 1024
const WORDS = 'application/x-www-form-urlencoded'
const JSON_TYPE = 'application/json'

type Source = string | Buffer | (() => string | Buffer)
const toBytes = (source: Source) => Buffer.from((typeof source === 'function' ? source() : source) as string)
const createBody =
  (type: string) =>
  (name: string, source: Source, more: Record<string, string> = {}) => ({
    name,
    headers: { ...(type ? { 'Content-Type': type } : {}), ...more },
    make: () => toBytes(source),
  })
const textBody = createBody(WORDS)
const parts = (name: string, list: () => Part[]): Body => createBody(MULTIPART)(name, () => encodeMultipart(list()))
const bare = createBody(MULTIPART)
const json = createBody(JSON_TYPE)
const worst = (body: Body): Body => ({ ...body, isWorst: true })
const typed = (body: Body): Body => ({ ...body, isTyped: true })

const count = (number: number, each: (index: number) => string) =>
  Array.from({ length: number }, (_, index) => each(index))
const nested = (depth: number, open = '[', close = ']') => open.repeat(depth) + close.repeat(depth)
const boundary = /boundary=(.*)$/.exec(MULTIPART)![1]

/** The site's field names, for hostile values. */
const fields =
  'name email phone subject message title description content time date location file photo photos studentId isShared id version username password rememberMe firstName lastName role intent next from startDate endDate startYear endYear category isPublic isActive displayOrder position bio linkedIn documentUrl audience isGuardian studentName active status month year day'.split(
    ' ',
  )

const names: Body[] = [
  worst(textBody('index of 20 million', 'name[20000000]=x')),
  worst(textBody('40,000 times the same name', () => 'a=&'.repeat(40_000))),
  worst(textBody('10,000 names', () => count(10_000, (index) => `n${index}=`).join('&'))),
  textBody('name of 200,000 characters', () => `${'n'.repeat(200_000)}=x`),
  textBody('__proto__', '__proto__[x]=1&__proto__.y=1&__proto__=1&name.__proto__.z=1&__proto__[__proto__][0]=1'),
  textBody('constructor.prototype', 'constructor.prototype.x=1&constructor[prototype][y]=1&constructor=1'),
  textBody('5,000 levels of a list', () => `a${'[0]'.repeat(5000)}=x`),
  worst(textBody('1,000 levels of an object', `a${'.b'.repeat(1000)}=x`)),
]

const values: Body[] = [
  textBody('NUL', 'name=%00&email=a%00@b&title=a%00b&%00=x&na%00me=x&content=%00'),
  textBody('invalid percent signs', 'name=%zz&title=%&content=%u0041&email=%4&%=%'),
  textBody('invalid UTF-8', Buffer.from([...Buffer.from('name='), 0xff, 0xfe, 0xc0, 0x80, 0x26, 0xf8, 0x3d, 0xed])),
  textBody('line breaks in values', 'name=a%0D%0ASet-Cookie:%20x=1&email=a%0D%0ABcc:%20x@y.example&title=a%0Ab'),
  typed(
    textBody('one value of 60,000 characters', () => `message=${'x'.repeat(60_000)}&content=${'<b>'.repeat(2000)}`),
  ),
  typed(textBody('one value of 250,000 characters', () => `content=${'x'.repeat(250_000)}`)),
  typed(
    textBody('60 kB of opened tags', () => `content=${encodeURIComponent('<ul><li>'.repeat(2500))}&title=x&preview=1`),
  ),
]

const intents: Body[] = ['constructor', '__proto__', 'toString', 'hasOwnProperty', 'valueOf', 'prototype'].map(
  (intent) => textBody(`intent=${intent}`, `intent=${intent}&id=1`),
)
const elsewhere: Body[] = ['//evil.example', '/\\evil.example', 'https://evil.example/', '/%09/evil.example'].map(
  (place) =>
    textBody(
      `next and from = ${place}`,
      `${new URLSearchParams({ next: place, from: place, intent: 'subscribe', email: 'x@y.example', username: 'demo.tutor', password: 'x' })}`,
    ),
)

const deep = nested(50_000)
/** Values of Conform's two internal fields: malformed ones, and valid ones that must have no effect. */
const orders: [string, string][] = [
  ['broken JSON', '{"type":'],
  ['null', 'null'],
  ['a list', '[[],{}]'],
  ['an unknown type', '{"type":"constructor","payload":{"name":"a"}}'],
  ['update of __proto__', '{"type":"update","payload":{"name":"__proto__.x","value":1}}'],
  ['update of a large index', '{"type":"update","payload":{"name":"a","index":99999999,"value":1}}'],
  ['reset of constructor', '{"type":"reset","payload":{"name":"constructor.prototype"}}'],
  ['deep JSON', `{"type":"update","payload":{"name":"a","value":${deep}}}`],
]
const conform: Body[] = [
  worst(
    textBody(
      '__intent__ inserts at 99,999,999',
      `__intent__=${encodeURIComponent('{"type":"insert","payload":{"name":"a","index":99999999}}')}`,
    ),
  ),
  ...orders.flatMap(([name, order]) =>
    ['__intent__', '__state__'].map((field) =>
      textBody(`${field}: ${name}`, `name=x&${field}=${encodeURIComponent(order)}`),
    ),
  ),
]

const file = (content: Source, fileName = 'week.pdf', name = 'file'): Part => ({
  name,
  fileName,
  content: toBytes(content),
})
const multiparts: Body[] = [
  createBody('multipart/form-data')('multipart without a boundary', () =>
    encodeMultipart([{ name: 'a', content: 'x' }]),
  ),
  bare('multipart, broken off', () =>
    encodeMultipart([{ name: 'title', content: 'x' }, file('%PDF-1.4')]).subarray(0, -40),
  ),
  bare('multipart, a head without end', () => `--${boundary}\r\n${'X-More: y\r\n'.repeat(5000)}`),
  worst(
    parts('multipart of 5,000 parts', () =>
      count(5000, (index) => `n${index}`).map((name) => ({ name, content: 'x' })),
    ),
  ),
  parts('multipart of 1,000 empty files', () => count(1000, () => 'photos').map((name) => file('', 'a.jpg', name))),
  parts('files where texts are expected', () => fields.map((field) => file('%PDF-1.4', 'a.pdf', field))),
  parts('file name with CRLF', () => [{ name: 'title', content: 'x' }, file('%PDF-1.4', 'a\r\nX-Evil: 1\r\n\r\n.pdf')]),
  parts('broken __intent__, multipart', () => [{ name: '__intent__', content: '{' }, file('x', 'a', '__state__')]),
  parts('__proto__, multipart', () => [{ name: '__proto__[x]', content: '1' }, file('x', 'a', '__proto__')]),
]

const types: Body[] = [
  createBody('text/plain')('text/plain', 'name=x'),
  createBody('application/xml')('application/xml', '<!DOCTYPE a [<!ENTITY b SYSTEM "file:///etc/passwd">]><a>&b;</a>'),
  createBody('')('no content type', 'name=x'),
  createBody(`${WORDS}; charset=utf-16`)('charset utf-16', Buffer.from('name=x', 'utf16le')),
  typed(
    textBody('in chunks, without a length', () => `name=${'x'.repeat(100_000)}`, { 'Transfer-Encoding': 'chunked' }),
  ),
  json('JSON in chunks', () => JSON.stringify({ name: 'x'.repeat(100_000) }), { 'Transfer-Encoding': 'chunked' }),
  bare('8 MB in chunks', () => encodeMultipart([file(Buffer.alloc(8 * MEGABYTE))]), { 'Transfer-Encoding': 'chunked' }),
]

/** Bodies at and above the maximum size. app/http tests the exact limits. */
const sizes: Body[] = [
  ...[-1000, 1].map((step) =>
    bare(`file of 16 MB ${step > 0 ? 'and a byte' : 'less 1000 bytes'}`, () => {
      const empty = encodeMultipart([file('')]).length
      return encodeMultipart([file(Buffer.alloc(16 * MEGABYTE + step - empty))])
    }),
  ),
  textBody('16 MB of words', () => `message=${'x'.repeat(16 * MEGABYTE - 8)}`),
]

/** check:api sends malformed JSON to every call. */
export const bodies = [names, values, intents, elsewhere, conform, multiparts, types, sizes].flat()
