import fc from 'fast-check'
import { nameOf } from './cases'
import { awkward } from './inputs'
import type { Call, Schema } from './judge'
import type { Run } from './run'
import { MULTIPART, multipart, type Sent } from './wire'

/** Any UTF-16: lone surrogates, NUL, bidirectional controls. */
const anyText = fc.oneof(
  fc.array(fc.integer({ min: 0, max: 0xffff }), { maxLength: 40 }).map((units) => String.fromCharCode(...units)),
  fc.string({ unit: 'grapheme', maxLength: 300 }),
  fc.constantFrom(...awkward),
)
const anyValue = fc.oneof(fc.jsonValue({ maxDepth: 4 }), anyText, fc.double(), fc.maxSafeInteger())

/** Values for a field: some by its schema, some not. */
function valueFor(schema: Schema): fc.Arbitrary<unknown> {
  const asked: fc.Arbitrary<unknown>[] = []
  const types = [schema.type ?? []].flat()
  if (schema.enum) asked.push(fc.constantFrom(...schema.enum))
  else if (types.includes('string'))
    asked.push(
      anyText,
      fc.date({ noInvalidDate: true }).map((day) => day.toISOString()),
      fc.webUrl(),
      fc.emailAddress(),
    )
  if (types.includes('integer')) asked.push(fc.integer({ min: -1, max: 40 }), fc.integer({ min: 1990, max: 2110 }))
  if (types.includes('number')) asked.push(fc.double(), fc.integer())
  if (types.includes('boolean')) asked.push(fc.boolean())
  if (schema.anyOf) asked.push(...schema.anyOf.map(valueFor))
  return asked.length > 0
    ? fc.oneof({ weight: 4, arbitrary: fc.oneof(...asked) }, { weight: 1, arbitrary: anyValue })
    : anyValue
}

const lone = (text: unknown) => (typeof text === 'string' ? text : JSON.stringify(text)) ?? ''

/** Bodies for a call: objects with some of its fields and some others, any JSON, any bytes; as JSON or as a form. */
function bodyFor(call: Call): fc.Arbitrary<Pick<Sent, 'headers' | 'body'>> {
  const [[type, { schema }] = ['application/json', { schema: {} as Schema }]] = Object.entries(
    call.operation.requestBody?.content ?? {},
  )
  const fields = Object.fromEntries(
    Object.entries(schema.properties ?? {}).map(([name, field]) => [name, valueFor(field)]),
  )
  const known = fc.record(fields, { requiredKeys: [] })
  const whole = fc
    .tuple(known, fc.dictionary(fc.string(), anyValue, { maxKeys: 2 }))
    .map(([one, other]) => ({ ...other, ...one }))
  const bytes = fc.uint8Array({ maxLength: 400 }).map((array) => Buffer.from(array))
  if (type === 'application/json') {
    const headers = { 'Content-Type': 'application/json' }
    return fc.oneof(
      { weight: 6, arbitrary: whole.map((body) => ({ headers, body: JSON.stringify(body) })) },
      { weight: 1, arbitrary: fc.json().map((body) => ({ headers, body })) },
      { weight: 1, arbitrary: bytes.map((body) => ({ headers, body })) },
    )
  }
  const headers = { 'Content-Type': MULTIPART }
  const file = fc.record({
    name: fc.constantFrom('file', 'photo', 'title'),
    fileName: fc.string({ unit: 'grapheme' }).map((name) => name.replace(/["\r\n]/g, '')),
    content: bytes.map((tail) => Buffer.concat([Buffer.from('%PDF-1.4\n'), tail])),
  })
  return fc.oneof(
    {
      weight: 6,
      arbitrary: fc.tuple(known, fc.array(file, { maxLength: 2 })).map(([words, files]) => ({
        headers,
        body: multipart([
          ...Object.entries(words)
            .filter(([name]) => name !== 'file')
            .map(([name, value]) => ({ name, content: lone(value) })),
          ...files,
        ]),
      })),
    },
    { weight: 1, arbitrary: bytes.map((body) => ({ headers, body })) },
  )
}

const headerText = fc.string({ maxLength: 60 }).map((text) => text.replace(/[^\x20-\x7e]/g, ''))
const anyHeaders = fc.record(
  {
    Authorization: fc.oneof(
      headerText,
      headerText.map((text) => `Bearer ${text}`),
    ),
    Cookie: fc.oneof(
      headerText,
      headerText.map((text) => `riverbank_session=${text}`),
    ),
    Accept: headerText,
    'If-Match': headerText,
    'X-Forwarded-Host': headerText,
  },
  { requiredKeys: [] },
)
const anyId = fc.oneof(fc.webSegment(), fc.integer().map(String), fc.maxSafeInteger().map(String))

/** The faults that fast-check finds: every call gets random bodies, ids, queries and headers, and every response must be as documented. */
export async function randomFaults(
  run: Run,
  calls: Call[],
  { seed, runs }: { seed: number; runs: number },
): Promise<string[]> {
  const faults: string[] = []
  let count = 0
  for (const call of calls.filter(({ path }) => path !== '/api/logout')) {
    const hasBody = call.operation.requestBody !== undefined
    const sent = fc.record({
      body: hasBody ? bodyFor(call) : fc.constant({}),
      id: fc.option(anyId, { nil: undefined, freq: 3 }),
      query: fc.option(fc.webQueryParameters(), { nil: undefined, freq: 2 }),
      headers: fc.option(anyHeaders, { nil: undefined, freq: 2 }),
    })
    const property = fc.asyncProperty(sent, async ({ body, id, query, headers }) => {
      count += 1
      const path = id === undefined ? call.path : call.path.replace('{id}', encodeURIComponent(id) || '0')
      const complaints = await run.tryOut(call, {
        method: call.method,
        path: path + (query ? `?${query}` : ''),
        ...(body as Pick<Sent, 'headers' | 'body'>),
        headers: { ...(body as Sent).headers, ...headers },
      })
      if (complaints.length > 0) throw new Error(complaints.join('; '))
    })
    const numRuns = hasBody ? runs : Math.ceil(runs / 5)
    const result = await fc.check(property, { seed, numRuns })
    if (result.failed)
      faults.push(
        `${nameOf(call)}, seed ${seed}: ${JSON.stringify(result.counterexample)?.slice(0, 600)} ${result.errorInstance instanceof Error ? result.errorInstance.message : ''}`,
      )
  }
  console.log(`At random, seed ${seed}: ${count} requests, ${faults.length} faults`)
  return faults
}
