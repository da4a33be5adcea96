// Exits with 0 if node_modules matches package-lock.json and this Node can load it.
import { existsSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'

const packages = (path) => JSON.parse(readFileSync(new URL(path, import.meta.url), 'utf8')).packages

const wanted = packages('../package-lock.json')
const installed = packages('../node_modules/.package-lock.json')
for (const [path, { version, optional }] of Object.entries(wanted)) {
  if (path === '' || (optional && !installed[path])) continue
  if (installed[path]?.version !== version) process.exit(1)
  if (!existsSync(new URL(`../${path}/package.json`, import.meta.url))) process.exit(1)
}
// A native module of another platform fails to load.
const SQLite = createRequire(import.meta.url)('better-sqlite3')
new SQLite(':memory:').close()
