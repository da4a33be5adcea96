// Copies what production needs into a folder, for the image: node scripts/pack.mjs FOLDER. It follows every import from the commands in
// package.json, so that build and test code is left out.
import { cpSync, globSync, mkdirSync, readdirSync, readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { nodeFileTrace } from '@vercel/nft'

const [to] = process.argv.slice(2)
if (!to) {
  console.error('Usage: node scripts/pack.mjs FOLDER')
  process.exit(1)
}

const { scripts, dependencies } = JSON.parse(readFileSync('package.json', 'utf8'))
const commands = Object.values(scripts).flatMap(
  (command) => /^(?:exec )?node (scripts\/\w+\.mjs)$/.exec(command)?.[1] ?? [],
)
// Started by name, as a process and threads.
const startedByName = ['pictures', 'database-work', 'archive-work'].map((name) => `app/processes/${name}.mjs`)
const built = globSync('build/server/{index,commands/*}.js')
// Resolve packages as this Node does: the tracer assumes that Node can't require modules.
const conditions = process.features.require_module ? ['node', 'module-sync'] : ['node']
const trace = await nodeFileTrace([...commands, ...startedByName, ...built], { conditions })
// better-sqlite3 has a binary for each platform: 17 MB, of which this platform needs 2.
const libc = process.platform === 'linux' && !process.report.getReport().header.glibcVersionRuntime ? 'musl' : ''
const binary = `${process.platform}${libc}-${process.arch}.node`
const fileList = [...trace.fileList].filter((file) => !file.includes('/prebuilds/') || basename(file) === binary)

/** The folder of a file's package. */
const getPackageFolder = (file) => /^(?:.*\/)?node_modules\/(?:@[^/]+\/)?[^/]+/.exec(file)?.[0]
/** A package may be distributed only with its licence. */
const listLicences = (folder) =>
  readdirSync(folder)
    .filter((name) => /^(licen[cs]e|copying|notice|copyright|third[-_]?party)/i.test(name))
    .map((name) => join(folder, name))

const traced = fileList.flatMap((file) => getPackageFolder(file) ?? [])
// The build contains parts of others.
const packages = new Set([...traced, ...Object.keys(dependencies).map((name) => `node_modules/${name}`)])
const files = new Set([...fileList, ...[...packages].flatMap(listLicences), 'LICENSE', 'package.json'])
for (const file of files) {
  mkdirSync(dirname(join(to, file)), { recursive: true })
  // A licence may be a folder.
  cpSync(file, join(to, file), { recursive: true })
}
for (const part of ['client', 'server']) cpSync(join('build', part), join(to, 'build', part), { recursive: true })
console.log(`${files.size} files of ${packages.size} packages and ${commands.length} commands`)
