// Checks who made the loaders and actions of tutors' screens, and that what routes and API calls read asks who reads: part of `npm run lint`.
import { globSync, readFileSync } from 'node:fs'
import { findUnguardedFunctions, findUnguardedReads, withoutPerson } from './route-reads'
import { findTutorRouteFaults } from './tutor-routes'

const read = (file: string) => readFileSync(file, 'utf8')
const screens = globSync('app/routes/*/*/route.{ts,tsx}')
const modules = globSync('app/{domain,mail,backups,operator}/**/*.server.ts')
const unguarded = new Map(
  modules.map((file) => [file.replace(/^app\//, '~/').replace(/\.ts$/, ''), findUnguardedFunctions(file, read(file))]),
)
const readers = globSync(['app/routes/**/*.{ts,tsx}', 'app/http/contract/*.ts']).filter(
  (file) => !/\.(test|e2e)\.tsx?$/.test(file),
)
const names = new Set([...unguarded.values()].flat())
const faults = [
  ...screens.flatMap((file) => findTutorRouteFaults(file, read(file))),
  ...readers.flatMap((file) => findUnguardedReads(file, read(file), unguarded)),
  ...[...withoutPerson.keys()].filter((name) => !names.has(name)).map((name) => `${name} needs no exception any more`),
]
for (const fault of faults) console.error(fault)
console.log(`${screens.length} routes, ${names.size} functions without a person, ${faults.length} faults`)
process.exitCode = faults.length === 0 && screens.length > 0 && names.size > 0 ? 0 : 1
