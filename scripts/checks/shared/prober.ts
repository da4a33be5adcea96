// A separate process, so that the check's load does not delay the probes.
import { Agent, get } from 'node:http'
import { setTimeout } from 'node:timers/promises'

const INTERVAL = 50

const url = process.argv[2]!
const agent = new Agent({ keepAlive: true, maxSockets: 1 })

const probe = () =>
  new Promise<void>((resolve) => {
    const call = get(`${url}/healthz`, { agent, timeout: 60_000 }, (response) =>
      response.resume().on('end', () => resolve()),
    )
    call.on('timeout', () => call.destroy()).on('error', () => resolve())
  })

process.on('disconnect', () => process.exit())
for (;;) {
  const from = Date.now()
  const start = performance.now()
  await probe()
  const took = performance.now() - start
  process.send?.({ from, took })
  await setTimeout(Math.max(0, INTERVAL - took))
}
