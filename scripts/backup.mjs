// npm run backup, the operator's command.
import { runCommand } from '../app/processes/command.mjs'

await runCommand('backup')
