import { setTimeout } from 'node:timers/promises'
import sharp from 'sharp'
import { type RunningRiverbank, startRiverbank } from '../../../app/test/running'
import { logInOverHttp, type ServedSession } from '../../../app/test/served'
import { createHeaders, logInClient } from '../shared/client'
import { formatTally, getQuantile, listChildren, Prober, readMemory, watchMemory } from '../shared/measures'
import { runConcurrently } from '../shared/topics'
import { type RawRequest, sendRaw } from '../shared/wire'
import type { Bench, BenchRow } from './row'

const REQUESTS = 2000
const AT_ONCE = 8
const PHOTOS = 20
const MINUTE = 60_000

const megabytes = (value: number) => `${value.toFixed()} MB`
const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length

/** The requests of a day: cached and rendered public pages, forms, the portal of students and tutors, calls, files. */
function createMixedRequests(student: ServedSession, tutor: ServedSession): RawRequest[] {
  const get = (path: string, headers: Record<string, string> = {}): RawRequest => ({ method: 'GET', path, headers })
  const form = { 'Content-Type': 'application/x-www-form-urlencoded', 'Sec-Fetch-Site': 'same-origin' }
  return [
    ...['/', '/about', '/programmes', '/contact', '/news', '/board', '/resources', '/achievements'].map((path) =>
      get(path),
    ),
    ...['/about', '/contact', '/portal', '/board'].map((path) => get(path, { Cookie: 'any=1' })),
    ...['', '/timetable', '/calendar', '/notices'].map((tab) => get(`/dashboard${tab}`, { Cookie: student.cookie })),
    ...['', '/newsletter', '/resources', '/board', '/profile', '/newsletter/subscribers'].map((tab) =>
      get(`/dashboard${tab}`, { Cookie: tutor.cookie }),
    ),
    ...['/api/events', '/api/portal/files', '/api/timetables', '/api/user'].map((path) =>
      get(path, createHeaders(tutor, 'token')),
    ),
    get('/news/feed'),
    get('/files/2?width=480', { Cookie: tutor.cookie }),
    { method: 'POST', path: '/contact', headers: form, body: 'name=Maura&email=maura&subject=visit&message=May+we' },
    { method: 'POST', path: '/unsubscribe?index', headers: form, body: 'email=x' },
  ]
}

/** Sends 2,000 mixed requests, and returns the number of each status. */
export async function sendMixed(riverbank: RunningRiverbank): Promise<string> {
  const requests = createMixedRequests(
    await logInOverHttp(riverbank, 'demo.student'),
    await logInOverHttp(riverbank, 'demo.tutor'),
  )
  const statuses: number[] = []
  await runConcurrently(Array.from({ length: REQUESTS }), AT_ONCE, async (_, index) => {
    statuses.push((await sendRaw(riverbank.url, requests[index % requests.length]!)).status)
  })
  return formatTally(statuses)
}

/** A unique phone photo of 12 megapixels, stored on its side. */
export async function createPhonePhoto(number: number): Promise<Buffer> {
  const noise = { type: 'gaussian', mean: 128, sigma: 40 } as const
  const grain = await sharp({ create: { width: 2000, height: 1500, channels: 3, background: '#000', noise } })
    .jpeg({ quality: 60 })
    .toBuffer()
  return sharp(grain)
    .resize(4000, 3000)
    .tint({ r: 100 + number * 5, g: 160, b: 120 })
    .withMetadata({ orientation: 6 })
    .jpeg({ quality: 85 })
    .toBuffer()
}

/** Uploads twenty photos, `lanes` at a time. Returns the number of each status, their size and the time. */
async function sendPhotos(riverbank: RunningRiverbank, all: Buffer[], lanes: number): Promise<string> {
  const { upload } = await logInClient(riverbank.url)
  const statuses: number[] = []
  const startedAt = performance.now()
  await runConcurrently(all, lanes, async (content, index) => {
    statuses.push((await upload(`Photo ${index}`, content, { fileName: 'photo.jpg' })).status)
  })
  const size = (mean(all.map(({ length }) => length)) / 1024 / 1024).toFixed(1)
  return `${formatTally(statuses)}, ${size} MB each, ${((performance.now() - startedAt) / 1000).toFixed()} s`
}

/**
 * Measures the memory of the built product and of its picture process. The long form waits five minutes after the photos.
 */
export const benchMemory: Bench = async ({ short }) => {
  await using riverbank = await startRiverbank()
  const { pid } = riverbank
  const rows: BenchRow[] = []
  const tell = (name: string, value: number, goal?: string) => rows.push({ name, value: megabytes(value), goal })
  tell('at start', readMemory(pid))
  const mixed = await sendMixed(riverbank)
  tell(`after ${REQUESTS} mixed requests (${mixed})`, readMemory(pid), '170 MB')

  const photos: Buffer[] = []
  while (photos.length < PHOTOS) photos.push(await createPhonePhoto(photos.length))
  const prober = await Prober.start(riverbank.url)
  for (const lanes of [1, PHOTOS]) {
    const server = watchMemory(() => [pid])
    const pictures = watchMemory(() => listChildren(pid))
    const sent = await sendPhotos(riverbank, photos, lanes)
    const how = lanes === 1 ? 'one after another' : 'at once'
    tell(`peak of ${PHOTOS} photos of 12 megapixels ${how} (${sent})`, server.stop(), '220 MB')
    tell('peak of the picture process meanwhile', pictures.stop())
  }
  const waits = prober.probes.map(({ took }) => took)
  await prober.stop()
  rows.push({ name: '/healthz meanwhile, p99', value: `${getQuantile(waits, 0.99).toFixed()} ms` })
  while (listChildren(pid).length > 0) await setTimeout(100)
  tell('after the picture process has ended', readMemory(pid))
  const wait = short ? 0.5 : 5
  await setTimeout(wait * MINUTE)
  tell(`${wait} minutes later`, readMemory(pid), '170 MB')

  return rows
}
