// Copies what production runs into a folder, for the image: node scripts/pack.mjs FOLDER. What that is, is followed from the commands
// of package.json through every import, so that nothing that only builds or tests comes along.
import { cpSync, globSync, mkdirSync, readdirSync, readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { nodeFileTrace } from '@vercel/nft'

const [to] = process.argv.slice(2)
if (!to) {
  console.error('Usage: node scripts/pack.mjs FOLDER')
  process.exit(1)
}

const { scripts } = JSON.parse(readFileSync('package.json', 'utf8'))
const commands = Object.values(scripts).flatMap((command) => /^node (scripts\/\w+\.mjs)$/.exec(command)?.[1] ?? [])
// Started by their names, as a process and threads.
const started = ['pictures', 'database-work', 'archive-work'].map((name) => `scripts/${name}.mjs`)
const built = globSync('build/server/{index,commands/*}.js')
// As this Node resolves packages: the tracer takes Node 20.19 for one that can't require modules.
const conditions = process.features.require_module ? ['node', 'module-sync'] : ['node']
const traced = await nodeFileTrace([...commands, ...started, ...built], { conditions })
// better-sqlite3 brings a binary for each platform: 17 MB, of which this one needs 2.
const libc = process.platform === 'linux' && !process.report.getReport().header.glibcVersionRuntime ? 'musl' : ''
const binary = `${process.platform}${libc}-${process.arch}.node`
const fileList = [...traced.fileList].filter((file) => !file.includes('/prebuilds/') || basename(file) === binary)

/** The folder of the package that a file is of. */
const packageOf = (file) => /^(?:.*\/)?node_modules\/(?:@[^/]+\/)?[^/]+/.exec(file)?.[0]
/** A package may be passed on only with its licence. */
const licencesOf = (folder) =>
  readdirSync(folder)
    .filter((name) => /^(licen[cs]e|copying|notice|copyright|third[-_]?party)/i.test(name))
    .map((name) => join(folder, name))

const packages = new Set(fileList.flatMap((file) => packageOf(file) ?? []))
const files = new Set([...fileList, ...[...packages].flatMap(licencesOf), 'LICENSE', 'package.json'])
for (const file of files) {
  mkdirSync(dirname(join(to, file)), { recursive: true })
  // A package's licences may be a folder.
  cpSync(file, join(to, file), { recursive: true })
}
for (const part of ['client', 'server']) cpSync(join('build', part), join(to, 'build', part), { recursive: true })
console.log(`${files.size} files of ${packages.size} packages and ${commands.length} commands`)
