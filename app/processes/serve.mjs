// Entry point in production. With --demonstration (scripts/start) it also applies the demonstration's settings and prints how to log in.
import './environment.mjs'
import { importBuild } from './bundle.mjs'
import { getServerLimits, restartNode } from './limits.mjs'
import { lockFolder } from './lock.mjs'

function printReady({ address, demo }) {
  console.log(`\n  Riverbank is ready: ${address}\n`)
  if (demo)
    console.log(`  This is a demonstration with invented people. Log in at ${address}/portal as

    demo.tutor      a tutor
    demo.student    a student
    demo.student2   another student

  each with the password ${demo.password}\n`)
  console.log('  Stop it with Ctrl+C.\n')
}

/** A message about a failed start, with the setting to change. */
function describeStartError({ code, port, address, hostname, message }, command) {
  const start = "Riverbank can't start. Please correct these settings:"
  if (code === 'EADDRINUSE')
    return `Port ${port} is already in use by another program. Stop that program, or choose another port: PORT=${port + 1} ${command}`
  if (code === 'EACCES' && port)
    return `${start}\n  PORT must be one on which user ${process.getuid?.()} may listen, for example 3000. It is "${port}".`
  if (['EADDRNOTAVAIL', 'ENOTFOUND', 'EAI_AGAIN', 'EINVAL'].includes(code) && (address ?? hostname))
    return `${start}\n  HOST must be an address of this machine, for example 127.0.0.1 or 0.0.0.0. It is "${address ?? hostname}".`
  if (['ENOSPC', 'SQLITE_FULL'].includes(code))
    return `Riverbank can't start: the disk of DATA_DIR (${process.env.DATA_DIR || 'data'}) is full. Free up space, then start it again.`
  return message
}

async function startServer() {
  // Set before the product's modules load: some read it at once.
  process.env.NODE_ENV = 'production'
  const demonstration = process.argv.includes('--demonstration')
  try {
    // Lock before anything is read or written: the demonstration stores its secret there.
    if (demonstration) lockFolder(process.env.DATA_DIR || 'data')
    const build = await importBuild('index.js')
    if (demonstration) Object.assign(process.env, build.entry.module.getTrialSettings(process.env))
    const riverbank = await build.entry.module.start(build)
    if (demonstration) printReady(riverbank)
  } catch (error) {
    console.error(describeStartError(error, demonstration ? 'scripts/start' : 'npm start'))
    process.exit(1)
  }
}

restartNode(getServerLimits(process.env, process.execArgv))
await startServer()
