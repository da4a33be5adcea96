import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout } from 'node:timers/promises'

/** One question to /healthz: when it was asked (by the clock), how long its answer took, and whether it was 200. */
export interface Probe {
  from: number
  took: number
  isWell: boolean
}

/** Asks /healthz of the server at `url` every 50 ms over a connection of its own, from a process of its own, until it is stopped. */
export class Prober {
  readonly probes: Probe[] = []
  private constructor(private readonly child: ChildProcess) {
    child.on('message', (probe) => this.probes.push(probe as Probe))
  }

  /** Starts to ask; gives the prober once the first answer is there. */
  static async start(url: string): Promise<Prober> {
    const child = fork(new URL('./prober.ts', import.meta.url), [url])
    const prober = new Prober(child)
    await once(child, 'message')
    return prober
  }

  /** The answers to what was asked between two moments, or was still open at the first. */
  between(from: number, to: number): Probe[] {
    return this.probes.filter((probe) => probe.from <= to && probe.from + probe.took >= from)
  }

  /** Waits for the answer to a question that was asked from now on. */
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
