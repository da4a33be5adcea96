import { existsSync, mkdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs'
import { setTimeout } from 'node:timers/promises'
import { startRiverbank } from '../../app/test/running'
import { type Row, sendMixed, sendPhotos } from './memory'

const LIMIT = 256

/** A group of processes with LIMIT megabytes of memory, as a container is one (cgroup 1); undefined where this may not be made. */
export function smallGroup() {
  const all = '/sys/fs/cgroup/memory'
  const group = `${all}/riverbank-bench`
  try {
    mkdirSync(group, { recursive: true })
    writeFileSync(`${group}/memory.limit_in_bytes`, String(LIMIT * 1024 * 1024))
  } catch {
    return undefined
  }
  const own = /^\d+:memory:(.*)$/m.exec(readFileSync('/proc/self/cgroup', 'utf8'))?.[1] ?? '/'
  const back = existsSync(`${all}${own}/cgroup.procs`) ? `${all}${own}` : all
  return {
    enter: () => writeFileSync(`${group}/cgroup.procs`, String(process.pid)),
    leave: () => writeFileSync(`${back}/cgroup.procs`, String(process.pid)),
    killed: () => Number(/^oom_kill (\d+)/m.exec(readFileSync(`${group}/memory.oom_control`, 'utf8'))?.[1]),
    /** What can't be given back, in MB: the processes' memory without the file system's cache. */
    used: () => Number(/^total_rss (\d+)/m.exec(readFileSync(`${group}/memory.stat`, 'utf8'))?.[1]) / 1024 / 1024,
    remove: async () => {
      // The last process has ended, but may not have left yet.
      for (let times = 0; times < 50; times += 1)
        try {
          return rmdirSync(group)
        } catch {
          await setTimeout(100)
        }
    },
  }
}

/** The built product with 256 MB for server and pictures together: whether it serves, takes photos, and what it needs. */
export async function smallMemory(): Promise<Row[]> {
  const name = `with ${LIMIT} MB`
  const group = smallGroup()
  if (!group) return [{ name, value: 'not measured: no group of processes with less memory can be made here' }]
  group.enter()
  const riverbank = await startRiverbank().finally(group.leave)
  let most = 0
  const timer = setInterval(() => {
    most = Math.max(most, group.used())
  }, 50)
  try {
    const mixed = await sendMixed(riverbank)
    const inTurn = await sendPhotos(riverbank, 1)
    const atOnce = await sendPhotos(riverbank, Number.POSITIVE_INFINITY)
    return [
      { name: `${name}: mixed requests`, value: mixed },
      { name: `${name}: photos one after the other`, value: inTurn },
      { name: `${name}: photos at once`, value: atOnce },
      { name: `${name}: peak of both processes, without the cache of files`, value: `${most.toFixed()} MB` },
      { name: `${name}: processes that were killed for memory`, value: String(group.killed()), reference: 'goal 0' },
      { name: `${name}: the server lives`, value: riverbank.isAlive() ? 'yes' : 'no', reference: 'goal yes' },
    ]
  } finally {
    clearInterval(timer)
    await riverbank.stop()
    await group.remove()
  }
}
