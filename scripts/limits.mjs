// What Node is started with, so that it keeps to the memory it has (serve.mjs, command.mjs).
import os from 'node:os'

const MEGABYTE = 1024 * 1024
/** V8 lets its heap grow to its limit before it tidies up, and keeps what it got. Riverbank lives in half of this. */
const LARGEST_HEAP = 128
const SMALLEST_HEAP = 64
/** The rest is for code, the database's pages, answers on their way and the process that makes pictures. */
const SHARE_OF_HEAP = 0.5

/**
 * glibc gives back what is free: by itself it keeps an arena for each thread, and lets what it takes back at once shrink with each
 * large upload.
 */
const MALLOC = { MALLOC_ARENA_MAX: '2', MALLOC_MMAP_THRESHOLD_: '131072', MALLOC_TRIM_THRESHOLD_: '131072' }

/** The bytes of memory that the container, or else the machine, has. */
function memoryHere() {
  const constrained = process.constrainedMemory?.() ?? 0
  // Without a limit it is 0, or larger than any machine.
  return constrained > 0 ? Math.min(constrained, os.totalmem()) : os.totalmem()
}

/** The flags that were set before, in words with hyphens. */
const setBefore = (environment, given) => [...given, environment.NODE_OPTIONS ?? ''].join(' ').replaceAll('_', '-')
/**
 * SQLite rewrites a database by way of a temporary file as large: next to the database there is room for it, while /tmp may be in memory.
 */
const additionsTo = (environment) =>
  Object.fromEntries(
    Object.entries({ ...MALLOC, SQLITE_TMPDIR: environment.DATA_DIR || 'data' }).filter(([name]) => !environment[name]),
  )

/**
 * How to start the server's Node with `memory` bytes: the flags, and the additions to the environment. What the operator set stays: in
 * `environment` (NODE_OPTIONS, those of malloc and of SQLite), or in the flags `given` to this process.
 */
export function limits(environment, given = [], memory = memoryHere()) {
  const heap = Math.round(Math.min(Math.max((memory / MEGABYTE) * SHARE_OF_HEAP, SMALLEST_HEAP), LARGEST_HEAP))
  const set = setBefore(environment, given)
  const flags = []
  if (!/--max-(old-space|heap)-size/.test(set)) flags.push(`--max-old-space-size=${heap}`)
  if (!/--max-semi-space-size/.test(set)) flags.push('--max-semi-space-size=4')
  // What uploads leave is collected at once (app/http/limits/collect-garbage.ts).
  if (!/--expose-gc/.test(set)) flags.push('--expose-gc')
  return { flags, additions: additionsTo(environment) }
}

/**
 * The same for an operator's command, which may run beside a server in the memory of one: what dies young is collected early. Without
 * this flag V8 takes 13 to 25 MB more.
 */
export function commandLimits(environment, given = []) {
  const flags = /--max-semi-space-size/.test(setBefore(environment, given)) ? [] : ['--max-semi-space-size=1']
  return { flags, additions: additionsTo(environment) }
}

/**
 * Starts this program again, in place and with the same id, with `flags` and `additions`, which Node takes only at its start. Returns
 * where there are none.
 */
export function restartWith({ flags, additions }) {
  if (flags.length === 0 && Object.keys(additions).length === 0) return
  const words = [process.execPath, ...process.execArgv, ...flags, ...process.argv.slice(1)]
  process.execve(process.execPath, words, { ...process.env, ...additions })
}
