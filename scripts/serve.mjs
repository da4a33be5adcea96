// Production's entry. With --demonstration (scripts/start) it also sets what a first try needs, and prints how to log in.
import './environment.mjs'

// Before the product's modules are loaded: some read it at once.
process.env.NODE_ENV = 'production'
const demonstration = process.argv.includes('--demonstration')

function announce({ address, demo }) {
  console.log(`\n  Riverbank is ready: ${address}\n`)
  if (demo)
    console.log(`  This is a demonstration. The people in it are not real. Log in at ${address}/portal as

    demo.tutor      a tutor
    demo.student    a student
    demo.student2   another student

  each with the password ${demo.password}\n`)
  console.log('  Stop it with Ctrl+C.\n')
}

try {
  const { build } = await import('./bundle.mjs')
  if (demonstration) Object.assign(process.env, build.entry.module.firstTry(process.env))
  const riverbank = await build.entry.module.start(build)
  if (demonstration) announce(riverbank)
} catch (error) {
  console.error(
    error.code === 'EADDRINUSE'
      ? `Port ${error.port} is already in use by another program. Stop that program, or choose another port: PORT=${error.port + 1} ${demonstration ? 'scripts/start' : 'npm start'}`
      : error.message,
  )
  process.exit(1)
}
