// Prints 'passed failed' of a Vitest or Playwright JSON report. A skipped test counts as failed, and so does a run that failed
// otherwise.
import { readFileSync } from 'node:fs'

const [path, exitCode] = process.argv.slice(2)

function read() {
  try {
    return JSON.parse(readFileSync(path, 'utf8'))
  } catch {
    return null
  }
}

function count(report) {
  if (report?.stats) {
    const { expected, flaky, unexpected, skipped } = report.stats
    return [expected + flaky, unexpected + skipped]
  }
  if (report?.testResults) {
    const tests = report.testResults.flatMap((file) => file.assertionResults)
    const passed = tests.filter((test) => test.status === 'passed').length
    return [passed, tests.length - passed]
  }
  return [0, 0]
}

const [passed, failed] = count(read())
const ran = passed + failed > 0
console.log(passed, failed === 0 && (exitCode !== '0' || !ran) ? 1 : failed)
