// Checks the product for people who listen, enlarge, use a keyboard or old browsers: `npm run check:access`; `-- --only webkit` for one
// topic. scripts/check runs the tests in scripts/checks/access in their short form, scripts/test some of them.
import { spawnSync } from 'node:child_process'
import { readdirSync, rmSync, writeFileSync } from 'node:fs'
import { findWebKitFaults } from './access/webkit'
import { runTopics } from './shared/topics'

/** Runs all tests in full: every screen and state, at every width, also without scripts. */
async function findScreenFaults(): Promise<string[]> {
  const projects = ['--project=access', '--project=access, scripts blocked']
  const env = { ...process.env, ACCESS: 'whole' }
  const { status } = spawnSync('npx', ['playwright', 'test', ...projects, '--reporter=dot'], { env, stdio: 'inherit' })
  return status === 0 ? [] : ['the tests above']
}

/** Tests photos of all shapes in all places, and creates a contact sheet. */
async function findPictureFaults(): Promise<string[]> {
  const folder = '.cache/pictures'
  rmSync(folder, { recursive: true, force: true })
  const env = { ...process.env, ACCESS: 'whole', SHEET: folder }
  const input = ['playwright', 'test', 'pictures', '--project=access', '--reporter=line']
  const { status } = spawnSync('npx', input, { env, stdio: 'inherit' })
  const rows = readdirSync(folder).map((row) => {
    const images = readdirSync(`${folder}/${row}`).map(
      (name) => `<img src="${encodeURIComponent(row)}/${name}" title="${name}">`,
    )
    return `<h2>${decodeURIComponent(row)}</h2><p>${images.join('\n')}</p>`
  })
  const style = '<style>p{display:flex;align-items:start;gap:8px}img{border:1px solid}</style>'
  writeFileSync(`${folder}/index.html`, `<!doctype html><meta charset="utf-8">${style}${rows.join('')}`)
  console.log(`Please look at ${folder}/index.html`)
  return status === 0 ? [] : ['the pictures above']
}

await runTopics(
  { screens: findScreenFaults, pictures: findPictureFaults, webkit: findWebKitFaults },
  { none: 'No barriers found.' },
)
