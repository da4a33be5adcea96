// Checks all regular expressions in production code: `npm run lint:structure` fails for one with more than linear time.
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { findRegexpFaults, findRegexps } from './regexps'

/** Expressions built at run time, by file and source, with the reason why they are safe. */
const allowed = new Map([
  ['app/http/remix/routes.ts source', 'Only for our own paths: words between slashes, and [^/]+ for a parameter.'],
  ['app/domain/links.server.ts end', 'Looks ahead at most ten characters, and consumes none.'],
  ['app/domain/links.server.ts get_mail_name', 'Only for the 65 characters before an @.'],
  ['app/ui/site/picture.tsx ([\\d.]+)(vw|rem)', 'Only for the sizes in our own components.'],
  [
    'app/http/cache/render-cache.server.ts values',
    'Only a response’s own random values, which are escaped by their alphabet.',
  ],
])

const tracked = execFileSync('git', ['ls-files', '-co', '--exclude-standard', 'app', 'db', 'scripts/*.mjs'])
const files = `${tracked}`
  .split('\n')
  .filter((file) => /\.(ts|tsx|mjs)$/.test(file) && existsSync(file) && !/\.(test|e2e)\.|^app\/test\//.test(file))
const written = files.flatMap((file) => findRegexps(file, readFileSync(file, 'utf8')))
const faults = await findRegexpFaults(written, allowed)
for (const fault of faults) console.error(fault)
console.log(`${written.length} regular expressions in ${files.length} files, ${faults.length} faults`)
// The analyser's process would keep waiting.
process.exit(faults.length === 0 && written.length > 0 ? 0 : 1)
