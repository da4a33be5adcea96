// The output of `npm run build`: Remix's one bundle, with the server and the operator's commands (see the README's decisions).
import { existsSync } from 'node:fs'

const bundle = new URL('../build/server/index.js', import.meta.url)
if (!existsSync(bundle)) {
  console.error('There is no build yet. Please run "npm run build" first.')
  process.exit(1)
}

export const build = await import(bundle.href)
