import { execFile } from 'node:child_process'
import { cpSync, existsSync, mkdtempSync, renameSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { damageTable } from '../../app/test/damage'
import { errorsIn, type RunningRiverbank, startRiverbank } from '../../app/test/running'
import { pdf } from '../../app/test/samples'
import { enter, headersOf } from '../shared/client'
import { until } from '../shared/measures'
import { doctorSays, operate, readyz, treeOf } from '../shared/operator'
import type { Pace } from '../shared/topics'
import { send } from '../shared/wire'

/** In seconds: readiness is looked at once a minute. */
const A_MINUTE = 70

const show = (cause: string, channel: string, said = 'nothing') =>
  console.log(`    ${cause}, ${channel}: ${said.trim().replaceAll(tmpdir(), '').slice(0, 400)}`)

/** The addresses of all bytes that the demonstration has. */
const addressesOf = ({ rows }: RunningRiverbank): string[] => [
  ...rows('select id, fileType from files').map(
    ({ id, fileType }) => `/files/${id}${String(fileType).startsWith('image/') ? '?inline&width=480' : ''}`,
  ),
  ...rows('select id from boardPhotos').map(({ id }) => `/files/board/${id}`),
  ...rows('select id, secret from newsletterAttachments').map(({ id, secret }) => `/files/newsletter/${id}-${secret}`),
]

/** With the folder of uploads gone every address answers in words, nothing is taken in, the operator knows; and all is well once it is back. */
async function folderGone(riverbank: RunningRiverbank, { short }: Pace): Promise<string[]> {
  const cause = 'uploads gone'
  const { url, dataDir } = riverbank
  const faults: string[] = []
  const [uploads, away] = [join(dataDir, 'uploads'), join(dataDir, 'away')]
  const { credentials, upload } = await enter(url)
  const addresses = addressesOf(riverbank)
  const ask = (path: string) => send(url, { method: 'GET', path, headers: headersOf(credentials, 'token') })
  const isTold = async () => 'uploads' in (await readyz(riverbank))
  for (const path of addresses) if ((await ask(path)).status !== 200) faults.push(`${path} is not there to begin with`)
  if (await isTold()) faults.push('/readyz tells of uploads that are there')
  renameSync(uploads, away)
  // Nobody asks for a file: it is found all the same.
  if (!short && (await until(isTold, A_MINUTE)) === undefined)
    faults.push('nobody asks for a file, and /readyz is well')
  for (const path of addresses) {
    const { status, text, headers } = await ask(path)
    if (status !== 404 || !text.includes('can’t find this file just now')) faults.push(`${path} is ${status}: ${text}`)
    if (!String(headers['cache-control']).includes('no-store')) faults.push(`${path} may be kept`)
  }
  if ((await until(isTold, 3)) === undefined) faults.push('/readyz is well 3 s after requests have met lost bytes')
  show(cause, '/readyz', (await readyz(riverbank)).uploads)
  const { status } = await upload('Menu', pdf('Menu'))
  if (status !== 507 || existsSync(uploads)) faults.push(`an upload without the folder is ${status}`)
  const found = (await doctorSays(dataDir)).find((line) => line.startsWith('fault uploads'))
  show(cause, 'the doctor', found)
  if (!found) faults.push('the doctor finds all uploads')
  if (!errorsIn(riverbank.output(), '2').includes('lost its bytes')) faults.push('the log tells of no lost bytes')
  renameSync(away, uploads)
  if (!short && (await until(async () => !(await isTold()), A_MINUTE)) === undefined)
    faults.push('/readyz is not well with the folder back')
  if ((await ask(addresses[0]!)).status !== 200) faults.push('a file that is back is not given')
  console.log(`    ${addresses.length} addresses of bytes asked for without them`)
  return faults
}

/** A page that is overwritten under the running server is told of as soon as any query meets it. */
async function damagedBeneath(riverbank: RunningRiverbank): Promise<string[]> {
  const { url, dataDir, output } = riverbank
  const { call } = await enter(url)
  damageTable(join(dataDir, 'riverbank.sqlite'), 'resources')
  const { status } = await call('GET', '/api/resources')
  const isTold = await until(async () => 'database' in (await readyz(riverbank)), 3)
  const health = await fetch(`${url}/healthz`)
  const said = (await health.json()) as { damaged?: boolean }
  show('a damaged page', '/readyz', (await readyz(riverbank)).database)
  const doctor = (await doctorSays(dataDir)).some((line) => line.startsWith('fault database'))
  const wrong: [boolean, string][] = [
    [status < 500, `a damaged table is given with ${status}`],
    [isTold === undefined, '/readyz is well 3 s after a query has met damage'],
    [health.status !== 200 || !said.damaged, '/healthz does not tell of damage'],
    [output().split('the database is damaged, or its disk fails').length !== 2, 'the log does not tell of damage once'],
    [!doctor, 'the doctor finds the database whole'],
  ]
  return wrong.filter(([isSo]) => isSo).map(([, words]) => words)
}

/** A start on a database that can't be used says why, names the newest whole backup and the command, and changes nothing. */
async function unusableAtStart(source: string, { short }: Pace): Promise<string[]> {
  const faults: string[] = []
  const kinds: [string, (database: string) => void][] = [
    ['a database cut in half', (path) => truncateSync(path, 4096 * 20)],
    ['a database of no bytes', (path) => truncateSync(path, 0)],
    ['a database that is none', (path) => writeFileSync(path, 'the minutes of the meeting '.repeat(1000))],
    ['a database with a broken page', (path) => damageTable(path, 'users')],
    ['no database beside uploads', (path) => rmSync(path)],
  ]
  for (const [cause, harm] of short ? kinds.slice(0, 1) : kinds) {
    const dataDir = join(source, '..', 'harmed')
    rmSync(dataDir, { recursive: true, force: true })
    cpSync(source, dataDir, { recursive: true })
    harm(join(dataDir, 'riverbank.sqlite'))
    const before = treeOf(dataDir)
    const { code, said } = await operate('serve', dataDir)
    show(cause, 'the start', said.split('\n').at(-1))
    const line = said.split('\n').find((one) => one.includes('"level":60'))
    const { backup, restore = '' } = JSON.parse(line ?? '{}') as { backup?: string; restore?: string }
    if (code !== 1 || !backup || said.split(restore).length < 2)
      faults.push(`a start with ${cause} ends with ${code}: ${said}`)
    if (treeOf(dataDir) !== before) faults.push(`a start with ${cause} changes the folder:\n${treeOf(dataDir)}`)
    const run = await new Promise<string>((ended) =>
      execFile('sh', ['-c', restore.replace(' node ', ` ${process.execPath} `)], (error, out, err) =>
        ended(error ? `${out}${err}` : ''),
      ),
    )
    if (run) faults.push(`the command for ${cause} fails: ${run}`)
    const again = await startRiverbank({ DATA_DIR: dataDir, BACKUP_DIR: '' })
    if ((await fetch(`${again.url}/healthz`)).status !== 200) faults.push(`${cause}: not well after the restore`)
    await again.stop()
  }
  return faults
}

/** What is gone or damaged is told, and nothing is lost further. That the operator is mailed is a unit test (app/operator). */
export async function lostFaults(pace: Pace): Promise<string[]> {
  const folder = mkdtempSync(join(tmpdir(), 'riverbank-check-lost-'))
  const dataDir = join(folder, 'data')
  try {
    let riverbank = await startRiverbank({ DATA_DIR: dataDir })
    const faults = await folderGone(riverbank, pace).finally(() => riverbank.stop())
    const made = await operate('backup', dataDir)
    if (made.code !== 0) faults.push(`no backup could be made: ${made.said}`)
    faults.push(...(await unusableAtStart(dataDir, pace)))
    riverbank = await startRiverbank({ DATA_DIR: dataDir })
    return [...faults, ...(await damagedBeneath(riverbank).finally(() => riverbank.stop()))]
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
