// Exits with a message if this Node.js is outside package.json's `engines` ('>=22.22 <27').
import { readFileSync } from 'node:fs'

const { engines } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'))
const [major, minor, end] = engines.node.match(/\d+/g).map(Number)
const [here, its] = process.versions.node.split('.').map(Number)
if (here < major || (here === major && its < minor) || here >= end) {
  console.error(
    `Riverbank needs Node.js ${major}.${minor} to ${end - 1}; this is ${process.version}. See https://nodejs.org/`,
  )
  process.exit(1)
}
