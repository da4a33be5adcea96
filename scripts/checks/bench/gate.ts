import { execFileSync, spawn } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, openSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout as pass } from 'node:timers/promises'
import { baseSettings } from '../../../app/test/running'
import { logInOverHttp } from '../../../app/test/served'
import { createHeaders } from '../shared/client'
import { installCommand } from '../shared/machine'
import { type LoadResult, measureLoad } from './load'
import type { BenchRow } from './row'
import { stopWithFolder } from './servers'
import { findAssets, type SpeedRequest, speedRequests } from './speed'

/** A row fails below this share of the release's requests a second. */
const MIN_RATIO = 0.9
const REPETITIONS = 3
/** What a class and visitors request at the same time. */
const MIXED = ['/dashboard', '/about', '/dashboard/timetable', '/contact', '/api/events', '/dashboard/notices']

const git = (...words: string[]) => execFileSync('git', words, { encoding: 'utf8', maxBuffer: 256 * 1024 ** 2 }).trim()

/** The last commit of the version before this one. Throws if the repository's history does not have it. */
function findRelease(): string {
  const versionAt = (commit: string) => JSON.parse(git('show', `${commit}:package.json`)).version as string
  const current = versionAt('HEAD')
  const raised = git('log', '--format=%H', '-G"version":', '--', 'package.json').split('\n')
  const first = raised.findLast((commit) => versionAt(commit) === current)
  return git('rev-parse', `${first}^`)
}

/** Builds a commit in a folder of .cache, unless it is there. Returns the folder. */
function buildCommit(commit: string): string {
  const folder = resolve('.cache/releases', commit)
  if (existsSync(join(folder, 'build/server/index.js'))) return folder
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  execFileSync('sh', ['-c', 'git archive "$0" | tar -x -C "$1"', commit, folder])
  const read = (file: string) => readFileSync(file, 'utf8')
  if (read('package-lock.json') === read(join(folder, 'package-lock.json')))
    symlinkSync(resolve('node_modules'), join(folder, 'node_modules'))
  else execFileSync('npm', ['ci', '--prefer-offline', '--no-audit', '--no-fund'], { cwd: folder, stdio: 'ignore' })
  execFileSync('scripts/build', { cwd: folder, env: { ...process.env, COMMIT: commit }, stdio: 'inherit' })
  return folder
}

/** Starts a build with its own demonstration. Throws if it does not start. */
async function startCommit(folder: string): Promise<{ url: string } & AsyncDisposable> {
  const dataDir = mkdtempSync(join(tmpdir(), 'riverbank-release-'))
  const log = join(dataDir, 'log')
  const child = spawn(process.execPath, ['scripts/serve.mjs'], {
    cwd: folder,
    env: { ...process.env, ...baseSettings, DATA_DIR: join(dataDir, 'data'), PORT: '0' },
    stdio: ['ignore', openSync(log, 'a'), 'inherit'],
  })
  const stop = stopWithFolder(child, dataDir)
  const findAddress = () => /Riverbank is at (http:\/\/\S+?)"/.exec(readFileSync(log, 'utf8'))?.[1]
  while (!findAddress()) {
    if (child.exitCode !== null) throw new Error(`${folder} did not start:\n${readFileSync(log, 'utf8')}`)
    await pass(50)
  }
  return {
    url: findAddress()!.replace('localhost', '127.0.0.1'),
    [Symbol.asyncDispose]: stop,
  }
}

const median = (numbers: number[]) => [...numbers].sort((one, other) => one - other)[Math.floor(numbers.length / 2)]!

interface Side {
  url: string
  headers: (as: SpeedRequest['as']) => Record<string, string>
  assets: Record<string, string>
}

async function openSide(url: string): Promise<Side> {
  const student = await logInOverHttp({ url } as Parameters<typeof logInOverHttp>[0], 'demo.student')
  const headers: Side['headers'] = (as) => ({ 'Accept-Encoding': 'br, gzip', ...(as && createHeaders(student, as)) })
  return { url, headers, assets: await findAssets(url, headers('cookie')) }
}

type Measure = (side: Side, seconds: number) => Promise<LoadResult>

/** The medians of both sides, measured in turn after a warm-up. */
async function compare(sides: [Side, Side], measure: Measure, seconds: number): Promise<[LoadResult, LoadResult]> {
  const found: [LoadResult[], LoadResult[]] = [[], []]
  for (const side of sides) await measure(side, 1)
  for (let time = 0; time < REPETITIONS; time++)
    for (const [index, side] of sides.entries()) found[index]!.push(await measure(side, seconds))
  const summarize = (results: LoadResult[]) => ({
    rate: median(results.map(({ rate }) => rate)),
    p99: median(results.map(({ p99 }) => p99)),
  })
  return [summarize(found[0]), summarize(found[1])]
}

/**
 * Compares this build with an earlier commit, built and measured in the same run: medians of three. By default that is the last commit of
 * the version before. `isFast` is false if a row has less than 0.9 of its requests a second.
 */
export async function compareWithRelease({ short, base }: { short: boolean; base?: string }): Promise<{
  rows: BenchRow[]
  isFast: boolean
}> {
  if (!installCommand('wrk'))
    return { rows: [{ name: 'gate', value: 'NOT DONE: wrk can’t be installed' }], isFast: false }
  const seconds = short ? 2 : 5
  const commit = git('rev-parse', base ?? findRelease())
  await using before = await startCommit(buildCommit(commit))
  await using now = await startCommit(resolve('.'))
  const sides: [Side, Side] = [await openSide(before.url), await openSide(now.url)]
  const measures: [string, Measure][] = speedRequests.flatMap(({ name, path, as }) => {
    const request =
      (isUnique: boolean): Measure =>
      ({ url, headers, assets }, seconds) =>
        measureLoad(url + (assets[path] ?? path), headers(as), seconds, { isUnique })
    const rows: [string, Measure][] = [[name, request(false)]]
    return as === 'cookie' ? [...rows, [`${name}, without the render cache`, request(true)]] : rows
  })
  measures.push([
    'sixteen clients, mixed',
    ({ url, headers }, seconds) => measureLoad(url, headers('cookie'), seconds, { paths: MIXED }),
  ])
  const rows: BenchRow[] = [{ name: 'compared with', value: commit.slice(0, 8) }]
  let isFast = true
  const format = ({ rate, p99 }: LoadResult) => `${Math.round(rate)}/s, p99 ${p99.toFixed(1)} ms`
  for (const [name, measure] of measures) {
    const [reference, value] = await compare(sides, measure, seconds)
    const ratio = value.rate / reference.rate
    isFast &&= ratio >= MIN_RATIO
    const share = `${ratio.toFixed(2)}; p99 ${(value.p99 / reference.p99).toFixed(2)}`
    rows.push({ name, value: format(value), reference: format(reference), share, goal: String(MIN_RATIO) })
  }
  return { rows, isFast }
}
