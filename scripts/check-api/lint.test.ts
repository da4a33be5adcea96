import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { contract } from '../../app/http/contract/contract.server'
import { openApiOf } from '../../app/http/contract/openapi.server'

const folder = mkdtempSync(join(tmpdir(), 'riverbank-openapi-'))
afterAll(() => rmSync(folder, { recursive: true }))

const document = openApiOf({ name: 'Riverbank', email: 'office@riverbank.example' }, contract)

/** The errors and warnings of redocly's lint, configured by .redocly.yaml, by the names of their rules. */
function linted(changed: unknown): string[] {
  const file = join(folder, 'openapi.json')
  writeFileSync(file, JSON.stringify(changed))
  const words = ['node_modules/@redocly/cli/bin/cli.js', 'lint', file, '--config=.redocly.yaml', '--format=json']
  // No telemetry, and no look-up of newer versions.
  const env = { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' }
  const { stdout } = spawnSync(process.execPath, words, { encoding: 'utf8', env })
  const { problems } = JSON.parse(stdout) as { problems: { ruleId: string }[] }
  return problems.map(({ ruleId }) => ruleId)
}

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
  expect(linted({ ...planted, info: { ...document.info, license: { name: 'MIT' } } }).sort()).toEqual([
    'info-license-strict',
    'no-invalid-media-type-examples',
    'operation-operationId-url-safe',
  ])
}, 60_000)
