import { Agent } from 'node:http'
import { setTimeout } from 'node:timers/promises'
import { foreignKinds } from '../../../app/domain/foreign/registry'
import { createTemporaryFolder } from '../../../app/test/folder'
import { copyDemonstration, type RunningRiverbank, startRiverbank } from '../../../app/test/running'
import { createPicture } from '../../../app/test/samples'
import type { ServedSession } from '../../../app/test/served'
import { createLoad, findSlowest, isRefused, type LoadContext, type PageAnswer, runUnderLoad } from '../faults/memory'
import { createClient, createHeaders } from '../shared/client'
import { formatTally, getQuantile, readMemory, waitUntil, watchMemory } from '../shared/measures'
import { createMemoryGroup, type MemoryGroup } from '../shared/memory-group'
import type { CheckOptions, Topic } from '../shared/topics'
import { beginPost, encodeMultipart, MULTIPART, sendRaw } from '../shared/wire'
import { listWrites, sendWrite, type WriteAnswer, type WriteRequest } from '../shared/writes'
import { type ForeignFiles, foreignFiles } from './foreign-files'
import { sendSlowly } from './senders'

/** The container's memory, in MB. */
const MEMORY = 256
/** Longest waits of other people, in ms: 99 of 100, and the worst. */
const MAX_WAIT = 1000
const MAX_WORST_WAIT = 2000
const CONCURRENCY = 30
/** Students who open a document at once. */
const CLASS_SIZE = 12
/** Maximum seconds until a document is converted or given up. */
const MAX_CONVERSION_TIME = 180
/** Minimum seconds and number of other requests next to each case: of fewer than a hundred, p99 would be the worst one. */
const MIN_LOAD_TIME = 3
const MIN_REQUESTS = 150
const SHORT_LOAD_TIME = 1
/** Between two of other people's requests in the short form, in ms: without a pause they hold up the helper, which has a low priority. */
const SHORT_PAUSE = 100
/** Documents that are unfinished at the restart in the short form. */
const SHORT_UNFINISHED = 2
/** Minimum number of forms and calls that take a picture. */
const MIN_PICTURE_ROUTES = 18
/** Between two pieces of a slow body, in ms. */
const SLOW_PAUSE = 50

const agent = new Agent({ keepAlive: true, maxSockets: CONCURRENCY })

interface ForeignContext {
  riverbank: RunningRiverbank
  load: LoadContext
  ids: Parameters<ForeignFiles['path']>[0]
}

type Person = ForeignFiles['people'][number]
type Pace = Pick<CheckOptions, 'short' | 'leniency'>

const getSession = ({ load }: ForeignContext, person: Person): ServedSession =>
  person === 'tutor' ? load.sessions.aoife : load.sessions.daniel

/** The path and headers of an upload, and its body. */
function createUpload(context: ForeignContext, of: ForeignFiles, person: Person, content: Buffer) {
  const path = of.path(context.ids)
  const headers = {
    ...createHeaders(getSession(context, person), path.startsWith('/api') ? 'token' : 'cookie'),
    'Content-Type': MULTIPART,
  }
  const fields = { title: 'Foreign', ...(of.isConverted && { isShared: 'true' }), ...of.more }
  const more = Object.entries(fields).map(([name, text]) => ({ name, content: text }))
  return { path, headers, body: encodeMultipart([...more, { name: of.field, fileName: of.fileName, content }]) }
}

/** Sends a file; the status and the id of its record, if any. */
async function send(
  context: ForeignContext,
  { path, headers, body }: ReturnType<typeof createUpload>,
  isChunked = false,
): Promise<{ status: number; id?: number }> {
  const chunked: Record<string, string> = isChunked ? { 'Transfer-Encoding': 'chunked' } : {}
  const request = { method: 'POST', path, headers: { ...headers, ...chunked }, body }
  // A connection of its own: the server may close an idle one just when it is used again.
  const through = new Agent({ keepAlive: true })
  const { status, text } = await sendRaw(context.riverbank.url, request, { through, patience: 300_000 })
    .catch(() => ({ status: 0, text: '' }))
    .finally(() => through.destroy())
  return { status, id: status === 201 ? (JSON.parse(text) as { id: number }).id : undefined }
}

async function sendInPieces(context: ForeignContext, of: ForeignFiles, person: Person, content: Buffer) {
  const { path, headers, body } = createUpload(context, of, person, content)
  const length = { 'Content-Length': String(body.length), Connection: 'close' }
  const socket = await beginPost(context.riverbank.url, path, { ...headers, ...length })
  return sendSlowly(socket, body, SLOW_PAUSE, false)
}

/** True once a document is converted or given up. */
async function isReady({ riverbank, load }: ForeignContext, id: number): Promise<boolean> {
  const request = {
    method: 'GET',
    path: `/dashboard/files/${id}`,
    headers: createHeaders(load.sessions.aoife, 'cookie'),
  }
  // The server may close an idle connection just when it is used again.
  const { status, headers } = await sendRaw(riverbank.url, request, { through: agent }).catch(() => ({
    status: 0,
    headers: {} as Record<string, unknown>,
  }))
  return status === 404 || (status === 200 && !headers.refresh)
}

/** Waits until documents are converted or given up. Returns a fault for each that is not after MAX_CONVERSION_TIME. */
async function waitForDocuments(context: ForeignContext, ids: number[], name: string, leniency: number) {
  const faults: string[] = []
  const longest = MAX_CONVERSION_TIME * leniency
  for (const id of ids)
    if ((await waitUntil(() => isReady(context, id), longest)) === undefined)
      faults.push(`${name}: its pages are not ready after ${longest} s`)
  return faults
}

/** Waits for documents, then opens each as a class does. Returns the faults; one that is not ready is none while others request pages. */
async function openDocuments(context: ForeignContext, ids: number[], name: string, leniency: number) {
  await waitForDocuments(context, ids, name, leniency)
  const { ask, sessions } = context.load
  const faults: string[] = []
  for (const id of ids) {
    const opened = await Promise.all(
      Array.from({ length: CLASS_SIZE }, () => ask(`/dashboard/files/${id}`, sessions.daniel)),
    )
    if (opened.some(({ status }) => status !== 200))
      faults.push(`${name}: a class that opens it got ${formatTally(opened.map(({ status }) => status))}`)
  }
  return faults
}

/** Judges what others waited for, and prints it. The short form has too few requests for a p99, which would be the worst one. */
function judgeWaits(
  name: string,
  requested: PageAnswer[],
  { statuses, memory, short, leniency }: Pace & { statuses: number[]; memory: number },
) {
  const p99 = getQuantile(
    requested.map(({ took }) => took),
    0.99,
  )
  const worst = findSlowest(requested)
  console.log(
    `    ${name}: ${statuses.length > 0 ? `${formatTally(statuses)}; ` : ''}others ${formatTally(requested.map(({ status }) => status))}, p99 ${p99.toFixed()} ms, worst ${worst.toFixed()} ms; server at ${memory.toFixed()} MB`,
  )
  return [
    ...(!short && p99 > MAX_WAIT * leniency ? [`${name}: others waited ${p99.toFixed()} ms at p99`] : []),
    ...(worst > MAX_WORST_WAIT * leniency ? [`${name}: another person waited ${worst.toFixed()} ms`] : []),
    ...(requested.some(isRefused) ? [`${name}: others were refused`] : []),
    ...(statuses.some((status) => status === 0 || (status >= 500 && status !== 503))
      ? [`${name}: answered ${formatTally(statuses)}`]
      : []),
  ]
}

/** Does `work` while others request pages, for at least a few seconds. */
async function runCase(
  context: ForeignContext,
  name: string,
  { short, leniency }: Pace,
  work: () => Promise<{ statuses: number[]; faults?: string[] }>,
): Promise<string[]> {
  const { riverbank, load } = context
  // A student's changes of a day are limited, and a refusal opens nothing.
  riverbank.change('update users set changesThatDay = 0')
  const watch = watchMemory(() => [riverbank.pid])
  const seconds = short ? SHORT_LOAD_TIME : MIN_LOAD_TIME
  const workForAWhile = async (others: readonly PageAnswer[]) => {
    const [done] = await Promise.all([work(), setTimeout(seconds * 1000)])
    while (!short && others.length < MIN_REQUESTS && riverbank.isAlive()) await setTimeout(50)
    return done
  }
  const { result, requested } = await runUnderLoad(load, workForAWhile, short ? SHORT_PAUSE : 0)
  const memory = watch.stop()
  const waits = judgeWaits(name, requested, { statuses: result.statuses, memory, short, leniency })
  return [...waits, ...(result.faults ?? []), ...(riverbank.isAlive() ? [] : [`${name}: the server died`])]
}

/** All cases of one kind on a running server. */
async function findFaultsOfKind(context: ForeignContext, of: ForeignFiles, pace: Pace) {
  const faults: string[] = []
  const run = async (name: string, work: Parameters<typeof runCase>[3]) => {
    if (context.riverbank.isAlive()) faults.push(...(await runCase(context, `${of.kind}, ${name}`, pace, work)))
  }
  const made = await Promise.all(
    Object.entries(of.files).map(async ([name, make]) => ({ name, content: Buffer.from(await make()) })),
  )
  for (const person of pace.short ? of.people.slice(0, 1) : of.people)
    for (const { name, content } of pace.short ? made.slice(-1) : made)
      for (const isChunked of pace.short ? [true] : [false, true]) {
        const title = `${name}, ${isChunked ? 'chunked' : 'with a length'}, as a ${person}`
        const ids: number[] = []
        await run(title, async () => {
          const answer = await send(context, createUpload(context, of, person, content), isChunked)
          const { status, id } = answer
          if (pace.short && of.isConverted) await deleteFiles(context, [answer])
          else if (id && of.isConverted && !isChunked) ids.push(id)
          return { statuses: [status], faults: await openDocuments(context, ids, title, pace.leniency) }
        })
        // Documents are converted with a low priority, so readers without a pause may hold them up; without other requests they are ready.
        faults.push(...(await waitForDocuments(context, ids, `${of.kind}, ${title}`, pace.leniency)))
      }
  const [person = 'tutor'] = of.people
  if (!pace.short)
    await run('slow', async () => ({ statuses: [await sendInPieces(context, of, person, made[0]!.content)] }))
  // Made before, because this process also measures what others wait for.
  const uploads = made.map(({ content }) => createUpload(context, of, person, content))
  await run(`${CONCURRENCY} at once`, async () => {
    const sent = Array.from({ length: CONCURRENCY }, (_, index) => {
      // In the short form each once, then the last one: of those that end their process, each takes seconds.
      const upload = pace.short ? (uploads[index] ?? uploads.at(-1))! : uploads[index % uploads.length]!
      return send(context, upload, index % 2 === 0)
    })
    const answers = await Promise.all(sent)
    if (pace.short && of.isConverted) await deleteFiles(context, answers)
    return { statuses: answers.map(({ status }) => status) }
  })
  return faults
}

/** Deletes sent documents: their conversion, of up to two minutes each, would hold up the files of all other kinds. */
async function deleteFiles({ riverbank, load }: ForeignContext, sent: { id?: number }[]): Promise<void> {
  const { call } = createClient(riverbank.url, load.sessions.aoife)
  for (const { id } of sent) if (id) await call('DELETE', `/api/files/${id}`)
}

/** A write with another file in all its file fields. Null if it takes no picture. */
async function withPicture({ headers, body, ...write }: WriteRequest, content: Buffer) {
  const fields = body instanceof FormData ? body : await new Response(body, { headers }).formData()
  const files = [...fields].filter(([, value]) => value instanceof File) as [name: string, file: File][]
  // What takes documents takes pictures too.
  if (files.length === 0 || files.some(([, { name }]) => !/\.(png|jpg|pdf)$/.test(name))) return null
  for (const [name] of files) fields.set(name, new File([new Uint8Array(content)], 'a.jpg'))
  if (!write.path.startsWith('/api/')) fields.set('nobodyInPicture', 'on')
  const { 'Content-Type': _, ...others } = headers
  return { ...write, headers: others, body: fields }
}

/** Sends a picture by every form and call that takes one. Returns the answers by name. */
async function sendToEach({ riverbank, load }: ForeignContext, content: Buffer) {
  const answers = new Map<string, Pick<WriteAnswer, 'status' | 'text'>>()
  // Listed again for each picture, since a form has the version of its record.
  for (const write of await listWrites(riverbank, load.sessions)) {
    const sent = write.isUpload && (await withPicture(write, content))
    if (!sent) continue
    const name = write.name.replace(/\d+/g, 'N')
    answers.set(name, await sendWrite(riverbank.url, sent).catch((error) => ({ status: 0, text: String(error) })))
  }
  return answers
}

/** Sends the hostile pictures by every form and call that takes one. A damaged one shows that each opens it. */
async function findFaultsOfPictureRoutes(context: ForeignContext, pace: Pace) {
  const damaged = (await createPicture(640, 480).jpeg().toBuffer()).subarray(0, 300)
  const opened = await sendToEach(context, damaged)
  const faults = [...opened]
    .filter(([, { text }]) => !text.includes('This picture is damaged'))
    .map(([name, { status }]) => `picture: ${name} answered ${status} without opening it`)
  if (opened.size < MIN_PICTURE_ROUTES) faults.push(`picture: only ${opened.size} forms and calls take one`)
  const { files = {} } = foreignFiles.find(({ kind }) => kind === 'picture') ?? {}
  // All open it in the same helper, so the short form, in which this took five minutes, sends it hostile ones by one road only.
  for (const [name, make] of pace.short ? [] : Object.entries(files)) {
    if (!context.riverbank.isAlive()) break
    const content = Buffer.from(await make())
    const what = `picture, ${name}, by each of ${opened.size} forms and calls`
    const work = async () => {
      const answers = [...(await sendToEach(context, content))]
      const unopened = answers.filter(([, { status }]) => status >= 400 && ![400, 413, 503].includes(status))
      return {
        statuses: answers.map(([, { status }]) => status),
        faults: unopened.map(([route, { status }]) => `${what}: ${route} answered ${status}`),
      }
    }
    faults.push(...(await runCase(context, what, pace, work)))
  }
  return faults
}

async function createContext(riverbank: RunningRiverbank): Promise<ForeignContext> {
  riverbank.change('update questions set allowsVoice = 1, until = ?', '2099-12-31')
  const findId = (sql: string) => (riverbank.rows(sql)[0] as { id: number }).id
  const ids = {
    question: findId('select id from questions order by id desc limit 1'),
    draft: findId("select id from newsletters where status = 'draft'"),
  }
  return { riverbank, load: await createLoad(riverbank), ids }
}

/** Kills the server while its documents are unfinished, starts it again, and waits until they are ready. */
async function findRestartFaults(
  settings: Record<string, string>,
  group: MemoryGroup | null,
  { short, leniency }: Pace,
): Promise<string[]> {
  await using riverbank = await startRiverbank(settings, group?.node)
  const context = await createContext(riverbank)
  const newest = "select id from files where title = 'Foreign' and isShared = 1 order by id desc limit ?"
  const ids = riverbank.rows(newest, short ? SHORT_UNFINISHED : CLASS_SIZE).map((row) => (row as { id: number }).id)
  const name = `after a restart with ${ids.length} documents`
  const waits = await runCase(context, name, { short, leniency }, async () => ({
    statuses: [],
    faults: short ? [] : await openDocuments(context, ids, name, leniency),
  }))
  return [...waits, ...(await waitForDocuments(context, ids, name, leniency))]
}

/**
 * Sends hostile files of every kind, as each person who may or may not, in a container of 256 MB; meanwhile others request pages. Kills the
 * server while documents are unfinished, and starts it again.
 */
export const findForeignFaults: Topic = async ({ short, leniency, kinds = foreignFiles.map(({ kind }) => kind) }) => {
  const chosen = foreignFiles.filter(({ kind }) => kinds.includes(kind))
  const group = createMemoryGroup(MEMORY)
  if (!group) console.log('    Without a memory limit, since this machine does not allow one.')
  using folder = createTemporaryFolder()
  const faults = Object.entries(foreignKinds)
    .filter(([name, { senders }]) => !senders.includes('operator') && !foreignFiles.some(({ kind }) => kind === name))
    .map(([name]) => `no file of the kind ${name} is sent`)
  const settings = { DATA_DIR: `${folder.path}/data` }
  await copyDemonstration(settings.DATA_DIR)
  {
    await using riverbank = await startRiverbank(settings, group?.node)
    const context = await createContext(riverbank)
    console.log(`    the server at its start: ${readMemory(riverbank.pid).toFixed()} MB`)
    for (const of of chosen) {
      faults.push(...(await findFaultsOfKind(context, of, { short, leniency })))
      if (group)
        console.log(`    ${of.kind}: ${group.peak().toFixed()} of ${MEMORY} MB at the peak, disk cache included`)
    }
    if (riverbank.isAlive() && kinds.includes('picture'))
      faults.push(...(await findFaultsOfPictureRoutes(context, { short, leniency })))
    // Documents that are not converted yet, for the restart.
    const documents = chosen.filter(({ isConverted }) => isConverted)
    for (const of of riverbank.isAlive() ? documents : [])
      for (const make of Object.values(of.files).slice(0, short ? 1 : undefined))
        await send(context, createUpload(context, of, 'tutor', Buffer.from(await make())))
    if (!riverbank.isAlive()) {
      console.log(`    ${riverbank.output().slice(-1000)}`)
      return [...faults, `the server died; the kernel killed ${group?.kills() ?? 'no one knows how many'} processes`]
    }
    process.kill(riverbank.pid, 'SIGKILL')
    await waitUntil(() => !riverbank.isAlive())
  }
  faults.push(...(await findRestartFaults(settings, group, { short, leniency })))
  if (group) console.log(`    the kernel killed ${group.kills()} processes`)
  await group?.remove()
  return faults
}
