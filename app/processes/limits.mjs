// Node's flags and environment, so that it stays within the available memory (serve.mjs, command.mjs).
import os from 'node:os'

const MEGABYTE = 1024 * 1024
/** In MB. V8 lets its heap grow to the limit before it collects, and keeps the memory. Riverbank needs half of this. */
const MAX_HEAP = 128
const MIN_HEAP = 64
/** The rest is for code, database pages, responses and the process that makes pictures. */
const HEAP_SHARE = 0.4

/**
 * Makes glibc return free memory: by default it keeps an arena for each thread, and raises its thresholds with each large upload. A buffer
 * that arrives from a connection has 64 kB; kept among others, those of many uploads took 20 MB.
 */
const MALLOC = { MALLOC_ARENA_MAX: '2', MALLOC_MMAP_THRESHOLD_: '65536', MALLOC_TRIM_THRESHOLD_: '131072' }

/** The memory of the container, or else of the machine, in bytes. */
function getAvailableMemory() {
  const constrained = process.constrainedMemory?.() ?? 0
  // Without a limit this is 0 or larger than any machine.
  return constrained > 0 ? Math.min(constrained, os.totalmem()) : os.totalmem()
}

/** The flags already set, with hyphens. */
const getSetFlags = (environment, given) => [...given, environment.NODE_OPTIONS ?? ''].join(' ').replaceAll('_', '-')
/** SQLite rewrites a database through a temporary file of the same size: there is space next to the database, while /tmp may be in memory.
 */
const createAdditions = (environment) =>
  Object.fromEntries(
    Object.entries({ ...MALLOC, SQLITE_TMPDIR: environment.DATA_DIR || 'data' }).filter(([name]) => !environment[name]),
  )

/**
 * The flags and environment variables to start the server's Node with in `memory` bytes. Settings of the operator win: in `environment`
 * (NODE_OPTIONS, malloc, SQLite) or in the flags `given` to this process.
 */
export function getServerLimits(environment, given = [], memory = getAvailableMemory()) {
  const heap = Math.round(Math.min(Math.max((memory / MEGABYTE) * HEAP_SHARE, MIN_HEAP), MAX_HEAP))
  const set = getSetFlags(environment, given)
  const flags = []
  if (!/--max-(old-space|heap)-size/.test(set)) flags.push(`--max-old-space-size=${heap}`)
  if (!/--max-semi-space-size/.test(set)) flags.push('--max-semi-space-size=4')
  // To collect garbage after uploads (app/http/limits/queues.ts).
  if (!/--expose-gc/.test(set)) flags.push('--expose-gc')
  return { flags, additions: createAdditions(environment) }
}

/**
 * The same for an operator's command, which may share its memory with a running server. V8 collects young objects early, and compiles for
 * size: without these flags it takes 23 to 35 MB more.
 */
export function getCommandLimits(environment, given = []) {
  const set = getSetFlags(environment, given)
  const flags = []
  if (!/--max-semi-space-size/.test(set)) flags.push('--max-semi-space-size=1')
  if (!/--optimize-for-size/.test(set)) flags.push('--optimize-for-size')
  return { flags, additions: createAdditions(environment) }
}

/**
 * Restarts this program in place (execve, same process id) with `flags` and `additions`, which Node reads only at its start. Returns if
 * there are none.
 */
export function restartNode({ flags, additions }) {
  if (flags.length === 0 && Object.keys(additions).length === 0) return
  const words = [process.execPath, ...process.execArgv, ...flags, ...process.argv.slice(1)]
  process.execve(process.execPath, words, { ...process.env, ...additions })
}
