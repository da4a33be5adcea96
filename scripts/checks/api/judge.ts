import Ajv, { type ValidateFunction } from 'ajv/dist/2020'
import addFormats from 'ajv-formats'
import type { RawResponse } from '../shared/wire'

export interface Schema {
  type?: string | string[]
  enum?: unknown[]
  anyOf?: Schema[]
  properties?: Record<string, Schema>
  required?: string[]
}
interface Operation {
  tags: string[]
  security: Record<string, string[]>[]
  parameters?: { name: string; in: string }[]
  requestBody?: { content: Record<string, { schema: Schema; example?: Record<string, unknown> }> }
  responses: Record<string, { content?: Record<string, { schema: Schema }> }>
}
/** The parts of an OpenAPI document that this check reads. */
export interface Document {
  paths: Record<string, Record<string, Operation>>
  components?: { schemas: Record<string, Schema> }
}
export interface ApiCall {
  method: string
  path: string
  operation: Operation
}

export function listCalls(document: Document): ApiCall[] {
  return Object.entries(document.paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, operation]) => ({ method: method.toUpperCase(), path, operation })),
  )
}

/** A word that only some identities may read. */
export interface PlantedSecret {
  word: string
  readers: string[]
  /** True if no call may return it. */
  isNeverGiven?: true
}

/** Traces of server internals, which no response may contain. */
const TRACES = /SQLITE_|node_modules|\n {4}at |\$argon2|build\/server|storageKey|passwordHash|tokenHash|cookieHash/

/** Checks responses against the served document. */
export function createJudge(document: Document) {
  const ajv = addFormats.default(new Ajv({ strict: false, allErrors: true }))
  ajv.addSchema({ $id: 'riverbank', ...document })
  const validators = new Map<string, ValidateFunction>()
  const pointer = (part: string) => part.replaceAll('~', '~0').replaceAll('/', '~1')

  function createValidator(place: string): ValidateFunction | undefined {
    const made = validators.get(place) ?? ajv.getSchema(`riverbank#${encodeURI(place)}`)
    if (made) validators.set(place, made)
    return made
  }

  function findSchema(
    { method, path, operation }: ApiCall,
    status: number,
  ): ValidateFunction | 'none' | 'undocumented' {
    if (status === 404 && !operation.responses[404]) return 'undocumented'
    const response = operation.responses[status]
    if (!response) return 'undocumented'
    if (!response.content) return 'none'
    const place = ['', 'paths', path, method.toLowerCase(), 'responses', String(status), 'content', 'application/json']
    return createValidator(`${place.map(pointer).join('/')}/schema`) ?? 'undocumented'
  }

  /** The faults of a response to `call`, sent with `method` (also HEAD or an unsupported method). */
  return function findFaults(call: ApiCall, { status, headers, text }: RawResponse, method = call.method): string[] {
    const found: string[] = []
    if (status >= 500) found.push(`a ${status}`)
    // Only public responses with validators may be stored, and must be revalidated each time.
    const isPublic = call.operation.security.length === 0 && call.operation.responses[304] !== undefined
    const caching = String(headers['cache-control'])
    if (!caching.includes('no-store') && !(isPublic && caching === 'no-cache')) found.push('may be cached')
    if (headers['x-content-type-options'] !== 'nosniff') found.push('has no nosniff')
    if (status === 405 && !headers.allow) found.push('405 without Allow')
    if (status === 429 && !Number(headers['retry-after'])) found.push('429 without Retry-After')
    if (method === 'HEAD') return text === '' ? found : [...found, 'a HEAD with a body']
    const schema = method === call.method ? findSchema(call, status) : status === 405 ? 'refusal' : 'none'
    if (schema === 'undocumented') return [...found, `${status} is not documented`]
    if (schema === 'none') return text === '' ? found : [...found, `${status} with a body`]
    const validate = schema === 'refusal' ? createValidator('/components/schemas/Refusal') : schema
    return [...found, ...findHeaderFaults(headers['content-type'], text, validate)]
  }
}

function findHeaderFaults(type: unknown, text: string, validate: ValidateFunction | undefined): string[] {
  if (!/^application\/json\b/.test(String(type))) return [`is ${type}, not JSON`]
  try {
    if (!validate) return ['no schema to validate with']
    if (validate(JSON.parse(text))) return []
    return (validate.errors ?? []).map(({ instancePath, message }) => `invalid: ${instancePath} ${message}`).slice(0, 3)
  } catch {
    return ['broken JSON']
  }
}

/** The secrets in a text that `reader` may not see, and traces of internals. `hidden` are database values. */
export function findLeaks(
  text: string,
  reader: string,
  secrets: PlantedSecret[],
  hidden: Set<string> = new Set(),
): string[] {
  const words = secrets.filter(({ word, readers }) => !readers.includes(reader) && text.includes(word))
  const values = (text.match(/[\w-]{16,}/g) ?? []).filter((value) => hidden.has(value))
  const trace = TRACES.exec(text)?.[0]
  return [...words.map(({ word }) => word), ...values, ...(trace ? [trace] : [])]
}
