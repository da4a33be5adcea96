import Ajv from 'ajv/dist/2020'
import addFormats from 'ajv-formats'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { eventRecord } from '~/domain/events/record'
import { recordOf } from '~/domain/record'
import { methodsAt } from './contract.server'
import { openApi } from './openapi.server'

interface Operation {
  security: unknown[]
  requestBody?: { content: Record<string, { schema: { required?: string[]; properties: Record<string, object> } }> }
  responses: Record<string, unknown>
}
const operation = (path: string, method: string) =>
  (openApi.paths[path] as Record<string, Operation> | undefined)?.[method] as Operation

test('every schema of the document is one that a validator takes', () => {
  const ajv = addFormats.default(new Ajv({ strict: false }))
  ajv.addSchema({ $id: 'riverbank', ...openApi })
  for (const name of Object.keys(openApi.components.schemas))
    expect(ajv.getSchema(`riverbank#/components/schemas/${name}`), name).toBeTypeOf('function')
})

test('a body’s fields are those of the schema its route uses, and a change may leave any of them out', () => {
  const added = operation('/api/events', 'post').requestBody?.content['application/json']?.schema
  expect(added?.required).toEqual(['title', 'day', 'month', 'year'])
  const changed = operation('/api/events/{id}', 'patch').requestBody?.content['application/json']?.schema
  expect(changed?.required).toBeUndefined()
  expect(Object.keys(changed?.properties ?? {}).sort()).toEqual(['id', ...Object.keys(added?.properties ?? {})].sort())
  const upload = operation('/api/files/upload', 'post').requestBody?.content['multipart/form-data']?.schema
  expect(upload?.required).toEqual(['title', 'file'])
  expect(upload?.properties.file).toEqual({ type: 'string', contentMediaType: 'application/octet-stream' })
})

test('the refusals of a call follow from who may make it and what it takes', () => {
  const statuses = (path: string, method: string) => Object.keys(operation(path, method).responses)
  expect(statuses('/api/events', 'get')).toEqual(['200'])
  expect(statuses('/api/login', 'post')).toEqual(['200', '400', '401', '403', '413', '415', '429', '503'])
  expect(statuses('/api/resources/{id}', 'patch')).toEqual(['200', '400', '401', '403', '404', '409', '413', '415'])
  expect(statuses('/api/resources/{id}', 'delete')).toEqual(['204', '400', '401', '403', '404'])
  expect(operation('/api/events', 'get').security).toEqual([])
  expect(operation('/api/files', 'get').security).toEqual([{ bearer: ['tutor'] }, { cookie: ['tutor'] }])
  expect(operation('/api/portal/files', 'get').security).toEqual([{ bearer: [] }, { cookie: [] }])
  expect(statuses('/api/portal/files', 'get')).toEqual(['200', '401', '403'])
})

test('an address with an id is not mistaken for one without', () => {
  expect(methodsAt('/api/files/upload')).toEqual(['POST'])
  expect(methodsAt('/api/files/1')).toEqual(['PATCH', 'DELETE'])
  expect(methodsAt('/api/files/1/2')).toBeUndefined()
  expect(methodsAt('/api/files/')).toBeUndefined()
})

test('a record’s schema does not compile once it differs from the record’s type', () => {
  type Cat = { name: string; age: number | null }
  expect(recordOf<Cat>()('Cat', '', { name: z.string(), age: z.int().nullable() })).toBeDefined()
  // @ts-expect-error: a field is missing
  recordOf<Cat>()('Cat1', '', { name: z.string() })
  // @ts-expect-error: a field takes less than there may be
  recordOf<Cat>()('Cat2', '', { name: z.string(), age: z.int() })
  // @ts-expect-error: a field is too many
  recordOf<Cat>()('Cat3', '', { name: z.string(), age: z.int().nullable(), colour: z.string() })
})

test('a record with a field that nobody wrote down is not valid', () => {
  const event = { id: 1, title: 'Tea', description: null, time: null, location: null, day: 1, month: 'May', year: 2026 }
  expect(eventRecord.safeParse(event).success).toBe(true)
  expect(eventRecord.safeParse({ ...event, storageKey: 'secret' }).success).toBe(false)
})
