import { expect, test, vi } from 'vitest'
import { log } from '~/log.server'
import { toRefusal, writeInBackground } from './storage.server'

const error = (code: string) => Object.assign(new Error(`it is ${code}`), { code })

test('a full or broken disk gives 507, a locked database 503 with Retry-After; other errors are not storage’s', () => {
  for (const code of ['SQLITE_FULL', 'ENOSPC', 'EDQUOT', 'SQLITE_IOERR_SHMSIZE'])
    expect(toRefusal(error(code)), code).toMatchObject({
      kind: 'storageFailed',
      message: 'The website has run out of space, so this was not saved.',
    })
  for (const code of ['SQLITE_IOERR_WRITE', 'EIO', 'EROFS', 'SQLITE_READONLY_DBMOVED'])
    expect(toRefusal(error(code)), code).toMatchObject({ kind: 'storageFailed' })
  for (const code of ['SQLITE_BUSY', 'SQLITE_BUSY_SNAPSHOT', 'SQLITE_LOCKED'])
    expect(toRefusal(error(code)), code).toMatchObject({ kind: 'busy', retryAfter: 5 })
  for (const other of [error('SQLITE_CONSTRAINT_UNIQUE'), error('ENOENT'), new Error('no'), null, 'ENOSPC'])
    expect(toRefusal(other)).toBeNull()
})

test('a background write fails quietly; the log has the cause once, and later a count', async () => {
  const logged = vi.spyOn(log, 'error').mockImplementation(() => undefined)
  let now = 0
  vi.spyOn(performance, 'now').mockImplementation(() => now)
  for (let times = 0; times < 5; times++) await writeInBackground('a log entry', Promise.reject(error('SQLITE_FULL')))
  expect(logged.mock.calls).toEqual([[{ err: error('SQLITE_FULL'), times: 1 }, 'a log entry: skipped']])
  now = 61_000
  await writeInBackground('a log entry', Promise.reject(error('SQLITE_FULL')))
  expect(logged.mock.calls[1]).toEqual([{ err: error('SQLITE_FULL'), times: 5 }, 'a log entry: skipped'])
})

test('requests wait only briefly for it, and not at all while another is late; our own mistakes are logged', async () => {
  const { promise: late, resolve: arrive } = Promise.withResolvers<void>()
  const startedAt = performance.now()
  await writeInBackground('a log entry', late)
  const waited = performance.now() - startedAt
  for (let times = 0; times < 50; times++) await writeInBackground('a log entry', late)
  expect(performance.now() - startedAt - waited).toBeLessThan(10 * waited)
  arrive()
  await late
  const logged = vi.spyOn(log, 'error').mockImplementation(() => undefined)
  await writeInBackground('a log entry', Promise.reject(new Error('no such column')))
  await vi.waitFor(
    () => expect(logged).toHaveBeenCalledWith({ err: new Error('no such column') }, 'a log entry'),
    15_000,
  )
})
