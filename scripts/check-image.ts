// npm run check:image: builds the Dockerfile without a Docker daemon, and walks through the life of a container that is read-only and
// has 256 MB, as a user who has nothing but the volume. Prints sizes and times. Exit code 1 when a claim does not hold, 2 where it
// could not be done; --fresh forgets what an earlier run kept in .cache/image.
import { rmSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { bringBases } from './check-image/bases'
import { IMAGE } from './check-image/container'
import { done, type Engine, findRuntime, startEngine } from './check-image/engine'
import { walk } from './check-image/walk'
import { hasCommand } from './shared/machine'

/** In megabytes: what the image may weigh. */
const MOST = 260

const { values: options } = parseArgs({ options: { fresh: { type: 'boolean' } } })
let broken = 0
function claim(holds: boolean, words: string, figure = ''): void {
  if (!holds) broken++
  console.log(`  ${holds ? 'ok    ' : 'BROKEN'}  ${words}${figure === '' ? '' : `: ${figure}`}`)
}
const step = (what: string, milliseconds: number) =>
  console.log(`  ${`${(milliseconds / 1000).toFixed(2)} s`.padStart(8)}  ${what}`)

/** What must not be in the image: `find`'s words, and what they stand for. */
const unwanted: [what: string, ...words: string[]][] = [
  ['source maps', '-name', '*.map'],
  ['sources and object files of C', '-regex', '.*\\.\\(c\\|cc\\|cpp\\|h\\|o\\|a\\)'],
  ['TypeScript', '-name', '*.ts', '-o', '-name', '*.tsx', '-o', '-path', '*/typescript/*'],
  ['tests', '-name', '*.test.*', '-o', '-name', '*.e2e.*'],
]

async function look(engine: Engine): Promise<void> {
  const container = await done(engine.buildah('from', '--pull-never', IMAGE))
  const root = await done(engine.buildah('mount', container))
  const size = Number((await done(['du', '--summarize', '--bytes', root])).split('\t')[0]) / 1e6
  claim(size < MOST, `it weighs at most ${MOST} MB`, `${size.toFixed()} MB`)
  for (const [what, ...words] of unwanted) {
    const found = await done(['find', `${root}/riverbank`, '-type', 'f', '(', ...words, ')'])
    claim(found === '', `no ${what} in it`, found.split('\n')[0]?.replace(root, ''))
  }
  const bare = await done(['find', `${root}/riverbank`, '-mindepth', '0', '!', '-perm', '-o=r'])
  claim(bare === '', 'every user can read it', bare.split('\n')[0]?.replace(root, ''))
  const licences = await done(['find', `${root}/riverbank`, '-maxdepth', '1', '-name', 'LICENSE'])
  claim(licences !== '', 'the licence is in it')
  const config = JSON.parse(await done(engine.buildah('inspect', '--type', 'image', IMAGE))).Docker.config
  claim(
    config.User === '1000:1000' && config.Healthcheck?.Test?.length > 1,
    'it has a user that is not root, and HEALTHCHECK',
  )
  claim(config.Labels['org.opencontainers.image.licenses'] === 'MIT', 'it has its labels')
}

async function check(): Promise<void> {
  const engine = startEngine()
  try {
    const standIns = await bringBases(engine)
    if (standIns.length > 0)
      console.log(
        `${standIns.join(' and ')} could not be pulled here: stand-ins are used, made of Debian's packages and of the npm\nregistry's Node of that version. Their size is near that of the real ones, and not theirs.`,
      )
    const startedAt = performance.now()
    const format = ['--format', 'docker', '--isolation', 'chroot', '--network', 'host', '--pull-never', '--layers']
    await done(engine.buildah('bud', ...format, '--build-arg', 'COMMIT=check', '--tag', IMAGE, '.'), { seconds: 580 })
    step('build', performance.now() - startedAt)
    await look(engine)
    const words = await findRuntime(engine, IMAGE)
    console.log(`\nThe walk, in podman${words[0] === '--runtime' ? ` with ${words[1]}` : ''}:`)
    await walk({ engine, words }, step, claim)
  } finally {
    await engine.stop()
  }
}

if (options.fresh) rmSync('.cache/image', { recursive: true, force: true })
const missing = ['buildah', 'podman', 'runc'].filter((command) => !hasCommand(command, command))
if (missing.length > 0) {
  console.error(`NOT DONE: ${missing.join(' and ')} can't be installed here, so the Dockerfile was not built.`)
  process.exitCode = 2
} else {
  await check().catch((error: Error) => {
    console.error(`NOT DONE: ${error.message}`)
    process.exitCode = 2
  })
  if (process.exitCode !== 2) {
    console.log(broken === 0 ? 'The image holds what it promises.' : `${broken} claims do not hold.`)
    process.exitCode = broken === 0 ? 0 : 1
  }
}
