import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const tracked = execFileSync('git', ['ls-files', '-co', '--exclude-standard'], { encoding: 'utf8' }).trim().split('\n')
const COMMENTED = /[.](tsx?|mjs|css|sh|md)$|^scripts\/[\w-]+$|^[.](ci|env|docker|git)|^Dockerfile$/

/** The files that a line of comment or prose names and the repository doesn't hold. */
function unknown(line: string): string[] {
  const named = [...line.matchAll(/(?<![\w/.$*-])(?:[.]{1,2}\/)*[\w$@~][\w$@~/.-]*\.(?:md|tsx?|mjs)\b/g)].map(
    ([name]) => name,
  )
  return named.filter(
    (name) => !tracked.some((file) => `/${file}`.endsWith(`/${name.replace(/^(?:~\/|(?:[.]+\/)+)/, '')}`)),
  )
}

test('comments and READMEs name only files that are in the repository', () => {
  expect(unknown('// See http/gate/gate.ts, and http/postern.ts of before.')).toEqual(['http/postern.ts'])
  const cited = tracked
    .filter((file) => COMMENTED.test(file))
    .flatMap((file) => {
      const lines = readFileSync(file, 'utf8').split('\n')
      const said = file.endsWith('.md')
        ? lines
        : lines.flatMap((line) => /^\s*(?:\/?\*|\/\/|#|\{\/\*)(.*)|\s\/\/ (.*)/.exec(line)?.[0] ?? [])
      return said.flatMap((line) => unknown(line).map((name) => `${file}: ${name}`))
    })
  expect(cited).toEqual([])
})
