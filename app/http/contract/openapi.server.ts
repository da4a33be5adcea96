import { z } from 'zod'
import { FIRST_PAGE } from '~/domain/page.server'
import { recordVersion } from '~/domain/record'
import { MAX_PAGE_SIZE } from '~/http/answers/lists.server'
import type { Centre } from '~/settings.server'
import { type ApiCall, type CallGroup, isPublicList } from './call.server'

type Json = Record<string, unknown>

const components: Json = {}

/** The JSON Schema (2020-12, as in OpenAPI 3.1) of a request or response. Named records are added to `components` and referenced. */
function createSchema(rules: z.ZodType, io: 'input' | 'output'): Json {
  const made = z.toJSONSchema(rules, {
    io,
    unrepresentable: 'any',
    override: ({ zodSchema, jsonSchema }) => {
      // OpenAPI has examples next to the schema, in another form.
      delete jsonSchema.examples
      // The bounds of safe integers are JavaScript's, not a rule of ours.
      if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum
      if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum
      // Files are the only rule without a JSON Schema.
      if (zodSchema._zod.def.type === 'custom')
        Object.assign(jsonSchema, { type: 'string', contentMediaType: 'application/octet-stream' })
    },
  })
  const {
    $schema: _,
    $defs = {},
    ...schema
  } = JSON.parse(JSON.stringify(made).replaceAll('#/$defs/', '#/components/schemas/')) as Json
  Object.assign(components, $defs)
  return schema
}

const refusal = z
  .strictObject({
    message: z.string(),
    errors: z.record(z.string(), z.array(z.string())).optional(),
    now: z.looseObject({ version: recordVersion }).optional(),
  })
  .meta({
    id: 'Refusal',
    description:
      'Why the request was refused: a message for people. `errors` has the messages by field. `now` has the record as it is, if someone else changed it first, or if it exists already.',
  })

const refusals: Record<number, string> = {
  400: 'The body is malformed, its fields break the rules, the address is not in its canonical form, or limit or cursor can’t be.',
  401: 'There is no session, or it has ended.',
  403: 'Your role does not allow this, a second step must be set up first (SECOND_STEP=required), or a change with the cookie came from another website.',
  404: 'There is no such record, or it is not yours.',
  409: 'The record was changed since the version you sent, was sent already, or exists already.',
  413: 'The body is too large.',
  415: 'The Content-Type is not one that this call takes, or the body has a Content-Encoding.',
  429: 'There were too many attempts. Retry-After says how many seconds to wait.',
  503: 'The server is too busy, or another program has the database, and nothing was done. Retry-After says how many seconds to wait.',
  507: 'There is no room left to store this, and nothing was done.',
}

function listRefusals({ method, path, access, body, errors }: ApiCall): number[] {
  const follow = [
    access === 'anyone' ? [] : [401, 403],
    method !== 'GET' ? [403, 507] : [],
    [503],
    path.includes('{id}') ? [400, 404] : [],
    body ? [400, 413, 415] : [],
  ].flat()
  return [...new Set([...follow, ...errors])].sort()
}

/** An example for a schema: its own, or one built from its parts; undefined if there is none. */
function findExample(rules: z.core.$ZodType): unknown {
  const own = z.globalRegistry.get(rules)?.examples
  if (Array.isArray(own)) return own[0]
  if (rules instanceof z.ZodNullable) return findExample(rules.def.innerType)
  if (rules instanceof z.ZodArray) return [findExample(rules.element)]
  return rules instanceof z.ZodUnion ? findExample(rules.options[0] as z.core.$ZodType) : undefined
}

/** Public responses have an ETag (RFC 9110, 13.1.2). */
const NOT_MODIFIED = { description: 'It is what If-None-Match names. The answer has no body.' }

function createResponses(call: ApiCall): Json {
  const { status, record } = call.answers
  const content = (schema: Json, example?: unknown) => ({ 'application/json': { schema, example } })
  const success = record
    ? { description: 'Done.', content: content(createSchema(record, 'output'), findExample(record)) }
    : { description: 'Done. The answer has no body.' }
  const refused = listRefusals(call).map((code) => [
    code,
    { description: refusals[code], content: content(createSchema(refusal, 'output')) },
  ])
  return {
    [status]: call.isList ? { ...success, headers: linkHeader } : success,
    ...(isPublicList(call) ? { 304: NOT_MODIFIED } : {}),
    ...Object.fromEntries(refused),
  }
}

function createRequestBody({ as, rules, isChange, example }: NonNullable<ApiCall['body']>): Json {
  const schema = createSchema(rules, 'input')
  if (isChange) {
    delete schema.required
    schema.properties = {
      id: { type: 'integer', description: 'The id in the address.' },
      ...(schema.properties as Json),
    }
    for (const field of Object.values(schema.properties as Record<string, Json>)) delete field.default
  }
  return { required: true, content: { [as]: { schema, example } } }
}

const partParameters: Json[] = [
  {
    name: 'limit',
    in: 'query',
    description: `How many records are given at most. Without limit and cursor the whole list is given; with a cursor alone, at most ${FIRST_PAGE.limit}.`,
    schema: { type: 'integer', minimum: 1, maximum: MAX_PAGE_SIZE },
  },
  {
    name: 'cursor',
    in: 'query',
    description: 'Where the part before ended, as its Link header has it. With limit alone, the list begins.',
    schema: { type: 'string' },
  },
]

const linkHeader: Json = {
  Link: {
    description:
      'Where more records follow the part that was asked for, the address that gives them, with rel="next" (RFC 8288).',
    schema: { type: 'string' },
  },
}

function createOperation(group: string, call: ApiCall): Json {
  // OpenAPI 3.1: for a scheme without scopes, the list may hold required roles.
  const roles = call.access === 'tutor' ? ['tutor'] : []
  const id = { name: 'id', in: 'path', required: true, schema: { type: 'integer', minimum: 1 } }
  return {
    tags: [group],
    operationId: call.id,
    summary: call.summary,
    description: call.description,
    security: call.access === 'anyone' ? [] : [{ bearer: roles }, { cookie: roles }],
    ...(call.path.includes('{id}') ? { parameters: [id] } : call.isList ? { parameters: partParameters } : {}),
    ...(call.body ? { requestBody: createRequestBody(call.body) } : {}),
    responses: createResponses(call),
  }
}

function createPaths(contract: CallGroup[]): Json {
  const found: Record<string, Json> = {}
  for (const { name, calls } of contract)
    for (const call of calls)
      found[call.path] = { ...found[call.path], [call.method.toLowerCase()]: createOperation(name, call) }
  return found
}

let paths: Json | undefined

/** The contract as an OpenAPI 3.1 document, from the schemas with which each call runs. */
export function createOpenApiDocument({ name, email }: Pick<Centre, 'name' | 'email'>, contract: CallGroup[]) {
  paths ??= createPaths(contract)
  return {
    openapi: '3.1.0' as const,
    info: {
      title: name,
      version: '1',
      summary: 'The website and student portal of a day service.',
      description:
        'The JSON API of the website and the portal. Logging in gives a token for "Authorization: Bearer", and sets a cookie; either will do. An address answers every other method with 405 and Allow.',
      contact: { name, email },
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: '/', description: 'The server that gave this document.' }],
    tags: contract.map(({ name, description }) => ({ name, description })),
    paths,
    components: {
      securitySchemes: {
        bearer: { type: 'http', scheme: 'bearer', description: 'The token that a log-in gives.' },
        cookie: {
          type: 'apiKey',
          in: 'cookie',
          name: 'riverbank_session',
          description:
            'The cookie that a log-in sets. Under https its name begins with __Host-. A change with it must come from the website itself.',
        },
      },
      schemas: components,
    },
  }
}
