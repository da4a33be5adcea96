// npm run user, the operator's command for accounts.
import { runCommand } from './command.mjs'

await runCommand('user')
