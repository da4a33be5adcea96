// npm run doctor, which looks at all that the operator answers for. Exits with 0 when nothing is wrong, with 1 for a fault, with 2 when
// it was asked wrongly.
import { runCommand } from './command.mjs'

// The settings are looked at as `npm start` reads them.
process.env.NODE_ENV = 'production'
await runCommand('doctor', { failure: 2 })
