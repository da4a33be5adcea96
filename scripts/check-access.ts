// The product as people get it who listen, enlarge, type or use old browsers: `npm run check:access`; `-- --only webkit` for some topics.
import { spawnSync } from 'node:child_process'
import { webKitFaults } from './check-access/webkit'
import { runTopics } from './shared/topics'

/** Runs the specs of scripts/check-access, which scripts/test runs in their short form with the other browser tests. */
async function screenFaults(): Promise<string[]> {
  const projects = ['--project=access', '--project=access, scripts blocked']
  const env = { ...process.env, ACCESS: 'whole' }
  const { status } = spawnSync('npx', ['playwright', 'test', ...projects, '--reporter=dot'], { env, stdio: 'inherit' })
  return status === 0 ? [] : ['the specs above']
}

// The screens are among the browser tests.
await runTopics({ screens: screenFaults, webkit: webKitFaults }, { inShort: ['webkit'], none: 'Nobody is kept out.' })
