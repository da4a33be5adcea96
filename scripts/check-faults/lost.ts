import { execFile } from 'node:child_process'
import { cpSync, existsSync, mkdtempSync, renameSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import PostalMime from 'postal-mime'
import { namedPicture, sourcesOf } from '../../app/domain/website/picture'
import { keepPicture } from '../../app/domain/website/pictures.server'
import { damageTable } from '../../app/test/damage'
import { errorsIn, type RunningRiverbank, startRiverbank } from '../../app/test/running'
import { pdf, picture } from '../../app/test/samples'
import { type SmtpRig, startSmtp } from '../../app/test/smtp'
import { openDatabase } from '../../db/open'
import { headersOf, logIn } from '../check-api/people'
import { MULTIPART, multipart, send } from '../check-api/wire'
import type { Pace } from '../check-security/pace'
import { limits } from '../limits.mjs'
import { operate, treeOf } from './commands'
import { withDatabase } from './left'

/** In milliseconds: the looks come once a minute. */
const A_LOOK = 70_000

const show = (cause: string, channel: string, said: string) =>
  console.log(`    ${cause}, ${channel}: ${said.trim().replaceAll(tmpdir(), '').slice(0, 700)}`)

/** What /readyz says, as its reasons with their words. */
async function readyz({ url }: RunningRiverbank): Promise<Record<string, string>> {
  const { reasons } = (await (await fetch(`${url}/readyz`)).json()) as { reasons: { reason: string; words: string }[] }
  return Object.fromEntries(reasons.map(({ reason, words }) => [reason, words]))
}

/** Waits until `isSo`; gives the seconds it took, or undefined when it was not within `patience` milliseconds. */
async function until(isSo: () => Promise<boolean>, patience: number): Promise<number | undefined> {
  const begun = performance.now()
  for (; performance.now() - begun < patience; await setTimeout(200))
    if (await isSo()) return (performance.now() - begun) / 1000
  return undefined
}

/** The lines of the doctor about a check that found a fault. */
async function doctorOn(dataDir: string, check: string): Promise<string> {
  const { said } = await operate('doctor', dataDir, ['--json'])
  const { findings } = JSON.parse(said) as { findings: { check: string; state: string; says: string }[] }
  return findings
    .filter((one) => one.check === check && one.state === 'fault')
    .map(({ says }) => says)
    .join(' ')
}

/** The addresses of all bytes that the demonstration has, and of a picture of the website. */
async function addressesOf({ dataDir, rows }: RunningRiverbank): Promise<string[]> {
  const db = openDatabase(join(dataDir, 'riverbank.sqlite'))
  const shown = { width: 1200, height: 675 }
  const name = await keepPicture(db, join(dataDir, 'uploads'), await picture(1000, 800).jpeg().toBuffer(), {
    shape: shown,
  })
  await db.destroy()
  const files = rows('select id, fileType from files').map(
    ({ id, fileType }) => `/files/${id}${String(fileType).startsWith('image/') ? '?inline&width=480' : ''}`,
  )
  const board = rows('select id from boardPhotos').map(({ id }) => `/files/board/${id}`)
  const attached = rows('select id, secret from newsletterAttachments').map(
    ({ id, secret }) => `/files/newsletter/${id}-${secret}`,
  )
  return [...files, ...board, ...attached, sourcesOf(namedPicture(name)!)[0]!.src]
}

/** With the folder of uploads gone every address answers in words, nothing is taken in, the operator knows; and all is well once it is back. */
async function folderGone(riverbank: RunningRiverbank, { short }: Pace): Promise<string[]> {
  const cause = 'uploads gone'
  const { url, dataDir } = riverbank
  const faults: string[] = []
  const [uploads, away] = [join(dataDir, 'uploads'), join(dataDir, 'away')]
  const headers = headersOf(await logIn(riverbank, 'demo.tutor'), 'token')
  const addresses = await addressesOf(riverbank)
  const ask = (path: string) => send(url, { method: 'GET', path, headers })
  for (const path of addresses) if ((await ask(path)).status !== 200) faults.push(`${path} is not there to begin with`)
  if (Object.keys(await readyz(riverbank)).includes('uploads')) faults.push('/readyz tells of uploads that are there')
  renameSync(uploads, away)
  if (!short) {
    // Nobody asks for a file: the look finds it.
    const after = await until(async () => 'uploads' in (await readyz(riverbank)), A_LOOK)
    if (after === undefined) faults.push('nobody asks for a file, and /readyz is well after 70 s')
    else show(cause, '/readyz without any request', `after ${after.toFixed(0)} s`)
  }
  for (const path of addresses) {
    const { status, text, headers: answered } = await ask(path)
    if (status !== 404 || !text.includes('can’t find this file just now')) faults.push(`${path} is ${status}: ${text}`)
    if (!String(answered['cache-control']).includes('no-store')) faults.push(`${path} may be kept`)
  }
  const after = await until(async () => 'uploads' in (await readyz(riverbank)), 3000)
  if (after === undefined) faults.push('/readyz is well 3 s after requests have met lost bytes')
  show(cause, '/readyz', (await readyz(riverbank)).uploads ?? '')
  const body = multipart([
    { name: 'title', content: 'Menu' },
    { name: 'isShared', content: 'true' },
    { name: 'file', fileName: 'menu.pdf', content: pdf('Menu') },
  ])
  const upload = await send(url, {
    method: 'POST',
    path: '/api/files/upload',
    headers: { ...headers, 'Content-Type': MULTIPART },
    body,
  })
  show(cause, 'an upload', `${upload.status} ${upload.text}`)
  if (upload.status !== 507 || existsSync(uploads)) faults.push(`an upload without the folder is ${upload.status}`)
  show(cause, '/healthz', await (await fetch(`${url}/healthz`)).text())
  const found = await doctorOn(dataDir, 'uploads')
  show(cause, 'the doctor', found)
  if (!found) faults.push('the doctor finds all uploads')
  const logged = errorsIn(riverbank.output(), '2')
  show(cause, 'the log', logged)
  if (!logged.includes('lost its bytes')) faults.push('the log tells of no lost bytes')
  renameSync(away, uploads)
  if (!short) {
    const well = await until(async () => !('uploads' in (await readyz(riverbank))), A_LOOK)
    if (well === undefined) faults.push('/readyz is not well 70 s after the folder is back')
    else show(cause, '/readyz with the folder back', `well after ${well.toFixed(0)} s`)
  }
  if ((await ask(addresses[0]!)).status !== 200) faults.push('a file that is back is not given')
  console.log(`Lost: ${addresses.length} addresses of bytes asked for without them`)
  return faults
}

/** A start without the folder of uploads is told of at once, and by mail once it has lasted an hour. */
async function goneAtStart(settings: Record<string, string>, rig: SmtpRig, { short }: Pace): Promise<string[]> {
  const cause = 'uploads gone at a start'
  const faults: string[] = []
  const uploads = join(settings.DATA_DIR!, 'uploads')
  renameSync(uploads, `${uploads}-away`)
  const twoHoursAgo = new Date(Date.now() - 7_200_000).toISOString()
  withDatabase(settings.DATA_DIR!, (db) =>
    db
      .prepare("insert or replace into portalSettings values ('troubleSince', ?)")
      .run(JSON.stringify({ uploads: twoHoursAgo })),
  )
  const riverbank = await startRiverbank(settings)
  try {
    const after = await until(async () => 'uploads' in (await readyz(riverbank)), 10_000)
    if (after === undefined) faults.push('/readyz is well 10 s after a start without uploads')
    else show(cause, '/readyz', `after ${after.toFixed(1)} s`)
    if (short) return faults
    const mails = () => rig.mails.filter(({ to }) => to === settings.OPERATOR_EMAIL)
    const mailed = await until(async () => mails().length > 0, A_LOOK)
    if (mailed === undefined) return [...faults, 'the operator is not mailed of lost uploads']
    const { subject, text } = await PostalMime.parse(mails()[0]!.raw)
    show(cause, 'the operator’s mail', `${subject}: ${text?.replace(/\s+/g, ' ')}`)
    if (!text?.includes('folder of uploads is gone')) faults.push('the operator is mailed of something else')
    return faults
  } finally {
    await riverbank.stop()
    renameSync(`${uploads}-away`, uploads)
  }
}

/** A page that is overwritten under the running server is told of as soon as any query meets it. */
async function damagedBeneath(riverbank: RunningRiverbank): Promise<string[]> {
  const cause = 'a damaged page'
  const { url, dataDir, output } = riverbank
  const faults: string[] = []
  const headers = headersOf(await logIn(riverbank, 'demo.tutor'), 'token')
  damageTable(join(dataDir, 'riverbank.sqlite'), 'resources')
  for (let time = 0; time < 3; time++) {
    const { status } = await fetch(`${url}/api/resources`, { headers })
    if (status < 500) faults.push(`a damaged table is given with ${status}`)
  }
  const after = await until(async () => 'database' in (await readyz(riverbank)), 3000)
  if (after === undefined) faults.push('/readyz is well 3 s after a query has met damage')
  show(cause, '/readyz', (await readyz(riverbank)).database ?? '')
  const health = await fetch(`${url}/healthz`)
  const said = (await health.json()) as { damaged?: boolean }
  show(cause, '/healthz', `${health.status} ${JSON.stringify(said)}`)
  if (health.status !== 200 || !said.damaged) faults.push('/healthz does not tell of damage')
  const times = output().split('the database is damaged, or its disk fails').length - 1
  if (times !== 1) faults.push(`the log tells of damage ${times} times`)
  const found = await doctorOn(dataDir, 'database')
  show(cause, 'the doctor', found)
  if (!found) faults.push('the doctor finds the database whole')
  return faults
}

/** Starts the product on a folder that it has to refuse. */
function refusedStart(dataDir: string): Promise<{ code: number; stdout: string; stderr: string }> {
  const { flags, additions } = limits(process.env)
  const env = { ...process.env, ...additions, DATA_DIR: dataDir, BACKUP_DIR: '', PORT: '0' }
  const settings = { HOST: '127.0.0.1', SESSION_SECRET: 'a secret for this check alone, 0123456789' }
  return new Promise((ended) =>
    execFile(
      process.execPath,
      [...flags, 'scripts/serve.mjs'],
      { env: { ...env, ...settings }, timeout: 60_000 },
      (error, stdout, stderr) => ended({ code: error ? Number(error.code) : 0, stdout, stderr }),
    ),
  )
}

/** A start on a database that can't be used says why, names the newest whole backup and the command, and changes nothing. */
async function unusableAtStart(source: string, pace: Pace): Promise<string[]> {
  const faults: string[] = []
  const kinds: [string, (database: string) => void][] = [
    ['a database cut in half', (path) => truncateSync(path, 4096 * 20)],
    ['a database of no bytes', (path) => truncateSync(path, 0)],
    ['a database that is none', (path) => writeFileSync(path, 'the minutes of the meeting '.repeat(1000))],
    ['a database with a broken page', (path) => damageTable(path, 'users')],
    ['no database beside uploads', (path) => rmSync(path)],
  ]
  for (const [cause, harm] of pace.short ? kinds.slice(0, 1) : kinds) {
    const dataDir = join(source, '..', 'harmed')
    rmSync(dataDir, { recursive: true, force: true })
    cpSync(source, dataDir, { recursive: true })
    harm(join(dataDir, 'riverbank.sqlite'))
    const before = treeOf(dataDir)
    const { code, stdout, stderr } = await refusedStart(dataDir)
    show(cause, 'the start', stderr)
    const line = stdout.split('\n').find((one) => one.includes('"level":60'))
    const { backup, restore = '' } = JSON.parse(line ?? '{}') as { backup?: string; restore?: string }
    if (code !== 1) faults.push(`a start with ${cause} ends with ${code}`)
    if (!line) faults.push(`a start with ${cause} has no line in the log: ${stdout}`)
    if (!backup || !stderr.includes(restore)) faults.push(`a start with ${cause} names no command: ${stderr}`)
    if (stderr.trim().includes('\n')) faults.push(`a start with ${cause} says more than a line: ${stderr}`)
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

/** What is gone or damaged is told, and nothing is lost further. */
export async function lostFaults(pace: Pace): Promise<string[]> {
  const folder = mkdtempSync(join(tmpdir(), 'riverbank-check-lost-'))
  const dataDir = join(folder, 'data')
  const rig = await startSmtp()
  try {
    const settings = { DATA_DIR: dataDir, SMTP_URL: rig.url, OPERATOR_EMAIL: 'operator@centre.example', BACKUP_DIR: '' }
    let riverbank = await startRiverbank(settings)
    const faults = await folderGone(riverbank, pace).finally(() => riverbank.stop())
    faults.push(...(await goneAtStart(settings, rig, pace)))
    const made = await operate('backup', dataDir)
    if (made.code !== 0) faults.push(`no backup could be made: ${made.said}`)
    faults.push(...(await unusableAtStart(dataDir, pace)))
    riverbank = await startRiverbank(settings)
    return [...faults, ...(await damagedBeneath(riverbank).finally(() => riverbank.stop()))]
  } finally {
    await rig.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}
