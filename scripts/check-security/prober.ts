// A process of its own, so that the check's own load does not delay the probes.
import { Agent, get } from 'node:http'
import { setTimeout } from 'node:timers/promises'

const EVERY = 50
const PATIENCE = 60_000

const url = process.argv[2]!
const agent = new Agent({ keepAlive: true, maxSockets: 1, timeout: 2000 })

function ask(): Promise<boolean> {
  return new Promise((resolve) => {
    const call = get(`${url}/healthz`, { agent, timeout: PATIENCE }, (response) => {
      response.resume().on('end', () => resolve(response.statusCode === 200))
    })
    call.on('timeout', () => call.destroy()).on('error', () => resolve(false))
  })
}

process.on('disconnect', () => process.exit())
for (;;) {
  const from = Date.now()
  const start = performance.now()
  const isWell = await ask()
  const took = performance.now() - start
  process.send?.({ from, took, isWell })
  await setTimeout(Math.max(0, EVERY - took))
}
