import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import SQLite from 'better-sqlite3'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { openArchive } from '~/backups/archive.server'
import { websiteArchiveKind } from '~/backups/website-archive.server'
import { buildBeforeTests } from '~/test/built'
import { createTemporaryFolder } from '~/test/folder'
import { startRiverbank } from '~/test/running'
import { countCommands, listRemains, runToEnd, startCommand } from './shared/commands'

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

  test('a backup goes to the given path, relative to the project’s folder, and never replaces a file', async () => {
    const file = join(createFolder(), 'new', 'one.zip')
    expect(await runToEnd(riverbank, 'backup', file)).toMatchObject({
      code: 0,
      out: expect.stringContaining(`Backed up to ${file}\n`),
    })
    expect(await runToEnd(riverbank, 'backup', file)).toMatchObject({
      code: 1,
      out: '',
      err: `The backup failed. ${file} already exists. Please choose another name.\n`,
    })
  })

  test('a website is exported and imported by the server', async () => {
    const before = countCommands(riverbank)
    const file = join(createFolder(), 'site.zip')
    expect(await runToEnd(riverbank, 'website', 'export', file)).toMatchObject({
      code: 0,
      out: expect.stringMatching(/^Exported the website to .*: \d+ pages and /),
    })
    const archive = await openArchive(file, websiteArchiveKind)
    archive.close()
    expect(await runToEnd(riverbank, 'website', 'import', file)).toMatchObject({
      code: 0,
      out: expect.stringMatching(/^Imported .*: 0 pages changed/),
    })
    expect(await runToEnd(riverbank, 'website', 'import', `${file}.not`)).toMatchObject({
      code: 1,
      err: expect.stringMatching(/Nothing was imported or changed\. .*site\.zip\.not is not a file\.\n$/),
    })
    expect([countCommands(riverbank) - before, listRemains(riverbank)]).toEqual([2, []])
  })

  test('a second backup at the same time is refused, and an interrupted one leaves nothing', async () => {
    const release = holdWriters(riverbank)
    const first = startCommand(riverbank, 'backup')
    await waitForBackup(riverbank)
    expect(await runToEnd(riverbank, 'backup')).toEqual({
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
})

test('a server that is stopped ends a running backup, and the command says so', async () => {
  await using riverbank = await startRiverbank({ DEMO: '' })
  const release = holdWriters(riverbank)
  const backup = startCommand(riverbank, 'backup')
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
  const backup = startCommand(killed, 'backup')
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
  expect(await runToEnd(killed, 'backup')).toMatchObject({ code: 0, err: expect.stringContaining('Reading it back …') })
  await using again = await startRiverbank({ DATA_DIR: dataDir, DEMO: '' })
  expect(await runToEnd(again, 'backup')).toMatchObject({ code: 0 })
  expect(countCommands(again)).toBe(1)
})

const canUnshare = spawnSync('unshare', ['-m', 'true']).status === 0
test.runIf(canUnshare)('a backup to a folder that is another one for the server is made by the command', async () => {
  const folder = createFolder()
  // Like systemd's PrivateTmp.
  const private_ = ['unshare', '-m', 'sh', '-c', `mount -t tmpfs none '${folder}' && exec "$@"`, 'sh', process.execPath]
  await using riverbank = await startRiverbank({ DEMO: '' }, private_)
  const { code, err } = await runToEnd(riverbank, 'backup', join(folder, 'one.zip'))
  expect([code, err.split('\n', 1)[0]]).toEqual([
    0,
    `The running server can't use ${folder}: this command does the work itself.`,
  ])
  expect([readdirSync(folder), countCommands(riverbank)]).toEqual([['one.zip'], 0])
})
