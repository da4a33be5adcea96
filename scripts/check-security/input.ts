import { type RunningRiverbank, startRiverbank } from '../../app/test/running'
import { type Call, callsOf, type Document } from '../check-api/judge'
import { type Credentials, headersOf, logIn } from '../check-api/people'
import { type Answer, send } from '../check-api/wire'
import { type Pace, tally } from './pace'
import { exchange, lines } from './raw'
import { form, Records } from './records'

const isJson = ({ headers }: Answer) => /^application\/json\b/.test(String(headers['content-type']))
const TRACES = /SQLITE|node_modules|\n {4}at |refused-by-the-check/

const hosts = [
  'user@x',
  'user:word@x',
  'a b',
  '',
  'x/path',
  'x/../y',
  'x?y',
  'x#y',
  'x\\y',
  '[::1',
  'x:99999',
  'x:y',
  '%00',
  '<script>',
]
const pages = ['/', '/about', '/contact', '/dashboard', '/api/events', '/api/user', '/healthz', '/files/1']

/** An invalid Host is the client's fault, on every path. */
async function hostFaults({ url }: RunningRiverbank): Promise<string[]> {
  const faults: string[] = []
  const statuses: number[] = []
  for (const host of hosts) {
    const wrong: string[] = []
    for (const page of pages)
      for (const method of ['GET', 'POST']) {
        const answer = await exchange(url, lines(url, page, { method, headers: { Host: host } })).catch(() => undefined)
        statuses.push(answer?.status ?? 0)
        if (answer?.status !== 400) wrong.push(`${method} ${page} ${answer?.status ?? 'nothing'}`)
        else if (answer.text.includes('<script>')) wrong.push(`${method} ${page} repeats it`)
      }
    if (wrong.length > 0) faults.push(`the host ‘${host}’ is not answered 400: ${wrong.join(', ')}`)
  }
  console.log(
    `Hosts: ${hosts.length} that are none, ${statuses.length} requests (${tally(statuses)}), ${faults.length} faults`,
  )
  return faults
}

async function missingFaults({ url }: RunningRiverbank): Promise<string[]> {
  const faults: string[] = []
  for (const path of [
    '/assets/missing.js',
    '/assets/missing.css?x',
    '/assets',
    '/assets/a/b.js',
    '/pictures/missing.svg',
    '/missing.txt',
  ]) {
    const { status, text } = await send(url, { method: 'GET', path })
    if (status !== 404 || TRACES.test(text)) faults.push(`GET ${path}: ${status}, not 404`)
  }
  return faults
}

const WORD = 'zebrafinch'
const broken = [`{"title": ${WORD}`, `{"${WORD}`, `[${WORD}]`, WORD, `{"title":"${WORD}"}}`, `{'${WORD}':1}`]

/** Broken JSON is refused without being repeated, by every call that takes JSON. */
async function brokenFaults(
  { url }: RunningRiverbank,
  calls: Call[],
  records: Records,
  tutor: Credentials,
): Promise<string[]> {
  const faults: string[] = []
  const takesJson = ({ operation }: Call) => operation.requestBody?.content['application/json'] !== undefined
  const taking = calls.filter(takesJson)
  for (const { method, path } of taking)
    for (const [index, body] of broken.entries()) {
      const address = await records.addressOf(path.replaceAll('{id}', ':id'))
      const network = { 'X-Forwarded-For': `10.7.${index}.${faults.length & 255}` }
      const headers = { ...network, ...headersOf(tutor, 'token'), 'Content-Type': 'application/json' }
      const answer = await send(url, { method, path: address, headers, body })
      const said = isJson(answer) ? (JSON.parse(answer.text) as { message?: unknown }).message : undefined
      if (answer.status !== 400 || typeof said !== 'string')
        faults.push(`${method} ${path} with ${body}: ${answer.status} ${answer.text.slice(0, 80)}`)
      else if (answer.text.includes(WORD))
        faults.push(`${method} ${path} repeats what was sent: ${answer.text.slice(0, 80)}`)
    }
  console.log(`Broken JSON: ${taking.length} calls, ${broken.length} bodies, ${faults.length} faults`)
  return faults
}

/** A fault of the server, caused by a trigger in the database: 500 as JSON from a call, as text from a page, without the cause. */
async function internalFaults({ url, change }: RunningRiverbank, tutor: Credentials): Promise<string[]> {
  change("create trigger refusing before insert on events begin select raise(abort, 'refused-by-the-check'); end")
  const faults: string[] = []
  const event = { title: 'Tea', day: 14, month: 'October', year: 2026 }
  const headers = { ...headersOf(tutor, 'token'), 'Content-Type': 'application/json', Accept: 'text/html' }
  const answer = await send(url, { method: 'POST', path: '/api/events', headers, body: JSON.stringify(event) })
  const said = isJson(answer) ? (JSON.parse(answer.text) as { message?: unknown }).message : undefined
  if (answer.status !== 500 || typeof said !== 'string' || !said)
    faults.push(
      `an internal fault of a call: ${answer.status} ${answer.headers['content-type']} ${answer.text.slice(0, 100)}`,
    )
  const typed = form({ title: 'Tea with otters', date: '2026-10-14' })
  const path = '/dashboard/calendar/new'
  const page = await send(url, {
    method: 'POST',
    path,
    ...typed,
    headers: { ...typed.headers, ...headersOf(tutor, 'cookie') },
  })
  if (page.status !== 500 || !/^text\/html/.test(String(page.headers['content-type'])))
    faults.push(`an internal fault of a page: ${page.status}`)
  for (const { text } of [answer, page])
    if (TRACES.test(text)) faults.push(`an internal fault tells of the machine room: ${TRACES.exec(text)?.[0]}`)
  change('drop trigger refusing')
  console.log(
    `An internal fault: the call answers ${answer.status} ${answer.headers['content-type']}, the page ${page.status}`,
  )
  return faults
}

const strange = [
  '/api',
  '/api/',
  '/api/nowhere',
  '/api/events/',
  '/api/events/1/2',
  '/api/events.data',
  '/api/__proto__',
  '/api/constructor',
  '/api/events/__proto__',
  '/api/files/%00',
  '/api/%ff',
  '/API/events',
  '/api/events?_data=root',
  '/api?_routes=root',
]

/** No path under /api ever returns a page. */
async function pagesUnderApi({ url }: RunningRiverbank, tutor: Credentials): Promise<string[]> {
  const faults: string[] = []
  for (const target of strange)
    for (const method of ['GET', 'POST', 'PATCH', 'DELETE', 'PUT'])
      for (const headers of [{}, headersOf(tutor, 'token')]) {
        const answer = await exchange(url, lines(url, target, { method, headers })).catch(() => undefined)
        if (!answer || answer.status >= 500 || (answer.text !== '' && !isJson(answer)))
          faults.push(`${method} ${target}: ${answer?.status} ${answer?.headers['content-type']}`)
      }
  return faults
}

/** A client's mistakes are never a 5xx: invalid hosts, missing files, broken JSON; and faults of the server are reported in the right format. */
export async function inputFaults(_pace: Pace): Promise<string[]> {
  const riverbank = await startRiverbank({ TRUST_PROXY: '1' })
  try {
    const tutor = await logIn(riverbank, 'demo.tutor')
    const records = new Records(riverbank, tutor)
    const { text } = await send(riverbank.url, { method: 'GET', path: '/api/openapi.json' })
    const calls = callsOf(JSON.parse(text) as Document).filter(({ method }) => method !== 'GET')
    return [
      ...(await missingFaults(riverbank)),
      ...(await hostFaults(riverbank)),
      ...(await brokenFaults(riverbank, calls, records, tutor)),
      ...(await pagesUnderApi(riverbank, tutor)),
      ...(await internalFaults(riverbank, tutor)),
    ]
  } finally {
    await riverbank.stop()
  }
}
