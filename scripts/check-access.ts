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

/** Looks at photos of every shape in every place, and leaves a contact sheet of what was seen. */
async function pictureFaults(): Promise<string[]> {
  const sheet = '.cache/pictures.html'
  const env = { ...process.env, ACCESS: 'whole', SHEET: sheet }
  const given = ['playwright', 'test', 'pictures', '--project=access', '--reporter=line']
  const { status } = spawnSync('npx', given, { env, stdio: 'inherit' })
  console.log(`To look at: ${sheet}`)
  return status === 0 ? [] : ['the pictures above']
}

await runTopics(
  { screens: screenFaults, pictures: pictureFaults, webkit: webKitFaults },
  { none: 'Nobody is kept out.' },
)
