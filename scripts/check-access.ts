// The product as people get it who listen, enlarge, type or use old browsers: `npm run check:access`; `-- --only webkit` for some topics.
import { spawnSync } from 'node:child_process'
import { smallBrowserFaults } from './check-access/small-browsers'
import { webKitFaults } from './check-access/webkit'
import { runTopics, type Topic } from './topics'

/** Runs the specs of scripts/check-access, which scripts/test runs in their short form with the other browser tests. */
async function screenFaults(): Promise<string[]> {
  const projects = ['--project=access', '--project=access, scripts blocked']
  const env = { ...process.env, ACCESS: 'whole' }
  const { status } = spawnSync('npx', ['playwright', 'test', ...projects, '--reporter=dot'], { env, stdio: 'inherit' })
  return status === 0 ? [] : ['the specs above']
}

const topics: Record<string, Topic> = {
  screens: screenFaults,
  'small-browsers': smallBrowserFaults,
  webkit: webKitFaults,
}
// The others are among the unit and browser tests.
await runTopics(topics, { inShort: ['small-browsers', 'webkit'], none: 'Nobody is kept out.' })
