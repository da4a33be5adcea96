// Prints 'passed failed' of a Vitest or Playwright JSON report, then a line for each failed test. Skipped tests and otherwise failed runs
// count as failed.
import { readFileSync } from 'node:fs'
import { relative } from 'node:path'
import { stripVTControlCharacters } from 'node:util'

const [path, exitCode] = process.argv.slice(2)
/** Maximum characters of a failure message. */
const MAX_LENGTH = 200

function readReport() {
  try {
    return JSON.parse(readFileSync(path, 'utf8'))
  } catch {
    return null
  }
}

/** A test's name and the first line of its failure. */
const formatLine = (name, why = '') =>
  [name, stripVTControlCharacters(why).split('\n')[0].slice(0, MAX_LENGTH)].filter(Boolean).join(': ')

/** The tests of each file; a file that failed outside of its tests counts as one failed test. */
function listVitestTests({ testResults }) {
  return testResults.flatMap(({ name, status, message, assertionResults }) => {
    const file = relative('.', name)
    const tests = assertionResults.map(({ status, fullName, failureMessages = [] }) => ({
      isPassed: status === 'passed',
      line: formatLine(`${file} > ${fullName}`, failureMessages[0] ?? status),
    }))
    const isOtherwise = status === 'failed' && tests.every(({ isPassed }) => isPassed)
    return isOtherwise ? [...tests, { isPassed: false, line: formatLine(file, message) }] : tests
  })
}

const listSpecs = ({ suites = [], specs = [] }) => [...specs, ...suites.flatMap(listSpecs)]
function listPlaywrightTests(report) {
  return listSpecs(report).flatMap(({ file, title, tests }) =>
    tests.map(({ projectName, status, results }) => ({
      isPassed: status === 'expected' || status === 'flaky',
      line: formatLine(`[${projectName}] ${file} > ${title}`, results.at(-1)?.error?.message ?? status),
    })),
  )
}

const report = readReport() ?? {}
const tests = report.testResults ? listVitestTests(report) : listPlaywrightTests(report)
const failed = tests.filter(({ isPassed }) => !isPassed).map(({ line }) => line)
const hasOtherFailure = failed.length === 0 && (exitCode !== '0' || tests.length === 0)
if (hasOtherFailure)
  failed.push(formatLine(`the run ended with ${exitCode}`, report.errors?.[0]?.message ?? 'its output says why'))
console.log([`${tests.filter(({ isPassed }) => isPassed).length} ${failed.length}`, ...failed].join('\n'))
