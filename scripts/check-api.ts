// Checks the API of the built product over HTTP: `npm run check:api`; `-- --short` for fewer random values, `-- --seed 7` to
// repeat a run.
import { parseArgs } from 'node:util'
import { startRiverbank } from '../app/test/running'
import { addressCases, inputCases, methodCases, pageCases } from './check-api/cases'
import { callsOf, type Document } from './check-api/judge'
import { gather, type Identity, identities, plantSecrets } from './check-api/people'
import { randomFaults } from './check-api/random'
import { Run } from './check-api/run'
import { send } from './shared/wire'

const FEWEST_CASES = 1500

const { values } = parseArgs({ options: { short: { type: 'boolean' }, seed: { type: 'string' } } })
const short = values.short ?? false
// The suite's short form always has the same seed; by hand each run has another.
const seed = Number(values.seed ?? (short ? 1 : Date.now() % 1_000_000))

const riverbank = await startRiverbank({ TRUST_PROXY: '1' })
const faults: string[] = []
try {
  const document = JSON.parse(
    (await send(riverbank.url, { method: 'GET', path: '/api/openapi.json' })).text,
  ) as Document
  const calls = callsOf(document)
  const people = await gather(riverbank)
  const secrets = await plantSecrets(riverbank, people.tutor!)
  const run = new Run(riverbank, document, people, secrets)

  for (const call of calls) {
    const served = calls.filter(({ path }) => path === call.path).map(({ method }) => method)
    const inOrder = async (identity: Identity) => {
      const inputs = inputCases(call, identity, { short })
      const others = [
        ...addressCases(call, identity),
        ...pageCases(call, identity),
        ...methodCases(call, identity, served),
      ]
      // In the short form those whose role is another one's too leave the addresses and methods to that one.
      const left = short && !['anonymous', 'owner', 'tutor'].includes(identity) ? [] : others
      for (const one of [...inputs, ...left]) await run.make(one)
    }
    await Promise.all(identities.map(inOrder))
  }
  faults.push(...run.report())
  if (run.count < FEWEST_CASES) faults.push(`only ${run.count} cases, not ${FEWEST_CASES}`)

  faults.push(...(await randomFaults(run, calls, { seed, runs: short ? 15 : 400 })))
} finally {
  await riverbank.stop()
}

for (const fault of faults.slice(0, 60)) console.error(`  ${fault}`)
console.log(faults.length === 0 ? 'The API is as documented.' : `${faults.length} faults.`)
process.exitCode = faults.length === 0 ? 0 : 1
