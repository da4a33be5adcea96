import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { setTimeout } from 'node:timers/promises'

/** The value below which `share` (0 to 1) of `values` lie; 0 without values. */
export function getQuantile(values: number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0
}

/** Counts `values`: '200×3 404×1'. */
export function formatTally(values: (string | number)[]): string {
  const counts = new Map<string | number, number>()
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1)
  return [...counts]
    .sort(([a], [b]) => String(a).localeCompare(String(b)))
    .map(([value, count]) => `${value}×${count}`)
    .join(' ')
}

/** Waits until `isSo` returns true. Returns the seconds it took, or undefined after `patience` seconds. */
export async function waitUntil(isSo: () => boolean | Promise<boolean>, patience = 30): Promise<number | undefined> {
  const startedAt = performance.now()
  const seconds = () => (performance.now() - startedAt) / 1000
  for (; seconds() < patience; await setTimeout(50)) if (await isSo()) return seconds()
  return undefined
}

/** The memory of a process, in MB. */
export function readMemory(pid: number): number {
  const kilobytes = /^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
  return Number(kilobytes) / 1024
}

/** The processor time of a process's main thread in ms, independent of other load. */
export const getProcessorTime = (pid: number) =>
  Number(readFileSync(`/proc/${pid}/task/${pid}/schedstat`, 'utf8').split(' ')[0]) / 1e6

export const listChildren = (pid: number) =>
  readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean).map(Number)

/** Samples the memory of the processes from `pids` every 50 ms; `stop` returns the maximum of a single process, in MB. */
export function watchMemory(pids: () => number[]): { stop: () => number } {
  let max = 0
  const sample = () => {
    try {
      for (const pid of pids()) max = Math.max(max, readMemory(pid))
    } catch {
      // The process ended between two samples.
    }
  }
  sample()
  const timer = setInterval(sample, 50)
  return {
    stop: () => {
      clearInterval(timer)
      sample()
      return max
    },
  }
}

/** One request to /healthz: when it was sent (Date.now()), and how many milliseconds the response took. */
interface Probe {
  from: number
  took: number
}

/** Requests /healthz of a server every 50 ms from its own process (prober.ts), until stopped. */
export class Prober {
  readonly probes: Probe[] = []
  private constructor(private readonly child: ChildProcess) {
    child.on('message', (probe) => this.probes.push(probe as Probe))
  }

  /** Starts probing; resolves with the prober after the first response. */
  static async start(url: string): Promise<Prober> {
    const child = fork(new URL('./prober.ts', import.meta.url), [url])
    const prober = new Prober(child)
    await once(child, 'message')
    return prober
  }

  /** Waits for the response to a probe sent from now on. */
  async next(): Promise<void> {
    const now = Date.now()
    while (this.child.connected && (this.probes.at(-1)?.from ?? 0) < now) await setTimeout(10)
  }

  async stop(): Promise<void> {
    if (!this.child.connected) return
    const ended = once(this.child, 'exit')
    this.child.disconnect()
    await ended
  }
}
