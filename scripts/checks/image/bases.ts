import { spawnSync } from 'node:child_process'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { createTemporaryFolder } from '../../../app/test/folder'
import { installCommand } from '../shared/machine'
import { type Engine, runOrThrow, runToEnd } from './engine'

/** The base images of the Dockerfile. */
const baseImages = () => [...readFileSync('Dockerfile', 'utf8').matchAll(/^FROM (\S+)/gm)].map(([, name = '']) => name)

/** Files that Debian's slim images leave out. */
const SPARE = ['doc', 'man', 'info', 'locale', 'groff', 'lintian', 'linda']

/** Builds a replacement for Debian's slim image from Debian packages. */
async function createDebianStandIn(engine: Engine, name: string): Promise<void> {
  if (!installCommand('debootstrap', 'debootstrap')) throw new Error('debootstrap can’t be installed on this machine')
  using temporary = createTemporaryFolder()
  const folder = temporary.path
  // It becomes the image's root, which every user must be able to read.
  chmodSync(folder, 0o755)
  await runOrThrow(['debootstrap', '--variant=minbase', 'bookworm', folder], { seconds: 400 })
  for (const spare of ['var/cache/apt/archives', 'var/lib/apt/lists', ...SPARE.map((one) => `usr/share/${one}`)])
    rmSync(join(folder, spare), { recursive: true, force: true })
  for (const stored of ['var/cache/apt/archives/partial', 'var/lib/apt/lists/partial'])
    mkdirSync(join(folder, stored), { recursive: true })
  const container = await runOrThrow(engine.buildah('from', 'scratch'))
  await runOrThrow(engine.buildah('add', container, folder, '/'))
  await runOrThrow(engine.buildah('commit', '--rm', container, name))
}

/** Adds Node of that version from the npm registry, and this machine's npm with its settings. */
async function createNodeStandIn(engine: Engine, name: string, debian: string): Promise<void> {
  const version = /:([\d.]+)-/.exec(name)?.[1]
  using temporary = createTemporaryFolder()
  const folder = temporary.path
  writeFileSync(join(folder, 'package.json'), '{}')
  const package_ = `node-linux-${process.arch}`
  const install = ['npm', 'install', '--prefix', folder, '--ignore-scripts', '--no-audit', '--no-fund']
  await runOrThrow([...install, `${package_}@${version}`], { seconds: 300 })
  const node = join(folder, 'node_modules', package_)
  const npm = join(realpathSync(await runOrThrow(['which', 'npm'])), '..', '..')
  const container = await runOrThrow(engine.buildah('from', '--pull-never', debian))
  await runOrThrow(engine.buildah('copy', container, join(node, 'bin', 'node'), '/usr/local/bin/node'))
  await runOrThrow(engine.buildah('copy', container, join(node, 'include', 'node'), '/usr/local/include/node'))
  await runOrThrow(engine.buildah('copy', container, npm, '/usr/local/lib/node_modules/npm'))
  symlinkSync('../lib/node_modules/npm/bin/npm-cli.js', join(folder, 'npm'))
  await runOrThrow(['tar', '-C', folder, '-cf', join(folder, 'link.tar'), 'npm'])
  await runOrThrow(engine.buildah('add', container, join(folder, 'link.tar'), '/usr/local/bin/'))
  const setting = (key: string) => spawnSync('npm', ['config', 'get', key]).stdout.toString().trim()
  // Networks with their own certificate authority configure npm by either of these.
  const authorities = [setting('cafile'), process.env.NODE_EXTRA_CA_CERTS ?? ''].find((path) => existsSync(path))
  const lines = [`registry=${setting('registry')}`, ...(authorities ? [`cafile=${authorities}`] : [])]
  writeFileSync(join(folder, 'npmrc'), `${lines.join('\n')}\n`)
  await runOrThrow(engine.buildah('copy', container, join(folder, 'npmrc'), '/usr/local/etc/npmrc'))
  if (authorities) await runOrThrow(engine.buildah('copy', container, authorities, authorities))
  await runOrThrow(engine.buildah('commit', '--rm', container, name))
}

/** Loads the base images into the engine's storage. Returns those that are replacements, because they could not be pulled. */
export async function provideBases(engine: Engine): Promise<string[]> {
  const [node = '', debian = ''] = baseImages()
  const standIns: string[] = []
  const here = async (name: string) => (await runToEnd(engine.podman('image', 'exists', name))).code === 0
  for (const [name, make] of [
    [debian, () => createDebianStandIn(engine, debian)],
    [node, () => createNodeStandIn(engine, node, debian)],
  ] as const) {
    const mark = join('.cache', 'image', `stand-in-${name.replace(/\W/g, '-')}`)
    if (
      !(await here(name)) &&
      (await runToEnd(engine.buildah('pull', `docker.io/library/${name}`), { seconds: 300 })).code !== 0
    ) {
      await make()
      writeFileSync(mark, '')
    }
    if (existsSync(mark)) standIns.push(name)
  }
  return standIns
}
