import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createTemporaryFolder } from '../../app/test/folder'

test('dependencies are not installed into the folder of a symbolic link, which npm would empty', () => {
  using project = createTemporaryFolder()
  using linked = createTemporaryFolder()
  const programs = ['scripts/install', 'scripts/installed.mjs', 'scripts/with-node', 'app/processes/node-version.mjs']
  for (const file of [...programs, 'package.json']) cpSync(file, join(project.path, file))
  writeFileSync(
    join(project.path, 'package-lock.json'),
    '{ "packages": { "node_modules/missing": { "version": "1.0.0" } } }',
  )
  writeFileSync(join(linked.path, 'other'), '')
  symlinkSync(linked.path, join(project.path, 'node_modules'))

  const { status, stderr } = spawnSync(join(project.path, 'scripts/install'), { encoding: 'utf8' })
  expect([status, stderr]).toEqual([1, expect.stringContaining('node_modules is a symbolic link to')])
  expect(existsSync(join(linked.path, 'other'))).toBe(true)
  expect(existsSync(join(project.path, '.cache'))).toBe(false)
})
