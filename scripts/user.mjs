// npm run user, the operator's command for accounts.
import { runCommand } from '../app/processes/command.mjs'

await runCommand('user')
