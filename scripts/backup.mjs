// npm run backup, the operator's command.
import { runCommand } from './command.mjs'

await runCommand('backup')
