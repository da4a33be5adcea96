import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { expect, test } from 'vitest'
import own from '../../package.json'

const run = (...command: [string, ...string[]]) =>
  execFileSync(command[0], command.slice(1), { encoding: 'utf8' }).trim().split('\n')

test('scripts/check --long runs every check and the benchmark', () => {
  const checks = Object.keys(own.scripts).filter((name) => name.startsWith('check:'))
  expect(run('scripts/check', '--list').sort()).toEqual([...checks.map((name) => name.slice(6)), 'bench'].sort())
})

test('every unit test is in one project, and only scripts/check runs slow ones', () => {
  const listed = run('node_modules/.bin/vitest', 'list', '--filesOnly').map((line) =>
    /^\[(\w+)\] (.*)/.exec(line)!.slice(1),
  )
  const tracked = run('git', 'ls-files', '-co', '--exclude-standard', '*.test.ts', '*.test.tsx')
  expect(listed.map(([, file]) => file).sort()).toEqual(tracked.filter(existsSync).sort())
  for (const [project, file] of listed) expect(project === 'slow', file).toBe(file!.includes('.slow.test.'))
})
