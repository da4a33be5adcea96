import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const tracked = execFileSync('git', ['ls-files', '-co', '--exclude-standard'], { encoding: 'utf8' }).trim().split('\n')
const COMMENTED = /[.](tsx?|mjs|css|sh)$|^scripts\/[\w-]+$|^[.](ci|env|docker|git)|^Dockerfile$/

/** The comments of a source file, line by line. */
const comments = (source: string) =>
  source.split('\n').flatMap((line) => /^\s*(?:\/?\*|\/\/|#|\{\/\*)(.*)|\s\/\/ (.*)/.exec(line)?.[0] ?? [])

/** The files and documents that a comment names and the repository doesn't hold. */
function unknownTo(files: readonly string[], comment: string): string[] {
  const named = [...comment.matchAll(/(?<![\w/.$-])[\w$@~/.-]*[\w$]\.(?:md|tsx?|mjs)\b/g)].map(([name]) => name)
  const papers = [...comment.matchAll(/\b(?:spec|decisions|architecture)(?:\.md)?,? sections?\b/gi)].map(
    ([name]) => name,
  )
  const isHere = (name: string) => {
    const path = name.replace(/^(?:~\/|\.\/)/, '')
    return files.some((file) => file === path || file.endsWith(`/${path}`))
  }
  return [...named.filter((name) => !isHere(name)), ...papers]
}

test('no comment cites a file that is not in the repository', () => {
  const cited = tracked
    .filter((file) => COMMENTED.test(file))
    .flatMap((file) =>
      comments(readFileSync(file, 'utf8')).flatMap((comment) =>
        unknownTo(tracked, comment).map((name) => `${file}: ${name}`),
      ),
    )
  expect(cited).toEqual([])
})

test('the READMEs name only what is there', () => {
  const named = ['README.md', 'app/README.md'].flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(/`([^`\n<*]*[.](?:md|tsx?|mjs))`/g)].map(([, name = '']) => name),
  )
  const isHere = (name: string) => tracked.some((file) => `/${file}`.endsWith(`/${name.replace(/^[.][.]\//, '')}`))
  expect(named.length).toBeGreaterThan(20)
  expect(named.filter((name) => !isHere(name))).toEqual([])
})

test.each([
  ['/** The rule of decisions.md. */', ['decisions.md']],
  ['/** Spec section 3, Event. */', ['Spec section']],
  ['// As in architecture.md.', ['architecture.md']],
  ['* The rule stands in accounts/can.ts, and RFC 9110 section 13 asks for it.', []],
  ['// See http/gate.ts and WCAG 2.4.2.', []],
  ['// See http/postern.ts.', ['http/postern.ts']],
])('%s', (comment, expected) => {
  expect(unknownTo(['app/domain/accounts/can.ts', 'app/http/gate.ts'], comment)).toEqual(expected)
})
