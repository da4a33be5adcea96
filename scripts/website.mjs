// npm run website, which carries the words and pictures of the public pages to another machine; its code is in the built bundle.
import './environment.mjs'
import { build } from './bundle.mjs'

try {
  console.log(await build.entry.module.websiteCommand(process.argv.slice(2)))
} catch (error) {
  console.error(error.message)
  process.exit(1)
}
