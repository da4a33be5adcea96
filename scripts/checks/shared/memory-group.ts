import { execFileSync } from 'node:child_process'
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'

const ROOT = '/sys/fs/cgroup/memory'
const PROCESSOR_ROOT = '/sys/fs/cgroup/cpu'
/** In microseconds. Short, so that a page waits for several of them. */
const PROCESSOR_PERIOD = 20_000
const MEGABYTE = 1024 * 1024
/** Linux's default read-ahead of a disk, in kB. With 8,192 each page of a program that is read again pushes out 8 MB of others. */
const READ_AHEAD = '128'

/** A memory cgroup (version 1) without swap, in which a program can be started. */
export interface MemoryGroup {
  /** The command line that starts a copy of Node in the group: only a copy's program pages count. */
  node: string[]
  /** The group's peak memory with its page cache, in MB. */
  peak: () => number
  /** Drops the files that it has in memory, so that what starts next starts cold. */
  dropFiles: () => void
  /** From now on, gives it this share of all processors. */
  limitProcessors: (share: number) => void
  /** The number of its processes that the kernel killed for lack of memory. */
  kills: () => number
  remove: () => Promise<void>
}

/** Drops the files of folders from memory: what other programs have read would not count in a group. */
export function dropFromMemory(folders: string[]): void {
  execFileSync('sync')
  execFileSync('find', [...folders, ...'-type f -exec dd if={} iflag=nocache count=0 status=none ;'.split(' ')])
}

/** Gives the disk of `folder` Linux's read-ahead, as on most hosts. Returns a function that undoes it; does nothing for other file systems. */
function limitReadAhead(folder: string): () => void {
  const { dev } = statSync(folder)
  // makedev(3).
  const disk = `${(dev >> 8) & 0xfff}:${(dev & 0xff) | ((dev >> 12) & 0xfff00)}`
  const file = `/sys/class/bdi/${disk}/read_ahead_kb`
  try {
    const before = readFileSync(file, 'utf8').trim()
    if (Number(before) <= Number(READ_AHEAD)) return () => {}
    writeFileSync(file, READ_AHEAD)
    const undo = () => writeFileSync(file, before)
    process.once('exit', undo)
    console.log(`    The disk reads ahead ${READ_AHEAD} kB meanwhile, Linux’s default, instead of ${before}.`)
    return () => {
      process.off('exit', undo)
      undo()
    }
  } catch {
    return () => {}
  }
}

/**
 * Creates a group of `megabytes`; null if this machine does not allow it: without root, or with cgroups version 2. With `product`, the
 * folder of a copy of the product, its programs start there, and all their files count, as in a container.
 */
export function createMemoryGroup(megabytes: number, product?: string): MemoryGroup | null {
  const name = `riverbank-${process.pid}-${Date.now()}`
  const folder = join(ROOT, name)
  const processors = join(PROCESSOR_ROOT, name)
  const at = (name: string) => join(folder, `memory.${name}`)
  try {
    for (const group of [folder, processors]) mkdirSync(group)
    for (const limit of ['limit_in_bytes', 'memsw.limit_in_bytes']) writeFileSync(at(limit), `${megabytes * MEGABYTE}`)
  } catch {
    return null
  }
  const programs = mkdtempSync(join(tmpdir(), 'riverbank-node-'))
  const node = join(programs, 'node')
  copyFileSync(process.execPath, node)
  if (product) dropFromMemory([programs, product])
  const resetReadAhead = limitReadAhead(programs)
  const enter = [folder, processors].map((group) => `echo $$ >'${group}/cgroup.procs' && `).join('')
  return {
    node: ['sh', '-c', `cd '${product ?? '.'}' && ${enter}exec "$@"`, 'sh', node],
    peak: () => Number(readFileSync(at('max_usage_in_bytes'), 'utf8')) / MEGABYTE,
    dropFiles: () => writeFileSync(at('force_empty'), '0'),
    limitProcessors: (share) => {
      const quota = Math.round(share * availableParallelism() * PROCESSOR_PERIOD)
      for (const [file, value] of Object.entries({ cfs_period_us: PROCESSOR_PERIOD, cfs_quota_us: quota }))
        writeFileSync(join(processors, `cpu.${file}`), String(value))
    },
    kills: () => Number(/^oom_kill (\d+)$/m.exec(readFileSync(at('oom_control'), 'utf8'))?.[1]),
    remove: async () => {
      resetReadAhead()
      rmSync(programs, { recursive: true })
      while (readFileSync(join(folder, 'cgroup.procs'), 'utf8') !== '') await setTimeout(50)
      for (const group of [folder, processors]) rmdirSync(group)
    },
  }
}
