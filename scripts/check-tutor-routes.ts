// Checks who made the loaders and actions of tutors' screens: part of `npm run lint`.
import { globSync, readFileSync } from 'node:fs'
import { findTutorRouteFaults } from './tutor-routes'

const files = globSync('app/routes/*/*/route.{ts,tsx}')
const faults = files.flatMap((file) => findTutorRouteFaults(file, readFileSync(file, 'utf8')))
for (const fault of faults) console.error(fault)
console.log(`${files.length} routes, ${faults.length} faults`)
process.exitCode = faults.length === 0 && files.length > 0 ? 0 : 1
