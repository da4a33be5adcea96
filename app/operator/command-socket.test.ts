import { spawnSync } from 'node:child_process'
import { chmodSync, mkdirSync, statSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { log } from '~/log.server'
import { temporaryFolder } from '~/test/folder'
import { askServer, canUse, ServerEnded } from './ask-server.server'
import { startCommandSocket } from './command-socket.server'

type Works = Parameters<typeof startCommandSocket>[1]

let dataDir: string
const toStop: (() => unknown)[] = []
beforeEach(() => {
  const folder = temporaryFolder()
  toStop.push(folder[Symbol.dispose])
  dataDir = folder.path
})
afterEach(async () => {
  for (const stop of toStop.splice(0).reverse()) await stop()
  vi.restoreAllMocks()
})

async function serve(works: Partial<Works>) {
  const done = async () => 'done'
  const running = await startCommandSocket(dataDir, { backup: done, website: done, ...works })
  toStop.push(running.stop)
  return running
}

const said: string[] = []
function ask(words: string[] = [], { path = dataDir, signal }: { path?: string; signal?: AbortSignal } = {}) {
  said.length = 0
  return askServer(dataDir, 'backup', { words, path, progress: (one) => said.push(one), signal })
}

/** Work that goes on until it is ended; `begun` is when it has begun, `ended` why it was ended. */
function endless() {
  const begun = Promise.withResolvers<void>()
  const ended = Promise.withResolvers<string>()
  const work: Works['backup'] = (_words, { signal }) => {
    begun.resolve()
    return new Promise((_done, fail) =>
      signal.addEventListener('abort', () => {
        ended.resolve(signal.reason.message)
        fail(new Error('The operation was aborted'))
      }),
    )
  }
  return { work, begun: begun.promise, ended: ended.promise }
}

test('a server does what a command asks for, and says how far it is, in whole lines of any length', async () => {
  const long = `Größe ${'x'.repeat(200_000)}`
  await serve({
    backup: async (words, { progress }) => {
      progress('Copying …')
      progress(long)
      return words.join(' and ')
    },
  })
  expect(await ask(['/mnt/a', 'b'])).toBe('/mnt/a and b')
  expect(said).toEqual(['Copying …', long])
})

test('what fails is told in the words of the server', async () => {
  await serve({ backup: () => Promise.reject(Object.assign(new Error('x'), { code: 'ENOSPC', path: '/mnt/a' })) })
  await expect(ask()).rejects.toThrow('/mnt/a: there is no space left on the disk (ENOSPC).')
})

test('without a server, with a killed one’s socket, or with one that knows no such command, nobody takes it', async () => {
  expect(await ask()).toBeNull()
  // A socket in the file system outlives a killed process; this is one whose server never comes.
  const program = `require('net').createServer().listen('operator.sock', () => process.kill(process.pid, 'SIGKILL'))`
  spawnSync(process.execPath, ['-e', program], { cwd: dataDir })
  expect(statSync(join(dataDir, 'operator.sock')).isSocket()).toBe(true)
  expect(await ask()).toBeNull()
  await serve({})
  expect(await ask()).toBe('done')
  expect(await askServer(dataDir, 'restore' as 'backup', { words: [], path: dataDir, progress: () => {} })).toBeNull()
})

test('a file or folder that the server finds another one, or can’t use, is left to the command', async () => {
  const work = vi.fn(async () => 'done')
  await serve({ backup: work })
  const folder = join(dataDir, 'elsewhere')
  mkdirSync(folder)
  const file = join(dataDir, 'site.zip')
  writeFileSync(file, '')
  for (const path of [folder, file, join(dataDir, 'missing')]) expect(await ask([], { path }), path).toBe('done')
  // As in another container, where the same path is another disk's.
  const asked = work.mock.calls.length
  expect(await canUse({ path: folder, identity: '1:1' })).toBe(false)
  expect(await canUse({ path: join(dataDir, 'missing'), identity: '1:1' })).toBe(false)
  expect(work).toHaveBeenCalledTimes(asked)
})

test('a command that goes away ends its work', async () => {
  const { work, begun, ended } = endless()
  await serve({ backup: work })
  const over = new AbortController()
  const asked = ask([], { signal: over.signal })
  await begun
  over.abort(new Error('It was interrupted.'))
  await expect(asked).rejects.toThrow('It was interrupted.')
  expect(await ended).toBe('It was interrupted.')
})

test('a server that stops ends the work, and the command is told so', async () => {
  const { work, begun } = endless()
  const { stop } = await serve({ backup: work })
  const asked = ask()
  await begun
  const stopped = stop()
  await expect(asked).rejects.toThrow('Riverbank was stopped. Once it runs again, try again.')
  await stopped
  expect(statSync(join(dataDir, 'operator.sock'), { throwIfNoEntry: false })).toBeUndefined()
})

test('a server that ends without a word leaves open whether it was done', async () => {
  const server = createServer((connection) => connection.once('data', () => connection.destroy()))
  await new Promise<void>((listening) => server.listen(join(dataDir, 'operator.sock'), listening))
  toStop.push(() => server.close())
  await expect(ask()).rejects.toThrow(ServerEnded)
})

test.runIf(process.getuid?.() === 0)('no other user of the machine can connect', async () => {
  const before = process.umask(0o077)
  toStop.push(() => process.umask(before))
  await serve({})
  expect(statSync(join(dataDir, 'operator.sock')).mode & 0o077).toBe(0)
  // Even where the folder is open to them.
  chmodSync(dataDir, 0o755)
  const program = `require('net').connect('operator.sock').on('error', ({ code }) => console.log(code)).on('connect', () => process.exit(9))`
  const { stdout } = spawnSync(process.execPath, ['-e', program], { cwd: dataDir, uid: 65534, encoding: 'utf8' })
  expect(stdout.trim()).toBe('EACCES')
})

test('where there can be no socket the server warns once and goes on', async () => {
  const warn = vi.spyOn(log, 'warn').mockImplementation(() => {})
  dataDir = join(dataDir, 'a'.repeat(100))
  mkdirSync(dataDir)
  await serve({})
  expect(warn.mock.calls).toEqual([
    [{ reason: 'its path is too long' }, expect.stringContaining('do their work themselves')],
  ])
  expect(await ask()).toBeNull()
})
