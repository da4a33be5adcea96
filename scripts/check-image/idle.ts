import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { containerOn, emptyVolume } from './container'
import { done, type Engine } from './engine'

const USER = 4321
const MINUTE = 60_000

/** Collects garbage each second, as an idle process does now and then: better-sqlite3 12 ended the process there, from Node 24.19 on. */
const COLLECTING = '--expose-gc --import=data:text/javascript,setInterval(gc,1000).unref()'

/**
 * Leaves two containers alone for `minutes`, one of them with its garbage collected each second, and claims that both went on in one
 * process. Their memory at the end is printed.
 */
export async function leaveAlone(
  machine: { engine: Engine; words: string[] },
  minutes: number,
  claim: (holds: boolean, words: string, figure?: string) => void,
): Promise<void> {
  const place = mkdtempSync(join(tmpdir(), 'riverbank-idle-'))
  const settings = { SESSION_SECRET: randomBytes(32).toString('hex'), BACKUP_AT: 'never' }
  try {
    const ways = { 'as it is': {}, 'with garbage collected each second': { NODE_OPTIONS: COLLECTING } }
    const containers = await Promise.all(
      Object.entries(ways).map(async ([way, options], number) => {
        const volume = emptyVolume(join(place, String(number)), USER)
        const container = await containerOn(machine, volume, USER, { ...settings, ...options })
        await container.create()
        return { way, container }
      }),
    )
    await setTimeout(minutes * MINUTE)
    for (const { way, container } of containers) {
      const { podman } = machine.engine
      const state = await done(podman('inspect', '--format', '{{.State.Running}} {{.RestartCount}}', container.name))
      const answer = await fetch(`${container.url}/healthz`).catch(() => null)
      const { output } = await container.exec(['sh', '-c', 'cat /proc/1/status'])
      const resident = Number(/^VmRSS:\s*(\d+) kB/m.exec(output)?.[1]) / 1024
      claim(state === 'true 0' && answer?.status === 200, `${minutes} minutes, ${way}`, `${resident.toFixed()} MB`)
      await container.stop()
    }
  } finally {
    rmSync(place, { recursive: true, force: true })
  }
}
