import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { Agent } from 'node:http'
import { temporaryFolder } from '../../app/test/folder'
import { baseSettings, type RunningRiverbank, startRiverbank } from '../../app/test/running'
import { addressIn, screens } from '../../app/test/screens'
import { logInAll, type ServedSession, type Sessions } from '../../app/test/served'
import { startSmtp } from '../../app/test/smtp'
import { phonePhoto } from '../bench/memory'
import { clientOf, headersOf } from '../shared/client'
import { tally, until } from '../shared/measures'
import { type MemoryGroup, memoryGroup } from '../shared/memory-group'
import { fillThreeYears } from '../shared/three-years'
import { atOnce, type Topic } from '../shared/topics'
import { send } from '../shared/wire'
import { liveHeap } from './live-heap'

/** The container's memory, in MB. */
const MEMORY = 256
/** Requests of one tutor, one after another. */
const ALONE = 216
const CLIENTS = 16
const PHOTOS = 20
/** In milliseconds. */
const LONGEST_PAGE = 1000
const LONGEST_COMMAND = 10_000
/** The share of requests that may be refused while sixteen clients ask at once. */
const MOST_REFUSED = 0.01
/** Requests at the same moment: 1,500 rendered side by side ended the process. */
const RUSH = 1500
/** How much the live heap may grow in 25,000 requests, in MB. */
const MOST_GROWTH = 8

const PUBLIC = ['/', '/about', '/programmes', '/contact', '/news', '/board', '/resources', '/achievements']
const STUDENTS = ['/dashboard', '/dashboard/timetable', '/dashboard/calendar', '/dashboard/notices']

const through = new Agent({ keepAlive: true, maxSockets: CLIENTS })

export interface Asked {
  status: number
  took: number
}

/** What a server is asked, by whom, and how it answered. */
export interface Load {
  /** Every screen of a tutor, in turn. */
  tutor: string[]
  sessions: Sessions
  ask: (path: string, as?: ServedSession) => Promise<Asked>
}

export async function loadOf(riverbank: RunningRiverbank): Promise<Load> {
  const isTutors = ({ as, answers = 200 }: ReturnType<typeof screens>[number]) => as === 'aoife' && answers === 200
  return {
    tutor: screens()
      .filter(isTutors)
      .map(({ path }) => addressIn(riverbank, path)),
    sessions: await logInAll(riverbank),
    ask: async (path, as) => {
      const startedAt = performance.now()
      const sent = { method: 'GET', path, headers: headersOf(as, 'cookie') }
      const { status } = await send(riverbank.url, sent, { through, patience: 60_000 }).catch(() => ({ status: 0 }))
      return { status, took: performance.now() - startedAt }
    },
  }
}

export const slowestOf = (requested: Asked[]) => Math.max(0, ...requested.map(({ took }) => took))
/** Refused, broken off, or failed. */
export const isRefused = ({ status }: Asked) => status === 0 || status >= 500

async function askAlone({ tutor, sessions, ask }: Load): Promise<Asked[]> {
  const requested: Asked[] = []
  while (requested.length < ALONE) requested.push(await ask(tutor[requested.length % tutor.length]!, sessions.aoife))
  return requested
}

/** A tutor's screens, a student's and a visitor's, in turn. */
function askNext({ tutor, sessions, ask }: Load, number: number): Promise<Asked> {
  const kind = number % 3
  const at = Math.floor(number / 3)
  if (kind === 0) return ask(tutor[at % tutor.length]!, sessions.aoife)
  // An address of its own is rendered, and not taken from the cache.
  return kind === 1
    ? ask(STUDENTS[at % STUDENTS.length]!, sessions.daniel)
    : ask(`${PUBLIC[at % PUBLIC.length]}?n=${number}`)
}

/** Asks by `clients` at once for `seconds`, or until it has asked `most` times. */
async function askTogether(load: Load, { clients = CLIENTS, seconds = 600, most = Number.POSITIVE_INFINITY }) {
  const requested: Asked[] = []
  const end = Date.now() + seconds * 1000
  let next = 0
  await Promise.all(
    Array.from({ length: clients }, async () => {
      while (next < most && Date.now() < end) requested.push(await askNext(load, next++))
    }),
  )
  return requested
}

/** Does `work` while one client asks for a page after the other. */
export async function beside<Result>(
  load: Load,
  work: () => Promise<Result>,
): Promise<{ result: Result; asked: Asked[] }> {
  const requested: Asked[] = []
  let isOver = false
  const args = (async () => {
    for (let next = 0; !isOver; next++) requested.push(await askNext(load, next))
  })()
  const result = await work().finally(() => {
    isOver = true
  })
  await args
  return { result, asked: requested }
}

interface Where {
  riverbank: RunningRiverbank
  load: Load
  group: MemoryGroup | null
  settings: Record<string, string>
}

/** Runs a command of the operator in the group of the server. */
async function runCommand(
  { group, settings }: Where,
  words: string[],
  input = '',
): Promise<{ code: number; said: string }> {
  const [program = '', ...rest] = [...(group?.node ?? [process.execPath]), ...words]
  const child = spawn(program, rest, { env: { ...process.env, ...baseSettings, ...settings }, stdio: 'pipe' })
  let said = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (said += chunk))
  child.stdin.end(input)
  const [code] = await once(child, 'close')
  return { code, said }
}

async function commandFaults(where: Where, folder: string, leniency: number): Promise<string[]> {
  const faults: string[] = []
  const commands: [string[], input?: string, codes?: number[]][] = [
    [['scripts/backup.mjs', `${folder}/`]],
    // A fault that it finds, such as a disk with little room, is no fault of the command.
    [['scripts/doctor.mjs'], '', [0, 1]],
    [['scripts/website.mjs', 'export', `${folder}/site.zip`]],
    [
      ['scripts/user.mjs', 'add', 'maeve', '--role', 'tutor', '--first', 'Maeve', '--last', 'Kelly'],
      'river stones and tea\n',
    ],
  ]
  for (const [words, input, codes = [0]] of commands) {
    const startedAt = performance.now()
    const { result, asked: requested } = await beside(where.load, () => runCommand(where, words, input))
    const took = performance.now() - startedAt
    const name = words.slice(0, 2).join(' ').replace(folder, 'FOLDER')
    console.log(
      `    ${name} beside it: ${(took / 1000).toFixed(1)} s; pages meanwhile: ${tally(requested.map(({ status }) => status))}, slowest ${slowestOf(requested).toFixed()} ms`,
    )
    if (!codes.includes(result.code)) faults.push(`${name} ended with ${result.code}: ${result.said.slice(-500)}`)
    if (took > LONGEST_COMMAND * leniency) faults.push(`${name} took ${(took / 1000).toFixed(1)} s`)
    if (slowestOf(requested) > LONGEST_PAGE * leniency)
      faults.push(`${name}: a page took ${slowestOf(requested).toFixed()} ms meanwhile`)
    if (requested.some(isRefused)) faults.push(`${name}: pages were refused meanwhile`)
  }
  return faults
}

/** Photos that one tutor sends at once: more than 64 MB of one person are put off (http/limits/queues.ts). */
const LANES = 10

/** Uploads a phone's photos while pages are asked for. */
async function photoFaults({ riverbank, load }: Where, number: number): Promise<string[]> {
  const photos: Buffer[] = []
  while (photos.length < number) photos.push(await phonePhoto(photos.length))
  const { upload } = clientOf(riverbank.url, load.sessions.aoife)
  const statuses: number[] = []
  const { asked: requested } = await beside(load, () =>
    atOnce(photos, LANES, async (photo, place) => {
      statuses.push((await upload(`Photo ${place}`, photo, { fileName: 'photo.jpg' })).status)
    }),
  )
  console.log(
    `    ${number} photos of 12 megapixels, ${LANES} at once: ${tally(statuses)}; pages meanwhile: ${tally(requested.map(({ status }) => status))}, slowest ${slowestOf(requested).toFixed()} ms`,
  )
  return [
    ...(statuses.every((status) => status === 201) ? [] : [`photos were answered ${tally(statuses)}`]),
    ...(requested.some(isRefused) ? ['pages were refused while photos came'] : []),
  ]
}

/** Sends a newsletter to everybody while pages are asked for. */
async function newsletterFaults({ riverbank, load }: Where, mails: { raw: Buffer }[]): Promise<string[]> {
  const { call } = clientOf(riverbank.url, load.sessions.aoife)
  const [{ count } = { count: 0 }] = riverbank.rows('select count(*) as count from subscribers where active = 1') as {
    count: number
  }[]
  const startedAt = performance.now()
  const { asked: requested } = await beside(load, async () => {
    const { body } = await call('POST', '/api/newsletters', { title: 'June news', content: 'The choir sang.' })
    await call('PATCH', `/api/newsletters/${body.id}/status`, { status: 'sent' })
    await until(() => mails.length >= count, 300)
  })
  console.log(
    `    a newsletter to ${count}: ${mails.length} mails in ${((performance.now() - startedAt) / 1000).toFixed()} s; pages meanwhile: ${tally(requested.map(({ status }) => status))}, slowest ${slowestOf(requested).toFixed()} ms`,
  )
  return [
    ...(mails.length === count && count > 0 ? [] : [`${mails.length} of ${count} mails arrived`]),
    ...(requested.some(isRefused) ? ['pages were refused while a newsletter went out'] : []),
  ]
}

/** Deletes events one after another while pages are asked for: the database is rewritten after each (db/erase.ts). */
async function erasureFaults({ riverbank, load }: Where, number: number, leniency: number): Promise<string[]> {
  const { call } = clientOf(riverbank.url, load.sessions.aoife)
  const events = riverbank.rows(`select id from events order by id desc limit ${number}`) as { id: number }[]
  const statuses: number[] = []
  const startedAt = performance.now()
  const { asked: requested } = await beside(load, async () => {
    for (const { id } of events) statuses.push((await call('DELETE', `/api/events/${id}`)).status)
  })
  console.log(
    `    ${number} events deleted: ${tally(statuses)} in ${((performance.now() - startedAt) / 1000).toFixed(1)} s; pages meanwhile: ${tally(requested.map(({ status }) => status))}, slowest ${slowestOf(requested).toFixed()} ms`,
  )
  return [
    ...(statuses.every((status) => status < 300) ? [] : [`deletions were answered ${tally(statuses)}`]),
    ...(slowestOf(requested) > LONGEST_PAGE * leniency
      ? [`a page took ${slowestOf(requested).toFixed()} ms meanwhile`]
      : []),
    ...(requested.some(isRefused) ? ['pages were refused while events were deleted'] : []),
  ]
}

/** Whether the live heap grows with the requests. */
async function leakFaults({ riverbank, load }: Where, requests: number): Promise<string[]> {
  // What is compiled and cached once comes first.
  await askTogether(load, { most: requests / 5 })
  const before = await liveHeap(riverbank)
  const requested = await askTogether(load, { most: requests })
  const after = await liveHeap(riverbank)
  console.log(
    `    ${requested.length} requests (${tally(requested.map(({ status }) => status))}): live heap ${before.toFixed(1)} MB before, ${after.toFixed(1)} MB after`,
  )
  return after - before > MOST_GROWTH ? [`the live heap grew from ${before.toFixed(1)} to ${after.toFixed(1)} MB`] : []
}

/** A rush: most are refused or broken off, and the server answers the next one. */
async function rushFaults({ riverbank, load: { tutor, sessions, ask } }: Where): Promise<string[]> {
  const headers = headersOf(sessions.aoife, 'cookie')
  const through = new Agent({ maxSockets: RUSH })
  const statuses = await Promise.all(
    Array.from({ length: RUSH }, async (_, number) => {
      const path = tutor[number % tutor.length]!
      const sent = { method: 'GET', path, headers }
      return (await send(riverbank.url, sent, { through, patience: 120_000 }).catch(() => ({ status: 0 }))).status
    }),
  )
  const { status } = await ask('/about?after=rush')
  console.log(`    ${RUSH} requests at the same moment: ${tally(statuses)}; the next one ${status}`)
  return [
    ...(statuses.includes(200) ? [] : ['in a rush nobody was answered']),
    ...(status === 200 ? [] : [`after a rush a page was answered ${status}`]),
  ]
}

/**
 * A container's 256 MB with three years of data: a tutor alone, sixteen clients, photos, a newsletter, erasures, the operator's commands
 * next to the server, a rush. Only in the rush are requests refused, and nothing is killed. The short form does less of each.
 */
export const memoryFaults: Topic = async ({ short, leniency }) => {
  const group = memoryGroup(MEMORY)
  if (!group) console.log('    Without a limit of memory: this machine lets us set none.')
  using folder = temporaryFolder()
  await using smtp = await startSmtp()
  const settings = {
    DATA_DIR: `${folder.path}/data`,
    SMTP_URL: smtp.url,
    NEWSLETTER_HOLD_SECONDS: '0',
    NEWSLETTER_RATE_PER_MINUTE: '6000',
    NODE_OPTIONS: '--inspect-port=127.0.0.1:0',
  }
  {
    await using filled = await startRiverbank(settings)
    fillThreeYears(filled)
  }
  const faults: string[] = []
  {
    await using riverbank = await startRiverbank(settings, group?.node)
    const where: Where = { riverbank, load: await loadOf(riverbank), group, settings }
    const reported = (name: string, requested: Asked[], most: number) => {
      const refused = requested.filter(isRefused).length
      console.log(
        `    ${name}: ${tally(requested.map(({ status }) => status))}, slowest ${slowestOf(requested).toFixed()} ms`,
      )
      if (refused > most * requested.length) faults.push(`${name}: ${refused} of ${requested.length} were refused`)
    }
    reported(`a tutor alone, ${ALONE} requests`, await askAlone(where.load), 0)
    const seconds = short ? 5 : 30
    reported(`${CLIENTS} clients for ${seconds} s`, await askTogether(where.load, { seconds }), MOST_REFUSED)
    faults.push(...(await photoFaults(where, short ? 4 : PHOTOS)))
    if (!short) faults.push(...(await newsletterFaults(where, smtp.mails)))
    faults.push(...(await erasureFaults(where, short ? 2 : 10, leniency)))
    faults.push(...(await commandFaults(where, folder.path, leniency)))
    if (!short && riverbank.isAlive()) faults.push(...(await leakFaults(where, 25_000)))
    if (!short && riverbank.isAlive()) faults.push(...(await rushFaults(where)))
    if (group) {
      console.log(`    ${group.peak().toFixed()} of ${MEMORY} MB at the peak, the disk’s cache included`)
      if (group.kills() > 0) faults.push(`the kernel killed ${group.kills()} processes`)
    }
    if (!riverbank.isAlive()) faults.push('the server died')
  }
  await group?.remove()
  return faults
}
