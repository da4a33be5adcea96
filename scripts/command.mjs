// What the operator's commands begin with. Their code is in the built bundle, a file for each.
import { writeFileSync } from 'node:fs'
import './environment.mjs'
import { fromBuild } from './bundle.mjs'
import { commandLimits, restartWith } from './limits.mjs'

/**
 * Runs the command `name`, such as backup, with the words behind it, and prints what it answers: a text, or one with an exit code. Where
 * it throws, prints the error's message and ends the process with the exit code `failure`.
 */
export async function runCommand(name, { failure = 1 } = {}) {
  restartWith(commandLimits(process.env, process.execArgv))
  try {
    // Where memory runs out, Linux ends this process, not the server.
    writeFileSync('/proc/self/oom_score_adj', '1000')
  } catch {
    // Other systems choose for themselves.
  }
  const command = await fromBuild(`commands/${name}.js`)
  try {
    const answer = await command[`${name}Command`](process.argv.slice(2))
    console.log(answer.text ?? answer)
    process.exitCode = answer.exitCode ?? 0
  } catch (error) {
    console.error(error.message)
    process.exit(failure)
  }
}
