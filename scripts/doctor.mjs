// npm run doctor: checks everything the operator is responsible for. Exit code 0 without faults, 1 with faults, 2 for wrong usage.
import { runCommand } from '../app/processes/command.mjs'

// Read the settings as `npm start` does.
process.env.NODE_ENV = 'production'
await runCommand('doctor', { failure: 2 })
