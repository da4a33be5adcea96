import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'

/**
 * What should see a fault: a file of Vitest's (`isBuilt` where it runs the built product), a spec in one of Playwright's projects, or
 * the rules of lint for a file; of tests those that `named` matches.
 */
export type Check =
  | { test: string; named?: string; isBuilt?: true }
  | { spec: string; project: 'scripts on' | 'scripts off' | 'scripts blocked' | 'access'; named?: string }
  | { lint: string }

/** What a check said: how many of its tests passed and which failed by what they expect; `trouble` is why there is no such answer. */
export interface Outcome {
  passed: number
  failed: string[]
  trouble?: string
}

/** In milliseconds, for one check or one build. */
const LONGEST = 600_000
const TO_END = 5000
/** Tests that failed without an answer: out of time, or without a server. */
const NO_ANSWER = /timed out in \d+ ?ms|Test timeout of|The server did not start/

/** What a test runner or an operator has set, which would change what the checks do. */
const SET = /^(VITEST|TEST|NODE_ENV|NODE_OPTIONS|PORT|HOST|DATA_DIR|PUBLIC_URL|SESSION_SECRET|SMTP_URL|DEMO)/

interface Ended {
  /** Null where it was killed, such as after LONGEST. */
  code: number | null
  stdout: string
  stderr: string
}

/** Runs a command in `folder`. After LONGEST, and when this process ends, the command and all that it started end too. */
async function run(
  folder: string,
  [command = '', ...args]: string[],
  env: Record<string, string> = {},
): Promise<Ended> {
  const kept = Object.entries(process.env).filter(([name]) => !SET.test(name))
  // A group of its own, so that it can be ended with what it started; asked first, since Playwright then ends its browsers.
  const child = spawn(command, args, {
    cwd: folder,
    env: { ...(Object.fromEntries(kept) as NodeJS.ProcessEnv), CI: '1', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  })
  const end = (signal: NodeJS.Signals) => {
    try {
      process.kill(-child.pid!, signal)
    } catch {
      // It has ended by itself.
    }
  }
  const ask = () => end('SIGTERM')
  const timers = [setTimeout(ask, LONGEST), setTimeout(end, LONGEST + TO_END, 'SIGKILL')]
  // Before the clone that it writes to is removed.
  process.prependOnceListener('exit', ask)
  const [stdout, stderr, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'exit')])
  process.off('exit', ask)
  for (const timer of timers) clearTimeout(timer)
  return { code, stdout, stderr }
}

interface VitestReport {
  testResults: {
    message?: string
    assertionResults: { status: string; fullName: string; failureMessages: string[] }[]
  }[]
}

/** What a JSON report of Vitest says. */
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
}

/** What a JSON report of Playwright says. */
export function readPlaywright({ suites = [], errors = [] }: Suite & { errors?: { message?: string }[] }): Outcome {
  const specsOf = (suite: Suite): NonNullable<Suite['specs']> => [
    ...(suite.specs ?? []),
    ...(suite.suites ?? []).flatMap(specsOf),
  ]
  const specs = suites.flatMap(specsOf)
  const wrong = specs.filter(({ tests }) => tests.some(({ status }) => status !== 'expected'))
  const results = (spec: (typeof specs)[number]) => spec.tests.flatMap((test) => test.results)
  const seen = wrong.filter((spec) =>
    results(spec).some(({ status, error }) => status === 'failed' && !NO_ANSWER.test(error?.message ?? '')),
  )
  const trouble = [...errors, ...wrong.flatMap(results).map(({ error }) => error ?? { message: 'It was skipped.' })][0]
  return {
    passed: specs.length - wrong.length,
    failed: seen.map(({ title }) => title),
    trouble: seen.length === 0 ? trouble?.message : undefined,
  }
}

/** What a JSON report of Biome's lint says; a file without a complaint counts as one test that passed. */
export function readBiome({ diagnostics }: { diagnostics: { category?: string; severity: string }[] }): Outcome {
  const wrong = diagnostics.filter(({ severity }) => severity === 'error').map(({ category = '' }) => category)
  // What can't be parsed breaks no rule.
  const rules = wrong.filter((category) => category.startsWith('lint/'))
  return { passed: wrong.length === 0 ? 1 : 0, failed: rules, trouble: rules.length === 0 ? wrong[0] : undefined }
}

const REPORT = '.cache/check-checks.json'

/** The command of a check, where its report is, and who reads that; a browser's spec wants a build. */
function commandOf(check: Check): { command: string[]; isBuilt: boolean; read: (report: never) => Outcome } {
  if ('lint' in check)
    return { command: ['biome', 'lint', '--reporter=json', check.lint], isBuilt: false, read: readBiome }
  if ('test' in check) {
    const named = check.named ? ['-t', check.named] : []
    const command = ['vitest', 'run', check.test, ...named, '--reporter=json', `--outputFile.json=${REPORT}`]
    return { command, isBuilt: check.isBuilt ?? false, read: readVitest }
  }
  const named = check.named ? ['--grep', check.named] : []
  const project = [`--project=${check.project}`, '--workers=1', '--reporter=json']
  // Playwright reads a file's name as a regular expression.
  const spec = check.spec.replace(/[$.[\]]/g, '\\$&')
  return { command: ['playwright', 'test', spec, ...project, ...named], isBuilt: true, read: readPlaywright }
}

/** Runs a check in the clone at `folder`. What can't be built or ends without a report gives its `trouble`. */
export async function look(folder: string, check: Check): Promise<Outcome> {
  const { command, isBuilt, read } = commandOf(check)
  const nothing = { passed: 0, failed: [] }
  if (isBuilt) {
    const { code, stderr } = await run(folder, ['scripts/build'])
    if (code !== 0) return { ...nothing, trouble: `it can’t be built: ${stderr}` }
  }
  rmSync(join(folder, REPORT), { force: true })
  const [program = '', ...args] = command
  const env = { PLAYWRIGHT_JSON_OUTPUT_FILE: REPORT }
  const { code, stdout, stderr } = await run(folder, [join(folder, 'node_modules/.bin', program), ...args], env)
  if (code === null) return { ...nothing, trouble: 'it took too long, or crashed' }
  try {
    const report = 'lint' in check ? stdout : readFileSync(join(folder, REPORT), 'utf8')
    const outcome = read(JSON.parse(report) as never)
    if (code === 0 || outcome.failed.length > 0) return outcome
    return { ...outcome, trouble: outcome.trouble || stderr || `it ended with ${code}` }
  } catch (error) {
    return { ...nothing, trouble: `there is no report: ${error} ${stderr}` }
  }
}
