// npm run website, which carries the words and pictures of the public pages to another machine.
import { runCommand } from './command.mjs'

await runCommand('website')
