import { readFileSync } from 'node:fs'

/** The memory of a process, in MB. */
export function memoryOf(pid: number): number {
  const kilobytes = /^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
  return Number(kilobytes) / 1024
}

/** Samples a process's memory every 50 ms; `stop` returns the maximum, in MB. */
export function watchMemory(pid: number): { stop: () => number } {
  let most = memoryOf(pid)
  const timer = setInterval(() => {
    most = Math.max(most, memoryOf(pid))
  }, 50)
  return {
    stop: () => {
      clearInterval(timer)
      return Math.max(most, memoryOf(pid))
    },
  }
}
