import { spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { contract } from '../../../app/http/contract/contract.server'
import { createOpenApiDocument } from '../../../app/http/contract/openapi.server'
import { createTemporaryFolder } from '../../../app/test/folder'

const document = createOpenApiDocument({ name: 'Riverbank', email: 'office@riverbank.example' }, contract)

/** The rule names of redocly's lint errors and warnings, with .redocly.yaml. */
function lintDocument(changed: unknown): string[] {
  using folder = createTemporaryFolder()
  const file = join(folder.path, 'openapi.json')
  writeFileSync(file, JSON.stringify(changed))
  const words = ['node_modules/@redocly/cli/bin/cli.js', 'lint', file, '--config=.redocly.yaml', '--format=json']
  // No telemetry, and no check for updates.
  const env = { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' }
  const { stdout } = spawnSync(process.execPath, words, { encoding: 'utf8', env })
  const { problems } = JSON.parse(stdout) as { problems: { ruleId: string }[] }
  return problems.map(({ ruleId }) => ruleId)
}

test('the document passes redocly’s lint', () => {
  expect(lintDocument(document)).toEqual([])
}, 60_000)

test('redocly refuses a licence without an address', () => {
  const changed = { ...document, info: { ...document.info, license: { name: 'MIT' } } }
  expect(lintDocument(changed)).toEqual(['info-license-strict'])
}, 60_000)
