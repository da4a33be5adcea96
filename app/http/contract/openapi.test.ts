import Ajv from 'ajv/dist/2020'
import addFormats from 'ajv-formats'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { contract, findAllowedMethods } from './contract.server'
import { createOpenApiDocument } from './openapi.server'

const openApi = createOpenApiDocument({ name: 'Riverbank', email: 'office@riverbank.example' }, contract)

interface Operation {
  security: unknown[]
  requestBody?: { content: Record<string, { schema: { required?: string[]; properties: Record<string, object> } }> }
  responses: Record<string, { content?: Record<string, { example?: unknown }> }>
}
const operation = (path: string, method: string) =>
  (openApi.paths[path] as Record<string, Operation> | undefined)?.[method] as Operation

test('a validator accepts every schema of the document', () => {
  const ajv = addFormats.default(new Ajv({ strict: false }))
  ajv.addSchema({ $id: 'riverbank', ...openApi })
  for (const name of Object.keys(openApi.components.schemas))
    expect(ajv.getSchema(`riverbank#/components/schemas/${name}`), name).toBeTypeOf('function')
})

test('a body has the fields of its route’s schema, and a change may omit any of them', () => {
  const added = operation('/api/events', 'post').requestBody?.content['application/json']?.schema
  expect(added?.required).toEqual(['title', 'day', 'month', 'year'])
  const changed = operation('/api/events/{id}', 'patch').requestBody?.content['application/json']?.schema
  expect(changed?.required).toBeUndefined()
  expect(Object.keys(changed?.properties ?? {}).sort()).toEqual(
    ['id', 'version', ...Object.keys(added?.properties ?? {})].sort(),
  )
  const upload = operation('/api/files/upload', 'post').requestBody?.content['multipart/form-data']?.schema
  expect(upload?.required).toEqual(['title', 'file'])
  expect(upload?.properties.file).toEqual({ type: 'string', contentMediaType: 'application/octet-stream' })
})

test('each call’s name is unique: its method and a noun', () => {
  const names = contract.flatMap(({ calls }) => calls).map(({ id, method }) => ({ id, method }))
  for (const { id, method } of names) expect(id).toMatch(new RegExp(`^${method.toLowerCase()}([A-Z][a-z]+)+$`))
  expect(new Set(names.map(({ id }) => id)).size).toBe(names.length)
})

describe('every example', () => {
  // Some have days that must not be long past.
  beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-25T12:00:00Z') }))

  const ajv = addFormats.default(new Ajv({ strict: false }))
  ajv.addSchema({ $id: 'riverbank', ...openApi })
  const pointer = (...parts: string[]) =>
    `riverbank#/${parts.map((part) => encodeURIComponent(part.replaceAll('~', '~0').replaceAll('/', '~1'))).join('/')}`
  /** The places in which an example violates its schema. */
  function findComplaints(example: unknown, ...place: string[]) {
    const validate = ajv.getSchema(pointer('paths', ...place, 'schema'))
    if (!validate) throw new Error(`There is no schema at ${place.join(' ')}.`)
    return validate(example) ? [] : validate.errors
  }
  const calls = contract
    .flatMap(({ calls }) => calls)
    .map((call) => ({ ...call, name: `${call.method} ${call.path}`, place: [call.path, call.method.toLowerCase()] }))

  const getExampleAnswer = ({ place: [path = '', method = ''], answers: { status } }: (typeof calls)[number]) =>
    operation(path, method).responses[status]?.content?.['application/json']?.example

  test.each(calls.filter(({ body }) => body))('of a body is valid for its call: $name', (call) => {
    const { as, example, rules, isChange } = call.body!
    expect(findComplaints(example, ...call.place, 'requestBody', 'content', as)).toEqual([])
    const sent = as === 'application/json' ? example : { ...example, file: new File(['a week'], 'week.pdf') }
    const whole = isChange ? { ...(getExampleAnswer(call) as object), ...sent } : sent
    expect(rules.safeParse(whole).error?.issues ?? []).toEqual([])
  })

  const giving = calls.filter(({ answers, path }) => answers.record && path !== '/api/openapi.json')
  test.each(giving)('of a response is as documented: $name', (call) => {
    const { status, record } = call.answers
    const example = getExampleAnswer(call)
    expect(findComplaints(example, ...call.place, 'responses', String(status), 'content', 'application/json')).toEqual(
      [],
    )
    expect(record!.safeParse(example).error?.issues ?? []).toEqual([])
  })

  test('that violates its schema is found', () => {
    const place = ['/api/events', 'post', 'requestBody', 'content', 'application/json']
    expect(findComplaints({ title: 'Tea', day: 'first', month: 'October', year: 2026 }, ...place)).toHaveLength(1)
  })
})

test('a bound that is not a number is described in words', () => {
  const added = operation('/api/events', 'post').requestBody?.content['application/json']?.schema
  expect(added?.properties.year).toEqual({
    type: 'integer',
    minimum: 2000,
    description: 'From 2000 on. At most 10 years ahead.',
  })
  const notice = operation('/api/notices', 'post').requestBody?.content['application/json']?.schema
  expect(notice?.properties.until).toMatchObject({ description: expect.stringContaining('At most 10 years ahead.') })
})

test('the errors of a call follow from its access and its input', () => {
  const statuses = (path: string, method: string) => Object.keys(operation(path, method).responses)
  expect(statuses('/api/events', 'get')).toEqual(['200', '304', '400', '503'])
  expect(statuses('/api/openapi.json', 'get')).toEqual(['200', '304', '503'])
  expect(statuses('/api/login', 'post')).toEqual(['200', '400', '401', '403', '413', '415', '429', '503', '507'])
  const ofPatch = '200 400 401 403 404 409 413 415 503 507'
  expect(statuses('/api/resources/{id}', 'patch').join(' ')).toBe(ofPatch)
  expect(statuses('/api/resources/{id}', 'delete')).toEqual(['204', '400', '401', '403', '404', '503', '507'])
  expect(operation('/api/events', 'get').security).toEqual([])
  expect(operation('/api/files', 'get').security).toEqual([{ bearer: ['tutor'] }, { cookie: ['tutor'] }])
  expect(operation('/api/portal/files', 'get').security).toEqual([{ bearer: [] }, { cookie: [] }])
  expect(statuses('/api/portal/files', 'get')).toEqual(['200', '400', '401', '403', '503'])
})

test('an address with an id is not mistaken for one without', () => {
  expect(findAllowedMethods('/api/files/upload')).toEqual(['POST'])
  expect(findAllowedMethods('/api/files/1')).toEqual(['PATCH', 'DELETE'])
  expect(findAllowedMethods('/api/files/1/2')).toBeUndefined()
  expect(findAllowedMethods('/api/files/')).toBeUndefined()
})
