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
import { temporaryFolder } from '../../app/test/folder'
import { hasCommand } from '../shared/machine'
import { done, type Engine, said } from './engine'

/** The images that the Dockerfile begins with. */
const bases = () => [...readFileSync('Dockerfile', 'utf8').matchAll(/^FROM (\S+)/gm)].map(([, name = '']) => name)

/** What Debian's slim images leave out. */
const SPARE = ['doc', 'man', 'info', 'locale', 'groff', 'lintian', 'linda']

/** A Debian as its slim image is, made of Debian's own packages. */
async function standInDebian(engine: Engine, name: string): Promise<void> {
  if (!hasCommand('debootstrap', 'debootstrap')) throw new Error('debootstrap can’t be installed here')
  using temporary = temporaryFolder()
  const folder = temporary.path
  // It becomes the image's root, which every user has to read.
  chmodSync(folder, 0o755)
  await done(['debootstrap', '--variant=minbase', 'bookworm', folder], { seconds: 400 })
  for (const spare of ['var/cache/apt/archives', 'var/lib/apt/lists', ...SPARE.map((one) => `usr/share/${one}`)])
    rmSync(join(folder, spare), { recursive: true, force: true })
  for (const stored of ['var/cache/apt/archives/partial', 'var/lib/apt/lists/partial'])
    mkdirSync(join(folder, stored), { recursive: true })
  const container = await done(engine.buildah('from', 'scratch'))
  await done(engine.buildah('add', container, folder, '/'))
  await done(engine.buildah('commit', '--rm', container, name))
}

/** That Debian with the Node of that version as the npm registry has it, and this machine's npm and its settings. */
async function standInNode(engine: Engine, name: string, debian: string): Promise<void> {
  const version = /:([\d.]+)-/.exec(name)?.[1]
  using temporary = temporaryFolder()
  const folder = temporary.path
  writeFileSync(join(folder, 'package.json'), '{}')
  const package_ = `node-linux-${process.arch}`
  const install = ['npm', 'install', '--prefix', folder, '--ignore-scripts', '--no-audit', '--no-fund']
  await done([...install, `${package_}@${version}`], { seconds: 300 })
  const node = join(folder, 'node_modules', package_)
  const npm = join(realpathSync(await done(['which', 'npm'])), '..', '..')
  const container = await done(engine.buildah('from', '--pull-never', debian))
  await done(engine.buildah('copy', container, join(node, 'bin', 'node'), '/usr/local/bin/node'))
  await done(engine.buildah('copy', container, join(node, 'include', 'node'), '/usr/local/include/node'))
  await done(engine.buildah('copy', container, npm, '/usr/local/lib/node_modules/npm'))
  symlinkSync('../lib/node_modules/npm/bin/npm-cli.js', join(folder, 'npm'))
  await done(['tar', '-C', folder, '-cf', join(folder, 'link.tar'), 'npm'])
  await done(engine.buildah('add', container, join(folder, 'link.tar'), '/usr/local/bin/'))
  const setting = (key: string) => spawnSync('npm', ['config', 'get', key]).stdout.toString().trim()
  // A network of its own authority tells npm of it by either.
  const authorities = [setting('cafile'), process.env.NODE_EXTRA_CA_CERTS ?? ''].find((path) => existsSync(path))
  const lines = [`registry=${setting('registry')}`, ...(authorities ? [`cafile=${authorities}`] : [])]
  writeFileSync(join(folder, 'npmrc'), `${lines.join('\n')}\n`)
  await done(engine.buildah('copy', container, join(folder, 'npmrc'), '/usr/local/etc/npmrc'))
  if (authorities) await done(engine.buildah('copy', container, authorities, authorities))
  await done(engine.buildah('commit', '--rm', container, name))
}

/** Brings the Dockerfile's bases into the engine's storage. Tells which are stand-ins, because they could not be pulled. */
export async function bringBases(engine: Engine): Promise<string[]> {
  const [node = '', debian = ''] = bases()
  const standIns: string[] = []
  const here = async (name: string) => (await said(engine.podman('image', 'exists', name))).code === 0
  for (const [name, make] of [
    [debian, () => standInDebian(engine, debian)],
    [node, () => standInNode(engine, node, debian)],
  ] as const) {
    const mark = join('.cache', 'image', `stand-in-${name.replace(/\W/g, '-')}`)
    if (
      !(await here(name)) &&
      (await said(engine.buildah('pull', `docker.io/library/${name}`), { seconds: 300 })).code !== 0
    ) {
      await make()
      writeFileSync(mark, '')
    }
    if (existsSync(mark)) standIns.push(name)
  }
  return standIns
}
