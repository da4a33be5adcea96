import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { openApiOf } from '~/http/openapi.server'
import { lintFaults } from './lint'

const folder = mkdtempSync(join(tmpdir(), 'riverbank-openapi-'))
afterAll(() => rmSync(folder, { recursive: true }))

const document = openApiOf({ name: 'Riverbank', email: 'office@riverbank.example' })
const linted = (changed: unknown) => lintFaults(changed, join(folder, 'openapi.json'))

function withCall(path: string, method: string, change: object) {
  const calls = document.paths[path] as Record<string, object>
  return { ...document, paths: { ...document.paths, [path]: { ...calls, [method]: { ...calls[method], ...change } } } }
}

test('redocly has nothing against the document', () => {
  expect(linted(document)).toEqual([])
}, 60_000)

test('redocly refuses a space in a name, an example that its schema refuses, and a licence without an address', () => {
  const planted = withCall('/api/events', 'post', {
    operationId: 'post event',
    requestBody: {
      content: {
        'application/json': {
          schema: { type: 'object', properties: { day: { type: 'integer' } } },
          example: { day: 'first' },
        },
      },
    },
  })
  const faults = linted({ ...planted, info: { ...document.info, license: { name: 'MIT' } } })
  expect(faults.map((fault) => fault.split(/[,:] /)[2]).sort()).toEqual([
    'info-license-strict',
    'no-invalid-media-type-examples',
    'operation-operationId-url-safe',
  ])
}, 60_000)
