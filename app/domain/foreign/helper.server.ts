import { type ChildProcess, spawn } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import type { Readable, Writable } from 'node:stream'
import { deserialize, serialize } from 'node:v8'
import PQueue from 'p-queue'
import { Refused } from '~/domain/refused'
import { log } from '~/log.server'
import { type HelperKind, helperBounds } from './registry'

/**
 * An order for a helper process, with the name of its `work` in app/processes/pictures.mjs: what to do with `bytes`, or with the file at `path`,
 * whose process handles no other file. `patience` limits the wait for its answer, in ms.
 */
export type HelperOrder = {
  work: string
  kind: HelperKind
  path?: string
  bytes?: Buffer | Blob
  patience?: number
} & Record<string, unknown>

/** An answer, with the processor time that it took, in ms. */
export interface HelperAnswer<Made> {
  made: Made
  processorTime: number
}

export const TOO_COMPLEX = 'This file is too much for us. Please make it smaller and try again.'
const BUSY = 'A lot of pictures are being added right now. Please wait a minute and try again.'
const QUEUE_WAIT = 30

/**
 * Why an order was not carried out: the file exceeded a bound or ended two processes (tooLarge), or the machine is busy and the order may be
 * tried again later (busy).
 */
export type HelperFailureReason = 'excess' | 'ended' | 'busy'

export class HelperFailure extends Refused {
  constructor(readonly reason: HelperFailureReason) {
    super(reason === 'busy' ? 'busy' : 'tooLarge', reason === 'busy' ? BUSY : TOO_COMPLEX, {
      retryAfter: reason === 'busy' ? QUEUE_WAIT : undefined,
    })
  }
}

/** Memory of pictures is outside V8's heap, so garbage collection must be forced. PDFium gets 128 MB, in pages of 64 kB. */
const NODE_FLAGS = ['--max-semi-space-size=1', '--expose-gc', `--wasm-max-mem-pages=${(128 * 1024) / 64}`]
/** Make glibc return free memory to the system. */
const MALLOC = { MALLOC_ARENA_MAX: '2', MALLOC_MMAP_THRESHOLD_: '131072', MALLOC_TRIM_THRESHOLD_: '131072' }

/**
 * Collects all garbage, including buffers outside V8's heap, which other collections leave. Takes some hundredths of a second.
 * Does nothing without --expose-gc (app/processes/limits.mjs).
 */
export function collectGarbage(): void {
  void globalThis.gc?.({ type: 'major', execution: 'sync', flavor: 'last-resort' })
}

/** Makes Linux kill the process `pid` instead of the larger server when memory runs out. */
function preferOutOfMemoryKill(pid: number): void {
  try {
    writeFileSync(`/proc/${pid}/oom_score_adj`, '1000')
  } catch {
    // Only Linux has this setting.
  }
}

/** Linux counts processor time in hundredths of a second. */
const TICK = 10
const POLL_INTERVAL = 250

/** The processor time of a process and its threads, in ms; 0 on other systems than Linux. */
function readProcessorTime(pid: number | undefined): number {
  try {
    const [, fields = ''] = readFileSync(`/proc/${pid}/stat`, 'latin1').split(/\) (?=\w )/)
    const [user, system] = fields.split(' ').slice(11, 13)
    return (Number(user) + Number(system)) * TICK
  } catch {
    return 0
  }
}

/** Signals that stop the server with all its processes. They are no fault of the file. */
const STOP_SIGNALS: unknown[] = ['SIGINT', 'SIGTERM', 'SIGHUP']
/** The bytes of a message's length. */
const HEADER = 4

/** Reads one message from a helper process into a buffer of its size. Throws HelperFailure for more than `max` bytes. */
function readMessage(output: Readable, max: number, signal: AbortSignal): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const header = Buffer.alloc(HEADER)
    let body: Buffer | undefined
    let received = 0
    const onData = (chunk: Buffer) => {
      let at = 0
      if (!body) {
        at = chunk.copy(header, received)
        received += at
        if (received < HEADER) return
        const size = header.readUInt32LE()
        if (size > max) return reject(new HelperFailure('excess'))
        body = Buffer.allocUnsafeSlow(size)
        received = 0
      }
      received += chunk.copy(body, received, at)
      if (received === body.length) resolve(body)
    }
    output.on('data', onData)
    signal.addEventListener('abort', () => output.off('data', onData), { once: true })
  })
}

/** Waits until a process has ended. Throws HelperFailure. */
function waitForEnd(child: ChildProcess, signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    const onExit = (code: number | null, killedBy: string | null) => {
      log.info({ code, killedBy }, 'a helper process ended')
      reject(new HelperFailure(STOP_SIGNALS.includes(killedBy) ? 'busy' : 'ended'))
    }
    const onError = (error: Error) => reject(error)
    child.once('exit', onExit).once('error', onError)
    signal.addEventListener('abort', () => child.off('exit', onExit).off('error', onError), { once: true })
  })
}

/** Throws HelperFailure when a process has used its processor time, or after `patience` ms. */
function watchTime(
  pid: number | undefined,
  { max, patience }: { max: number; patience: number },
  signal: AbortSignal,
): Promise<never> {
  const before = readProcessorTime(pid)
  const startedAt = performance.now()
  return new Promise((_, reject) => {
    // This timer keeps our process alive; an idle helper does not.
    const timer = setInterval(
      () => {
        if (readProcessorTime(pid) - before > max) reject(new HelperFailure('excess'))
        else if (performance.now() - startedAt > patience) reject(new HelperFailure('busy'))
      },
      Math.min(POLL_INTERVAL, patience),
    )
    signal.addEventListener('abort', () => clearInterval(timer), { once: true })
  })
}

/** The bytes of an order are loaded only when its turn comes. */
async function encodeOrder({ kind: _kind, patience: _patience, ...order }: HelperOrder): Promise<Buffer> {
  const { bytes } = order
  const body = serialize(bytes instanceof Blob ? { ...order, bytes: Buffer.from(await bytes.arrayBuffer()) } : order)
  const header = Buffer.alloc(HEADER)
  header.writeUInt32LE(body.length)
  return Buffer.concat([header, body])
}

/**
 * Carries out orders in a helper process, one at a time, within the bounds of their kind (registry.ts). The process starts with the first
 * order and ends after `idle` ms without one, or with this process. It inherits no environment, and so no secrets. `open` returns an
 * order's answer. It throws HelperFailure, or Refused, busy, if `maxWaiting` orders are waiting; and an Error for bytes that can't be read.
 */
export function createHelper({ idle = 10_000, patience = 60_000, maxWaiting = 20, bounds = helperBounds } = {}) {
  const queue = new PQueue({ concurrency: 1 })
  let helper: ChildProcess | undefined
  let currentKind: HelperKind | undefined
  let currentPath: string | undefined
  let idleTimer: NodeJS.Timeout | undefined

  function start(kind: HelperKind, path?: string): ChildProcess {
    // The process has the rest of the memory: with 256 MB, Linux dropped both programs' code again and again, and a page took 52 s.
    collectGarbage()
    currentKind = kind
    currentPath = path
    const flags = [`--max-old-space-size=${bounds[kind].heap}`, ...NODE_FLAGS]
    const started = spawn(process.execPath, [...flags, 'app/processes/pictures.mjs'], {
      env: { NODE_ENV: 'production', ...MALLOC },
      stdio: ['pipe', 'ignore', 'inherit', 'pipe'],
    })
    if (started.pid) preferOutOfMemoryKill(started.pid)
    started.unref()
    for (const stream of [started.stdin, started.stdio[3]] as (Readable | Writable | null)[]) {
      // An unhandled error would end the server. The waiting order learns of the process's end.
      stream?.on('error', () => undefined)
      if (stream && 'unref' in stream) (stream.unref as () => void)()
    }
    started.once('exit', () => {
      if (helper === started) helper = undefined
    })
    started.on('error', () => undefined)
    return started
  }

  function endHelper() {
    helper?.kill('SIGKILL')
    helper = undefined
  }

  async function runOnce(order: HelperOrder): Promise<{ made: unknown; processorTime: number } | { fault: string }> {
    const { kind, path } = order
    const encoded = await encodeOrder(order)
    // PDFium and V8 keep memory: a second document takes a third more than the first.
    if (kind !== currentKind || path !== currentPath) endHelper()
    helper ??= start(kind, path)
    const controller = new AbortController()
    const { signal } = controller
    const limits = { max: bounds[kind].processorTime, patience: order.patience ?? patience }
    try {
      const output = helper.stdio[3] as Readable
      const answer = readMessage(output, bounds[kind].answer, signal)
      const others = [waitForEnd(helper, signal), watchTime(helper.pid, limits, signal)]
      // If it can't be written, the process has ended.
      helper.stdin?.write(encoded)
      return deserialize(await Promise.race([answer, ...others]))
    } finally {
      controller.abort()
    }
  }

  async function runOrder(order: HelperOrder): Promise<HelperAnswer<unknown>> {
    clearTimeout(idleTimer)
    const answer = await runOnce(order)
      .catch(async (error: unknown) => {
        if (!(error instanceof HelperFailure && error.reason === 'ended')) throw error
        // Linux may kill it because of memory that earlier files left behind, so try once more.
        log.info('an order is repeated in a new helper process')
        return runOnce(order)
      })
      .catch((error: unknown) => {
        endHelper()
        const reason = error instanceof HelperFailure ? error.reason : undefined
        log.warn({ work: order.work, reason, err: reason ? undefined : error }, 'a file could not be opened')
        throw error
      })
    // A document's process takes memory that others may need, so it ends sooner.
    idleTimer = setTimeout(endHelper, order.kind === 'picture' ? idle : Math.min(idle, 500)).unref()
    if ('fault' in answer) throw new Error(answer.fault)
    return answer
  }

  return {
    open: async <Made>(order: HelperOrder): Promise<HelperAnswer<Made>> => {
      if (queue.size >= maxWaiting) throw new HelperFailure('busy')
      // Uploads first: people wait for them, but not for documents.
      const priority = order.path === undefined ? 1 : 0
      return (await queue.add(() => runOrder(order), { priority })) as HelperAnswer<Made>
    },
    /** The helper's process id while it runs. */
    pid: () => helper?.pid,
  }
}

const sharedHelper = createHelper()

/** Opens a file in this process's helper, as createHelper describes. */
export const openForeign = sharedHelper.open
