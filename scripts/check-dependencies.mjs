// What package-lock.json holds that is behind, deprecated, or in a known advisory: npm run check:dependencies. Needs a line. Exits
// with 1 where something should be done, with 2 where the advisories could not be asked.
import './environment.mjs'
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'

/** What npm says of a question, as JSON: it ends with 1 where it found something. */
function npm(...words) {
  try {
    return JSON.parse(
      execFileSync('npm', [...words, '--json'], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }) || '{}',
    )
  } catch (error) {
    return JSON.parse(error.stdout || '{"message":"npm did not answer"}')
  }
}

/**
 * What to do, from npm's answers: `outdated` by name, the lock file's `packages`, `vulnerabilities` by name (undefined where npm was
 * not answered), the texts `readme` with the table of what is held back and `tried` with the advisories that a test tries. A row has
 * `text`, and `isDue` where nobody has decided about it.
 */
export function judge({ outdated, packages, vulnerabilities, readme, tried }) {
  const behind = Object.entries(outdated).map(([name, { current, latest }]) => {
    const isHeld = readme.includes(`| ${name} |`)
    return {
      text: `${name} ${current}, newest ${latest}${isHeld ? ' (held back: app/README.md)' : ''}`,
      isDue: !isHeld,
    }
  })
  const deprecated = Object.entries(packages).flatMap(([path, { deprecated: why, dev }]) =>
    why
      ? [{ text: `${path.replace(/^.*node_modules\//, '')}${dev ? ' (development)' : ''}: ${why}`, isDue: false }]
      : [],
  )
  const advisories = Object.values(vulnerabilities ?? {}).flatMap(({ name, severity, via }) =>
    via
      .filter((one) => typeof one === 'object')
      .map(({ title, url }) => {
        const isTried = tried.includes(url.split('/').at(-1))
        return { text: `${name}, ${severity}: ${title} ${url}${isTried ? ' (tried by a test)' : ''}`, isDue: !isTried }
      }),
  )
  return { behind, deprecated, advisories }
}

if (import.meta.filename === process.argv[1]) {
  const audit = npm('audit')
  const told = judge({
    outdated: npm('outdated'),
    packages: JSON.parse(readFileSync('package-lock.json', 'utf8')).packages,
    vulnerabilities: audit.vulnerabilities,
    readme: readFileSync('app/README.md', 'utf8'),
    tried: readFileSync('app/http/advisories.test.ts', 'utf8'),
  })
  if (!audit.vulnerabilities) delete told.advisories
  for (const [name, rows] of Object.entries(told)) {
    console.log(`\n${name}: ${rows.length}`)
    for (const { text, isDue } of rows) console.log(`  ${isDue ? '!' : ' '} ${text}`)
  }
  if (!audit.vulnerabilities) console.log(`\nThe advisories could not be asked: ${audit.message ?? 'no reason given'}`)
  const due = Object.values(told)
    .flat()
    .filter(({ isDue }) => isDue).length
  console.log(`\n${due} to look at`)
  process.exitCode = due > 0 ? 1 : audit.vulnerabilities ? 0 : 2
}
