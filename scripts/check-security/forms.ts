import { keepState, type RunningRiverbank, startRiverbank } from '../../app/test/running'
import { logInAll, type Sessions } from '../../app/test/served'
import { headersOf } from '../shared/client'
import { Prober, quantile, tally } from '../shared/measures'
import type { Pace } from '../shared/topics'
import { type Answer, ownNetwork, send } from '../shared/wire'
import { ask, screensOf, type Write, writesOf } from '../shared/writes'
import { bodies } from './bodies'
import { type Attempt, textAttempts } from './texts'

/** In milliseconds: a server that is silent for longer is frozen. */
const PATIENCE = 8000
const SLOWEST_ANSWER = 1000
const SLOWEST_HEALTH = 200
const MOST_BYTES = 100_000
/** The rest of a longer body is still under way when it is refused, and its reset may overtake the refusal. */
const LONG_BODY = 1024 * 1024
const FEWEST_FORMS = 60
/** The start logs how to log in to the demonstration on purpose. */
const ANNOUNCEMENT = /Demonstration: log in as/

const SESSION_SECRET = 'kingfisher/secret+of the=sessions 5f1c9e27b3'
const SMTP_PASSWORD = 'dipper&pass/word+8d21'
// Nothing listens there: the errors of sending mail are part of the output to check.
const SMTP_URL = `smtp://postman:${encodeURIComponent(SMTP_PASSWORD)}@127.0.0.1:9`

/** In every header that may be logged. */
const CANARY = 'heron-canary-7f3a91c2'
/** Tables that take nothing while calls and forms are sent as they should be, so that errors are logged too. */
const FAILING = ['activity', 'enquiries', 'subscribers', 'deliveries', 'files']
/** The columns whose texts belong to a person, or open something. */
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
/** What has to be among the log's lines, or this has not been where it should. */
const MUST_SAY = ['request', 'a form could not be saved', 'a call failed']
/** Shorter words stand in other words too. */
const SHORTEST = 6

/** A secret in the usual encodings of a text. */
const encoded = (secret: string) => [
  secret,
  secret.replaceAll('&', '&amp;'),
  encodeURIComponent(secret),
  new URLSearchParams({ a: secret }).toString().slice(2),
  Buffer.from(secret).toString('hex'),
  Buffer.from(secret).toString('base64').slice(0, -4),
]

/** The names of the secrets that occur in a text, in whatever encoding. */
const found = (text: string, secrets: Record<string, string>) =>
  Object.keys(secrets).filter((name) => encoded(secrets[name]!).some((form) => text.includes(form)))

/** The bodies that are sent: in the long form each everywhere; in the short one the worst everywhere, and each other somewhere. */
function bodyAttempts(writes: Write[], { short }: Pace): Attempt[] {
  const worst = bodies.filter(({ isWorst }) => isWorst)
  const others = bodies.filter(({ isWorst }) => !isWorst)
  const perForm = Math.ceil(others.length / writes.length)
  const share = (index: number) =>
    Array.from({ length: perForm }, (_, step) => others[(index * perForm + step) % others.length]!)
  return writes.flatMap(({ method, path }, index) =>
    (['nobody', 'tutor'] as const).flatMap((by) =>
      (short ? [...worst, ...share(index)] : bodies).map(({ name, headers, make, isTyped }) => ({
        where: `${method} ${path}`,
        what: name,
        by,
        make: () => ({ method, path, headers, body: make() }),
        isTyped,
      })),
    ),
  )
}

/** What is wrong with the answer to any input, which may have `most` bytes. */
function complaints({ status, headers, text }: Answer, most: number, secrets: Record<string, string>): string[] {
  const place = headers.location
  return [
    ...(status >= 500 ? [String(status)] : []),
    ...(Buffer.byteLength(text) > most ? [`answered with more than ${Math.ceil(most / 1000)} kB`] : []),
    ...(place !== undefined && !/^\/(?![/\\])/.test(String(place)) ? [`leads to ${place}`] : []),
    ...found(`${JSON.stringify(headers)}\n${text}`, secrets).map((name) => `holds ${name}`),
  ]
}

/** What Remix's scripts ask of each page, and asks that name built-in properties of objects: none holds a secret or fails. */
async function dataFaults(url: string, pages: ReturnType<typeof screensOf>, secrets: Record<string, string>) {
  const faults: string[] = []
  for (const { path, headers, screen } of pages) {
    const [place = ''] = path.split('?')
    const data = place === '/' ? '/_root.data' : `${place}.data`
    for (const requested of [
      place,
      data,
      `${place}?_data=root`,
      `${data}?_routes=root,__proto__`,
      `${data}?_routes=x`,
    ]) {
      const answer = await send(url, { method: 'GET', path: requested, headers: { ...ownNetwork(), ...headers } })
      for (const complaint of complaints(answer, Number.POSITIVE_INFINITY, secrets))
        faults.push(`GET ${requested} for ${screen.as ?? 'nobody'}: ${complaint}`)
    }
  }
  return faults
}

/** Every text of the database that belongs to a person or opens something. */
const privateTexts = ({ rows }: RunningRiverbank) =>
  Object.entries(PRIVATE)
    .flatMap(([table, columns]) => columns.flatMap((column) => rows(`select ${column} as value from ${table}`)))
    .map(({ value }) => String(value ?? ''))
    .filter((text) => text.length >= SHORTEST)

/** Sends every form and call as it should be, and asks for every screen, while the database refuses to write. */
async function sendWhileFailing(
  { url, change }: RunningRiverbank,
  requested: Omit<Write, 'name' | 'typed' | 'isUpload'>[],
) {
  for (const table of FAILING)
    change(
      `create trigger refuse_${table} before insert on ${table} begin select raise(abort, 'refused for a while'); end`,
    )
  const reported = {
    'User-Agent': CANARY,
    Referer: `${url}/dashboard?${CANARY}`,
    'X-Request-Id': CANARY,
    ...ownNetwork(),
  }
  for (const { headers, ...one } of requested) await ask(url, { ...one, headers: { ...reported, ...headers } })
  for (const table of FAILING) change(`drop trigger refuse_${table}`)
}

/** One attack on a running product: what it answered, how long that and /healthz took, and what was wrong. */
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

  /** Sends an attempt, and gives the answer's status; 0 for a connection that broke. Throws where the server died or froze. */
  async make(attempt: Attempt): Promise<number> {
    const own = headersOf(attempt.by === 'tutor' ? this.sessions.aoife : undefined, 'cookie')
    const { headers, ...sent } = attempt.make()
    const length = sent.body?.length ?? 0
    const from = Date.now()
    const all = { ...ownNetwork(), ...own, ...headers }
    const answer = await send(this.url, { ...sent, headers: all }, { patience: PATIENCE }).catch(
      (error: Error) => error,
    )
    if (answer instanceof Error) {
      const requested = send(this.url, { method: 'GET', path: '/healthz' }, { patience: 3000 })
      if ((await requested.catch(() => undefined))?.status !== 200)
        throw new Error(`${attempt.what} at ${attempt.where} by ${attempt.by}: the server is lost`)
      if (length > LONG_BODY) this.cutOff += 1
      else this.tell(attempt, 'the connection broke without an answer')
      return 0
    }
    this.statuses.push(answer.status)
    this.times.push(Date.now() - from)
    let most = MOST_BYTES
    if (Buffer.byteLength(answer.text) > most) {
      const page = await send(this.url, { method: 'GET', path: sent.path, headers: own })
      // A refused form returns what was typed twice, in the HTML and for scripts, each escaped; of a body that is too long its beginning.
      most = Math.max(most, 1.1 * Buffer.byteLength(page.text)) + (attempt.isTyped ? 12 * length : MOST_BYTES)
    }
    for (const complaint of complaints(answer, most, this.secrets)) this.tell(attempt, complaint)
    if (answer.status < 400)
      for (const path of attempt.shownAt ?? []) await send(this.url, { method: 'GET', path, headers: own })
    this.steps.push({ attempt, from, to: Date.now() })
    return answer.status
  }

  /** The attempts that took too long so far, or during which /healthz did. */
  private async slowOnes(): Promise<Attempt[]> {
    await this.prober.next()
    const stalls = this.prober.probes.filter(({ took }) => took > SLOWEST_HEALTH * this.leniency)
    const slow = this.steps
      .splice(0)
      .filter(
        ({ from, to }) =>
          to - from > SLOWEST_ANSWER * this.leniency ||
          stalls.some((stall) => from <= stall.from + stall.took && to >= stall.from),
      )
    return [...new Set(slow.map(({ attempt }) => attempt))]
  }

  /** Slow once may be the machine's doing; slow three times is the attempt's. */
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
    for (const attempt of slow) this.tell(attempt, 'holds the server up')
  }
}

/**
 * Sends hostile bodies and texts to every form and call, without a log-in and as a tutor: each gets a quick, short answer that is no
 * 5xx, leads to no other site and holds no secret setting; nor does any page's data.
 * The server's log has none either, nor anything of the database that belongs to a person or opens something.
 */
export async function formFaults(pace: Pace): Promise<string[]> {
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
    const pages = screensOf(riverbank, sessions)
    const writes = await writesOf(riverbank, sessions)
    const places = [...new Map(writes.map((write) => [`${write.method} ${write.path}`, write])).values()]
    const faults = await dataFaults(url, pages, secrets)
    if (places.length < FEWEST_FORMS) faults.push(`only ${places.length} forms and calls, not ${FEWEST_FORMS}`)

    const attack = new Attack(url, sessions, prober, secrets, pace.leniency)
    const state = await keepState(riverbank)
    try {
      const texts = await textAttempts(riverbank, writes, pace)
      for (const attempt of [...bodyAttempts(places, pace), ...texts]) {
        const status = await attack.make(attempt)
        // What was changed may have been the session itself.
        if (attempt.by === 'tutor' && status > 0 && status < 400) await state.putBack()
      }
      await attack.judgeSlow()
    } catch (error) {
      faults.push(`${(error as Error).message}${isAlive() ? ', frozen' : ', dead'}`)
    } finally {
      state.remove()
    }
    const waits = prober.probes.map(({ took }) => took)
    console.log(
      `Forms: ${places.length} forms and calls, ${bodies.length} bodies, ${attack.statuses.length} answers (${tally(attack.statuses)}), ${attack.cutOff} of more than 1 MB cut off
  answers: p50 ${quantile(attack.times, 0.5)} ms, p99 ${quantile(attack.times, 0.99)} ms; /healthz meanwhile: p99 ${quantile(waits, 0.99).toFixed()} ms, slowest ${Math.max(...waits).toFixed()} ms`,
    )
    const tokens = Object.values(sessions).flatMap(({ token, cookie }) => [token, cookie.split('=')[1]!])
    const personal = new Set([
      CANARY,
      ...tokens,
      ...privateTexts(riverbank),
      ...writes.flatMap(({ typed }) => typed.filter((words) => words.includes('heron'))),
    ])
    await sendWhileFailing(riverbank, [...writes, ...pages])
    for (const line of output()
      .split('\n')
      .filter((one) => !ANNOUNCEMENT.test(one)))
      for (const name of [...found(line, secrets), ...[...personal].filter((text) => line.includes(text))])
        faults.push(`the log holds ${name}: ${line.slice(0, 200)}`)
    for (const said of MUST_SAY) if (!output().includes(`"msg":"${said}"`)) faults.push(`no line says “${said}”`)
    for (const [what, where] of attack.faults) faults.push(`${what}, at ${where.length} forms, such as ${where[0]}`)
    return faults
  } finally {
    await prober.stop()
    if (isAlive()) process.kill(riverbank.pid, 'SIGKILL')
    await riverbank.stop()
  }
}
