// Prints 'passed failed' of a Vitest or Playwright JSON report, then a line for each failed test. Skipped tests and otherwise failed runs
// count as failed.
import { readFileSync } from 'node:fs'
import { relative } from 'node:path'
import { stripVTControlCharacters } from 'node:util'

const [path, exitCode] = process.argv.slice(2)
/** Maximum characters of a failure message. */
const LONGEST = 200

function read() {
  try {
    return JSON.parse(readFileSync(path, 'utf8'))
  } catch {
    return null
  }
}

/** A test's name and the first line of its failure. */
const line = (name, why = '') =>
  [name, stripVTControlCharacters(why).split('\n')[0].slice(0, LONGEST)].filter(Boolean).join(': ')

/** The tests of each file; a file that failed outside of its tests counts as one failed test. */
function vitestTests({ testResults }) {
  return testResults.flatMap(({ name, status, message, assertionResults }) => {
    const file = relative('.', name)
    const tests = assertionResults.map(({ status, fullName, failureMessages = [] }) => ({
      isPassed: status === 'passed',
      line: line(`${file} > ${fullName}`, failureMessages[0] ?? status),
    }))
    const isOtherwise = status === 'failed' && tests.every(({ isPassed }) => isPassed)
    return isOtherwise ? [...tests, { isPassed: false, line: line(file, message) }] : tests
  })
}

const specsIn = ({ suites = [], specs = [] }) => [...specs, ...suites.flatMap(specsIn)]
function playwrightTests(report) {
  return specsIn(report).flatMap(({ file, title, tests }) =>
    tests.map(({ projectName, status, results }) => ({
      isPassed: status === 'expected' || status === 'flaky',
      line: line(`[${projectName}] ${file} > ${title}`, results.at(-1)?.error?.message ?? status),
    })),
  )
}

const report = read() ?? {}
const tests = report.testResults ? vitestTests(report) : playwrightTests(report)
const failed = tests.filter(({ isPassed }) => !isPassed).map(({ line }) => line)
const isOtherwise = failed.length === 0 && (exitCode !== '0' || tests.length === 0)
if (isOtherwise)
  failed.push(line(`the run ended with ${exitCode}`, report.errors?.[0]?.message ?? 'its output says why'))
console.log([`${tests.filter(({ isPassed }) => isPassed).length} ${failed.length}`, ...failed].join('\n'))
