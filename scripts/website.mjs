// npm run website: exports and imports the texts and pictures of the public pages.
import { runCommand } from '../app/processes/command.mjs'

await runCommand('website')
