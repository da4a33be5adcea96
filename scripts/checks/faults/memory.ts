import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { Agent } from 'node:http'
import { setTimeout } from 'node:timers/promises'
import { createTemporaryFolder } from '../../../app/test/folder'
import { baseSettings, type RunningRiverbank, startRiverbank } from '../../../app/test/running'
import { listScreens, resolveAddress } from '../../../app/test/screens'
import { logInAll, type ServedSession, type Sessions } from '../../../app/test/served'
import { startSmtp } from '../../../app/test/smtp'
import { createPhonePhoto } from '../bench/memory'
import { createClient, createHeaders } from '../shared/client'
import { formatTally, waitUntil } from '../shared/measures'
import { createMemoryGroup, dropFromMemory, type MemoryGroup } from '../shared/memory-group'
import { fillThreeYears } from '../shared/three-years'
import { runConcurrently, type Topic } from '../shared/topics'
import { sendRaw } from '../shared/wire'
import { measureLiveHeap } from './live-heap'

/** The container's memory, in MB. */
const MEMORY = 256
/** Sequential requests of one tutor. */
const SINGLE_REQUESTS = 216
const CLIENTS = 16
const PHOTOS = 20
/** In milliseconds. */
const MAX_PAGE_TIME = 1000
/** The same while photos are opened or a newsletter goes out. */
const MAX_BUSY_PAGE_TIME = 2000
/** The same next to an operator's command that starts cold, on half of the processors. */
const MAX_COMMAND_TIME = 15_000
const MAX_PAGE_TIME_MEANWHILE = 1500
/** Between two of the reader's pages meanwhile, in ms: without a pause the reader takes two thirds of that half. */
const READER_PAUSE = 100
const PROCESSOR_SHARE = 0.5
/** Maximum share of refused requests with sixteen concurrent clients. */
const MAX_REFUSED_SHARE = 0.01
/** Simultaneous requests: 1,500 concurrent renders once killed the process. */
const RUSH = 1500
/** How much the live heap may grow in 25,000 requests, in MB. */
const MAX_HEAP_GROWTH = 8

const PUBLIC = ['/', '/about', '/programmes', '/contact', '/news', '/board', '/resources', '/achievements']
const STUDENTS = ['/dashboard', '/dashboard/timetable', '/dashboard/calendar', '/dashboard/notices']

const keepAliveAgent = new Agent({ keepAlive: true, maxSockets: CLIENTS })

export interface PageAnswer {
  path: string
  status: number
  took: number
}

/** The load on a server: its screens, sessions, and a function to request them. */
export interface LoadContext {
  /** The paths of all tutors' screens. */
  tutor: string[]
  sessions: Sessions
  ask: (path: string, as?: ServedSession) => Promise<PageAnswer>
}

export async function createLoad(riverbank: RunningRiverbank): Promise<LoadContext> {
  const isTutors = ({ as, answers = 200 }: ReturnType<typeof listScreens>[number]) => as === 'aoife' && answers === 200
  return {
    tutor: listScreens()
      .filter(isTutors)
      .map(({ path }) => resolveAddress(riverbank, path)),
    sessions: await logInAll(riverbank),
    ask: async (path, as) => {
      const startedAt = performance.now()
      const sent = { method: 'GET', path, headers: createHeaders(as, 'cookie') }
      const { status } = await sendRaw(riverbank.url, sent, { through: keepAliveAgent, patience: 60_000 }).catch(
        () => ({ status: 0 }),
      )
      return { path, status, took: performance.now() - startedAt }
    },
  }
}

export const findSlowest = (requested: PageAnswer[]) =>
  requested.reduce((slowest, { took }) => Math.max(slowest, took), 0)
/** The statuses, and the path that took longest. */
function formatPages(requested: PageAnswer[]): string {
  const tally = formatTally(requested.map(({ status }) => status))
  const slowest = requested.reduce<PageAnswer | undefined>(
    (max, one) => (one.took > (max?.took ?? 0) ? one : max),
    undefined,
  )
  return slowest ? `${tally}, slowest ${slowest.took.toFixed()} ms (${slowest.path})` : tally
}
/** True for a refused, aborted or failed request. */
export const isRefused = ({ status }: PageAnswer) => status === 0 || status >= 500

async function requestInSequence({ tutor, sessions, ask }: LoadContext): Promise<PageAnswer[]> {
  const requested: PageAnswer[] = []
  while (requested.length < SINGLE_REQUESTS)
    requested.push(await ask(tutor[requested.length % tutor.length]!, sessions.aoife))
  return requested
}

/** Requests a tutor's, a student's and a visitor's screen in turn. */
function requestNext({ tutor, sessions, ask }: LoadContext, number: number): Promise<PageAnswer> {
  const kind = number % 3
  const at = Math.floor(number / 3)
  if (kind === 0) return ask(tutor[at % tutor.length]!, sessions.aoife)
  // A unique address is rendered, not served from the cache.
  return kind === 1
    ? ask(STUDENTS[at % STUDENTS.length]!, sessions.daniel)
    : ask(`${PUBLIC[at % PUBLIC.length]}?n=${number}`)
}

/** Sends requests from `clients` concurrent clients for `seconds`, or `max` in total. */
async function requestConcurrently(
  load: LoadContext,
  { clients = CLIENTS, seconds = 600, max = Number.POSITIVE_INFINITY },
) {
  const requested: PageAnswer[] = []
  const end = Date.now() + seconds * 1000
  let next = 0
  await Promise.all(
    Array.from({ length: clients }, async () => {
      while (next < max && Date.now() < end) requested.push(await requestNext(load, next++))
    }),
  )
  return requested
}

/** Runs `work` while one client requests pages, with `pause` ms between two. `work` gets the growing list of their answers. */
export async function runUnderLoad<Result>(
  load: LoadContext,
  work: (requested: readonly PageAnswer[]) => Promise<Result>,
  pause = 0,
): Promise<{ result: Result; requested: PageAnswer[] }> {
  const requested: PageAnswer[] = []
  let isOver = false
  const requests = (async () => {
    for (let next = 0; !isOver; next++) {
      requested.push(await requestNext(load, next))
      if (pause > 0) await setTimeout(pause)
    }
  })()
  const result = await work(requested).finally(() => {
    isOver = true
  })
  await requests
  return { result, requested }
}

interface MemoryContext {
  riverbank: RunningRiverbank
  load: LoadContext
  group: MemoryGroup | null
  settings: Record<string, string>
}

/** Runs an operator's command in the server's memory group. */
async function runOperatorCommand(
  { group, settings }: MemoryContext,
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

async function findCommandFaults(where: MemoryContext, folder: string, leniency: number): Promise<string[]> {
  const faults: string[] = []
  where.group?.limitProcessors(PROCESSOR_SHARE)
  const commands: [string[], input?: string, codes?: number[]][] = [
    [['scripts/backup.mjs', `${folder}/`]],
    // Faults that the doctor finds, such as a full disk, are not faults of the command.
    [['scripts/doctor.mjs'], '', [0, 1]],
    [['scripts/website.mjs', 'export', `${folder}/site.zip`]],
    [
      ['scripts/user.mjs', 'add', 'maeve', '--role', 'tutor', '--first', 'Maeve', '--last', 'Kelly'],
      'river stones and tea\n',
    ],
  ]
  for (const [words, input, codes = [0]] of commands) {
    where.group?.dropFiles()
    const startedAt = performance.now()
    const { result, requested } = await runUnderLoad(
      where.load,
      () => runOperatorCommand(where, words, input),
      READER_PAUSE,
    )
    const took = performance.now() - startedAt
    const name = words.slice(0, 2).join(' ').replace(folder, 'FOLDER')
    console.log(`    ${name} next to it: ${(took / 1000).toFixed(1)} s; pages meanwhile: ${formatPages(requested)}`)
    if (!codes.includes(result.code)) faults.push(`${name} ended with ${result.code}: ${result.said.slice(-500)}`)
    if (took > MAX_COMMAND_TIME * leniency) faults.push(`${name} took ${(took / 1000).toFixed(1)} s`)
    if (findSlowest(requested) > MAX_PAGE_TIME_MEANWHILE * leniency)
      faults.push(`${name}: a page took ${findSlowest(requested).toFixed()} ms meanwhile`)
    if (requested.some(isRefused)) faults.push(`${name}: pages were refused meanwhile`)
  }
  where.group?.limitProcessors(1)
  return faults
}

function judgeBusyPages(what: string, requested: PageAnswer[], leniency: number): string[] {
  const slowest = findSlowest(requested)
  return [
    ...(requested.some(isRefused) ? [`${what}: pages were refused meanwhile`] : []),
    ...(slowest > MAX_BUSY_PAGE_TIME * leniency ? [`${what}: a page took ${slowest.toFixed()} ms meanwhile`] : []),
  ]
}

/** Concurrent photos of one tutor: more than 64 MB from one person are delayed (http/limits/queues.ts). */
const PHOTO_CONCURRENCY = 10

/** Uploads phone photos under load. */
async function findPhotoFaults(
  { riverbank, load }: MemoryContext,
  number: number,
  leniency: number,
): Promise<string[]> {
  const photos: Buffer[] = []
  while (photos.length < number) photos.push(await createPhonePhoto(photos.length))
  const { upload } = createClient(riverbank.url, load.sessions.aoife)
  const statuses: number[] = []
  const { requested } = await runUnderLoad(load, () =>
    runConcurrently(photos, PHOTO_CONCURRENCY, async (photo, index) => {
      statuses.push((await upload(`Photo ${index}`, photo, { fileName: 'photo.jpg' })).status)
    }),
  )
  console.log(
    `    ${number} photos of 12 megapixels, ${PHOTO_CONCURRENCY} at once: ${formatTally(statuses)}; pages meanwhile: ${formatPages(requested)}`,
  )
  return [
    ...(statuses.every((status) => status === 201) ? [] : [`photos were answered ${formatTally(statuses)}`]),
    ...judgeBusyPages('photos', requested, leniency),
  ]
}

/** Sends a newsletter to all subscribers under load. */
async function findNewsletterFaults({ riverbank, load }: MemoryContext, mails: { raw: Buffer }[]): Promise<string[]> {
  const { call } = createClient(riverbank.url, load.sessions.aoife)
  const [{ count } = { count: 0 }] = riverbank.rows('select count(*) as count from subscribers where active = 1') as {
    count: number
  }[]
  const startedAt = performance.now()
  const { requested } = await runUnderLoad(load, async () => {
    const { body } = await call('POST', '/api/newsletters', { title: 'June news', content: 'The choir sang.' })
    await call('PATCH', `/api/newsletters/${body.id}/status`, { status: 'sent' })
    await waitUntil(() => mails.length >= count, 300)
  })
  console.log(
    `    a newsletter to ${count}: ${mails.length} mails in ${((performance.now() - startedAt) / 1000).toFixed()} s; pages meanwhile: ${formatPages(requested)}`,
  )
  return [
    ...(mails.length === count && count > 0 ? [] : [`${mails.length} of ${count} mails arrived`]),
    ...judgeBusyPages('a newsletter', requested, 1),
  ]
}

/** Deletes events one by one under load: the database is rewritten after each (db/erase.ts). */
async function findErasureFaults(
  { riverbank, load }: MemoryContext,
  number: number,
  leniency: number,
): Promise<string[]> {
  const { call } = createClient(riverbank.url, load.sessions.aoife)
  const events = riverbank.rows(`select id from events order by id desc limit ${number}`) as { id: number }[]
  const statuses: number[] = []
  const startedAt = performance.now()
  const { requested } = await runUnderLoad(load, async () => {
    for (const { id } of events) statuses.push((await call('DELETE', `/api/events/${id}`)).status)
  })
  console.log(
    `    ${number} events deleted: ${formatTally(statuses)} in ${((performance.now() - startedAt) / 1000).toFixed(1)} s; pages meanwhile: ${formatPages(requested)}`,
  )
  return [
    ...(statuses.every((status) => status < 300) ? [] : [`deletions were answered ${formatTally(statuses)}`]),
    ...(findSlowest(requested) > MAX_PAGE_TIME * leniency
      ? [`a page took ${findSlowest(requested).toFixed()} ms meanwhile`]
      : []),
    ...(requested.some(isRefused) ? ['pages were refused while events were deleted'] : []),
  ]
}

/** Checks whether the live heap grows with the number of requests. */
async function findLeakFaults({ riverbank, load }: MemoryContext, requests: number): Promise<string[]> {
  // Warm up: compiled code and caches.
  await requestConcurrently(load, { max: requests / 5 })
  const before = await measureLiveHeap(riverbank)
  const requested = await requestConcurrently(load, { max: requests })
  const after = await measureLiveHeap(riverbank)
  console.log(
    `    ${requested.length} requests (${formatTally(requested.map(({ status }) => status))}): live heap ${before.toFixed(1)} MB before, ${after.toFixed(1)} MB after`,
  )
  return after - before > MAX_HEAP_GROWTH
    ? [`the live heap grew from ${before.toFixed(1)} to ${after.toFixed(1)} MB`]
    : []
}

/** Sends a rush of requests: most may be refused or aborted, but the server must answer the next one. */
async function findRushFaults({ riverbank, load: { tutor, sessions, ask } }: MemoryContext): Promise<string[]> {
  const headers = createHeaders(sessions.aoife, 'cookie')
  const through = new Agent({ maxSockets: RUSH })
  const statuses = await Promise.all(
    Array.from({ length: RUSH }, async (_, number) => {
      const path = tutor[number % tutor.length]!
      const sent = { method: 'GET', path, headers }
      return (await sendRaw(riverbank.url, sent, { through, patience: 120_000 }).catch(() => ({ status: 0 }))).status
    }),
  )
  const { status } = await ask('/about?after=rush')
  console.log(`    ${RUSH} requests at the same moment: ${formatTally(statuses)}; the next one ${status}`)
  return [
    ...(statuses.includes(200) ? [] : ['in a rush no request was answered']),
    ...(status === 200 ? [] : [`after a rush a page was answered ${status}`]),
  ]
}

/**
 * Tests a 256 MB container with three years of data: one tutor, sixteen clients, photos, a newsletter, erasures, operator's commands, and a
 * rush. Requests may be refused only in the rush, and nothing may be killed. The short form does less of each.
 */
export const findMemoryFaults: Topic = async ({ short, leniency }) => {
  using product = createTemporaryFolder()
  execFileSync(process.execPath, ['scripts/pack.mjs', product.path])
  const group = createMemoryGroup(MEMORY, product.path)
  if (!group) console.log('    Without a memory limit, since this machine does not allow one.')
  using folder = createTemporaryFolder()
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
  dropFromMemory([settings.DATA_DIR])
  const faults: string[] = []
  {
    await using riverbank = await startRiverbank(settings, group?.node)
    const where: MemoryContext = { riverbank, load: await createLoad(riverbank), group, settings }
    const reported = (name: string, requested: PageAnswer[], max: number) => {
      const refused = requested.filter(isRefused).length
      console.log(`    ${name}: ${formatPages(requested)}`)
      if (refused > max * requested.length) faults.push(`${name}: ${refused} of ${requested.length} were refused`)
    }
    reported(`a tutor alone, ${SINGLE_REQUESTS} requests`, await requestInSequence(where.load), 0)
    const seconds = short ? 5 : 30
    reported(
      `${CLIENTS} clients for ${seconds} s`,
      await requestConcurrently(where.load, { seconds }),
      MAX_REFUSED_SHARE,
    )
    let killed = 0
    const add = (step: string, found: string[]) => {
      faults.push(...found)
      const kills = group?.kills() ?? 0
      if (kills > killed) faults.push(`${step}: the kernel killed ${kills - killed} processes`)
      killed = kills
    }
    add('pages', [])
    add('photos', await findPhotoFaults(where, short ? 4 : PHOTOS, leniency))
    if (!short) add('newsletter', await findNewsletterFaults(where, smtp.mails))
    add('erasures', await findErasureFaults(where, short ? 2 : 10, leniency))
    add('commands', await findCommandFaults(where, folder.path, leniency))
    if (!short && riverbank.isAlive()) add('leaks', await findLeakFaults(where, 25_000))
    if (!short && riverbank.isAlive()) add('rush', await findRushFaults(where))
    if (group) console.log(`    ${group.peak().toFixed()} of ${MEMORY} MB at the peak, the disk’s cache included`)
    if (!riverbank.isAlive()) faults.push('the server died')
  }
  await group?.remove()
  return faults
}
