import { type RunningRiverbank, saveState, startRiverbank } from '../../../app/test/running'
import { logInAll, type Sessions } from '../../../app/test/served'
import { createHeaders } from '../shared/client'
import { formatTally, getQuantile, Prober } from '../shared/measures'
import type { CheckOptions } from '../shared/topics'
import { createNetworkHeader, type RawResponse, sendRaw } from '../shared/wire'
import { listReadScreens, listWrites, sendWrite, type WriteRequest } from '../shared/writes'
import { bodies } from './bodies'
import { type Attempt, createTextAttempts } from './texts'

/** In ms: a server without a response for this long is frozen. */
const PATIENCE = 8000
const MAX_ANSWER_TIME = 1000
const MAX_HEALTH_TIME = 200
const MAX_ANSWER_BYTES = 100_000
/** In bytes: the rest of a longer body is still being sent when it is refused, and the reset may arrive before the response. */
const LONG_BODY = 1024 * 1024
const MIN_FORMS = 60
/** The start logs the demonstration's log-in on purpose. */
const ANNOUNCEMENT = /Demonstration: log in as/

const SESSION_SECRET = 'kingfisher/secret+of the=sessions 5f1c9e27b3'
const SMTP_PASSWORD = 'dipper&pass/word+8d21'
// Nothing listens there: mail errors are part of the output to check.
const SMTP_URL = `smtp://postman:${encodeURIComponent(SMTP_PASSWORD)}@127.0.0.1:9`

/** Sent in every header that might be logged. */
const CANARY = 'heron-canary-7f3a91c2'
/** Tables that refuse writes while valid calls and forms are sent, so that errors are logged. */
const FAILING = ['activity', 'enquiries', 'subscribers', 'deliveries', 'files']
/** The columns with personal data or secrets. */
const PRIVATE: Record<string, string[]> = {
  users: ['username', 'firstName', 'lastName', 'passwordHash'],
  subscribers: ['email', 'name', 'token', 'confirmToken', 'vouchedFor'],
  enquiries: ['name', 'email', 'phone', 'message'],
  files: ['title', 'fileName', 'storageKey'],
  newsletters: ['title', 'content'],
  newsletterAttachments: ['title', 'storageKey', 'secret'],
  sessions: ['cookieHash', 'tokenHash'],
  signInCards: ['tokenHash'],
  familyLinks: ['tokenHash'],
}
/** Lines that the log must have; otherwise this check did not reach its targets. */
const MUST_SAY = ['request', 'a form could not be saved', 'a call failed']
/** Shorter values also occur within other words. */
const MIN_SECRET_LENGTH = 6

/** A secret in all common encodings. */
const encodeVariants = (secret: string) => [
  secret,
  secret.replaceAll('&', '&amp;'),
  encodeURIComponent(secret),
  new URLSearchParams({ a: secret }).toString().slice(2),
  Buffer.from(secret).toString('hex'),
  Buffer.from(secret).toString('base64').slice(0, -4),
]

/** The names of the secrets in a text, in any encoding. */
const findSecrets = (text: string, secrets: Record<string, string>) =>
  Object.keys(secrets).filter((name) => encodeVariants(secrets[name]!).some((form) => text.includes(form)))

/**
 * The bodies to send: in the full run all to every place by a visitor and a tutor; in the short form the worst to every place by a tutor or,
 * if its page is for visitors, by a visitor, and each other one somewhere.
 */
function createBodyAttempts(writes: WriteRequest[], { short }: CheckOptions): Attempt[] {
  const worst = bodies.filter(({ isWorst }) => isWorst)
  const others = bodies.filter(({ isWorst }) => !isWorst)
  const perForm = Math.ceil(others.length / writes.length)
  const share = (index: number) =>
    Array.from({ length: perForm }, (_, step) => others[(index * perForm + step) % others.length]!)
  return writes.flatMap(({ method, path, headers: own }, index) =>
    (['visitor', 'tutor'] as const).flatMap((by) =>
      (short ? [...(isFor(by, own) ? worst : []), ...share(index)] : bodies).map(
        ({ name, headers, make, isTyped }) => ({
          where: `${method} ${path}`,
          what: name,
          by,
          make: () => ({ method, path, headers, body: make() }),
          isTyped,
        }),
      ),
    ),
  )
}

/** True for the person who sends a form or call with these headers: a visitor without a session, and a tutor with one. */
const isFor = (by: Attempt['by'], headers: Record<string, string>) =>
  (by === 'tutor') === (headers.Cookie !== undefined || headers.Authorization !== undefined)

/** The faults of a response to any input, with at most `max` bytes. */
function findAnswerFaults(
  { status, headers, text }: RawResponse,
  max: number,
  secrets: Record<string, string>,
): string[] {
  const place = headers.location
  return [
    ...(status >= 500 ? [String(status)] : []),
    ...(Buffer.byteLength(text) > max ? [`answered with more than ${Math.ceil(max / 1000)} kB`] : []),
    ...(place !== undefined && !/^\/(?![/\\])/.test(String(place)) ? [`leads to ${place}`] : []),
    ...findSecrets(`${JSON.stringify(headers)}\n${text}`, secrets).map((name) => `holds ${name}`),
  ]
}

/**
 * Data requests as Remix sends them, and with names of built-in object properties: none may fail or contain a secret. The short form sends
 * one of them for each page.
 */
async function findDataFaults(
  url: string,
  pages: ReturnType<typeof listReadScreens>,
  secrets: Record<string, string>,
  { short }: CheckOptions,
) {
  const faults: string[] = []
  for (const [index, { path, headers, screen }] of pages.entries()) {
    const [place = ''] = path.split('?')
    const data = place === '/' ? '/_root.data' : `${place}.data`
    const all = [place, data, `${place}?_data=root`, `${data}?_routes=root,__proto__`, `${data}?_routes=x`]
    for (const requested of short ? [all[index % all.length]!] : all) {
      const answer = await sendRaw(url, {
        method: 'GET',
        path: requested,
        headers: { ...createNetworkHeader(), ...headers },
      })
      for (const complaint of findAnswerFaults(answer, Number.POSITIVE_INFINITY, secrets))
        faults.push(`GET ${requested} for ${screen.as ?? 'a visitor'}: ${complaint}`)
    }
  }
  return faults
}

/** All personal data and secrets in the database. */
const listPrivateTexts = ({ rows }: RunningRiverbank) =>
  Object.entries(PRIVATE)
    .flatMap(([table, columns]) => columns.flatMap((column) => rows(`select ${column} as value from ${table}`)))
    .map(({ value }) => String(value ?? ''))
    .filter((text) => text.length >= MIN_SECRET_LENGTH)

/** Sends all valid forms and calls, and requests all screens, while the database refuses writes. */
async function sendWhileFailing(
  { url, change }: RunningRiverbank,
  requested: Omit<WriteRequest, 'name' | 'typed' | 'isUpload'>[],
) {
  for (const table of FAILING)
    change(
      `create trigger refuse_${table} before insert on ${table} begin select raise(abort, 'refused for a while'); end`,
    )
  const reported = {
    'User-Agent': CANARY,
    Referer: `${url}/dashboard?${CANARY}`,
    'X-Request-Id': CANARY,
    ...createNetworkHeader(),
  }
  for (const { headers, ...one } of requested) await sendWrite(url, { ...one, headers: { ...reported, ...headers } })
  for (const table of FAILING) change(`drop trigger refuse_${table}`)
}

/** An attack on a running server: its responses, their times and those of /healthz, and the faults. */
class Attack {
  readonly faults = new Map<string, string[]>()
  readonly statuses: number[] = []
  readonly times: number[] = []
  private readonly steps: { attempt: Attempt; from: number; to: number }[] = []
  cutOff = 0

  constructor(
    private readonly url: string,
    private readonly sessions: Sessions,
    private readonly prober: Prober,
    private readonly secrets: Record<string, string>,
    private readonly leniency: number,
  ) {}

  private tell({ where, what, by }: Attempt, complaint: string): void {
    const key = `${what}: ${complaint}`
    this.faults.set(key, [...(this.faults.get(key) ?? []), `${where} by ${by}`])
  }

  /** Sends an attempt. Returns the status, 0 for a broken connection. Throws if the server died or froze. */
  async make(attempt: Attempt): Promise<number> {
    const own = createHeaders(attempt.by === 'tutor' ? this.sessions.aoife : undefined, 'cookie')
    const { headers, ...sent } = attempt.make()
    const length = sent.body?.length ?? 0
    const from = Date.now()
    const all = { ...createNetworkHeader(), ...own, ...headers }
    const answer = await sendRaw(this.url, { ...sent, headers: all }, { patience: PATIENCE }).catch(
      (error: Error) => error,
    )
    if (answer instanceof Error) {
      const requested = sendRaw(this.url, { method: 'GET', path: '/healthz' }, { patience: 3000 })
      if ((await requested.catch(() => undefined))?.status !== 200)
        throw new Error(`${attempt.what} at ${attempt.where} by ${attempt.by}: the server died or froze`)
      if (length > LONG_BODY) this.cutOff += 1
      else this.tell(attempt, 'the connection broke without an answer')
      return 0
    }
    this.statuses.push(answer.status)
    this.times.push(Date.now() - from)
    let max = MAX_ANSWER_BYTES
    if (Buffer.byteLength(answer.text) > max) {
      const page = await sendRaw(this.url, { method: 'GET', path: sent.path, headers: own })
      // A refused form returns the input twice, in the HTML and for scripts, both escaped; of an oversized body its beginning.
      max = Math.max(max, 1.1 * Buffer.byteLength(page.text)) + (attempt.isTyped ? 12 * length : MAX_ANSWER_BYTES)
    }
    for (const complaint of findAnswerFaults(answer, max, this.secrets)) this.tell(attempt, complaint)
    if (answer.status < 400)
      for (const path of attempt.shownAt ?? []) await sendRaw(this.url, { method: 'GET', path, headers: own })
    this.steps.push({ attempt, from, to: Date.now() })
    return answer.status
  }

  /** The attempts with a slow response, or a slow /healthz meanwhile. */
  private async slowOnes(): Promise<Attempt[]> {
    await this.prober.next()
    const stalls = this.prober.probes.filter(({ took }) => took > MAX_HEALTH_TIME * this.leniency)
    const slow = this.steps
      .splice(0)
      .filter(
        ({ from, to }) =>
          to - from > MAX_ANSWER_TIME * this.leniency ||
          stalls.some((stall) => from <= stall.from + stall.took && to >= stall.from),
      )
    return [...new Set(slow.map(({ attempt }) => attempt))]
  }

  /** One slow response may be the machine's fault; three are the attempt's. */
  async judgeSlow(): Promise<void> {
    let slow = (await this.slowOnes()).slice(0, 40)
    for (let time = 0; time < 2; time += 1) {
      const again: Attempt[] = []
      for (const attempt of slow) {
        await this.make(attempt)
        again.push(...(await this.slowOnes()))
      }
      slow = again
    }
    for (const attempt of slow) this.tell(attempt, 'blocks the server')
  }
}

/**
 * Sends hostile bodies and texts to every form and call, logged out and as a tutor. Each response must be quick and short, not a 5xx, not a
 * redirect to another site, and without secrets, and so must all page data. The server's log must have no secrets or personal data.
 */
export async function findFormFaults(pace: CheckOptions): Promise<string[]> {
  const limits = { TRUST_PROXY: '1', NODE_OPTIONS: '--max-old-space-size=512' }
  const mail = { NEWSLETTER_DOUBLE_OPT_IN: '1', NEWSLETTER_HOLD_SECONDS: '3600', SMTP_URL }
  const riverbank = await startRiverbank({ ...limits, ...mail, SESSION_SECRET })
  const { url, dataDir, output, isAlive } = riverbank
  const secrets = {
    SESSION_SECRET,
    SMTP_URL,
    'the password of SMTP_URL': SMTP_PASSWORD,
    'the path of DATA_DIR': dataDir,
  }
  const prober = await Prober.start(url)
  try {
    const sessions = await logInAll(riverbank)
    const pages = listReadScreens(riverbank, sessions)
    const writes = await listWrites(riverbank, sessions)
    const places = [...new Map(writes.map((write) => [`${write.method} ${write.path}`, write])).values()]
    const faults = await findDataFaults(url, pages, secrets, pace)
    if (places.length < MIN_FORMS) faults.push(`only ${places.length} forms and calls, not ${MIN_FORMS}`)

    const attack = new Attack(url, sessions, prober, secrets, pace.leniency)
    const state = await saveState(riverbank)
    try {
      const texts = await createTextAttempts(riverbank, writes, pace)
      for (const attempt of [...createBodyAttempts(places, pace), ...texts]) {
        const status = await attack.make(attempt)
        // The change may have affected the session itself.
        if (attempt.by === 'tutor' && status > 0 && status < 400) await state.restore()
      }
      await attack.judgeSlow()
    } catch (error) {
      faults.push(`${(error as Error).message}${isAlive() ? ', frozen' : ', dead'}`)
    } finally {
      state.remove()
    }
    const waits = prober.probes.map(({ took }) => took)
    console.log(
      `Forms: ${places.length} forms and calls, ${bodies.length} bodies, ${attack.statuses.length} answers (${formatTally(attack.statuses)}), ${attack.cutOff} of more than 1 MB cut off
  answers: p50 ${getQuantile(attack.times, 0.5)} ms, p99 ${getQuantile(attack.times, 0.99)} ms; /healthz meanwhile: p99 ${getQuantile(waits, 0.99).toFixed()} ms, slowest ${Math.max(...waits).toFixed()} ms`,
    )
    const tokens = Object.values(sessions).flatMap(({ token, cookie }) => [token, cookie.split('=')[1]!])
    const personal = new Set([
      CANARY,
      ...tokens,
      ...listPrivateTexts(riverbank),
      ...writes.flatMap(({ typed }) => typed.filter((words) => words.includes('heron'))),
    ])
    await sendWhileFailing(riverbank, [...writes, ...pages])
    for (const line of output()
      .split('\n')
      .filter((one) => !ANNOUNCEMENT.test(one)))
      for (const name of [...findSecrets(line, secrets), ...[...personal].filter((text) => line.includes(text))])
        faults.push(`the log contains ${name}: ${line.slice(0, 200)}`)
    for (const said of MUST_SAY) if (!output().includes(`"msg":"${said}"`)) faults.push(`no log line says “${said}”`)
    for (const [what, where] of attack.faults) faults.push(`${what}, at ${where.length} forms, such as ${where[0]}`)
    return faults
  } finally {
    await prober.stop()
    if (isAlive()) process.kill(riverbank.pid, 'SIGKILL')
    await riverbank.stop()
  }
}
