import { spawnSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'

interface Problem {
  ruleId: string
  severity: string
  message: string
  location: { pointer?: string }[]
}

/** Writes an OpenAPI document to `file` and returns the errors and warnings of redocly's lint, configured by .redocly.yaml. */
export function lintFaults(document: unknown, file: string): string[] {
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, JSON.stringify(document, null, 2))
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    ['node_modules/@redocly/cli/bin/cli.js', 'lint', file, '--config=.redocly.yaml', '--format=json'],
    {
      encoding: 'utf8',
      // No telemetry, and no look-up of newer versions.
      env: { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' },
    },
  )
  try {
    const { problems } = JSON.parse(stdout) as { problems: Problem[] }
    return problems.map(
      ({ ruleId, severity, message, location }) =>
        `redocly, ${severity}, ${ruleId}: ${message} ${location[0]?.pointer ?? ''}`,
    )
  } catch {
    return [`redocly's lint ended with ${status} and no report: ${stderr}`]
  }
}
