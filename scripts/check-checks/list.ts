import type { Check } from './check'
import type { Fault, Verdict } from './plant'

/** The list of what was planted and what saw it. */
export const LIST = 'scripts/faults-planted.md'

/** A fault by its name, and what became of it. */
export interface Planted {
  name: string
  fault: Fault
  verdict: Verdict
}

const inWords = (check: Check) =>
  'lint' in check ? 'lint' : 'test' in check ? `\`${check.test}\`` : `\`${check.spec}\`, ${check.project}`

/** What saw a fault, in one line: its first test and how many more. */
export function told(verdict: Verdict): string {
  if ('unseen' in verdict) return `NOT SEEN: ${verdict.unseen}`
  const [first = '', ...more] = verdict.seenBy
  return more.length > 0 ? `${first}; ${more.length} more` : first
}

const inCell = (words: string) => words.replaceAll('|', '\\|').replaceAll(/\s+/g, ' ')

/** The list as Markdown. */
export function listed(planted: Planted[]): string {
  const rows = planted.map(({ name, fault: { file, why, check }, verdict }) =>
    [`${name}: ${why}`, `\`${file}\``, inWords(check), told(verdict)].map(inCell).join(' | '),
  )
  const seen = planted.filter(({ verdict }) => 'seenBy' in verdict).length
  return `# Faults that were planted, and what saw them

\`npm run check:checks -- --write\` plants each of these in a clone, runs the check that should see it, and writes this list. A fault is
seen when a test that passes without it fails by what it expects: a build that fails, a server that doesn't start, and a test that
runs out of time don't count. The faults stand in \`check-checks/faults.ts\`. Whoever finds one that nothing sees adds it there, and
its test.

| Fault | Planted in | Check | Seen by |
|---|---|---|---|
${rows.map((row) => `| ${row} |`).join('\n')}

${seen} of ${planted.length} seen.
`
}
