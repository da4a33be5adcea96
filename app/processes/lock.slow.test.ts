import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, expect, test } from 'vitest'
import { createTemporaryFolder } from '~/test/folder'
import { lockFolder } from './lock.mjs'

let folder: string
let other: ChildProcess | undefined
beforeEach(() => {
  const temporary = createTemporaryFolder()
  folder = temporary.path
  return async () => {
    if (other?.exitCode === null && other.signalCode === null) await kill()
    other = undefined
    temporary[Symbol.dispose]()
  }
})

/** Another process that locks the folder, and has a sleeping child process. */
async function startLockingProcess() {
  const program = `
    import { spawn } from 'node:child_process'
    import { lockFolder } from './app/processes/lock.mjs'
    lockFolder(${JSON.stringify(folder)}, 'npm run restore')
    const child = spawn('sleep', ['60'])
    console.log(child.pid)
    setInterval(() => {}, 1000)`
  other = spawn(process.execPath, ['--input-type=module', '-e', program], { stdio: ['ignore', 'pipe', 'inherit'] })
  const [said] = await once(other.stdout!, 'data')
  return { pid: other.pid!, child: Number(said) }
}

async function kill() {
  const ended = once(other!, 'exit')
  other!.kill('SIGKILL')
  await ended
}

test('a folder locked by another process is refused with a message that names both', async () => {
  const { pid, child } = await startLockingProcess()
  expect(() => lockFolder(folder)).toThrow(
    new RegExp(`^${folder} is in use by npm run restore, process ${pid} on \\S+, since 20\\S+\\. Stop that first.*$`),
  )
  // The other process's lock.json may be incomplete.
  writeFileSync(join(folder, 'lock.json'), '{"pid":')
  expect(() => lockFolder(folder)).toThrow(`${folder} is in use by another process. `)
  process.kill(child)
})

test('a killed process releases the folder, even if its child process lives on', async () => {
  const { child } = await startLockingProcess()
  await kill()
  const lock = lockFolder(folder)
  process.kill(child)
  expect(JSON.parse(readFileSync(join(folder, 'lock.json'), 'utf8'))).toMatchObject({
    by: 'Riverbank',
    pid: process.pid,
  })
  lock.release()
})

test('a process has one lock per folder, by any path, until it is released', async () => {
  const lock = lockFolder(folder)
  expect(lockFolder(join(folder, '..', folder.split('/').at(-1) ?? ''))).toBe(lock)
  lock.release()
  const { child } = await startLockingProcess()
  expect(() => lockFolder(folder)).toThrow('in use')
  process.kill(child)
})
