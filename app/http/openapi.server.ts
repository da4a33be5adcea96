import { z } from 'zod'
import { recordVersion } from '~/domain/record'
import { type Call, contract } from './contract.server'

type Json = Record<string, unknown>

const components: Json = {}

/** The JSON Schema (2020-12, as OpenAPI 3.1 has it) of what a call takes or answers; named records go to `components` and are referred to. */
function schemaOf(rules: z.ZodType, io: 'input' | 'output'): Json {
  const made = z.toJSONSchema(rules, {
    io,
    unrepresentable: 'any',
    override: ({ zodSchema, jsonSchema }) => {
      // The one thing in our rules that JSON can't say is a file.
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
      'Why not, in words for people; errors has the messages by field, now the record as it is where a change was made of an older version.',
  })

/** What each status means here. */
const refusals: Record<number, string> = {
  400: 'The body is broken, or its fields break the rules; or the address has another spelling than its own.',
  401: 'No session, or one that has ended.',
  403: 'Not for this role, or not before a second step is set up (SECOND_STEP=required); or a change with the cookie that came from another website.',
  404: 'Not there, or not yours.',
  409: 'Not as things stand: it was changed since the version that was sent, was sent already, or is there already.',
  413: 'Too large.',
  415: 'Another Content-Type, or a Content-Encoding.',
  429: 'Too many tries. Retry-After says how many seconds to wait.',
  503: 'Too much at once, and nothing was done. Retry-After says how many seconds to wait.',
}

/** The refusals of a call: its own, and those that follow from who may make it and what it takes. */
function refusalsOf({ method, path, who, takes, refuses }: Call): number[] {
  const follow = [
    who === 'anyone' ? [] : [401, 403],
    method !== 'GET' ? [403] : [],
    path.includes('{id}') ? [400, 404] : [],
    takes ? [400, 413, 415] : [],
  ].flat()
  return [...new Set([...follow, ...refuses])].sort()
}

function answersOf(call: Call): Json {
  const { status, record } = call.answers
  const content = (schema: Json) => ({ 'application/json': { schema } })
  const success = record
    ? { description: 'Done.', content: content(schemaOf(record, 'output')) }
    : { description: 'Done. There is nothing to say.' }
  const refused = refusalsOf(call).map((code) => [
    code,
    { description: refusals[code], content: content(schemaOf(refusal, 'output')) },
  ])
  return { [status]: success, ...Object.fromEntries(refused) }
}

/** A change's fields are those of the whole record, of which any may be left out (changeTo in domain/rules.ts). */
function bodyOf({ as, rules, isChange }: NonNullable<Call['takes']>): Json {
  const schema = schemaOf(rules, 'input')
  if (isChange) {
    delete schema.required
    schema.properties = {
      id: { type: 'integer', description: 'The one in the address.' },
      ...(schema.properties as Json),
    }
    for (const field of Object.values(schema.properties as Record<string, Json>)) delete field.default
  }
  return { required: true, content: { [as]: { schema } } }
}

function operationOf(group: string, call: Call): Json {
  // OpenAPI 3.1: where a scheme knows no scopes, the list may hold the roles that a call takes.
  const roles = call.who === 'tutor' ? ['tutor'] : []
  const id = { name: 'id', in: 'path', required: true, schema: { type: 'integer', minimum: 1 } }
  return {
    tags: [group],
    summary: call.does,
    operationId: `${call.method.toLowerCase()} ${call.path}`,
    security: call.who === 'anyone' ? [] : [{ bearer: roles }, { cookie: roles }],
    ...(call.path.includes('{id}') ? { parameters: [id] } : {}),
    ...(call.takes ? { requestBody: bodyOf(call.takes) } : {}),
    responses: answersOf(call),
  }
}

function pathsOf(): Json {
  const found: Record<string, Json> = {}
  for (const [group, calls] of Object.entries(contract))
    for (const call of calls)
      found[call.path] = { ...found[call.path], [call.method.toLowerCase()]: operationOf(group, call) }
  return found
}

/** The contract as an OpenAPI 3.1 document: what each call takes and answers, from the very schemas that the routes use. */
export const openApi = {
  openapi: '3.1.0',
  info: {
    title: 'Riverbank',
    version: '1',
    description:
      'Everything the website and the portal do, by JSON. A log-in gives a token for "Authorization: Bearer", and a cookie; either will do. Every address answers another method with 405 and Allow.',
  },
  servers: [{ url: '/' }],
  tags: Object.keys(contract).map((name) => ({ name })),
  paths: pathsOf(),
  components: {
    securitySchemes: {
      bearer: { type: 'http', scheme: 'bearer' },
      cookie: { type: 'apiKey', in: 'cookie', name: 'riverbank_session' },
    },
    schemas: components,
  },
}
