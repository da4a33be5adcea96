// npm run restore, the operator's command.
import { runCommand } from '../app/processes/command.mjs'

await runCommand('restore')
