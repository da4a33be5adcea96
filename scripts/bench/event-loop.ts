import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { setTimeout } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import sharp from 'sharp'
import { password, type RunningRiverbank, startRiverbank } from '../../app/test/running'
import { type Credentials, headersOf, logIn } from '../check-api/people'
import { MULTIPART, multipart, type Part, send } from '../check-api/wire'
import { Prober } from '../check-security/health'
import { inLanes, quantile } from '../check-security/pace'
import { startSink } from './sink'

const LOG_INS = 50
const LOG_INS_AT_ONCE = 16
const LINES = 5000
const READERS = 10_000
const LONGEST = 120_000

interface Lateness {
  p50: number
  p99: number
  max: number
}

/** The lateness of the product's event loop since it was last asked for, of its process that was held up most. */
async function latenessIn(folder: string): Promise<Lateness> {
  const answers = await Promise.all(
    readdirSync(folder).map(async (name) => {
      const answer = await text(connect(join(folder, name))).catch(() => '')
      return answer ? (JSON.parse(answer) as { entry: string; said: [number, number, number] }) : undefined
    }),
  )
  const [worst = [0, 0, 0]] = answers
    .flatMap((answer) => (answer?.entry.endsWith('serve.mjs') ? [answer.said] : []))
    .sort(([, one], [, other]) => other - one)
  const [p50, p99, max] = worst
  return { p50, p99, max }
}

const inWords = ({ p50, p99, max }: Lateness) =>
  [p50, p99, max].map((milliseconds) => milliseconds.toFixed(1)).join(' / ')

async function secondsOf(job: Promise<unknown>): Promise<number> {
  const began = performance.now()
  await job
  return (performance.now() - began) / 1000
}

/** Throws unless `status` is what was to be expected. */
function expectStatus(what: string, status: number, wanted: number): void {
  if (status !== wanted) throw new Error(`${what} was answered ${status}, not ${wanted}`)
}

function addPeople({ change }: RunningRiverbank): void {
  for (let number = 0; number < LOG_INS; number += 1)
    change(
      `insert into users (username, passwordHash, role, firstName, lastName, createdAt)
       select ?, passwordHash, 'student', 'Some', 'Body', createdAt from users where username = 'demo.student'`,
      `person.${number}`,
    )
}

function addReaders({ change }: RunningRiverbank): void {
  change(
    `with recursive numbers(number) as (select 1 union all select number + 1 from numbers where number < ?)
     insert into subscribers (email, isGuardian, active, createdAt, token)
     select 'reader-' || number || '@list.example', 0, 1, ?, lower(hex(randomblob(16))) from numbers`,
    READERS,
    new Date().toISOString(),
  )
}

/** Fifty people log in, each from a network of their own, on the page. */
async function logInAll({ url }: RunningRiverbank): Promise<void> {
  const numbers = Array.from({ length: LOG_INS }, (_, number) => number)
  await inLanes(numbers, LOG_INS_AT_ONCE, async (number) => {
    const headers = {
      'X-Forwarded-For': `198.18.0.${number + 1}`,
      'Sec-Fetch-Site': 'same-origin',
      'Content-Type': 'application/x-www-form-urlencoded',
    }
    const body = new URLSearchParams({ username: `person.${number}`, password, next: '/dashboard' }).toString()
    const { status } = await send(url, { method: 'POST', path: '/portal', headers, body }, { patience: LONGEST })
    expectStatus('a log-in', status, 303)
  })
}

/** A photo of 12 megapixels, with as much detail as one may have. */
async function photo(): Promise<Buffer> {
  const noise = { type: 'gaussian', mean: 128, sigma: 30 } as const
  const grain = sharp({ create: { width: 1000, height: 750, channels: 3, background: '#888', noise } })
  return sharp(await grain.png().toBuffer())
    .resize(4000, 3000)
    .jpeg({ quality: 80 })
    .toBuffer()
}

async function upload({ url }: RunningRiverbank, tutor: Credentials, content: Buffer): Promise<void> {
  const parts: Part[] = [
    { name: 'title', content: 'The river' },
    { name: 'isShared', content: 'true' },
    { name: 'file', fileName: 'river.jpg', content },
  ]
  const headers = { ...headersOf(tutor, 'token'), 'Content-Type': MULTIPART }
  const sent = { method: 'POST', path: '/api/files/upload', headers, body: multipart(parts) }
  expectStatus('the photo', (await send(url, sent, { patience: LONGEST })).status, 201)
}

async function importList({ url, rows }: RunningRiverbank, tutor: Credentials): Promise<void> {
  const lines = Array.from({ length: LINES }, (_, number) => `new-${number}@list.example,Some Body ${number},Guardian`)
  const content = `Email,Name,Type\r\n${lines.join('\r\n')}\r\n`
  const headers = { ...headersOf(tutor, 'cookie'), 'Content-Type': MULTIPART }
  const path = '/dashboard/newsletter/subscribers/import'
  const body = multipart([
    { name: 'intent', content: 'import-list' },
    { name: 'list', content: gzipSync(content).toString('base64') },
  ])
  const { status } = await send(url, { method: 'POST', path, headers, body }, { patience: LONGEST })
  expectStatus('the list', status, 200)
  const added = rows("select count(*) as number from subscribers where email like 'new-%'")[0]?.number
  if (added !== LINES) throw new Error(`${added} of ${LINES} lines were added`)
}

/** Sends a newsletter to everybody on the list. */
async function sendNewsletter({ url }: RunningRiverbank, tutor: Credentials): Promise<void> {
  const headers = { ...headersOf(tutor, 'token'), 'Content-Type': 'application/json' }
  const draft = JSON.stringify({ title: 'June news', content: 'Hello,\n\nthe choir sings on Friday.' })
  const { text: added } = await send(url, { method: 'POST', path: '/api/newsletters', headers, body: draft })
  const path = `/api/newsletters/${(JSON.parse(added) as { id: number }).id}/status`
  const body = JSON.stringify({ status: 'sent' })
  const { status } = await send(url, { method: 'PATCH', path, headers, body }, { patience: LONGEST })
  expectStatus('“Send”', status, 200)
}

async function untilMailed({ rows }: RunningRiverbank): Promise<void> {
  const waiting = () => rows("select id from deliveries where state in ('pending', 'sending') limit 1").length > 0
  for (const end = Date.now() + LONGEST; waiting(); await setTimeout(100))
    if (Date.now() > end) throw new Error('The newsletter never came to its end')
}

/** How late the event loop is while the product does nothing, and while all that is heavy happens at once. */
export async function eventLoop(): Promise<{ name: string; value: string; reference?: string }[]> {
  const folder = mkdtempSync(join(tmpdir(), 'riverbank-gauge-'))
  const gauge = fileURLToPath(new URL('./event-loop-gauge.mjs', import.meta.url))
  const sink = await startSink()
  const riverbank = await startRiverbank({
    NODE_OPTIONS: `${process.env.NODE_OPTIONS ?? ''} --import=${gauge}`.trim(),
    GAUGE_FOLDER: folder,
    SMTP_URL: `smtp://127.0.0.1:${sink.port}`,
    NEWSLETTER_RATE_PER_MINUTE: '60000',
    NEWSLETTER_HOLD_SECONDS: '0',
    TRUST_PROXY: '1',
  })
  try {
    addPeople(riverbank)
    addReaders(riverbank)
    const tutor = await logIn(riverbank, 'demo.tutor')
    const picture = await photo()
    const prober = await Prober.start(riverbank.url)
    await latenessIn(folder)
    await setTimeout(5000)
    const idle = await latenessIn(folder)
    const from = Date.now()
    // Before the list, whose people would be readers too.
    const queueing = await secondsOf(sendNewsletter(riverbank, tutor))
    const [logIns, photoTime, list, mailing] = await Promise.all([
      secondsOf(logInAll(riverbank)),
      secondsOf(upload(riverbank, tutor, picture)),
      secondsOf(importList(riverbank, tutor)),
      secondsOf(untilMailed(riverbank)),
    ])
    const busy = await latenessIn(folder)
    const waits = prober.between(from, Date.now()).map(({ took }) => took)
    await prober.stop()
    const seconds = (number: number) => `${number.toFixed(1)} s`
    return [
      {
        name: 'The event loop under all at once, p50 / p99 / max',
        value: `${inWords(busy)} ms`,
        reference: `${inWords(idle)} ms idle (10 of it the gauge's own step)`,
      },
      { name: '/healthz meanwhile, p99', value: `${quantile(waits, 0.99).toFixed(1)} ms` },
      { name: `${LOG_INS} log-ins`, value: seconds(logIns) },
      { name: 'A photo of 12 megapixels', value: seconds(photoTime) },
      { name: `A list of ${LINES} lines`, value: seconds(list) },
      { name: `A newsletter to ${READERS} readers`, value: seconds(queueing + mailing) },
    ]
  } finally {
    await riverbank.stop()
    await sink.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}
