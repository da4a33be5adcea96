import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { getPriority, setPriority, tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterEach, expect, test, vi } from 'vitest'
import { createPdf } from '~/test/pdfs'
import { createPicture } from '~/test/samples'
import { createHelper, type HelperOrder, TOO_COMPLEX } from './helper.server'
import { helperBounds, pictureBounds } from './registry'

/** Whether a process runs. */
function runs(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

const order = async (): Promise<HelperOrder> => ({
  work: 'redraw',
  kind: 'picture',
  bounds: pictureBounds,
  bytes: await createPicture(600, 400).jpeg().toBuffer(),
  fileType: 'image/jpeg',
  widths: [480],
})
interface Made {
  bytes: Buffer
  small: { width: number }[]
}

let helper: ReturnType<typeof createHelper>
/** Starts a helper; `make` returns only what an order made. */
function begin(options = {}) {
  helper = createHelper({ idle: 60_000, ...options })
  const make = async <Result>(one: HelperOrder) => (await helper.open<Result>(one)).made
  return { ...helper, make }
}
afterEach(() => {
  const pid = helper.pid()
  if (pid) process.kill(pid, 'SIGKILL')
})

test('pictures are converted in one process, which ends when idle and starts again when needed', async () => {
  const { make, pid } = begin({ idle: 300 })
  expect(pid()).toBeUndefined()
  const [first, second] = await Promise.all([make<Made>(await order()), make<Made>(await order())])
  expect(first.small.map(({ width }) => width)).toEqual([480])
  expect((await sharp(second.bytes).metadata()).width).toBe(600)
  const before = pid()!
  expect(runs(before)).toBe(true)
  await vi.waitFor(() => expect(runs(before)).toBe(false), 15_000)
  expect(pid()).toBeUndefined()
  await make(await order())
  expect(pid()).not.toBe(before)
})

test.runIf(process.platform === 'linux')('it knows none of our settings', async () => {
  vi.stubEnv('SESSION_SECRET', 'a secret that a picture must not read')
  const { make, pid } = begin()
  await make(await order())
  vi.unstubAllEnvs()
  expect(readFileSync(`/proc/${pid()}/environ`, 'utf8').split('\0').filter(Boolean)).toEqual([
    'NODE_ENV=production',
    'MALLOC_ARENA_MAX=2',
    'MALLOC_MMAP_THRESHOLD_=131072',
    'MALLOC_TRIM_THRESHOLD_=131072',
  ])
})

test.runIf(process.platform === 'linux')('Linux ends it before the server, from its start on', async () => {
  const { make, pid } = begin()
  const made = make(await order())
  await vi.waitFor(() => expect(pid()).toBeDefined(), { timeout: 15_000, interval: 1 })
  expect(readFileSync(`/proc/${pid()}/oom_score_adj`, 'utf8')).toBe('1000\n')
  await made
})

test.runIf(process.platform === 'linux')('it lowers its priority, and never raises it', async () => {
  const { make, pid } = begin()
  await make(await order())
  expect(getPriority(pid())).toBe(Math.max(5, getPriority()))
  process.kill(pid()!, 'SIGKILL')
  await vi.waitFor(() => expect(pid()).toBeUndefined(), 15_000)
  const made = make(await order())
  await vi.waitFor(() => expect(pid()).toBeDefined(), { timeout: 15_000, interval: 1 })
  setPriority(pid()!, 12)
  await made
  expect(getPriority(pid())).toBe(12)
})

test('each document has its own process for all pages', async () => {
  const { make, pid } = begin()
  const folder = mkdtempSync(join(tmpdir(), 'documents-'))
  const page = (name: string, number: number) =>
    make<{ count: number }>({
      work: 'pageOfPdf',
      kind: 'pdf',
      path: join(folder, name),
      number,
      widths: [360],
      maxText: 100,
    })
  try {
    for (const name of ['one.pdf', 'two.pdf']) writeFileSync(join(folder, name), createPdf([{}, {}]))
    const pids: (number | undefined)[] = []
    for (const [name, number] of [
      ['one.pdf', 1],
      ['one.pdf', 2],
      ['two.pdf', 1],
    ] as const) {
      expect((await page(name, number)).count).toBe(2)
      pids.push(pid())
    }
    expect(pids[1]).toBe(pids[0])
    expect(pids[2]).not.toBe(pids[0])
  } finally {
    rmSync(folder, { recursive: true })
  }
})

test('an unreadable picture is refused, and the next one is converted', async () => {
  const { make, pid } = begin()
  await expect(make({ ...(await order()), bytes: Buffer.from('no picture') })).rejects.toThrow('unsupported image')
  const before = pid()
  await make(await order())
  expect(pid()).toBe(before)
})

test('a picture whose process dies is made by another one; when that dies too it is refused, and the next one is converted', async () => {
  const { make, pid } = begin()
  await make(await order())
  const die = (one: number, signal: 'SIGKILL' | 'SIGSEGV') => {
    process.kill(one, 'SIGSTOP')
    process.kill(one, signal)
    process.kill(one, 'SIGCONT')
  }
  process.kill(pid()!, 'SIGSTOP')
  const again = make<Made>(await order())
  die(pid()!, 'SIGSEGV')
  expect((await again).small).toHaveLength(1)

  const before = pid()!
  process.kill(before, 'SIGSTOP')
  const refused = make(await order())
  const next = make<Made>(await order())
  die(before, 'SIGKILL')
  const isAnother = () => pid() !== undefined && pid() !== before
  await vi.waitFor(() => expect(isAnother()).toBe(true), { timeout: 15_000, interval: 1 })
  die(pid()!, 'SIGKILL')
  await expect(refused).rejects.toMatchObject({ kind: 'tooLarge', message: TOO_COMPLEX })
  expect((await next).small).toHaveLength(1)
})

test('a file that takes too much processor time is refused as too complex, and the next one is opened', async () => {
  const { make, pid } = begin({ bounds: { ...helperBounds, picture: { ...helperBounds.picture, processorTime: 60 } } })
  const large = await createPicture(3000, 3000).png().toBuffer()
  const refused = make({ ...(await order()), bytes: large, fileType: 'image/png' })
  await expect(refused).rejects.toMatchObject({ kind: 'tooLarge', reason: 'excess', message: TOO_COMPLEX })
  expect(pid()).toBeUndefined()
})

test('a file that only has to wait, on a busy machine, may be sent again', async () => {
  const { make, pid } = begin({ patience: 1000 })
  await make({ ...(await order()), patience: 60_000 })
  const before = pid()!
  process.kill(before, 'SIGSTOP')
  await expect(make(await order())).rejects.toMatchObject({ kind: 'busy', reason: 'busy', retryAfter: 30 })
  await vi.waitFor(() => expect(runs(before)).toBe(false), 15_000)
  expect((await make<Made>({ ...(await order()), patience: 60_000 })).small).toHaveLength(1)
})

test('an answer above its bound is refused before it is read', async () => {
  const { make } = begin({ bounds: { ...helperBounds, picture: { ...helperBounds.picture, answer: 1000 } } })
  await expect(make(await order())).rejects.toMatchObject({ kind: 'tooLarge', reason: 'excess' })
})

test('a signal to all processes of the server does not end an order', async () => {
  const { make, pid } = begin()
  await make(await order())
  const before = pid()!
  process.kill(before, 'SIGTERM')
  process.kill(before, 'SIGINT')
  await make(await order())
  expect(pid()).toBe(before)
})

test('kinds of pictures that we do not accept are not opened', async () => {
  const { make } = begin()
  const tiff = await createPicture(10, 10).tiff().toBuffer()
  const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>')
  for (const bytes of [tiff, svg])
    await expect(make({ ...(await order()), bytes })).rejects.toThrow('unsupported image')
  expect(await make({ work: 'photograph', kind: 'picture', svg, density: 72 })).toBeInstanceOf(Buffer)
  await expect(make({ ...(await order()), bytes: svg })).rejects.toThrow('unsupported image')
})

test('the queue has a limit', async () => {
  const { make, pid } = begin({ maxWaiting: 2 })
  await make(await order())
  process.kill(pid()!, 'SIGSTOP')
  const waiting = [make(await order()), make(await order()), make(await order())]
  await expect(make(await order())).rejects.toMatchObject({ kind: 'busy', retryAfter: 30 })
  process.kill(pid()!, 'SIGCONT')
  await Promise.all(waiting)
})
