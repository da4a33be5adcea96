import { Agent } from 'node:http'
import { password, type RunningRiverbank, startRiverbank } from '../../app/test/running'
import { cookiesIn } from '../check-api/people'
import { type Answer, send } from '../check-api/wire'
import { Prober } from './health'
import { inLanes, type Pace, quantile, tally } from './pace'
import { form } from './records'

const AT_ONCE = 200
const HEALTH_P99 = 250
const OWNER_WAITS = 2000
const NETWORKS = 500
/** More attempts than one network may make, so that its own limit is reached too. */
const FROM_FIRST = 30

const agent = new Agent({ keepAlive: true, maxSockets: 256 })

/** One attempt to log in, by the page's form or the API. */
interface Guess {
  username: string
  word: string
  from: string
  by: 'page' | 'call'
  cookie?: string
}

function guess(url: string, { username, word, from, by, cookie }: Guess): Promise<Answer> {
  const fields = { username, password: word }
  const headers = { 'X-Forwarded-For': from, 'Sec-Fetch-Site': 'same-origin', ...(cookie ? { Cookie: cookie } : {}) }
  const asForm = form({ ...fields, next: '/dashboard' })
  const asCall = { headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(fields) }
  const { headers: type, body } = by === 'page' ? asForm : asCall
  const path = by === 'page' ? '/portal' : '/api/login'
  return send(
    url,
    { method: 'POST', path, headers: { ...headers, ...type }, body },
    { through: agent, patience: 60_000 },
  )
}

/** An address of an attacking network: half of them are IPv4 addresses, the other half IPv6 /64s. */
function addressIn(network: number, host: number): string {
  return network % 2
    ? `2001:db8:${(network >> 8).toString(16)}:${(network & 255).toString(16)}::${(host + 1).toString(16)}`
    : `198.18.${network >> 8}.${network & 255}`
}

const isLoggedIn = ({ status, headers }: Answer) =>
  status === 200 || (status === 303 && headers.location === '/dashboard')

/** Whether the status means that the password was checked. */
const wasHashed = (status: number) => status === 200 || status === 303 || status === 401

function addAccounts({ change }: RunningRiverbank, names: string[]): void {
  for (const name of names)
    change(
      `insert into users (username, passwordHash, role, firstName, lastName, createdAt)
       select ?, passwordHash, 'student', 'Some', 'Body', createdAt from users where username = 'demo.student'`,
      name,
    )
}

/** Many people log in at once, rightly and wrongly: the rest of the site stays responsive, and everyone gets a response. */
async function crowdFaults(riverbank: RunningRiverbank, { leniency }: Pace): Promise<string[]> {
  const { url } = riverbank
  const names = Array.from({ length: AT_ONCE / 4 }, (_, index) => `crowd.${index}`)
  addAccounts(riverbank, names)
  const prober = await Prober.start(url)
  const begun = Date.now()
  const answers = await Promise.all(
    Array.from({ length: AT_ONCE }, (_, index) =>
      guess(url, {
        username: names[index % names.length]!,
        word: index % 3 ? password : 'not this one',
        from: addressIn(1000 + (index % 100), index),
        by: index % 2 ? 'page' : 'call',
      }),
    ),
  )
  const ended = Date.now()
  await prober.next()
  const waits = prober.between(begun, ended).map(({ took }) => took)
  await prober.stop()
  const statuses = answers.map(({ status }) => status)
  const p99 = quantile(waits, 0.99)
  const perSecond = statuses.filter(wasHashed).length / ((ended - begun) / 1000)
  console.log(
    `Log-ins: ${AT_ONCE} at once in ${((ended - begun) / 1000).toFixed(1)} s (${tally(statuses)}), ${perSecond.toFixed()} hashes a second; /healthz meanwhile: ${waits.length} answers, p99 ${p99.toFixed()} ms`,
  )
  const odd = answers.filter(({ status }) => ![200, 303, 401, 429, 503].includes(status))
  const rude = answers.filter(({ status, headers }) => status === 503 && !(Number(headers['retry-after']) > 0))
  return [
    ...odd.map(({ status }) => `a log-in among ${AT_ONCE} was answered ${status}`).slice(0, 3),
    ...(rude.length > 0 ? [`${rude.length} answers of 503 don’t say when to try again`] : []),
    ...(p99 > HEALTH_P99 * leniency ? [`/healthz waited ${p99.toFixed()} ms (p99) while ${AT_ONCE} logged in`] : []),
  ]
}

/** The owner of an account on a known device, who has logged in there before and out again. */
class Owner {
  private readonly cookies = new Map<string, string>()
  readonly faults: string[] = []
  readonly times: number[] = []
  private asked = 0

  constructor(
    private readonly url: string,
    readonly username: string,
    private readonly home: string,
    private readonly longest: number,
  ) {}

  private keep(answer: Answer): void {
    for (const cookie of cookiesIn(answer)) {
      const [name = '', value = ''] = cookie.split(/=(.*)/)
      if (value && value !== '""') this.cookies.set(name, value)
      else this.cookies.delete(name)
    }
  }

  private get cookie(): string {
    return [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  }

  /** Logs in with the right password and out again, by the page; `when` labels a failure or delay. */
  async visit(when: string, from = this.home): Promise<void> {
    this.asked += 1
    const begun = performance.now()
    const answer = await guess(this.url, {
      username: this.username,
      word: password,
      from,
      by: 'page',
      cookie: this.cookie,
    })
    const took = performance.now() - begun
    this.times.push(took)
    this.keep(answer)
    if (!isLoggedIn(answer)) this.faults.push(`${when} the owner of ${this.username} is answered ${answer.status}`)
    else if (took > this.longest) this.faults.push(`${when} the owner of ${this.username} waits ${took.toFixed()} ms`)
    const { headers, body } = form({ intent: 'log-out' })
    const own = { 'X-Forwarded-For': from, 'Sec-Fetch-Site': 'same-origin', Cookie: this.cookie, ...headers }
    if (this.cookie) this.keep(await send(this.url, { method: 'POST', path: '/portal', headers: own, body }))
  }
}

/** Thousands of guesses at one account from everywhere: its owner can log in throughout, at home and on an attacking network. */
async function guessingFaults(riverbank: RunningRiverbank, { short, leniency }: Pace): Promise<string[]> {
  const { url } = riverbank
  addAccounts(riverbank, ['besieged'])
  const owner = new Owner(url, 'besieged', '203.0.113.7', OWNER_WAITS * leniency)
  await owner.visit('before the guesses')
  const count = short ? 600 : 10_000
  const guesses = Array.from({ length: count }, (_, index) => (index < FROM_FIRST ? 0 : index % NETWORKS))
  const statuses: number[] = []
  const begun = Date.now()
  let isOver = false
  const flood = inLanes(guesses, 16, async (network, index) => {
    const from = addressIn(network, index)
    const word = `guess ${index}`
    const answer = await guess(url, { username: 'besieged', word, from, by: index % 2 ? 'page' : 'call' })
    if (isLoggedIn(answer)) owner.faults.push(`the guess “${word}” opened the account`)
    statuses.push(answer.status)
  }).finally(() => {
    isOver = true
  })
  for (let visit = 0; !isOver && visit < 20; visit += 1) {
    await new Promise((resolve) => setTimeout(resolve, short ? 500 : 3000))
    await owner.visit('during the guesses', visit % 2 ? addressIn(0, 0) : undefined)
  }
  await flood
  const seconds = (Date.now() - begun) / 1000
  await owner.visit('after the guesses')
  await owner.visit('after the guesses, on a network that guessed,', addressIn(0, 0))
  console.log(
    `  ${count} guesses from ${NETWORKS} networks in ${seconds.toFixed()} s (${tally(statuses)}), ${(statuses.filter(wasHashed).length / seconds).toFixed()} hashes a second; the owner logged in ${owner.times.length} times, at most ${Math.max(...owner.times).toFixed()} ms`,
  )
  const odd = statuses.filter((status) => ![401, 429, 503].includes(status))
  const looked = statuses.filter((status) => status === 401).length
  return [
    ...new Set(owner.faults),
    ...(odd.length > 0 ? [`guesses were answered ${tally(odd)}`] : []),
    ...(looked > 100 ? [`${looked} guesses of one day at one account were looked at`] : []),
  ]
}

/** A /64 counts as one network, however many addresses it has. */
async function networkFaults(riverbank: RunningRiverbank, { short }: Pace): Promise<string[]> {
  addAccounts(riverbank, ['netted'])
  const addresses = Array.from({ length: short ? 120 : 2000 }, (_, index) =>
    index % 2
      ? `2001:db8:ffff:1:${((index * 2654435761) % 65536).toString(16)}::${index.toString(16)}`
      : `2001:db8:ffff:1::${(index + 1).toString(16)}`,
  )
  const statuses: number[] = []
  await inLanes(addresses, 8, async (from, index) => {
    const answer = await guess(riverbank.url, { username: 'netted', word: `guess ${index}`, from, by: 'call' })
    statuses.push(answer.status)
  })
  console.log(`  ${addresses.length} addresses of one /64: ${tally(statuses)}`)
  const last = statuses.slice(-20)
  return last.every((status) => status === 429)
    ? []
    : [`the last of ${addresses.length} guesses from one /64 are answered ${tally(last)}, not 429`]
}

/** The effects of many log-ins and guesses on the site, and on the account under attack. */
export async function logInFaults(pace: Pace): Promise<string[]> {
  const riverbank = await startRiverbank({ TRUST_PROXY: '1' })
  try {
    return [
      ...(await crowdFaults(riverbank, pace)),
      ...(await guessingFaults(riverbank, pace)),
      ...(await networkFaults(riverbank, pace)),
    ]
  } finally {
    await riverbank.stop()
  }
}
