import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout } from 'node:timers/promises'

/** One request to /healthz: when it was sent (performance clock), how long the response took, and whether it was 200. */
export interface Probe {
  from: number
  took: number
  isWell: boolean
}

/** Requests /healthz of the server at `url` every 50 ms on its own connection, from its own process, until stopped. */
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

  /** The probes sent between two moments, or still open at the first. */
  between(from: number, to: number): Probe[] {
    return this.probes.filter((probe) => probe.from <= to && probe.from + probe.took >= from)
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
