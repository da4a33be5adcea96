// npm run check:image: builds the Dockerfile without a Docker daemon, and tests the life of a read-only container with 256 MB, as a user
// who owns only the volume. Prints sizes and times. Exit code 1 if a claim fails, 2 if the check could not run; --fresh deletes the cache
// in .cache/image.
import { rmSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { provideBases } from './image/bases'
import { IMAGE } from './image/container'
import { type Engine, findRuntime, runOrThrow, startEngine } from './image/engine'
import { walkThroughLife } from './image/walk'
import { installCommand } from './shared/machine'

/** Maximum size of the image, in MB. */
const MAX_MEGABYTES = 260

const { values: options } = parseArgs({ options: { fresh: { type: 'boolean' } } })
let broken = 0
function reportClaim(holds: boolean, words: string, figure = ''): void {
  if (!holds) broken++
  console.log(`  ${holds ? 'ok    ' : 'BROKEN'}  ${words}${figure === '' ? '' : `: ${figure}`}`)
}
const reportStep = (what: string, milliseconds: number) =>
  console.log(`  ${`${(milliseconds / 1000).toFixed(2)} s`.padStart(8)}  ${what}`)

/** Files that must not be in the image: their description and arguments for `find`. */
const unwanted: [what: string, ...words: string[]][] = [
  ['source maps', '-name', '*.map'],
  ['sources and object files of C', '-regex', '.*\\.\\(c\\|cc\\|cpp\\|h\\|o\\|a\\)'],
  ['TypeScript', '-name', '*.ts', '-o', '-name', '*.tsx', '-o', '-path', '*/typescript/*'],
  ['tests', '-name', '*.test.*', '-o', '-name', '*.e2e.*'],
]

async function inspectImage(engine: Engine): Promise<void> {
  const container = await runOrThrow(engine.buildah('from', '--pull-never', IMAGE))
  const root = await runOrThrow(engine.buildah('mount', container))
  const size = Number((await runOrThrow(['du', '--summarize', '--bytes', root])).split('\t')[0]) / 1e6
  reportClaim(size < MAX_MEGABYTES, `its size is at most ${MAX_MEGABYTES} MB`, `${size.toFixed()} MB`)
  for (const [what, ...words] of unwanted) {
    const found = await runOrThrow(['find', `${root}/riverbank`, '-type', 'f', '(', ...words, ')'])
    reportClaim(found === '', `it has no ${what}`, found.split('\n')[0]?.replace(root, ''))
  }
  const bare = await runOrThrow(['find', `${root}/riverbank`, '-mindepth', '0', '!', '-perm', '-o=r'])
  reportClaim(bare === '', 'every user can read it', bare.split('\n')[0]?.replace(root, ''))
  const licences = await runOrThrow(['find', `${root}/riverbank`, '-maxdepth', '1', '-name', 'LICENSE'])
  reportClaim(licences !== '', 'it has the licence')
  const config = JSON.parse(await runOrThrow(engine.buildah('inspect', '--type', 'image', IMAGE))).Docker.config
  reportClaim(
    config.User === '1000:1000' && config.Healthcheck?.Test?.length > 1,
    'it has a user that is not root, and HEALTHCHECK',
  )
  reportClaim(config.Labels['org.opencontainers.image.licenses'] === 'MIT', 'it has its labels')
}

async function runWalk(): Promise<void> {
  const engine = startEngine()
  try {
    const standIns = await provideBases(engine)
    if (standIns.length > 0)
      console.log(
        `${standIns.join(' and ')} could not be pulled: replacements are built from Debian's packages and\nthe npm registry's Node of that version. Their size is similar, not equal, to that of the real images.`,
      )
    const startedAt = performance.now()
    const format = ['--format', 'docker', '--isolation', 'chroot', '--network', 'host', '--pull-never', '--layers']
    await runOrThrow(engine.buildah('bud', ...format, '--build-arg', 'COMMIT=check', '--tag', IMAGE, '.'), {
      seconds: 580,
    })
    reportStep('build', performance.now() - startedAt)
    await inspectImage(engine)
    const words = await findRuntime(engine, IMAGE)
    console.log(`\nThe walk, in podman${words[0] === '--runtime' ? ` with ${words[1]}` : ''}:`)
    await walkThroughLife({ engine, words }, reportStep, reportClaim)
  } finally {
    await engine.stop()
  }
}

if (options.fresh) rmSync('.cache/image', { recursive: true, force: true })
const missing = ['buildah', 'podman', 'runc'].filter((command) => !installCommand(command, command))
if (missing.length > 0) {
  console.error(
    `NOT DONE: ${missing.join(' and ')} can't be installed on this machine, so the Dockerfile was not built.`,
  )
  process.exitCode = 2
} else {
  await runWalk().catch((error: Error) => {
    console.error(`NOT DONE: ${error.message}`)
    process.exitCode = 2
  })
  if (process.exitCode !== 2) {
    console.log(broken === 0 ? 'All claims about the image hold.' : `${broken} claims do not hold.`)
    process.exitCode = broken === 0 ? 0 : 1
  }
}
