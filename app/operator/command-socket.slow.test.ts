import { spawnSync } from 'node:child_process'
import { chmodSync, mkdirSync, statSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { QuietTime } from '~/domain/job.server'
import { log } from '~/log.server'
import { createTemporaryFolder } from '~/test/folder'
import { isSameFile, runOnServer, ServerEnded } from './ask-server.server'
import { startCommandSocket } from './command-socket.server'

type Works = Parameters<typeof startCommandSocket>[1]

let dataDir: string
const toStop: (() => unknown)[] = []
beforeEach(() => {
  const folder = createTemporaryFolder()
  toStop.push(folder[Symbol.dispose])
  dataDir = folder.path
})
afterEach(async () => {
  for (const stop of toStop.splice(0).reverse()) await stop()
})

async function startSocket(works: Partial<Works>) {
  const done = async () => 'done'
  const running = await startCommandSocket(
    dataDir,
    { backup: done, memory: done, website: done, ...works },
    new QuietTime(),
  )
  toStop.push(running.stop)
  return running
}

const said: string[] = []
function runCommand(words: string[] = [], { path = dataDir, signal }: { path?: string; signal?: AbortSignal } = {}) {
  said.length = 0
  return runOnServer(dataDir, 'backup', { words, path, progress: (one) => said.push(one), signal })
}

/** Work that runs until it is aborted; `begun` resolves at its start, `ended` with the reason of the abort. */
function createEndlessWork() {
  const started = Promise.withResolvers<void>()
  const ended = Promise.withResolvers<string>()
  const work: Works['backup'] = (_words, { signal }) => {
    started.resolve()
    return new Promise((_done, fail) =>
      signal.addEventListener('abort', () => {
        ended.resolve(signal.reason.message)
        fail(new Error('The operation was aborted'))
      }),
    )
  }
  return { work, begun: started.promise, ended: ended.promise }
}

test('a server runs a command and reports progress, in whole lines of any length', async () => {
  const long = `Größe ${'x'.repeat(200_000)}`
  await startSocket({
    backup: async (words, { progress }) => {
      progress('Copying …')
      progress(long)
      return words.join(' and ')
    },
  })
  expect(await runCommand(['/mnt/a', 'b'])).toBe('/mnt/a and b')
  expect(said).toEqual(['Copying …', long])
})

test('a failure has the server’s message', async () => {
  await startSocket({ backup: () => Promise.reject(Object.assign(new Error('x'), { code: 'ENOSPC', path: '/mnt/a' })) })
  await expect(runCommand()).rejects.toThrow('/mnt/a: there is no space left on the disk (ENOSPC).')
})

test('a command is not taken without a server, by a killed server’s socket, or if the server does not know it', async () => {
  expect(await runCommand()).toBeNull()
  // The socket file outlives its killed server.
  const program = `require('net').createServer().listen('operator.sock', () => process.kill(process.pid, 'SIGKILL'))`
  spawnSync(process.execPath, ['-e', program], { cwd: dataDir })
  expect(statSync(join(dataDir, 'operator.sock')).isSocket()).toBe(true)
  expect(await runCommand()).toBeNull()
  await startSocket({})
  expect(await runCommand()).toBe('done')
  expect(await runOnServer(dataDir, 'restore' as 'backup', { words: [], path: dataDir, progress: () => {} })).toBeNull()
})

test('the server leaves a file or folder to the command if it sees another one there, or can’t use it', async () => {
  const work = vi.fn(async () => 'done')
  await startSocket({ backup: work })
  const folder = join(dataDir, 'elsewhere')
  mkdirSync(folder)
  const file = join(dataDir, 'site.zip')
  writeFileSync(file, '')
  for (const path of [folder, file, join(dataDir, 'missing')]) expect(await runCommand([], { path }), path).toBe('done')
  // As in another container, where the same path is on another disk.
  const requested = work.mock.calls.length
  expect(await isSameFile({ path: folder, identity: '1:1' })).toBe(false)
  expect(await isSameFile({ path: join(dataDir, 'missing'), identity: '1:1' })).toBe(false)
  expect(work).toHaveBeenCalledTimes(requested)
})

test('an interrupted command ends its work', async () => {
  const { work, begun: started, ended } = createEndlessWork()
  await startSocket({ backup: work })
  const over = new AbortController()
  const requested = runCommand([], { signal: over.signal })
  await started
  over.abort(new Error('It was interrupted.'))
  await expect(requested).rejects.toThrow('It was interrupted.')
  expect(await ended).toBe('It was interrupted.')
})

test('a server that stops ends the work and tells the command', async () => {
  const { work, begun: started } = createEndlessWork()
  const { stop } = await startSocket({ backup: work })
  const requested = runCommand()
  await started
  const stopped = stop()
  await expect(requested).rejects.toThrow('Riverbank was stopped. Once it runs again, try again.')
  await stopped
  expect(statSync(join(dataDir, 'operator.sock'), { throwIfNoEntry: false })).toBeUndefined()
})

test('if the server ends without an answer, the outcome is unknown', async () => {
  const server = createServer((connection) => connection.once('data', () => connection.destroy()))
  await new Promise<void>((listening) => server.listen(join(dataDir, 'operator.sock'), listening))
  toStop.push(() => server.close())
  await expect(runCommand()).rejects.toThrow(ServerEnded)
})

test.runIf(process.getuid?.() === 0)('no other user of the machine can connect', async () => {
  const before = process.umask(0o077)
  toStop.push(() => process.umask(before))
  await startSocket({})
  expect(statSync(join(dataDir, 'operator.sock')).mode & 0o077).toBe(0)
  // Even if the folder is open to them.
  chmodSync(dataDir, 0o755)
  const program = `require('net').connect('operator.sock').on('error', ({ code }) => console.log(code)).on('connect', () => process.exit(9))`
  const { stdout } = spawnSync(process.execPath, ['-e', program], { cwd: dataDir, uid: 65534, encoding: 'utf8' })
  expect(stdout.trim()).toBe('EACCES')
})

test('without a socket the server warns once and goes on', async () => {
  const warn = vi.spyOn(log, 'warn').mockImplementation(() => {})
  dataDir = join(dataDir, 'a'.repeat(100))
  mkdirSync(dataDir)
  await startSocket({})
  expect(warn.mock.calls).toEqual([
    [{ reason: 'its path is too long' }, expect.stringContaining('do their work themselves')],
  ])
  expect(await runCommand()).toBeNull()
})
