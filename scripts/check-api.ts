// Checks the API of the built product over HTTP: `npm run check:api`; `-- --short` for fewer awkward values. `-- --only inputs` prints
// what becomes of files and texts as people send them; with `--inputs FOLDER` of those in a folder.
import { startRiverbank } from '../app/test/running'
import { addressCases, inputCases, methodCases, pageCases } from './check-api/cases'
import { callsOf, type Document } from './check-api/judge'
import { outcomeFaults } from './check-api/outcomes'
import { gather, type Identity, identities, plantSecrets } from './check-api/people'
import { Run } from './check-api/run'
import { type Pace, runTopics } from './shared/topics'
import { send } from './shared/wire'

const FEWEST_CASES = 1500

async function callFaults({ short }: Pace): Promise<string[]> {
  await using riverbank = await startRiverbank({ TRUST_PROXY: '1' })
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
  return [...run.report(), ...(run.count < FEWEST_CASES ? [`only ${run.count} cases, not ${FEWEST_CASES}`] : [])]
}

await runTopics(
  { calls: callFaults, inputs: outcomeFaults },
  { none: 'The API is as documented, and pages say the same.' },
)
