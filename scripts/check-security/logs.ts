import { keepState, type RunningRiverbank, startRiverbank } from '../../app/test/running'
import { startSmtp } from '../../app/test/smtp'
import { headersOf, logInAll, type Sessions } from '../shared/client'
import { until } from '../shared/measures'
import { atOnce, type Pace } from '../shared/topics'
import { ownNetwork, send } from '../shared/wire'
import { calls, forms, screensOf, type Write } from '../shared/writes'

/** In every word, name, address and path that is sent. */
const CANARY = 'heron'
const METRICS_TOKEN = 'heron-metrics-7f3a91c2'
/** The lines that are read in the long form. */
const LINES = 10_000
/** The start tells how to log in to the demonstration on purpose. */
const ANNOUNCEMENT = /Demonstration: log in as/
/** Tables that take nothing for a while, so that errors are logged too. */
const FAILING = ['activity', 'enquiries', 'subscribers', 'deliveries', 'sessions', 'files']
const AT_ONCE = 6
const MAIL_TROUBLE = 'trouble with the mail server'
/** What has to be among the lines, or the check has not been where it should. */
const MUST_SAY = ['request', 'a form could not be saved', 'a call failed', 'log-in refused', MAIL_TROUBLE]

/** The columns whose texts belong to a person, or open something. */
const PRIVATE: Record<string, string[]> = {
  users: ['username', 'firstName', 'lastName', 'passwordHash'],
  subscribers: ['email', 'name', 'studentName', 'token', 'confirmToken'],
  enquiries: ['name', 'email', 'phone', 'message'],
  deliveries: ['email', 'name'],
  files: ['title', 'fileName', 'storageKey'],
  newsletters: ['title', 'content'],
  newsletterAttachments: ['title', 'fileName', 'storageKey', 'secret'],
  sessions: ['cookieHash', 'tokenHash'],
  tickets: ['ticket'],
}
/** Shorter words stand in other words too; and this stands in place of what was erased. */
const SHORTEST = 5
const ERASED = /^(Erased|An address that was erased)$/

type Request = Pick<Write, 'path' | 'method' | 'headers'> & { body?: BodyInit }

/** A write with the canary in each of its texts. */
function withCanary(write: Write): Write {
  const { body } = write
  if (Buffer.isBuffer(body))
    return {
      ...write,
      body: new Uint8Array(
        Buffer.from(body.toString('latin1').replace(/Week|Photo|week\.pdf|photo\.jpg/g, `${CANARY}$&`), 'latin1'),
      ),
    }
  if (typeof body !== 'string' || !body.startsWith('{')) return write
  const put = (key: string, value: unknown) => {
    if (typeof value !== 'string' || /date|category|subject|month|time|status|role|password/i.test(key)) return value
    return key === 'email' ? `${CANARY}.${Date.now().toString(36)}@example.ie` : `${value} ${CANARY}`
  }
  return { ...write, body: JSON.stringify(JSON.parse(body, put)) }
}

const words = { 'Content-Type': 'application/x-www-form-urlencoded' }
const json = { 'Content-Type': 'application/json' }
/** Bodies that can't be read, and log-ins that fail. */
const broken: [headers: Record<string, string>, body: string][] = [
  [json, `{"name": "${CANARY}`],
  [json, `{"username": "${CANARY}", "password": "${CANARY} by the weir", "message": 7}`],
  [words, `username=${CANARY}&password=${CANARY}+by+the+weir&email=${CANARY}&code=${CANARY}`],
  [
    { 'Content-Type': `multipart/form-data; boundary=${CANARY}` },
    `--${CANARY}\r\nContent-Disposition: form-data; name="${CANARY}"`,
  ],
  [{ 'Content-Type': `text/${CANARY}` }, CANARY],
]

/** Addresses with secrets and typed text, bodies that can't be read, log-ins that fail, and a form from another site. */
function strange({ rows }: RunningRiverbank, { aoife }: Sessions): Request[] {
  const texts = (sql: string) => rows(sql).map(({ value }) => String(value))
  const paths = [
    ...texts('select token as value from subscribers limit 3').flatMap((token) => [
      `/unsubscribe/${token}`,
      `/unsubscribe/${token}.data`,
      `/confirm/${token}`,
      `/setup/${token}`,
      `/%75nsubscribe/${token}`,
    ]),
    ...texts("select '/files/newsletter/' || id || '-' || secret as value from newsletterAttachments limit 2"),
    ...[`/calendar/${CANARY}-token`, `/${CANARY}.daly@example.ie`, `/about?email=${CANARY}@example.ie&tab=${CANARY}`],
    ...[`/dashboard/newsletter/subscribers?search=${CANARY}`, `/dashboard/${CANARY}/../${CANARY}`, `/api/${CANARY}`],
    ...[`/api/events?cursor=${CANARY}`, `/__manifest?p=/${CANARY}`, `/about?_data=${CANARY}`, `/assets/${CANARY}.js`],
    ...[`/metrics?token=${METRICS_TOKEN}`, `/readyz?${CANARY}`],
  ]
  const as = headersOf(aoife, 'cookie')
  const strangers = { Cookie: `__Host-session=${CANARY}; session=${CANARY}`, Authorization: `Bearer ${CANARY}` }
  return [
    ...paths.flatMap((path) => [as, strangers].map((headers) => ({ path, method: 'GET', headers }))),
    ...['/api/contact', '/api/login', '/api/newsletter/subscribe', '/contact', '/portal'].flatMap((path) =>
      broken.map(([headers, body]) => ({ path, method: 'POST', headers, body })),
    ),
    ...['PUT', 'PROPFIND', 'TRACE', 'OPTIONS'].map((method) => ({ path: `/${CANARY}`, method, headers: {} })),
    {
      path: '/dashboard/board',
      method: 'POST',
      headers: { ...as, 'Sec-Fetch-Site': 'cross-site', Origin: `https://${CANARY}.example` },
    },
  ]
}

/** Sends one request as from a network of its own, with the canary in whatever headers may be logged. */
async function ask(url: string, { path, method, headers, body }: Request): Promise<void> {
  const tell = { 'User-Agent': `${CANARY} browser`, Referer: `${url}/dashboard?${CANARY}`, 'X-Request-Id': CANARY }
  const all = { ...ownNetwork(), ...tell, ...headers }
  const isPlain = body === undefined || typeof body === 'string'
  // fetch would forbid half of what is strange.
  if (isPlain) return void (await send(url, { path, method, headers: all, body }).catch(() => {}))
  await (await fetch(url + path, { method, headers: all, body, redirect: 'manual' })).arrayBuffer()
}

/** Every text of the database that belongs to a person or opens something. */
function privateTexts({ rows }: RunningRiverbank): string[] {
  const known = Object.entries(PRIVATE).flatMap(([table, columns]) => {
    const there = new Set(rows(`select name from pragma_table_info('${table}')`).map(({ name }) => name))
    return columns
      .filter((column) => there.has(column))
      .flatMap((column) => rows(`select "${column}" as value from ${table}`))
  })
  return known.map(({ value }) => String(value ?? '')).filter((text) => text.length >= SHORTEST && !ERASED.test(text))
}

/** What of `secrets` is in which of the lines. */
function leaksIn(lines: string[], secrets: Iterable<string>): string[] {
  const all = lines.join('\n').toLowerCase()
  return [...secrets].flatMap((secret) =>
    [...new Set([secret, encodeURIComponent(secret), JSON.stringify(secret).slice(1, -1)])]
      .map((form) => form.toLowerCase())
      .filter((form) => all.includes(form))
      .slice(0, 1)
      .map(
        (form) =>
          `“${secret.slice(0, 60)}” is in: ${lines.find((line) => line.toLowerCase().includes(form))?.slice(0, 300)}`,
      ),
  )
}

/** Makes the database refuse what is written, or take it again. */
function failing({ change }: RunningRiverbank, isFailing: boolean) {
  for (const table of FAILING)
    for (const kind of ['insert', 'update', 'delete'])
      change(
        isFailing
          ? `create trigger refuse_${kind}_${table} before ${kind} on ${table} begin select raise(abort, 'refused for a while'); end`
          : `drop trigger if exists refuse_${kind}_${table}`,
      )
}

/**
 * Uses every screen, form and call, as people do and as nobody should, with a canary in every name, address, word and header, also
 * while the database refuses writes and the mail server names people in its refusals. No line of the log holds any of it, nor
 * anything of the database that belongs to a person or opens something.
 */
export async function logFaults({ short }: Pace): Promise<string[]> {
  const rig = await startSmtp()
  rig.interfere = (stage, recipient) => {
    if (stage === 'RCPT')
      return rig.connections % 2 ? `550 5.1.1 <${recipient}> ${CANARY} is not known here` : undefined
    if (stage === 'dot') return `451 4.3.0 <${recipient}> ${CANARY} later`
    return stage === 'MAIL' && rig.connections <= 2 ? '421 4.3.2 Not now' : undefined
  }
  const own = {
    TRUST_PROXY: '1',
    METRICS_TOKEN,
    OPERATOR_EMAIL: `${CANARY}.operator@centre.example`,
    LOG_LEVEL: 'debug',
  }
  const mail = { SMTP_URL: rig.url, NEWSLETTER_HOLD_SECONDS: '0', NEWSLETTER_DOUBLE_OPT_IN: '1' }
  const riverbank = await startRiverbank({ ...own, ...mail, NEWSLETTER_RATE_PER_MINUTE: '60000' })
  const lines = () =>
    riverbank
      .output()
      .split('\n')
      .filter((line) => line && !ANNOUNCEMENT.test(line))
  const secrets = new Set([CANARY])
  try {
    const sessions = await logInAll(riverbank)
    for (const { token, cookie } of Object.values(sessions))
      for (const secret of [token, ...cookie.split('; ').map((pair) => pair.split('=')[1]!)]) secrets.add(secret)
    const all = [...(await forms(riverbank, sessions)), ...(await calls(riverbank, sessions))].map(withCanary)
    const rest = [...screensOf(riverbank, sessions), ...strange(riverbank, sessions)]
    const state = await keepState(riverbank)
    do
      for (const isFailing of [true, false]) {
        failing(riverbank, isFailing)
        await atOnce([...all, ...(isFailing ? [] : rest)], AT_ONCE, (request) => ask(riverbank.url, request))
        if (!isFailing) await until(() => riverbank.output().includes(MAIL_TROUBLE), 20)
        for (const text of privateTexts(riverbank)) secrets.add(text)
        failing(riverbank, false)
        await state.putBack()
      }
    while (!short && lines().length < LINES)
    state.remove()
  } finally {
    await riverbank.stop()
    await rig.stop()
  }
  const read = lines()
  const unread = read.filter((line) => !isJson(line)).map((line) => `no JSON: ${line.slice(0, 200)}`)
  const unsaid = MUST_SAY.filter((said) => !read.some((line) => line.includes(`"msg":"${said}"`)))
  console.log(`Logs: ${read.length} lines, read for ${secrets.size} words, names, addresses and tokens`)
  return [...leaksIn(read, secrets), ...unread, ...unsaid.map((said) => `no line says “${said}”`)]
}

function isJson(line: string): boolean {
  try {
    JSON.parse(line)
    return true
  } catch {
    return false
  }
}
