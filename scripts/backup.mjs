// npm run backup, the operator's command; its code is in the built bundle.
import './environment.mjs'
import { build } from './bundle.mjs'

try {
  console.log(await build.entry.module.backupCommand(process.argv.slice(2)))
} catch (error) {
  console.error(error.message)
  process.exit(1)
}
