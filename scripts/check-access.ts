// The product as people get it who listen, enlarge, type or use old browsers: `npm run check:access`; `-- --only webkit` for one topic.
// scripts/test has the specs of scripts/check-access among its browser tests, in their short form.
import { spawnSync } from 'node:child_process'
import { webKitFaults } from './check-access/webkit'
import { runTopics } from './shared/topics'

/** Runs the specs whole: every screen and state, at every width, also without scripts. */
async function screenFaults(): Promise<string[]> {
  const projects = ['--project=access', '--project=access, scripts blocked']
  const env = { ...process.env, ACCESS: 'whole' }
  const { status } = spawnSync('npx', ['playwright', 'test', ...projects, '--reporter=dot'], { env, stdio: 'inherit' })
  return status === 0 ? [] : ['the specs above']
}

await runTopics({ screens: screenFaults, webkit: webKitFaults }, { none: 'Nobody is kept out.' })
