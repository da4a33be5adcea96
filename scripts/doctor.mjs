// Looks at all that the operator answers for (npm run doctor); its code is in the built bundle. Exits with 0 when nothing is
// wrong, with 1 for a fault, with 2 when it was asked wrongly.
import './environment.mjs'

// The settings are looked at as `npm start` reads them.
process.env.NODE_ENV = 'production'
const { build } = await import('./bundle.mjs')
try {
  const { text, isWell } = await build.entry.module.doctorCommand(process.argv.slice(2))
  console.log(text)
  process.exitCode = isWell ? 0 : 1
} catch (error) {
  console.error(error.message)
  process.exitCode = 2
}
