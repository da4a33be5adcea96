// Runs the operator's commands. Each command's code is a file of the built bundle.
import { writeFileSync } from 'node:fs'
import './environment.mjs'
import { importBuild } from './bundle.mjs'
import { getCommandLimits, restartNode } from './limits.mjs'

/**
 * Runs the command `name`, such as backup, with the command-line arguments, and prints its text. Sets its exit code, if any. If it throws,
 * prints the error's message and exits with `failure`.
 */
export async function runCommand(name, { failure = 1 } = {}) {
  restartNode(getCommandLimits(process.env, process.execArgv))
  try {
    // If memory runs out, Linux first kills the process that makes pictures (1000), whose document is tried again; then this one; never
    // the server.
    writeFileSync('/proc/self/oom_score_adj', '500')
  } catch {
    // Not available on other systems.
  }
  const command = await importBuild(`commands/${name}.js`)
  try {
    const answer = await command[`${name}Command`](process.argv.slice(2))
    console.log(answer.text ?? answer)
    process.exitCode = answer.exitCode ?? 0
  } catch (error) {
    console.error(error.message)
    process.exit(failure)
  }
}
