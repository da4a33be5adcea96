// Checks the API of the built product over HTTP: `npm run check:api`; `-- --short` for fewer awkward values. `-- --only inputs` prints
// what becomes of realistic files and texts, for senders, students and the API; with `--inputs FOLDER`, of those in a folder.
import { startRiverbank } from '../../app/test/running'
import { createAddressCases, createInputCases, createMethodCases, createPageCases, ofEachRole } from './api/cases'
import { type Document, listCalls } from './api/judge'
import { findOutcomeFaults } from './api/outcomes'
import { createIdentities, type Identity, identities, plantSecrets } from './api/people'
import { Run } from './api/run'
import { type CheckOptions, runTopics } from './shared/topics'
import { sendRaw } from './shared/wire'

const MIN_CASES = 1500

async function findCallFaults({ short }: CheckOptions): Promise<string[]> {
  await using riverbank = await startRiverbank({ TRUST_PROXY: '1' })
  const document = JSON.parse(
    (await sendRaw(riverbank.url, { method: 'GET', path: '/api/openapi.json' })).text,
  ) as Document
  const calls = listCalls(document)
  const people = await createIdentities(riverbank)
  const secrets = await plantSecrets(riverbank, people.tutor!)
  const run = new Run(riverbank, document, people, secrets)

  for (const call of calls) {
    const served = calls.filter(({ path }) => path === call.path).map(({ method }) => method)
    const inOrder = async (identity: Identity) => {
      const inputs = createInputCases(call, identity, { short })
      const others = [
        ...createAddressCases(call, identity),
        ...createPageCases(call, identity),
        ...createMethodCases(call, identity, served),
      ]
      // In the short form only one identity per role tests addresses and methods.
      const left = short && !ofEachRole.includes(identity) ? [] : others
      for (const one of [...inputs, ...left]) await run.runCase(one)
    }
    await Promise.all(identities.map(inOrder))
  }
  return [...run.report(), ...(run.count < MIN_CASES ? [`only ${run.count} cases, not ${MIN_CASES}`] : [])]
}

await runTopics(
  { calls: findCallFaults, inputs: findOutcomeFaults },
  { none: 'The API matches its document and the pages.' },
)
