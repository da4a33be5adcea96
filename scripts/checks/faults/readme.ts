import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import {
  appendFileSync,
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { readSettings } from '../../../app/settings.server'
import { createTemporaryFolder } from '../../../app/test/folder'
import { startSmtp } from '../../../app/test/smtp'
import { runToEnd } from '../image/engine'
import { findFreePort, hasProgram, installCommand } from '../shared/machine'
import { waitUntil } from '../shared/measures'
import type { CheckOptions } from '../shared/topics'

/** A folder with a clone of the project, and replacements for the rest of the operator's machine. */
interface Machine {
  project: string
  /** Replaces the disks, folders and remotes in the READMEs. */
  elsewhere: string
  /** The container storage of each machine; the last one is current. */
  homes: string[]
  /** The id of a request to the container. */
  requestId?: string
  /** Its mail server. */
  mail: string
  env: Record<string, string>
  /** A server that a command started outside a container. */
  server?: ChildProcess
}

/** How to run a command. The first matching rule counts; a command without a rule is a fault. */
interface Rule {
  for: RegExp
  /** Why it is not run. */
  notRun?: string
  /** Typed input. */
  types?: string
  /** Runs until it is stopped. */
  serves?: true
  /** Output that is accepted on failure. */
  orSays?: RegExp
  /** Required output. */
  says?: RegExp
  /** Steps before and after it, which the surrounding text describes. */
  before?: (machine: Machine) => Promise<unknown> | unknown
  after?: (machine: Machine) => Promise<unknown> | unknown
  /** True for commands in the short form. */
  quick?: true
}

const PASSWORD = 'heron on the river\n'

/** A doctor's report without faults, except for the sender's reserved domain and the queue, which a restore pauses. */
const ACCEPTED_REPORT = /^(?![\s\S]*^fault {2}(?!spf|dmarc|queue))[\s\S]*^\d faults?, \d notes?\.$/m

const rules: Rule[] = [
  { for: /^scripts\/test$/, notRun: 'it runs this check' },
  { for: /^npm run format && /, notRun: 'scripts/test runs lint and types' },
  { for: /npm run e2e /, notRun: 'scripts/test runs the browser tests' },
  { for: /^docker compose /, notRun: 'it needs Docker, and ports 80 and 443; the topic proxies runs the Caddyfile' },
  { for: /^docker build .*\/once$/, notRun: 'it needs Docker; deploy.test.ts checks what it copies' },
  { for: /^useradd /, notRun: 'it changes this machine' },
  { for: /^git clone ADDRESS /, notRun: 'npm ci and the build run as in README.md' },
  { for: /&& systemctl restart /, notRun: 'systemd does not run here; other lines run the rest' },
  {
    for: /^cp scripts\/deploy\/riverbank\.service /,
    notRun: 'systemd does not run here; systemd-analyze verifies the unit',
    before: verifyUnit,
  },
  { for: /^install -m 600 (-o riverbank )?\.env\.example \.env$/, after: writeSettings, quick: true },
  { for: /^install -d / },
  { for: /^openssl rand / },
  { for: /^scripts\/start\b/, serves: true, after: resetProject },
  { for: /^npm ci && npm run build$/ },
  { for: /^npm (start|run dev)\b/, serves: true, quick: true },
  { for: /^npm test -- / },
  { for: /^npm run user -- add /, types: PASSWORD, quick: true },
  { for: /^npm run user -- password /, types: PASSWORD },
  { for: /^npm run user -- second-step-off /, orSays: /no second step/ },
  { for: /^npm run user -- / },
  { for: /^npm run restore -- /, before: stopServer, quick: true },
  { for: /^npm run website / },
  { for: /^npm run backup\b/, quick: true },
  { for: /^npm run doctor$/, orSays: ACCEPTED_REPORT, quick: true },
  { for: /^docker exec .*doctor\.mjs$/, orSays: ACCEPTED_REPORT },
  { for: /^docker run --rm -i /, before: switchMachine },
  { for: /^docker run --rm .*restore\.mjs \/data\/move\.zip$/, after: restartContainer },
  { for: /^docker logs .*test\("backup was made"\)/ },
  { for: /^docker logs /, before: failLogIn, says: /api\/login|127\.0\.0|log-in refused|Riverbank starts/ },
  // An operator would read on meanwhile.
  { for: /^docker run -d /, before: ensureSettings, after: waitForContainer },
  { for: /^docker (run|exec|build|tag|stop|rm) / },
  { for: /^git pull$/ },
  { for: /^curl / },
  { for: /^promtool / },
  { for: /^restic / },
  { for: /^30 4 \* \* \* root restic / },
  { for: /^30 4 \* \* \* root rclone /, before: makeRemote },
  // Settings: of Riverbank in .env, and of restic in a crontab.
  { for: /^(SMTP_URL|MAIL_FROM)=/ },
  { for: /^RESTIC_\w+=/ },
]

/** Programs in the commands, with the Debian package to install if permitted; null if the package has a daemon. */
const packages: Record<string, string | null> = {
  ...{ docker: 'bubblewrap', jq: 'jq', curl: 'curl', openssl: 'openssl', restic: 'restic', rclone: 'rclone' },
  ...{ promtool: null, systemctl: null },
}
/** Replacements for programs that do not run here. */
const standIns: Record<string, string> = { docker: 'bwrap', systemctl: 'systemd-analyze' }

/** The programs that a command needs and this machine lacks. */
function findMissingPrograms({ text }: ReadmeCommand): string[] {
  const named = Object.keys(packages).filter((program) => new RegExp(`(^|[ |])${program} `).test(text))
  return named
    .filter((program) => {
      const [command, from] = [standIns[program] ?? program, packages[program]]
      return !(from ? installCommand(command, from) : hasProgram(command))
    })
    .map((program) => standIns[program] ?? program)
}

interface ReadmeCommand {
  page: string
  line: number
  text: string
  rule: Rule | undefined
}

/** The commands in a README's indented blocks, with lines that end in a backslash joined. */
function parseCommands(page: string, from = '.'): ReadmeCommand[] {
  const found: ReadmeCommand[] = []
  const lines = readFileSync(join(from, page), 'utf8').split('\n')
  let isFree = true
  for (const [index, line] of lines.entries()) {
    const isIndented = /^ {4}\S/.test(line)
    const goesOn = found.at(-1)?.text.endsWith('\\') && /^ {4}/.test(line)
    if (goesOn) found.at(-1)!.text = `${found.at(-1)!.text.slice(0, -1).trim()} ${line.trim()}`
    else if (isIndented && isFree && !/^ +#/.test(line))
      found.push({ page, line: index + 1, text: line.trim(), rule: undefined })
    // A paragraph or list may continue indented.
    isFree = line === '' || (isIndented && isFree)
  }
  return found.map((command) => {
    // Remove a comment at the end.
    const text = command.text.replace(/ {2,}# .*$/, '')
    return { ...command, text, rule: rules.find((rule) => rule.for.test(text)) }
  })
}

const PAGES = ['README.md', 'app/README.md', 'scripts/deploy/README.md']

/** Fills in the placeholders of the READMEs. */
function fillPlaceholders(text: string, { project, elsewhere, homes, env, requestId }: Machine): string {
  const folders = homes.map((home) => join(home, 'volumes', 'riverbank', 'backups'))
  const backups = folders.findLast((folder) => existsSync(folder)) ?? 'NONE'
  const native = join(project, 'data', 'backups')
  const newest = (folder: string) =>
    (existsSync(folder)
      ? readdirSync(folder)
          .filter((name) => name.endsWith('.zip'))
          .sort()
          .at(-1)
      : undefined) ?? 'NONE'
  return (
    text
      .replace(/(?<=\/data\/backups\/)riverbank-\S+\.zip/, newest(backups))
      .replace(/(?<= data\/backups\/)riverbank-\S+\.zip/, newest(native))
      .replaceAll('/mnt/other-disk/', `${elsewhere}/disk/`)
      .replaceAll('/etc/riverbank', `${elsewhere}/etc`)
      .replaceAll('/tmp/look', `${elsewhere}/look`)
      .replaceAll('sftp:copies@other.example:riverbank', `${elsewhere}/copies`)
      .replaceAll('BACKUPS', backups)
      .replaceAll('-o riverbank ', '')
      .replaceAll('127.0.0.1:3000/', `127.0.0.1:${env.DOCKER_PORT}/`)
      .replace('3a7ddd31-778f', requestId ?? '')
      // Nothing fails or is slow in this check.
      .replace('.status >= 500', '.status >= 400')
      .replace('.ms > 1000', '.ms > 0')
      .replace(/^(\S+ ){5}root /, '')
  )
}

/** Runs a line in a shell. Returns its exit code and output. */
async function runShell(text: string, { project, env }: Machine, input?: string) {
  const variables = Object.entries(env).map(([name, value]) => `${name}=${value}`)
  const command = ['env', '--ignore-environment', `--chdir=${project}`, ...variables]
  const { code, output, complaint } = await runToEnd([...command, 'bash', '-o', 'pipefail', '-c', text], {
    input,
    seconds: 400,
  })
  return { code, words: `${output}${complaint}`.trim() }
}

/** Starts a server command, and waits until it answers. */
async function runServer(text: string, machine: Machine): Promise<string[]> {
  await stopServer(machine)
  const server = spawn('bash', ['-c', `exec ${text}`], {
    cwd: machine.project,
    env: machine.env as unknown as NodeJS.ProcessEnv,
    detached: true,
  })
  machine.server = server
  let said = ''
  for (const stream of [server.stdout, server.stderr]) stream.on('data', (chunk) => (said += chunk))
  for (const end = performance.now() + 400_000; performance.now() < end; await setTimeout(100)) {
    if (server.exitCode !== null) return [`ended with ${server.exitCode}: ${said.slice(-1000)}`]
    const answer = await fetch(`http://127.0.0.1:${machine.env.PORT}/healthz`).catch(() => null)
    if (answer?.ok && !(await answer.text()).includes('starting')) return []
  }
  return [`does not answer: ${said.slice(-1000)}`]
}

async function stopServer(machine: Machine): Promise<void> {
  const { server } = machine
  machine.server = undefined
  if (server?.exitCode !== null || server.pid === undefined) return
  process.kill(-server.pid, 'SIGTERM')
  // npm ends before its child processes.
  for (let isAlive = true; isAlive; await setTimeout(50))
    try {
      process.kill(-server.pid, 0)
    } catch {
      isAlive = false
    }
}

/** Stops a demonstration, and deletes its data. */
async function resetProject(machine: Machine): Promise<void> {
  await stopServer(machine)
  rmSync(join(machine.project, 'data'), { recursive: true, force: true })
}

/** Writes the settings that the READMEs ask for. */
function writeSettings({ project, env, mail }: Machine): void {
  const own = {
    SESSION_SECRET: randomBytes(32).toString('hex'),
    PUBLIC_URL: `http://127.0.0.1:${env.PORT}`,
    METRICS_TOKEN: env.METRICS_TOKEN,
    SMTP_URL: mail.replace('smtp://', 'smtp://postman:secret@'),
  }
  appendFileSync(
    join(project, '.env'),
    Object.entries(own)
      .map(([name, value]) => `${name}=${value}\n`)
      .join(''),
  )
}

/** Creates the settings file if there is none: the operators' README begins after this step of README.md. */
function ensureSettings(machine: Machine): void {
  const file = join(machine.project, '.env')
  if (existsSync(file)) return
  cpSync(join(machine.project, '.env.example'), file)
  writeSettings(machine)
}

/** Verifies the shipped unit, with this machine's programs. */
function verifyUnit({ elsewhere }: Machine): void {
  const path = join(elsewhere, 'riverbank.service')
  const unit = readFileSync('scripts/deploy/riverbank.service', 'utf8')
  writeFileSync(path, unit.replace('/usr/bin/node', process.execPath).replace(/^User=.*$/m, 'User=root'))
  const { status, stderr } = spawnSync('systemd-analyze', ['verify', path], { encoding: 'utf8' })
  if (status !== 0 || stderr.includes(path)) throw new Error(`systemd-analyze: ${stderr}`)
}

/** Switches to another machine that has only the image. */
function switchMachine({ env, project, elsewhere, homes }: Machine): void {
  if (existsSync(join(elsewhere, 'other'))) return
  cpSync(join(env.HOME!, 'images'), join(elsewhere, 'other', 'images'), { recursive: true })
  for (const name of readdirSync(join(elsewhere, 'other', 'images')).filter((file) => file.endsWith('.json'))) {
    const path = join(elsewhere, 'other', 'images', name)
    writeFileSync(path, readFileSync(path, 'utf8').replaceAll(env.HOME!, join(elsewhere, 'other')))
  }
  if (!existsSync(join(project, 'move.zip'))) throw new Error('There is no move.zip')
  env.HOME = join(elsewhere, 'other')
  homes.push(env.HOME)
}

/** Starts the container with the README's first command. */
async function restartContainer(machine: Machine): Promise<void> {
  const start = parseCommands('scripts/deploy/README.md', machine.project).find(({ text }) =>
    text.startsWith('docker run -d'),
  )
  await runShell(fillPlaceholders(start!.text, machine), machine)
  await waitForContainer(machine)
}

function waitForContainer({ env }: Machine) {
  const requested = () => fetch(`http://127.0.0.1:${env.DOCKER_PORT}/healthz`)
  return waitUntil(
    () =>
      requested().then(
        ({ ok }) => ok,
        () => false,
      ),
    120,
  )
}

/** Logs in with a wrong password once the container answers. */
async function failLogIn(machine: Machine): Promise<void> {
  if (machine.requestId) return
  const url = `http://127.0.0.1:${machine.env.DOCKER_PORT}`
  await waitForContainer(machine)
  const body = JSON.stringify({ username: 'maeve', password: 'not the heron' })
  const answer = await fetch(`${url}/api/login`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body,
  })
  machine.requestId = answer.headers.get('x-request-id') ?? ''
}

/** Configures a crypt remote that stores its files in a folder. */
function makeRemote({ env, elsewhere }: Machine): void {
  const password = execFileSync('rclone', ['obscure', 'a password of this check'], { encoding: 'utf8' }).trim()
  Object.assign(env, {
    RCLONE_CONFIG_COPIES_TYPE: 'crypt',
    RCLONE_CONFIG_COPIES_REMOTE: join(elsewhere, 'remote'),
    RCLONE_CONFIG_COPIES_PASSWORD: password,
  })
}

/** Creates a machine with a clone of the last commit. The short form uses this folder's packages and build. */
async function createMachine(folder: string, mail: string, short: boolean): Promise<Machine> {
  const project = join(folder, 'project')
  execFileSync('git', ['clone', '--quiet', '.', project])
  const [elsewhere, home, programs] = ['elsewhere', 'home', 'bin'].map((name) => join(folder, name)) as [
    string,
    string,
    string,
  ]
  for (const one of [elsewhere, home, programs, join(home, 'images')]) mkdirSync(one)
  writeFileSync(
    join(programs, 'docker'),
    `#!/bin/sh\nexec '${process.execPath}' '${resolve('scripts/checks/faults/docker.mjs')}' "$@"\n`,
  )
  chmodSync(join(programs, 'docker'), 0o755)
  if (short) {
    symlinkSync(resolve('node_modules'), join(project, 'node_modules'))
    cpSync('build', join(project, 'build'), { recursive: true })
  }
  const [port, dockerPort] = [String(await findFreePort()), String(await findFreePort())]
  const env = {
    ...Object.fromEntries(
      Object.entries(process.env).filter(([name]) =>
        /^(npm_config_\w+|NODE_EXTRA_CA_CERTS|NPM_CONFIG_\w+|LANG)$/.test(name),
      ),
    ),
    PATH: `${programs}:${dirname(process.execPath)}:${process.env.PATH?.split(':')
      .filter((place) => !place.includes('node_modules'))
      .join(':')}:/usr/sbin`,
    HOME: home,
    ...{ PORT: port, DOCKER_PORT: dockerPort, HOST: '127.0.0.1', METRICS_TOKEN: randomBytes(16).toString('hex') },
  }
  return { project, elsewhere, homes: [home], env: env as Record<string, string>, mail }
}

/** Stops all servers and containers of a machine, and removes their data and settings. */
async function cleanUpMachine(machine: Machine): Promise<void> {
  await resetProject(machine)
  rmSync(join(machine.project, '.env'), { force: true })
  for (const home of machine.homes) {
    const env = { ...machine.env, HOME: home } as unknown as NodeJS.ProcessEnv
    const containers = join(home, 'containers')
    for (const name of existsSync(containers) ? readdirSync(containers) : [])
      if (name.endsWith('.json')) spawnSync('docker', ['stop', name.slice(0, -5)], { env })
    for (const part of ['containers', 'volumes']) rmSync(join(home, part), { recursive: true, force: true })
  }
}

/** Runs the commands of one README in order. */
async function runReadme(page: string, machine: Machine, only: (command: ReadmeCommand) => boolean): Promise<string[]> {
  const faults: string[] = []
  const settings: Record<string, string> = {}
  let count = 0
  for (const command of parseCommands(page, machine.project)) {
    const { rule, text, line } = command
    if (!rule || !only(command)) continue
    const missing = rule.notRun && !rule.before ? [] : findMissingPrograms(command)
    const reason = missing.length > 0 ? `${missing.join(', ')} is not installed` : rule.notRun
    try {
      if (missing.length === 0) await rule.before?.(machine)
      if (reason) {
        console.log(`    ${page}:${line}: not run, since ${reason}: ${text.slice(0, 70)}`)
        continue
      }
      count++
      const filled = fillPlaceholders(text, machine)
      const [, name = '', value = ''] = /^([A-Z_]+)=(.*)$/.exec(filled) ?? []
      if (name.startsWith('RESTIC')) machine.env[name] = value
      else if (name) readSettings({ ...settings, [name]: value.replace(/^'(.*)'$/, '$1') })
      else if (rule.serves)
        faults.push(...(await runServer(filled, machine)).map((fault) => `${page}:${line}: ${text}: ${fault}`))
      else {
        const { code, words } = await runShell(filled, machine, rule.types)
        if (code !== 0 && !rule.orSays?.test(words))
          faults.push(`${page}:${line}: ${filled} ended with ${code}: ${words.slice(-1500)}`)
        else if (rule.says && !rule.says.test(words))
          faults.push(`${page}:${line}: ${filled} said only: ${words.slice(-500)}`)
      }
      await rule.after?.(machine)
    } catch (error) {
      faults.push(`${page}:${line}: ${text}: ${(error as Error).message}`)
    }
  }
  console.log(`    ${page}: ${count} commands run, ${faults.length} faults`)
  return faults
}

/**
 * Runs the commands of the READMEs as written, in a clone. docker.mjs replaces Docker. A command without a rule above is a fault. The
 * short form runs some commands of README.md.
 */
export async function findReadmeFaults({ short }: CheckOptions): Promise<string[]> {
  const faults = PAGES.flatMap((page) => parseCommands(page))
    .filter(({ rule }) => !rule)
    .map(
      ({ page, line, text }) =>
        `${page}:${line} has a command that scripts/checks/faults/readme.ts has no rule for: ${text}`,
    )
  const all = new Set(PAGES.flatMap((page) => parseCommands(page)).map(({ rule }) => rule))
  for (const rule of rules) if (!all.has(rule)) faults.push(`No README has a command for the rule ${rule.for}`)
  using folder = createTemporaryFolder()
  await using smtp = await startSmtp()
  const machine = await createMachine(folder.path, smtp.url, short)
  for (const page of short ? PAGES.slice(0, 1) : PAGES)
    try {
      faults.push(...(await runReadme(page, machine, ({ rule }) => !short || rule?.quick === true)))
    } finally {
      await cleanUpMachine(machine)
    }
  return faults
}
