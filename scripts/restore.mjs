// npm run restore, the operator's command.
import { runCommand } from './command.mjs'

await runCommand('restore')
