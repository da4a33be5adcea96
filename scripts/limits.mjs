// What Node is started with, so that it keeps to the memory it has (serve.mjs).
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

/**
 * How to start Node with `memory` bytes: the flags, and the additions to the environment. What the operator set stays: in
 * `environment` (NODE_OPTIONS and those of malloc), or in the flags `given` to this process.
 */
export function limits(environment, given = [], memory = memoryHere()) {
  const heap = Math.round(Math.min(Math.max((memory / MEGABYTE) * SHARE_OF_HEAP, SMALLEST_HEAP), LARGEST_HEAP))
  const set = [...given, environment.NODE_OPTIONS ?? ''].join(' ').replaceAll('_', '-')
  const flags = []
  if (!/--max-(old-space|heap)-size/.test(set)) flags.push(`--max-old-space-size=${heap}`)
  if (!/--max-semi-space-size/.test(set)) flags.push('--max-semi-space-size=4')
  const additions = Object.fromEntries(Object.entries(MALLOC).filter(([name]) => !environment[name]))
  return { flags, additions }
}
