import { spawn, spawnSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { text } from 'node:stream/consumers'
import SQLite from 'better-sqlite3'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { openArchive } from '~/backups/archive.server'
import { websiteArchiveKind } from '~/backups/website-archive.server'
import { buildBeforeTests } from '~/test/built'
import { createTemporaryFolder } from '~/test/folder'
import { baseSettings, startRiverbank } from '~/test/running'

// Runs the operator's commands next to a server of the built product, each in its own process.
vi.setConfig({ testTimeout: 60_000 })
buildBeforeTests()

type Riverbank = Awaited<ReturnType<typeof startRiverbank>>

const toStop: (() => unknown)[] = []
afterEach(async () => {
  for (const stop of toStop.splice(0).reverse()) await stop()
})

function createFolder(): string {
  const folder = createTemporaryFolder()
  toStop.push(folder[Symbol.dispose])
  return folder.path
}

/** Starts a command; `end` resolves with its exit code and output. */
function start({ dataDir }: { dataDir: string }, command: string, ...words: string[]) {
  const env = { ...process.env, ...baseSettings, DATA_DIR: dataDir, BACKUP_DIR: '' }
  const child = spawn(process.execPath, [`scripts/${command}.mjs`, ...words], {
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const end = Promise.all([
    text(child.stdout),
    text(child.stderr),
    new Promise<number | null>((ended) => child.once('exit', ended)),
  ]).then(([out, err, code]) => ({ code, out, err }))
  return { child, end }
}
const run = (...input: Parameters<typeof start>) => start(...input).end

/** Remains of commands in the data folder. */
const listRemains = ({ dataDir }: Riverbank) =>
  readdirSync(dataDir).filter((name) => /^(backing-up-|website-)/.test(name))
const commandsDone = ({ output }: Riverbank) => output().match(/the operator’s command is done/g)?.length ?? 0

/** Blocks all writers, and so a backup, until released. */
function holdWriters({ dataDir }: Riverbank): () => void {
  const db = new SQLite(join(dataDir, 'riverbank.sqlite'))
  db.exec('begin immediate')
  toStop.push(() => db.close())
  return () => db.close()
}

/** Waits until the server makes a backup. */
const waitForBackup = (riverbank: Riverbank) => vi.waitFor(() => expect(listRemains(riverbank)).toHaveLength(1), 10_000)

describe('next to a running server', () => {
  let riverbank: Riverbank
  beforeAll(async () => {
    riverbank = await startRiverbank()
  }, 60_000)
  afterAll(() => riverbank?.stop())

  test('a backup is made by the server, and the command prints its progress', async () => {
    const before = commandsDone(riverbank)
    const { code, out, err } = await run(riverbank, 'backup')
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
    expect(archive.manifest.parts.map(({ name }) => name)).not.toContain('operator.sock')
    expect([commandsDone(riverbank) - before, listRemains(riverbank)]).toEqual([1, []])
  })

  test('a backup goes to the given path, relative to the project’s folder, and never replaces a file', async () => {
    const file = join(createFolder(), 'new', 'one.zip')
    expect(await run(riverbank, 'backup', file)).toMatchObject({
      code: 0,
      out: expect.stringContaining(`Backed up to ${file}\n`),
    })
    expect(await run(riverbank, 'backup', file)).toMatchObject({
      code: 1,
      out: '',
      err: `The backup failed. ${file} already exists. Please choose another name.\n`,
    })
  })

  test('a website is exported and imported by the server', async () => {
    const before = commandsDone(riverbank)
    const file = join(createFolder(), 'site.zip')
    expect(await run(riverbank, 'website', 'export', file)).toMatchObject({
      code: 0,
      out: expect.stringMatching(/^Exported the website to .*: \d+ pages and /),
    })
    const archive = await openArchive(file, websiteArchiveKind)
    archive.close()
    expect(await run(riverbank, 'website', 'import', file)).toMatchObject({
      code: 0,
      out: expect.stringMatching(/^Imported .*: 0 pages changed/),
    })
    expect(await run(riverbank, 'website', 'import', `${file}.not`)).toMatchObject({
      code: 1,
      err: expect.stringMatching(/Nothing was imported or changed\. .*site\.zip\.not is not a file\.\n$/),
    })
    expect([commandsDone(riverbank) - before, listRemains(riverbank)]).toEqual([2, []])
  })

  test('a second backup at the same time is refused, and an interrupted one leaves nothing', async () => {
    const release = holdWriters(riverbank)
    const first = start(riverbank, 'backup')
    await waitForBackup(riverbank)
    expect(await run(riverbank, 'backup')).toEqual({
      code: 1,
      out: '',
      err: 'The backup failed. Another backup is being made. Please wait until it is done.\n',
    })
    const before = readdirSync(join(riverbank.dataDir, 'backups'))
    first.child.kill('SIGINT')
    expect(await first.end).toMatchObject({
      code: 1,
      out: '',
      err: expect.stringMatching(/The backup failed\. It was interrupted\.\n$/),
    })
    await vi.waitFor(() => expect(listRemains(riverbank)).toEqual([]), 10_000)
    release()
    expect(readdirSync(join(riverbank.dataDir, 'backups'))).toEqual(before)
  })

  test('a restore is refused at once', async () => {
    const { code, err } = await run(riverbank, 'restore', join(riverbank.dataDir, 'any.zip'))
    expect([code, err]).toEqual([
      1,
      expect.stringMatching(/^Nothing was restored or changed\. .* is in use by Riverbank, .* Stop Riverbank first, /),
    ])
  })
})

test('a server that is stopped ends a running backup, and the command says so', async () => {
  await using riverbank = await startRiverbank({ DEMO: '' })
  const release = holdWriters(riverbank)
  const backup = start(riverbank, 'backup')
  await waitForBackup(riverbank)
  process.kill(riverbank.pid, 'SIGTERM')
  expect(await backup.end).toMatchObject({
    code: 1,
    out: '',
    err: expect.stringMatching(/The backup failed\. Riverbank was stopped\. Once it runs again, try again\.\n$/),
  })
  release()
  await vi.waitFor(() => expect(riverbank.isAlive()).toBe(false), 10_000)
  expect([listRemains(riverbank), existsSync(join(riverbank.dataDir, 'operator.sock'))]).toEqual([[], false])
})

test('a killed server ends the command, and later commands do the work themselves until there is a server again', async () => {
  const dataDir = createFolder()
  await using killed = await startRiverbank({ DATA_DIR: dataDir, DEMO: '' })
  const release = holdWriters(killed)
  const backup = start(killed, 'backup')
  await waitForBackup(killed)
  process.kill(killed.pid, 'SIGKILL')
  expect(await backup.end).toMatchObject({
    code: 1,
    out: '',
    err: expect.stringMatching(
      /Riverbank stopped before it confirmed that this was done\. Once it runs again, try again\.\n$/,
    ),
  })
  release()
  await vi.waitFor(() => expect(killed.isAlive()).toBe(false), 10_000)
  expect(existsSync(join(dataDir, 'operator.sock'))).toBe(true)
  expect(await run(killed, 'backup')).toMatchObject({ code: 0, err: expect.stringContaining('Reading it back …') })
  await using again = await startRiverbank({ DATA_DIR: dataDir, DEMO: '' })
  expect(await run(again, 'backup')).toMatchObject({ code: 0 })
  expect(commandsDone(again)).toBe(1)
})

const canUnshare = spawnSync('unshare', ['-m', 'true']).status === 0
test.runIf(canUnshare)('a backup to a folder that is another one for the server is made by the command', async () => {
  const folder = createFolder()
  // Like systemd's PrivateTmp.
  const private_ = ['unshare', '-m', 'sh', '-c', `mount -t tmpfs none '${folder}' && exec "$@"`, 'sh', process.execPath]
  await using riverbank = await startRiverbank({ DEMO: '' }, private_)
  const { code, err } = await run(riverbank, 'backup', join(folder, 'one.zip'))
  expect([code, err.split('\n', 1)[0]]).toEqual([
    0,
    `The running server can't use ${folder}: this command does the work itself.`,
  ])
  expect([readdirSync(folder), commandsDone(riverbank)]).toEqual([['one.zip'], 0])
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
  expect(loaded).toContain('zod')
  expect(loaded.filter((name) => unwanted.test(name) || /server-build/.test(name))).toEqual([])
})
