import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { startRiverbank } from '../../app/test/running'
import { startSink } from '../bench/sink'
import type { Document } from '../check-api/judge'
import { type Sent, send } from '../check-api/wire'
import { Prober } from './health'
import { type HostileText, hostileTexts } from './hostile-texts'
import { type Pace, quantile, tally } from './pace'
import { Target } from './target'
import { type TextPlace, textPlaces } from './text-places'

/** In milliseconds, of /healthz while texts come in, beyond what it waits at rest. */
const LONGEST_STALL = 300
const SLOWEST_P99 = 200
/** In milliseconds: after this time no round over the places begins, each with a part of the texts. */
const ENOUGH = { short: 60_000, long: 270_000 }
const ROUNDS = 5
/** Of the texts at least so many have to come to each place in the long form. */
const LEAST = 40
/** For how many milliseconds /healthz is asked before any text comes: what it waits then is the machine's doing. */
const REST = 3000
/** Of the hostile texts each place gets so many in the short form, the worst known among them somewhere. */
const FEW = 3
/** How long the queue may take, and how long /healthz may be silent before that is fault enough. */
const QUEUE_PATIENCE = 120_000
const LONGEST_SILENCE = 15_000

interface Step {
  place: TextPlace
  text: HostileText
  from: number
  to: number
}

/** One run over the places: what was answered, what /healthz waited, and the texts that may have held it up. */
class Run {
  readonly statuses: number[] = []
  readonly waits: number[] = []
  private readonly slow = new Set<Step>()
  private sent = 0

  constructor(
    private readonly target: Target,
    private readonly limit: number,
  ) {}

  /** Brings each of the texts to a place, and notes those during which /healthz waited too long. */
  async over(place: TextPlace, texts: HostileText[]): Promise<void> {
    const begun = Date.now()
    const steps: Step[] = []
    for (const text of texts) steps.push(await this.bring(place, text))
    await this.target.prober.next()
    for (const { took, from } of this.target.prober.between(begun, Date.now())) {
      this.waits.push(took)
      for (const step of took > this.limit ? steps : [])
        if (step.from <= from + took && step.to >= from) this.slow.add(step)
    }
  }

  /** The faults: the texts that hold /healthz up each time. Once may be the machine's doing. */
  async faults(): Promise<string[]> {
    const faults: string[] = []
    for (const { place, text } of [...this.slow].slice(0, 40)) {
      const stalls: number[] = []
      for (let time = 0; time < 3; time += 1) {
        const { from, to } = await this.bring(place, text)
        await this.target.prober.next()
        stalls.push(Math.max(...this.target.prober.between(from, to).map(({ took }) => took)))
      }
      const least = Math.min(...stalls)
      if (least > this.limit) faults.push(`${place.name}, ${text.name}: /healthz waits ${least.toFixed()} ms`)
    }
    return faults
  }

  private async bring(place: TextPlace, text: HostileText): Promise<Step> {
    const from = Date.now()
    const answer = await this.send(await place.bring(text))
    const id = answer?.status === 201 ? (JSON.parse(answer.text) as { id?: number }).id : undefined
    const address = `${answer?.path}/${id}`.replace('/files/upload/', '/files/')
    for (const next of id === undefined ? [] : (place.after?.(address) ?? [])) await this.send(next)
    return { place, text, from, to: Date.now() }
  }

  private async send(sent: Sent) {
    this.sent += 1
    const network = `10.9.${(this.sent >> 8) & 255}.${this.sent & 255}`
    const headers = { 'X-Forwarded-For': network, ...sent.headers }
    const answer = await send(this.target.riverbank.url, { ...sent, headers }, { patience: 60_000 }).catch(
      () => undefined,
    )
    this.statuses.push(answer?.status ?? 0)
    return answer && { ...answer, path: sent.path }
  }
}

/** The texts that a place gets in each round: in the short form other ones than the place before, in its only round. */
function textsOf(index: number, { short }: Pace): HostileText[][] {
  const { length } = hostileTexts
  if (short) return [Array.from({ length: FEW }, (_, at) => hostileTexts[(index * FEW + at) % length]!)]
  return Array.from({ length: ROUNDS }, (_, round) => hostileTexts.filter((_, at) => at % ROUNDS === round))
}

/** What /healthz waits at most while nothing comes in. */
async function restOf({ prober }: Pick<Target, 'prober'>): Promise<number> {
  await setTimeout(REST)
  return Math.max(...prober.probes.slice(1).map(({ took }) => took))
}

async function placeFaults(pace: Pace): Promise<{ faults: string[]; atRest: number }> {
  const target = new Target()
  await target.start()
  try {
    const atRest = await restOf(target)
    const { url } = target.riverbank
    const { text } = await send(url, { method: 'GET', path: '/api/openapi.json' })
    const document = JSON.parse(text) as Document
    const places = await textPlaces({ url, document, records: target.records, tutor: target.tutor })
    const run = new Run(target, atRest + LONGEST_STALL * pace.leniency)
    const end = Date.now() + (pace.short ? ENOUGH.short : ENOUGH.long)
    const texts = places.map((_, index) => textsOf(index, pace))
    let tried = 0
    for (let round = 0; round < texts[0]!.length && Date.now() < end; round += 1) {
      for (const [index, place] of places.entries()) await run.over(place, texts[index]![round]!)
      tried += texts[0]![round]!.length
    }
    const p99 = quantile(run.waits, 0.99)
    const faults = await run.faults()
    console.log(
      `Texts: ${places.length} places, ${tried} of ${hostileTexts.length} texts each, ${run.statuses.length} answers (${tally(run.statuses)}); /healthz meanwhile: p99 ${p99.toFixed()} ms, slowest ${Math.max(...run.waits).toFixed()} ms; at rest ${atRest.toFixed()} ms`,
    )
    if (p99 > atRest + SLOWEST_P99 * pace.leniency) faults.push(`the p99 of /healthz is ${p99.toFixed()} ms`)
    if (!pace.short && tried < LEAST) faults.push(`there was time for ${tried} texts alone`)
    return { faults, atRest }
  } finally {
    await target.stop()
  }
}

/** A start with mails in the queue: an enquiry and a newsletter of each text. */
async function queueFaults(pace: Pace, atRest: number): Promise<string[]> {
  const folder = mkdtempSync(join(tmpdir(), 'riverbank-texts-'))
  const sink = await startSink()
  try {
    const first = await startRiverbank({ DATA_DIR: folder })
    await first.stop()
    fillQueue(first.change, pace.short ? hostileTexts.slice(0, 20) : hostileTexts)
    const settings = { SMTP_URL: `smtp://127.0.0.1:${sink.port}`, NEWSLETTER_RATE_PER_MINUTE: '60000' }
    const again = await startRiverbank({ DATA_DIR: folder, OFFICE_EMAIL: 'office@riverbank.example', ...settings })
    const starting = Prober.start(again.url)
    const prober = await Promise.race([starting, setTimeout(LONGEST_SILENCE)])
    if (!prober) {
      process.kill(again.pid, 'SIGKILL')
      await (await starting).stop()
      return [`at the queue’s next start /healthz is silent for ${LONGEST_SILENCE / 1000} s`]
    }
    const end = Date.now() + QUEUE_PATIENCE
    const left = () =>
      Number(again.rows("select count(*) as n from deliveries where state in ('pending', 'sending')")[0]?.n)
    const begun = Date.now()
    const silence = () => Date.now() - Math.max(begun, ...prober.probes.map(({ from, took }) => from + took))
    while (left() > 0 && Date.now() < end && silence() < LONGEST_SILENCE) await setTimeout(200)
    const slowest = Math.max(silence(), ...prober.probes.map(({ took }) => took))
    const states = again.rows('select state from deliveries').map(({ state }) => String(state))
    await prober.stop()
    process.kill(again.pid, 'SIGKILL')
    await again.stop()
    console.log(`The queue’s next start: ${tally(states)}; /healthz meanwhile: slowest ${slowest.toFixed()} ms`)
    return [
      ...(slowest > atRest + LONGEST_STALL * pace.leniency
        ? [`at the queue’s next start /healthz waits ${slowest.toFixed()} ms`]
        : []),
      ...(states.every((state) => state === 'sent') ? [] : [`mails of hostile texts are not sent: ${tally(states)}`]),
    ]
  } finally {
    await sink.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

function fillQueue(change: (sql: string, ...values: unknown[]) => void, texts: HostileText[]): void {
  change('delete from deliveries')
  for (const [index, text] of texts.entries()) {
    const now = new Date(Date.now() - 60_000).toISOString()
    const id = 9000 + index
    change(
      "insert into enquiries (id, name, email, phone, subject, message, suspected, createdAt) values (?, ?, 'm@x.example', null, 'visit', ?, 0, ?)",
      id,
      text.of(200),
      text.of(5000),
      now,
    )
    change(
      "insert into newsletters (id, title, content, status, audience, createdAt, sentAt, goesOutAt) values (?, ?, ?, 'sent', 'all', ?, ?, ?)",
      id,
      text.of(200),
      text.of(30_000),
      now,
      now,
      now,
    )
    const queued = 'insert into deliveries (kind, enquiryId, newsletterId, subscriberId, email, name, dueAt, createdAt)'
    change(`${queued} values ('enquiry', ?, null, null, 'office@riverbank.example', null, ?, ?)`, id, now, now)
    change(
      `${queued} select 'newsletter', null, ?, id, email, name, ?, ? from subscribers where active = 1 limit 1`,
      id,
      now,
      now,
    )
  }
}

/** Hostile texts of the greatest length, at every place that takes one and in the queue of mails, hold nobody up. */
export async function textFaults(pace: Pace): Promise<string[]> {
  const { faults, atRest } = await placeFaults(pace)
  return [...faults, ...(await queueFaults(pace, atRest))]
}
