// Replaces `docker` on machines without a daemon: an image is the folder that scripts/pack.mjs makes, and a container is the built product
// in bubblewrap with only that folder, read-only, and its volume as /data. It knows the commands and options in our READMEs, and refuses
// others. HOME is its storage; DOCKER_PORT is the port on 127.0.0.1 that replaces 3000.
import { spawn, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { parseArgs } from 'node:util'

const at = (...names) => join(process.env.HOME, ...names)
const nameOf = (image) => image.replace(/[^\w.-]/g, '_')
const read = (...names) => JSON.parse(readFileSync(at(...names), 'utf8'))

function fail(words, code = 125) {
  console.error(`docker: ${words}`)
  process.exit(code)
}

/** The options before the first positional argument, and the arguments from there. Exits on an unknown option. */
function parseOptions(args, options) {
  const { tokens } = parseArgs({ args, options, strict: false, tokens: true, allowPositionals: true })
  const first = tokens.find(({ kind }) => kind === 'positional')?.index ?? args.length
  try {
    return { options: parseArgs({ args: args.slice(0, first), options }).values, words: args.slice(first) }
  } catch (error) {
    return fail(error.message)
  }
}
const text = { type: 'string' }
const flag = { type: 'boolean' }
const texts = { type: 'string', multiple: true }

/** Parses NAME=value lines as --env-file does: quotation marks are preserved. */
const readSettings = (file) =>
  Object.fromEntries(
    readFileSync(file, 'utf8')
      .split('\n')
      .filter((line) => /^\w+=/.test(line))
      .map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]),
  )

/** bubblewrap's arguments for a command of an image. */
function createBwrapArguments(image, volume, settings, words) {
  const { folder, env } = read('images', `${nameOf(image)}.json`)
  mkdirSync(at('volumes', volume), { recursive: true })
  const port = process.env.DOCKER_PORT
  const here = { PORT: port, HOST: '127.0.0.1', PUBLIC_URL: `http://127.0.0.1:${port}`, PATH: '/node:/usr/bin:/bin' }
  const own = { ...env, ...settings, ...here }
  return [
    ...['--ro-bind', '/usr', '/usr', '--ro-bind', '/etc', '/etc', '--proc', '/proc', '--dev', '/dev'],
    ...['bin', 'lib', 'lib64', 'sbin'].flatMap((name) => ['--symlink', `usr/${name}`, `/${name}`]),
    ...['--ro-bind', process.execPath, '/node/node', '--ro-bind', folder, '/riverbank'],
    ...['--bind', at('volumes', volume), '/data', '--chdir', '/riverbank', '--clearenv'],
    ...Object.entries(own).flatMap(([name, value]) => ['--setenv', name, value]),
    ...words,
  ]
}

const inFront = (words) => process.exit(spawnSync('bwrap', words, { stdio: 'inherit' }).status ?? 125)

/** The process in a container, which is bubblewrap's child. */
const findProcess = ({ pid }) => {
  try {
    return Number(readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ')[0]) || null
  } catch {
    return null
  }
}

const commands = {
  build(args) {
    const { options, words } = parseOptions(args, { tag: { ...text, short: 't' }, pull: flag, 'build-arg': texts })
    if (words.join() !== '.') fail(`can't build ${words}`)
    const folder = at('images', nameOf(options.tag))
    rmSync(folder, { recursive: true, force: true })
    const { status } = spawnSync('scripts/build', { stdio: 'inherit' })
    if (status !== 0 || spawnSync(process.execPath, ['scripts/pack.mjs', folder], { stdio: 'inherit' }).status !== 0)
      fail('the build failed', 1)
    const dockerfile = readFileSync('Dockerfile', 'utf8')
    const env = Object.fromEntries(
      /^ENV (.*)$/m
        .exec(dockerfile)[1]
        .split(' ')
        .map((pair) => pair.split('=')),
    )
    const command = JSON.parse(/^CMD (\[.*\])$/m.exec(dockerfile)[1])
    writeFileSync(`${folder}.json`, JSON.stringify({ folder, env, command }))
  },
  tag([from, to]) {
    writeFileSync(at('images', `${nameOf(to)}.json`), JSON.stringify(read('images', `${nameOf(from)}.json`)))
  },
  async run(args) {
    const { options, words } = parseOptions(args, {
      ...{ name: text, restart: text, memory: text, 'env-file': text, 'log-opt': texts },
      ...{ detach: { ...flag, short: 'd' }, interactive: { ...flag, short: 'i' }, rm: flag, 'read-only': flag },
      ...{ publish: { ...text, short: 'p' }, volume: { ...text, short: 'v' } },
    })
    const [image = '', ...command] = words
    const [volume = '', place] = options.volume?.split(':') ?? []
    if (place !== '/data') fail('no volume at /data')
    const settings = options['env-file'] ? readSettings(options['env-file']) : {}
    const start = command.length > 0 ? command : read('images', `${nameOf(image)}.json`).command
    if (!options.detach) return inFront(createBwrapArguments(image, volume, settings, start))
    const file = at('containers', `${options.name}.json`)
    if (existsSync(file)) fail(`there is a container ${options.name} already`)
    mkdirSync(at('containers'), { recursive: true })
    const log = openSync(`${file}.log`, 'a')
    const { pid } = spawn('bwrap', createBwrapArguments(image, volume, settings, start), {
      detached: true,
      stdio: ['ignore', log, log],
    }).on('error', ({ message }) => fail(message))
    writeFileSync(file, JSON.stringify({ pid, image, volume, settings }))
    process.exit(0)
  },
  exec(args) {
    const { words } = parseOptions(args, { interactive: { ...flag, short: 'i' }, tty: { ...flag, short: 't' } })
    const [name, ...command] = words
    const container = read('containers', `${name}.json`)
    if (!findProcess(container)) fail(`${name} does not run`)
    inFront(createBwrapArguments(container.image, container.volume, container.settings, command))
  },
  async stop([name]) {
    const container = read('containers', `${name}.json`)
    const pid = findProcess(container)
    if (pid) process.kill(pid, 'SIGTERM')
    for (let waited = 0; findProcess(container); waited += 0.1, await setTimeout(100))
      if (waited > 10) fail(`${name} does not stop within ten seconds`)
  },
  rm([name]) {
    if (findProcess(read('containers', `${name}.json`))) fail(`${name} runs: stop it first`)
    rmSync(at('containers', `${name}.json`))
  },
  logs(args) {
    const { options, words } = parseOptions(args, { since: text })
    if (options.since && !/^\d+[hm]$/.test(options.since)) fail(`--since ${options.since}`)
    process.stdout.write(readFileSync(at('containers', `${words[0]}.json.log`)))
  },
  volume([verb, dash, format, name]) {
    if (verb !== 'inspect' || dash !== '-f' || format !== '{{.Mountpoint}}')
      fail('volume inspect -f {{.Mountpoint}} NAME')
    console.log(at('volumes', name))
  },
}

const [command, ...args] = process.argv.slice(2)
if (!Object.hasOwn(commands, command)) fail(`there is no ${command}`)
await commands[command](args)
