import { setTimeout } from 'node:timers/promises'
import SQLite from 'better-sqlite3'
import { type RunningRiverbank, startRiverbank } from '../../app/test/running'
import { type SmtpRig, type Stage, startSmtp } from '../../app/test/smtp'
import { type Credentials, headersOf, logIn } from '../check-api/people'
import { send } from '../check-api/wire'
import { inLanes, type Pace, tally } from '../check-security/pace'
import { operate } from './commands'
import { wrongIn } from './left'

const METRICS_TOKEN = 'nine-otters-under-the-weir-27b1c0'
const secret = { SESSION_SECRET: 'a secret for the check of refused mail, 0123456789' }
const urlOf = ({ url }: SmtpRig) => url.replace('://', '://office:secret@')
const OFFICE = 'office@centre.example'
const reader = (number: number) => `reader-${number}@${number % 3 === 0 ? 'third.example' : 'list.example'}`

interface Case {
  name: string
  readers: number
  /** What the server says to this recipient at this stage; undefined takes it. `tries` counts the stages of this kind so far. */
  says: (stage: Stage, recipient: string, tries: number) => `${4 | 5}${string}` | undefined
  /** Whether the server refuses all, which must be told at once. */
  refusesAll?: boolean
  /** The readers who have no address. */
  dead?: (number: number) => boolean
  /** Whether the short form has it. */
  short?: boolean
}

const whole = (at: Stage, says: `5${string}`, short = false): Case => ({
  name: `${at} answered with ‘${says}’`,
  readers: 12,
  says: (stage, recipient) => (stage === at ? (says.replace('RCPT', recipient) as `5${string}`) : undefined),
  refusesAll: true,
  short,
})

const cases: Case[] = [
  whole('RCPT', '554 5.7.1 <RCPT>: Recipient address rejected: your account has lapsed', true),
  whole('RCPT', '550 No such user'),
  whole('MAIL', '550 5.7.1 Your account has lapsed'),
  whole('DATA', '554 5.7.1 Nothing from you'),
  whole('dot', '554 5.7.1 Your address is blocked', true),
  whole('AUTH', '535 5.7.8 Your account has lapsed'),
  whole('greeting', '554 5.7.1 Your address is blocked'),
  {
    name: 'every second one refused with 5.7.1',
    readers: 40,
    says: (stage, _, tries) => (stage === 'RCPT' && tries % 2 === 0 ? '550 5.7.1 Not this one' : undefined),
  },
  {
    name: 'one domain refused with 5.7.1',
    readers: 60,
    says: (stage, recipient) =>
      stage === 'RCPT' && recipient.endsWith('@third.example') ? '550 5.7.1 Not to us' : undefined,
  },
  {
    name: '10,000 recipients, 300 dead ones spread and 20 in a row',
    readers: 10_000,
    dead: (number) => number % 33 === 7 || (number > 5000 && number <= 5020),
    says: () => undefined,
  },
  {
    name: '200 recipients, 6 dead ones spread and 20 in a row',
    readers: 200,
    dead: (number) => number % 33 === 7 || (number > 100 && number <= 120),
    says: () => undefined,
    short: true,
  },
]

const lines = (text: string, pattern: RegExp) => text.split('\n').filter((line) => pattern.test(line))

/** Whether `what` comes true within so many seconds. */
async function until(what: () => boolean, seconds: number): Promise<boolean> {
  for (const end = Date.now() + seconds * 1000; !what(); await setTimeout(200)) if (Date.now() > end) return false
  return true
}

function subscribe(dataDir: string, number: number): void {
  const db = new SQLite(`${dataDir}/riverbank.sqlite`, { timeout: 10_000 })
  const insert = db.prepare(
    "insert into subscribers (email, isGuardian, active, createdAt, token) values (?, 0, 1, '2026-01-01T00:00:00.000Z', lower(hex(randomblob(16))))",
  )
  db.transaction(() => {
    db.prepare('delete from deliveries').run()
    db.prepare('delete from subscribers').run()
    for (let one = 1; one <= number; one++) insert.run(reader(one))
  })()
  db.close()
}

/** A newsletter to all, and an enquiry to the office. */
async function mailAll({ url }: RunningRiverbank, tutor: Credentials): Promise<void> {
  const call = async (method: string, path: string, json: unknown) => {
    const headers = { ...headersOf(tutor, 'token'), 'Content-Type': 'application/json' }
    const { status, text } = await send(url, { method, path, headers, body: JSON.stringify(json) })
    if (status >= 300) throw new Error(`${method} ${path} answered ${status}: ${text}`)
    return JSON.parse(text) as { id: number }
  }
  const { id } = await call('POST', '/api/newsletters', { title: 'June news', content: 'The choir sang in the hall.' })
  await call('PATCH', `/api/newsletters/${id}/status`, { status: 'sent' })
  const message = 'May we come and see you on Friday?'
  await call('POST', '/api/contact', { name: 'Maura', email: 'maura@family.example', subject: 'visit', message })
}

/** What the operator and tutors are told, printed; and what of it is wrong. */
async function told(riverbank: RunningRiverbank, rig: SmtpRig, tutor: Credentials, name: string): Promise<string[]> {
  const { url, dataDir, output } = riverbank
  const faults: string[] = []
  const ask = (path: string, more = {}) =>
    send(url, { method: 'GET', path, headers: { ...headersOf(tutor, 'cookie'), ...more } })
  const ready = await ask('/readyz')
  const health = await ask('/healthz')
  const [newsletters, enquiries] = [await ask('/dashboard/newsletter'), await ask('/dashboard/profile/enquiries')]
  const metrics = await ask('/metrics', { Authorization: `Bearer ${METRICS_TOKEN}` })
  const log = lines(output(), /mail server/)
  const settings = { ...secret, SMTP_URL: urlOf(rig), PORT: new URL(url).port, NODE_ENV: 'production' }
  const doctor = await operate('doctor', dataDir, ['--to', 'operator@centre.example'], { settings })
  console.log(`    ${name}: /readyz ${ready.status} ${ready.text.trim()}; /healthz ${health.status}`)
  console.log(`      log: ${log[0]}`)
  for (const line of lines(doctor.said, /^\w+ +(mail|queue) |^ +→ .*(provider|tutor)/))
    console.log(`      doctor: ${line}`)
  for (const line of lines(metrics.text, /^riverbank_mails_total/)) console.log(`      ${line}`)
  if (ready.status !== 503 || !/refuses all email/.test(ready.text)) faults.push(`/readyz said ${ready.text}`)
  if (health.status !== 200) faults.push(`/healthz answered ${health.status}`)
  if (log.length === 0) faults.push('the log says nothing')
  for (const [where, { text }] of Object.entries({ newsletters, enquiries }))
    if (!text.includes('The mail server refuses our emails')) faults.push(`the screen of the ${where} says nothing`)
  const said = [output(), doctor.said, ready.text].join('\n')
  const address = /reader-\d+@|maura@|office@centre/.exec(said)
  if (address) faults.push(`an address is told: ${said.slice(address.index - 100, address.index + 50)}`)
  return faults.map((fault) => `${name}: ${fault}`)
}

async function check({ name, readers, says, refusesAll, dead }: Case, short: boolean): Promise<string[]> {
  const rig = await startSmtp()
  const faults: string[] = []
  const isDead = (recipient: string) => dead?.(Number(/\d+/.exec(recipient)?.[0] ?? 0)) ?? false
  let tries = 0
  rig.interfere = (stage, recipient) => {
    if (stage === 'RCPT' && isDead(recipient)) return '550 5.1.1 No such user'
    return says(stage, recipient, stage === 'RCPT' ? tries++ : tries)
  }
  const riverbank = await startRiverbank({
    ...secret,
    SMTP_URL: urlOf(rig),
    OFFICE_EMAIL: OFFICE,
    METRICS_TOKEN,
    NEWSLETTER_RATE_PER_MINUTE: '60000',
    NEWSLETTER_HOLD_SECONDS: '0',
  }).catch(async (error: Error) => {
    await rig.stop()
    throw error
  })
  const states = () =>
    riverbank.rows('select kind, state, email from deliveries') as { kind: string; state: string; email: string }[]
  const number = (...those: string[]) => {
    const marks = those.map(() => '?').join()
    const [row] = riverbank.rows(`select count(*) as n from deliveries where state in (${marks})`, ...those)
    return row!.n as number
  }
  try {
    subscribe(riverbank.dataDir, readers)
    const tutor = await logIn(riverbank, 'demo.tutor')
    const begun = performance.now()
    await mailAll(riverbank, tutor)
    if (refusesAll) {
      const isTold = () => riverbank.output().includes('the mail server refuses our mail')
      if (!(await until(isTold, 30))) faults.push(`${name}: the log said nothing for 30 s`)
      const after = (performance.now() - begun) / 1000
      faults.push(...(await told(riverbank, rig, tutor, name)))
      // The first rest ends meanwhile, and a probe is refused.
      if (!short) await setTimeout(6000)
      const lost = readers + 1 - number('pending', 'sending')
      console.log(`      told after ${after.toFixed(1)} s; of ${readers + 1} mails ${lost} have failed`)
      if (lost > 0) faults.push(`${name}: ${lost} mails are not waiting: ${tally(states().map(({ state }) => state))}`)
      rig.interfere = () => undefined
    }
    const isOver = () => {
      // Pauses pass, once nothing else is due.
      const now = new Date().toISOString()
      riverbank.change(
        `update deliveries set dueAt = ? where state = 'pending' and not exists (
          select 1 from deliveries where state = 'sending' or (state = 'pending' and dueAt <= ?))`,
        ...[now, now],
      )
      return number('pending', 'sending') === 0 || (/domain/.test(name) && rig.mails.length === readers * (2 / 3) + 1)
    }
    await until(isOver, 90 + readers / 20)
    const times = new Map<string, number>()
    for (const { to } of rig.mails) times.set(to, (times.get(to) ?? 0) + 1)
    const alive = Array.from({ length: readers }, (_, index) => reader(index + 1)).filter(
      (email) => !isDead(email) && !(says('RCPT', email, 1) && /domain/.test(name)),
    )
    const missed = [...alive, OFFICE].filter((email) => times.get(email) !== 1)
    const wrongly = states().filter(({ state, email }) => state === 'failed' && !isDead(email))
    console.log(
      `    ${name}: ${tally(states().map(({ state }) => state))}; ${missed.length} of ${alive.length + 1} not mailed exactly once`,
    )
    if (missed.length > 0) faults.push(`${name}: not mailed exactly once: ${missed.slice(0, 5)}`)
    if (wrongly.length > 0) faults.push(`${name}: failed: ${wrongly.slice(0, 5).map(({ email }) => email)}`)
    faults.push(...wrongIn(riverbank.dataDir))
  } finally {
    await riverbank.stop()
    await rig.stop()
  }
  return faults
}

/** Mail servers that refuse us, all of us or some: nothing may fail by it, and it must be told. */
export async function refusedFaults({ short }: Pace): Promise<string[]> {
  const faults: string[] = []
  await inLanes(
    cases.filter((one) => !short || one.short),
    short ? 3 : 2,
    async (one) => void faults.push(...(await check(one, short))),
  )
  return faults
}
