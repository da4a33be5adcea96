// Loads the output of `npm run build`.
import { existsSync } from 'node:fs'

/**
 * Loads a module of build/server: `index.js` is Remix's bundle with the server, `commands/NAME.js` an operator's command, which shares its
 * modules. Without a build, prints a message and exits.
 */
export async function importBuild(file) {
  const module = new URL(`../../build/server/${file}`, import.meta.url)
  if (!existsSync(module)) {
    console.error('There is no build yet. Please run "npm run build" first.')
    process.exit(1)
  }
  return import(module.href)
}
