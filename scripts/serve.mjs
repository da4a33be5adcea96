// Production's entry. With --demonstration (scripts/start) it also fills in what a first try needs, and says how to log in.
import './environment.mjs'
import { randomBytes } from 'node:crypto'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const demonstration = process.argv.includes('--demonstration')

/** The secret kept beside the database, made once: people stay logged in across restarts. */
function keptSecret() {
  const folder = process.env.DATA_DIR || 'data'
  const file = join(folder, 'session-secret')
  mkdirSync(folder, { recursive: true })
  try {
    writeFileSync(file, randomBytes(32).toString('hex'), { flag: 'wx', mode: 0o600 })
  } catch (error) {
    if (error.code !== 'EEXIST') throw error
  }
  return readFileSync(file, 'utf8')
}

function announce({ PUBLIC_URL, PORT, DEMO, DEMO_PASSWORD }) {
  const address = PUBLIC_URL ? new URL(PUBLIC_URL).origin : `http://localhost:${PORT}`
  console.log(`\n  Riverbank is ready: ${address}\n`)
  if (DEMO === '1')
    console.log(`  This is a demonstration with invented people. Log in at ${address}/portal as

    demo.tutor      a tutor
    demo.student    a student
    demo.student2   another student

  each with the password ${DEMO_PASSWORD}\n`)
  console.log('  Stop it with Ctrl+C.\n')
}

try {
  if (demonstration) {
    process.env.PORT ||= '3000'
    process.env.DEMO ||= '1'
    process.env.DEMO_PASSWORD ||= 'riverbank-demo'
    process.env.SESSION_SECRET ||= keptSecret()
  }
  const { build } = await import('./bundle.mjs')
  await build.entry.module.start(build)
  if (demonstration) announce(process.env)
} catch (error) {
  console.error(
    error.code === 'EADDRINUSE'
      ? `Port ${error.port} is taken by another program. Stop that one, or choose another port: PORT=${error.port + 1} ${demonstration ? 'scripts/start' : 'npm start'}`
      : error.message,
  )
  process.exit(1)
}
