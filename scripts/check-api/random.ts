import fc from 'fast-check'
import { MULTIPART, multipart, type Sent } from '../shared/wire'
import { nameOf } from './cases'
import { awkward } from './inputs'
import type { Call, Schema } from './judge'
import type { Run } from './run'

/** Any UTF-16: lone surrogates, NUL, bidirectional controls. */
const anyText = fc.oneof(
  fc.array(fc.integer({ min: 0, max: 0xffff }), { maxLength: 40 }).map((units) => String.fromCharCode(...units)),
  fc.string({ unit: 'grapheme', maxLength: 300 }),
  fc.constantFrom(...awkward),
)
const anyValue = fc.oneof(fc.jsonValue({ maxDepth: 4 }), anyText, fc.double(), fc.maxSafeInteger())

/** Values for a field: most by its schema, some not. */
function valueFor({ enum: choices, type, anyOf = [] }: Schema): fc.Arbitrary<unknown> {
  const types = [type ?? []].flat()
  const fitting = [
    ...(choices ? [fc.constantFrom(...choices)] : []),
    ...(types.includes('string') ? [anyText, fc.webUrl(), fc.emailAddress()] : []),
    ...(types.includes('integer') ? [fc.integer({ min: -1, max: 40 }), fc.integer({ min: 1990, max: 2110 })] : []),
    ...(types.includes('boolean') ? [fc.boolean()] : []),
    ...anyOf.map(valueFor),
  ]
  return fitting.length > 0
    ? fc.oneof({ weight: 4, arbitrary: fc.oneof(...fitting) }, { weight: 1, arbitrary: anyValue })
    : anyValue
}

/** Bodies for a call: some of its fields and some others, or any bytes; as JSON or as a form. */
function bodyFor({ operation }: Call): fc.Arbitrary<Pick<Sent, 'headers' | 'body'>> {
  const [[type, { schema }] = ['application/json', { schema: {} as Schema }]] = Object.entries(
    operation.requestBody?.content ?? {},
  )
  const fields = Object.entries(schema.properties ?? {}).map(([name, field]) => [name, valueFor(field)] as const)
  const known = fc.record(Object.fromEntries(fields), { requiredKeys: [] })
  const others = fc.dictionary(fc.string(), anyValue, { maxKeys: 2 })
  const bytes = fc.uint8Array({ maxLength: 400 }).map((array) => Buffer.from(array))
  const isJson = type === 'application/json'
  const headers = { 'Content-Type': isJson ? type : MULTIPART }
  const whole = fc.tuple(known, others, bytes).map(([fits, more, tail]) => {
    if (isJson) return JSON.stringify({ ...more, ...fits })
    const texts = Object.entries(fits).filter(([name]) => name !== 'file')
    const parts = texts.map(([name, value]) => ({ name, content: String(JSON.stringify(value)) }))
    const content = Buffer.concat([Buffer.from('%PDF-1.4\n'), tail])
    return multipart([...parts, { name: 'file', fileName: 'week.pdf', content }])
  })
  return fc.oneof({ weight: 6, arbitrary: whole }, { weight: 1, arbitrary: bytes }).map((body) => ({ headers, body }))
}

/** The faults that fast-check finds: every call gets random bodies, ids and queries, and every answer must be as documented. */
export async function randomFaults(run: Run, calls: Call[], { seed, runs }: { seed: number; runs: number }) {
  const faults: string[] = []
  let count = 0
  for (const call of calls.filter(({ path }) => path !== '/api/logout')) {
    const hasBody = call.operation.requestBody !== undefined
    const id = fc.option(fc.oneof(fc.webSegment(), fc.maxSafeInteger().map(String)), { nil: undefined, freq: 3 })
    const query = fc.option(fc.webQueryParameters(), { nil: undefined, freq: 2 })
    const body: fc.Arbitrary<Pick<Sent, 'headers' | 'body'>> = hasBody ? bodyFor(call) : fc.constant({})
    const property = fc.asyncProperty(fc.record({ body, id, query }), async ({ body: sent, id: one, query: asked }) => {
      count += 1
      const path = one === undefined ? call.path : call.path.replace('{id}', encodeURIComponent(one) || '0')
      const complaints = await run.tryOut(call, {
        method: call.method,
        path: asked ? `${path}?${asked}` : path,
        ...sent,
      })
      if (complaints.length > 0) throw new Error(complaints.join('; '))
    })
    const { failed, counterexample, errorInstance } = await fc.check(property, {
      seed,
      numRuns: hasBody ? runs : Math.ceil(runs / 5),
    })
    if (failed)
      faults.push(
        `${nameOf(call)}, seed ${seed}: ${JSON.stringify(counterexample)?.slice(0, 600)} ${(errorInstance as Error).message}`,
      )
  }
  console.log(`At random, seed ${seed}: ${count} requests, ${faults.length} faults`)
  return faults
}
