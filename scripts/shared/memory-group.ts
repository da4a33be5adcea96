import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'

const ROOT = '/sys/fs/cgroup/memory'
const MEGABYTE = 1024 * 1024

/** A memory cgroup (version 1) without swap, in which a program can be started. */
export interface MemoryGroup {
  /** The words that start Node in the group, by a copy of its own: only then do the pages of its program count. */
  node: string[]
  /** The most that the group has used, page cache included, in MB. */
  peak: () => number
  /** How many of its processes the kernel has killed for want of memory. */
  kills: () => number
  /** Removes it, once its processes have ended. */
  remove: () => Promise<void>
}

/** Makes a group of `megabytes`; null where this machine lets us make none, as without root or with cgroups of version 2. */
export function memoryGroup(megabytes: number): MemoryGroup | null {
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
