import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { createServer } from 'node:http'
import { dirname, join, matchesGlob } from 'node:path'
import { expect, test } from 'vitest'
import {
  backupPeriods,
  formatRetentionPeriod,
  getRetentionBounds,
  isAdjustable,
  retentionCategories,
  retentionPeriods,
} from '../../app/content/retention-terms'
import { UPLOAD_LIMIT } from '../../app/http/limits/bodies'
import { MAX_BACKUP_AGE, MAX_HOURLY_AGE, MIN_FREE_BYTES } from '../../app/operator/readiness.server'
import { readSettings } from '../../app/settings.server'
import { NEWEST } from '../../db/migrate'

const read = (path: string) => readFileSync(path, 'utf8')
const settings = [...read('.env.example').matchAll(/^#([A-Z_]+)=/gm)].map(([, name]) => name)
const compose = read('scripts/deploy/compose.yaml')
const nginx = read('scripts/deploy/nginx.conf')
const once = read('scripts/deploy/once/start.mjs')

test('compose.yaml and the ONCE start only use existing settings', () => {
  const inCompose = [...compose.matchAll(/^ {6}([A-Z_]+): /gm)].map(([, name]) => name)
  const inOnce = [...once.matchAll(/env\.([A-Z_]+) \|\|=/g)].map(([, name]) => name)
  expect([inCompose.length, inOnce.length]).toEqual([2, 3])
  for (const name of [...inCompose, ...inOnce]) expect(settings).toContain(name)
})

test('the proxies use Riverbank’s port, and pass the largest body that it reads', () => {
  const { port } = readSettings({})
  expect(nginx).toContain(`proxy_pass http://127.0.0.1:${port};`)
  expect(read('scripts/deploy/Caddyfile')).toContain(`riverbank:${port}`)
  expect(read('Dockerfile')).toContain(`PORT=${port}`)
  expect(nginx).toContain('proxy_set_header Connection "";')
  const largest = Number(/client_max_body_size (\d+)m;/.exec(nginx)?.[1]) * 1024 * 1024
  expect(largest).toBeGreaterThan(UPLOAD_LIMIT)
})

test('the proxies log no addresses, and wait as long for an upload as Riverbank does', () => {
  const servers = nginx.split(/^server \{$/m).slice(1)
  expect(servers.length).toBe(2)
  for (const one of servers) {
    expect(one).toContain('access_log off;')
    expect(one).toMatch(/error_log \S+ emerg;/)
  }
  expect(read('scripts/deploy/Caddyfile')).toMatch(/exclude http\.log\.error http\.handlers\.reverse_proxy/)
  const waits = [...nginx.matchAll(/(client_body|proxy_send|proxy_read)_timeout (\d+)m;/g)].map(
    ([, , minutes]) => minutes,
  )
  expect(waits.length).toBe(3)
  for (const minutes of waits) expect(Number(minutes) * 60_000).toBeGreaterThan(createServer().requestTimeout)
})

test('systemd stops Riverbank with enough time, and docker run limits the log', () => {
  const unit = read('scripts/deploy/riverbank.service')
  expect(unit).toMatch(/^KillMode=mixed$/m)
  expect(unit).toMatch(/^ExecStart=\/usr\/bin\/node \/opt\/riverbank\/scripts\/serve.mjs$/m)
  const longestStop = Number(/STOP_WITHIN = ([\d_]+)/.exec(read('app/server.ts'))?.[1]?.replace('_', '')) / 1000
  expect(Number(/^TimeoutStopSec=(\d+)$/m.exec(unit)?.[1])).toBeGreaterThan(longestStop)
  for (const page of ['README.md', 'scripts/deploy/README.md'])
    expect(read(page)).toMatch(
      /docker run -d --name riverbank [^#]*?--log-opt max-size=20m --log-opt max-file=5 riverbank/,
    )
})

test('.dockerignore does not exclude what the Dockerfile copies', () => {
  const copied = [...read('Dockerfile').matchAll(/^COPY (?!--from)((?:\S+ )+)\S+$/gm)]
    .flatMap(([, words = '']) => words.trim().split(' '))
    .filter((path) => path !== '.' && !path.startsWith('--'))
  const letIn = read('.dockerignore').split('\n')
  expect(copied).toContain('.npmrc')
  expect(copied.filter((path) => !letIn.includes(`!${path}`))).toEqual([])
})

test('.dockerignore lets in every program that the image runs', () => {
  const commands = Object.values<string>(JSON.parse(read('package.json')).scripts)
  const started = commands.flatMap((command) => /^(?:exec )?node (scripts\/\w+\.mjs)$/.exec(command)?.[1] ?? [])
  const files = new Set([
    ...started,
    'scripts/pack.mjs',
    'app/processes/pictures.mjs',
    'app/processes/database-work.mjs',
  ])
  for (const file of files)
    for (const [, imported = ''] of read(file).matchAll(/\b(?:from|import)\b\(? ?'(\.{1,2}\/[^']+\.mjs)'/g))
      files.add(join(dirname(file), imported))
  expect([...files]).toEqual(
    expect.arrayContaining(['scripts/serve.mjs', 'app/processes/pdf/text.mjs', 'app/processes/word/xml.mjs']),
  )
  const letIn = read('.dockerignore')
    .split('\n')
    .filter((line) => line.startsWith('!'))
    .map((line) => line.slice(1))
  // A folder lets in what is below it.
  const isLetIn = (file: string) =>
    letIn.some((pattern) => matchesGlob(file, pattern) || file.startsWith(`${pattern}/`))
  expect([...files].filter((file) => !isLetIn(file))).toEqual([])
})

test('the scripts that ONCE’s hooks call exist', () => {
  for (const hook of readdirSync('scripts/deploy/once/hooks')) {
    const path = `scripts/deploy/once/hooks/${hook}`
    expect(statSync(path).mode & 0o111, hook).toBe(0o111)
    for (const [name] of read(path).matchAll(/\bscripts\/[\w/.-]*\w/g)) expect(existsSync(name), name).toBe(true)
  }
})

test('the operator’s README lists every retention period', () => {
  const rows = retentionCategories.map((what) => {
    const { label, since } = retentionPeriods[what]
    const range = isAdjustable(what)
      ? `; tutors set ${getRetentionBounds(what).min} to ${getRetentionBounds(what).max} months`
      : ''
    return `| ${label} | ${formatRetentionPeriod(what)}${range} | ${since} |`
  })
  const table = /\| What \| Kept for \| Counted \|\n\|---\|---\|---\|\n([\s\S]*?)\n\n/.exec(
    read('scripts/deploy/README.md'),
  )?.[1]
  const backups = backupPeriods.map(({ label, term, since }) => `| ${label} | ${term} | ${since} |`)
  expect(table?.split('\n')).toEqual([...rows, ...backups])
})

const pages = execFileSync('git', ['ls-files', '*.md'], { encoding: 'utf8' }).trim().split('\n')

/** A heading's anchor, as code hosts create it. */
const createAnchor = (heading: string) =>
  heading
    .toLowerCase()
    .replace(/[^\w\- ]/g, '')
    .replaceAll(' ', '-')

test('every link in a README leads to an existing file and heading', () => {
  for (const page of pages)
    for (const [, path = '', anchor] of read(page).matchAll(/\]\((?!\w+:)([^)#\s]*)(?:#([^)]*))?\)/g)) {
      const target = path ? join(dirname(page), path) : page
      expect(existsSync(target), `${page} leads to ${path}`).toBe(true)
      if (!anchor) continue
      const anchors = [...read(target).matchAll(/^#+ (.*)$/gm)].map(([, heading = '']) => createAnchor(heading))
      expect(anchors, `${page} leads to ${path}`).toContain(anchor)
    }
})

test('every script in a README exists', () => {
  const { scripts } = JSON.parse(read('package.json'))
  for (const page of pages) {
    const text = read(page)
    for (const [, name = ''] of text.matchAll(/npm run (?:--silent )?([\w:-]+)/g))
      expect(scripts, page).toHaveProperty([name])
    for (const [path] of text.matchAll(/(?<![\w./-])scripts\/[\w/.-]*\w/g))
      expect(existsSync(path), `${page}: ${path}`).toBe(true)
  }
})

test('CHANGELOG.md begins with this version and its newest migration, and older versions follow', () => {
  const changes = read('scripts/deploy/CHANGELOG.md')
  const numbers = [...changes.matchAll(/^## (\d+)\.(\d+)\.(\d+) \(/gm)].map((found) => found.slice(1).map(Number))
  expect(JSON.parse(read('package.json')).version).toBe(numbers[0]?.join('.'))
  expect(JSON.parse(read('package-lock.json')).version).toBe(numbers[0]?.join('.'))
  const inOrder = numbers.toSorted((one, other) => other[0]! - one[0]! || other[1]! - one[1]! || other[2]! - one[2]!)
  expect(numbers).toEqual(inOrder)
  // What is not released yet may need no migration.
  const [, newest = '', before = ''] = changes.split(/^## /m)
  expect(newest.startsWith('Unreleased') ? newest + before : newest).toContain(`\`${NEWEST}\``)
})

test('each limit is the same in code, READMEs and alerts', () => {
  const [readme, deploy] = [read('README.md'), read('scripts/deploy/README.md')]
  const hours = `${MAX_BACKUP_AGE / 3_600_000} hours`
  for (const page of [readme, deploy]) expect(page.match(/(?<=over |for |backup for )\d+ hours/)?.[0]).toBe(hours)
  for (const max of [MAX_BACKUP_AGE, MAX_HOURLY_AGE])
    expect(read('scripts/deploy/alerts.yml')).toContain(`> ${max / 3_600_000} * 3600`)
  expect(readme).toContain(`under ${MIN_FREE_BYTES / 1e6} MB free`)
  for (const text of [readme, deploy, compose, read('scripts/deploy/riverbank.service')])
    expect(
      new Set(text.match(/(?<=(--memory |mem_limit: |MemoryMax=))\d+[mM]/g)?.map((size) => size.toLowerCase())),
    ).toContain('256m')
  const [, max] = /^const MAX_MEGABYTES = (\d+)$/m.exec(read('scripts/checks/image.ts')) ?? []
  expect(deploy.replaceAll('\n', ' ')).toContain(`The image takes at most ${max} MB`)
  const [, min, below] = />=([\d.]+) <(\d+)/.exec(JSON.parse(read('package.json')).engines.node) ?? []
  for (const page of [readme, deploy, read('app/README.md')]) expect(page).toContain(`${min} to ${Number(below) - 1}`)
})

test('the README lists every licence of the image’s packages', () => {
  const { packages } = JSON.parse(read('package-lock.json')) as {
    packages: Record<string, { dev?: boolean; license?: string }>
  }
  const kinds = Object.entries(packages).flatMap(([path, { dev, license = 'none' }]) =>
    path && !dev && !path.includes('/@img/sharp-w') ? license.replace(/^\((.*)\)$/, '$1').split(/ (?:OR|AND) /) : [],
  )
  const known = /^\| Packages of npm .*$/m.exec(read('scripts/deploy/README.md'))?.[0]
  for (const kind of new Set(kinds)) expect(known).toContain(kind)
})
