import { readFileSync, rmSync, statSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { expect, test, vi } from 'vitest'
import { openArchive } from '~/backups/archive.server'
import { shareServer } from '~/test/built'
import { countCommands, listRemains, runToEnd } from './shared/commands'

// Runs the operator's commands next to a server of the built product, each in its own process.
vi.setConfig({ testTimeout: 60_000 })
const riverbank = shareServer()

test('a backup is made by the server, and the command prints its progress', async () => {
  const before = countCommands(riverbank)
  const { code, out, err } = await runToEnd(riverbank, 'backup')
  expect([code, err]).toEqual([
    0,
    expect.stringMatching(/^Copying the database …\nPacking 0 of \d+ files …\n(Packing .*\n)*Reading it back …\n$/),
  ])
  const [, path = ''] =
    /^Backed up to (.+)\nIt has \d+ files, [\d.]+ MB, and was read back and checked\.\n$/.exec(out) ?? []
  expect(dirname(path)).toBe(join(riverbank.dataDir, 'backups'))
  expect(statSync(path).mode & 0o077).toBe(0)
  const archive = await openArchive(path)
  await archive.read(() => null)
  archive.close()
  rmSync(dirname(path), { recursive: true })
  expect(archive.manifest.parts.map(({ name }) => name)).not.toContain('operator.sock')
  expect([countCommands(riverbank) - before, listRemains(riverbank)]).toEqual([1, []])
})

test('a restore is refused at once', async () => {
  const { code, err } = await runToEnd(riverbank, 'restore', join(riverbank.dataDir, 'any.zip'))
  expect([code, err]).toEqual([
    1,
    expect.stringMatching(/^Nothing was restored or changed\. .* is in use by Riverbank, .* Stop Riverbank first, /),
  ])
})

/** The modules that a built module loads at its start. */
function listLoadedModules(file: string, found = new Set<string>()): Set<string> {
  for (const [, module = ''] of readFileSync(file, 'utf8').matchAll(
    /^(?:import|export)\b[^"']*["']([^"']+)["'];?$/gm,
  )) {
    const name = module.startsWith('.') ? resolve(dirname(file), module) : module
    if (found.has(name)) continue
    found.add(name)
    if (module.startsWith('.')) listLoadedModules(name, found)
  }
  return found
}

test.each([
  ['backup', /^(react|@remix|express|sharp|kysely|better-sqlite3|pino|nodemailer|y)/],
  ['website', /^(react|@remix|express|sharp|kysely|better-sqlite3|pino|nodemailer|y)/],
  ['restore', /^(react|@remix|express|sharp|kysely|pino|nodemailer|y)/],
  ['doctor', /^(react|@remix|express|sharp|nodemailer|@zxcvbn)/],
  ['user', /^(react|@remix|express|sharp|nodemailer|@zxcvbn)/],
])('%s loads only what it needs', (command, unwanted) => {
  const loaded = [...listLoadedModules(resolve(`build/server/commands/${command}.js`))]
  // A list without the files that Rollup split off would always pass.
  expect(loaded.filter((name) => name.startsWith(resolve('build/server')))).not.toEqual([])
  expect(loaded.filter((name) => unwanted.test(name) || /server-build/.test(name))).toEqual([])
})
