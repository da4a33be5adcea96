import { existsSync, mkdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs'
import { setTimeout } from 'node:timers/promises'

const LIMIT = 256

/** The memory of a process, in MB. */
export function memoryOf(pid: number): number {
  const kilobytes = /^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
  return Number(kilobytes) / 1024
}

/** The processes that one started. */
export const childrenOf = (pid: number) =>
  readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean).map(Number)

/** Samples the memory of the processes that `pids` tells every 50 ms; `stop` returns the maximum of one, in MB. */
export function watchMemory(pids: () => number[]): { stop: () => number } {
  let most = 0
  const look = () => {
    try {
      for (const pid of pids()) most = Math.max(most, memoryOf(pid))
    } catch {
      // It ended between the two looks.
    }
  }
  look()
  const timer = setInterval(look, 50)
  return {
    stop: () => {
      clearInterval(timer)
      look()
      return most
    },
  }
}

/** A group of processes with LIMIT megabytes of memory, as a container is one (cgroup 1); undefined where this may not be made. */
export function smallGroup() {
  const all = '/sys/fs/cgroup/memory'
  const group = `${all}/riverbank-check`
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
