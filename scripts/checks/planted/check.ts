import { execFile, execFileSync } from 'node:child_process'
import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'

/**
 * The check that should detect a fault: a Vitest file (`isBuilt` if it runs the built product), a test file in a Playwright project, or the
 * lint rules for a file; only tests that match `named`.
 */
export type Check =
  | { test: string; named?: string; isBuilt?: true }
  | { spec: string; project: 'scripts on' | 'scripts off' | 'scripts blocked' | 'access'; named?: string }
  | { lint: string }

/** The command that runs a check before a change lands. `quickSpecs` are the browser tests of scripts/test, as Playwright lists them. */
export function getRunner(check: Check, quickSpecs: string[]): 'scripts/test' | 'scripts/check' {
  if ('lint' in check) return 'scripts/test'
  if ('test' in check) return check.test.includes('.slow.test.') ? 'scripts/check' : 'scripts/test'
  return filterSpecs(quickSpecs, check).length > 0 ? 'scripts/test' : 'scripts/check'
}

/** The browser tests that scripts/test runs, those that it leaves out, or all; one line each, with project, file and title. */
export const listSpecs = (which: 'quick' | 'rest' | 'whole'): string[] =>
  execFileSync('node_modules/.bin/playwright', ['test', '--list'], {
    encoding: 'utf8',
    env: { ...process.env, BROWSER: which },
  })
    .split('\n')
    .filter((line) => line.includes(' › '))

/** The listed browser tests of a check. */
export function filterSpecs(
  lines: string[],
  { spec, project, named = '' }: Extract<Check, { spec: string }>,
): string[] {
  // Playwright lists paths relative to the folder of its tests.
  const parts = [`[${project}]`, `${spec.replace(/^(app|scripts\/check-access)\//, '')}:`, named]
  return lines.filter((line) => parts.every((part) => line.includes(part)))
}

/** The result of a check: the number of passed tests and the failed expectations; `trouble` is why there is no result. */
export interface Outcome {
  passed: number
  failed: string[]
  trouble?: string
}

/** Timeout for a check or a build, in seconds. */
const MAX_SECONDS = 600
/** Failures that prove nothing: a timeout, or no server. */
const NO_ANSWER = /timed out in \d+ ?ms|Test timeout of|The server did not start/

/** Environment variables of a test runner or an operator that would affect the checks. */
const SET = /^(VITEST|TEST|NODE_ENV|NODE_OPTIONS|PORT|HOST|DATA_DIR|PUBLIC_URL|SESSION_SECRET|SMTP_URL|DEMO)/
const stored = Object.fromEntries(Object.entries(process.env).filter(([name]) => !SET.test(name)))

const REPORT = '.cache/check-checks.json'

/** Runs a command in `folder`. Kills it with all its children after MAX_SECONDS, or when this process ends. */
function runInFolder(folder: string, command: string[]): Promise<{ code: unknown; stdout: string; stderr: string }> {
  // The build's size does not matter here, and minification takes longest.
  const env = { ...stored, NODE_ENV: undefined, CI: '1', QUICK_BUILD: '1', PLAYWRIGHT_JSON_OUTPUT_FILE: REPORT }
  const options = { cwd: folder, env: env as unknown as NodeJS.ProcessEnv, maxBuffer: 1e9 }
  return new Promise((ended) => {
    const child = execFile(
      'timeout',
      ['--kill-after=5', String(MAX_SECONDS), ...command],
      options,
      (error, stdout, stderr) => {
        process.off('exit', end)
        ended({ code: error?.code ?? (error ? 'killed' : 0), stdout, stderr })
      },
    )
    const end = () => child.kill('SIGTERM')
    process.prependOnceListener('exit', end)
  })
}

interface VitestReport {
  testResults: {
    message?: string
    assertionResults: { status: string; fullName: string; failureMessages: string[] }[]
  }[]
}

/** Reads a JSON report of Vitest. */
function readVitest({ testResults }: VitestReport): Outcome {
  const tests = testResults.flatMap(({ assertionResults }) => assertionResults)
  const failed = tests.filter(({ status }) => status === 'failed')
  const seen = failed.filter(({ failureMessages }) => !NO_ANSWER.test(failureMessages.join()))
  const trouble = testResults.find(({ message }) => message)?.message ?? failed[0]?.failureMessages[0]
  return {
    passed: tests.filter(({ status }) => status === 'passed').length,
    failed: seen.map(({ fullName }) => fullName.trim()),
    trouble: seen.length === 0 ? trouble?.replace(/^TestTimeoutError.*/s, 'it ran out of time') : undefined,
  }
}

interface Suite {
  suites?: Suite[]
  specs?: { title: string; tests: { status: string; results: { status: string; error?: { message?: string } }[] }[] }[]
  errors?: { message?: string }[]
}

const flattenSuite = ({ specs = [], suites = [] }: Suite): NonNullable<Suite['specs']> => [
  ...specs,
  ...suites.flatMap(flattenSuite),
]

/** Reads a JSON report of Playwright. */
function readPlaywright(report: Suite): Outcome {
  const specs = flattenSuite(report)
  const wrong = specs.filter(({ tests }) => tests.some(({ status }) => status !== 'expected'))
  const results = (spec: (typeof specs)[number]) => spec.tests.flatMap((test) => test.results)
  const seen = wrong.filter((spec) =>
    results(spec).some(({ status, error }) => status === 'failed' && !NO_ANSWER.test(error?.message ?? '')),
  )
  const trouble = [...(report.errors ?? []), ...wrong.flatMap(results).map(({ error }) => error)][0]
  return {
    passed: specs.length - wrong.length,
    // A test's tags decide when it runs, and change more often than its name.
    failed: seen.map(({ title }) => title.replace(/( @[\w-]+)+$/, '')),
    trouble: seen.length === 0 && wrong.length > 0 ? (trouble?.message ?? 'It was skipped.') : undefined,
  }
}

/** Reads a JSON report of Biome's lint. A file without complaints counts as one passed test. */
function readBiome({ diagnostics }: { diagnostics: { category?: string; severity: string }[] }): Outcome {
  const wrong = diagnostics.filter(({ severity }) => severity === 'error').map(({ category = '' }) => category)
  // A file that can't be parsed breaks no lint rule.
  const rules = wrong.filter((category) => category.startsWith('lint/'))
  return { passed: wrong.length === 0 ? 1 : 0, failed: rules, trouble: rules.length === 0 ? wrong[0] : undefined }
}

/** True if a check runs the built product. */
export const needsBuild = (check: Check) => 'spec' in check || ('test' in check && check.isBuilt === true)

/** The command of a check, and the function that reads its report. */
function getCommand(check: Check): [command: string[], read: (report: never) => Outcome] {
  if ('lint' in check) return [['biome', 'lint', '--reporter=json', check.lint], readBiome]
  const { named } = check
  if ('test' in check) {
    // Vitest reads a test's name as a regular expression, as Playwright does a file's.
    const only = named ? ['-t', named.replace(/[$.[\](){}|?*+^\\]/g, '\\$&')] : []
    return [['vitest', 'run', check.test, ...only, '--reporter=json', `--outputFile.json=${REPORT}`], readVitest]
  }
  // Playwright reads a file's name as a regular expression.
  const spec = check.spec.replace(/[$.[\]]/g, '\\$&')
  const how = [`--project=${check.project}`, '--workers=1', '--reporter=json', ...(named ? ['--grep', named] : [])]
  return [['playwright', 'test', spec, ...how], readPlaywright]
}

/** Runs a check in the clone at `folder`. A failed build or a missing report is returned as `trouble`. */
export async function runCheck(folder: string, check: Check): Promise<Outcome> {
  const nothing = { passed: 0, failed: [] }
  if (needsBuild(check)) {
    const { code, stderr } = await runInFolder(folder, ['scripts/build'])
    if (code !== 0) return { ...nothing, trouble: `it can’t be built: ${stderr}` }
  }
  rmSync(join(folder, REPORT), { force: true })
  const [[program = '', ...words], read] = getCommand(check)
  const { code, stdout, stderr } = await runInFolder(folder, [join(folder, 'node_modules/.bin', program), ...words])
  try {
    const report = 'lint' in check ? stdout : readFileSync(join(folder, REPORT), 'utf8')
    const outcome = read(JSON.parse(report) as never)
    if (code === 0 || outcome.failed.length > 0) return outcome
    return { ...outcome, trouble: outcome.trouble || stderr || `it ended with ${code}` }
  } catch (error) {
    return { ...nothing, trouble: `there is no report: ${error} ${stderr}` }
  }
}
