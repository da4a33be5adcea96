import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'

const ROOT = '/sys/fs/cgroup/memory'
const MEGABYTE = 1024 * 1024

/** A memory cgroup (version 1) without swap, in which a program can be started. */
export interface MemoryGroup {
  /** The command line that starts a copy of Node in the group: only a copy's program pages count. */
  node: string[]
  /** The group's peak memory with its page cache, in MB. */
  peak: () => number
  /** The number of its processes that the kernel killed for lack of memory. */
  kills: () => number
  /** Removes the group once its processes have ended. */
  remove: () => Promise<void>
}

/** Creates a group of `megabytes`; null if this machine does not allow it: without root, or with cgroups version 2. */
export function createMemoryGroup(megabytes: number): MemoryGroup | null {
  const folder = join(ROOT, `riverbank-${process.pid}-${Date.now()}`)
  const at = (name: string) => join(folder, `memory.${name}`)
  try {
    mkdirSync(folder)
    for (const limit of ['limit_in_bytes', 'memsw.limit_in_bytes']) writeFileSync(at(limit), `${megabytes * MEGABYTE}`)
  } catch {
    return null
  }
  const programs = mkdtempSync(join(tmpdir(), 'riverbank-node-'))
  const node = join(programs, 'node')
  copyFileSync(process.execPath, node)
  return {
    node: ['sh', '-c', `echo $$ >'${folder}/cgroup.procs' && exec "$@"`, 'sh', node],
    peak: () => Number(readFileSync(at('max_usage_in_bytes'), 'utf8')) / MEGABYTE,
    kills: () => Number(/^oom_kill (\d+)$/m.exec(readFileSync(at('oom_control'), 'utf8'))?.[1]),
    remove: async () => {
      rmSync(programs, { recursive: true })
      while (readFileSync(join(folder, 'cgroup.procs'), 'utf8') !== '') await setTimeout(50)
      rmdirSync(folder)
    },
  }
}
