import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { keepState, startRiverbank } from '../../app/test/running'
import { startSmtp } from '../../app/test/smtp'
import { headersOf } from '../check-api/people'
import { ownNetwork, type Sent, send } from '../check-api/wire'
import { logInAll } from '../check-faults/writes'
import { Prober } from './health'
import { type HostileText, hostileTexts } from './hostile-texts'
import { type Pace, quantile, tally } from './pace'
import { type TextPlace, textPlaces } from './text-places'

/** In milliseconds, of /healthz while texts come in, beyond what it waits at rest. */
const LONGEST_STALL = 300
const SLOWEST_P99 = 200
/** For how many milliseconds /healthz is asked before any text comes: what it waits then is the machine's doing. */
const REST = 3000
/** Of the hostile texts each place gets so many in the short form, the worst known among them somewhere. */
const FEW = 3
/** In milliseconds: how long the queue may take, and how long /healthz may be silent before that is fault enough. */
const QUEUE_PATIENCE = 120_000
const LONGEST_SILENCE = 15_000

/** Hostile texts at each place that takes one: those that hold /healthz up each time. Once may be the machine's doing. */
async function placeFaults(pace: Pace): Promise<{ faults: string[]; atRest: number }> {
  const settings = { TRUST_PROXY: '1', NEWSLETTER_HOLD_SECONDS: '3600', NODE_OPTIONS: '--max-old-space-size=512' }
  const riverbank = await startRiverbank(settings)
  const { url } = riverbank
  const sessions = await logInAll(riverbank)
  const places = await textPlaces(riverbank, sessions)
  const state = await keepState(riverbank)
  const prober = await Prober.start(url)
  const statuses: number[] = []
  const ask = async ({ headers, ...sent }: Sent) => {
    const all = { ...ownNetwork(), ...headers }
    const answer = await send(url, { ...sent, headers: all }, { patience: 60_000 }).catch(() => undefined)
    statuses.push(answer?.status ?? 0)
    return answer?.status ?? 0
  }
  /** Brings a text to a place and looks at it there; gives what /healthz waited meanwhile, in milliseconds. */
  const bring = async (place: TextPlace, text: HostileText): Promise<number[]> => {
    const from = Date.now()
    const status = await ask(place.bring(text))
    if (status > 0 && status < 400) {
      for (const path of place.shownAt ?? [])
        await ask({ method: 'GET', path, headers: headersOf(sessions.aoife, 'cookie') })
      if (place.bring(text).method !== 'GET') await state.putBack()
    }
    const to = Date.now()
    await prober.next()
    return prober.between(from, to).map(({ took }) => took)
  }
  try {
    await setTimeout(REST)
    const atRest = Math.max(...prober.probes.slice(1).map(({ took }) => took))
    const limit = atRest + LONGEST_STALL * pace.leniency
    const waits: number[] = []
    const faults: string[] = []
    for (const [index, place] of places.entries()) {
      const texts = pace.short
        ? Array.from({ length: FEW }, (_, at) => hostileTexts[(index * FEW + at) % hostileTexts.length]!)
        : hostileTexts
      for (const text of texts) {
        let stall = Number.POSITIVE_INFINITY
        for (let time = 0; time < 3 && stall > limit; time += 1) {
          const now = await bring(place, text)
          if (time === 0) waits.push(...now)
          stall = Math.min(stall, Math.max(0, ...now))
        }
        if (stall > limit) faults.push(`${place.name}, ${text.name}: /healthz waits ${stall.toFixed()} ms`)
      }
    }
    const p99 = quantile(waits, 0.99)
    console.log(
      `Texts: ${places.length} places, ${pace.short ? FEW : hostileTexts.length} texts each, ${statuses.length} answers (${tally(statuses)}); /healthz meanwhile: p99 ${p99.toFixed()} ms, slowest ${Math.max(...waits).toFixed()} ms; at rest ${atRest.toFixed()} ms`,
    )
    if (p99 > atRest + SLOWEST_P99 * pace.leniency) faults.push(`the p99 of /healthz is ${p99.toFixed()} ms`)
    return { faults, atRest }
  } finally {
    await prober.stop()
    state.remove()
    await riverbank.stop()
  }
}

/** A start with mails in the queue: an enquiry and a newsletter of each text. */
async function queueFaults(pace: Pace, atRest: number): Promise<string[]> {
  const folder = mkdtempSync(join(tmpdir(), 'riverbank-texts-'))
  const smtp = await startSmtp()
  try {
    const first = await startRiverbank({ DATA_DIR: folder })
    await first.stop()
    fillQueue(first.change, pace.short ? hostileTexts.slice(0, 20) : hostileTexts)
    const settings = { SMTP_URL: smtp.url, NEWSLETTER_RATE_PER_MINUTE: '60000' }
    const again = await startRiverbank({ DATA_DIR: folder, OFFICE_EMAIL: 'office@riverbank.example', ...settings })
    const prober = await Prober.start(again.url)
    const begun = Date.now()
    const silence = () => Date.now() - Math.max(begun, ...prober.probes.map(({ from, took }) => from + took))
    const left = () => again.rows("select id from deliveries where state in ('pending', 'sending')").length
    while (silence() < LONGEST_SILENCE && left() > 0 && Date.now() < begun + QUEUE_PATIENCE) await setTimeout(200)
    const slowest = Math.max(silence(), ...prober.probes.map(({ took }) => took))
    const states = again.rows('select state from deliveries').map(({ state }) => String(state))
    process.kill(again.pid, 'SIGKILL')
    await prober.stop()
    await again.stop()
    console.log(`The queue’s next start: ${tally(states)}; /healthz meanwhile: slowest ${slowest.toFixed()} ms`)
    const faults = states.every((state) => state === 'sent') ? [] : [`not all mails are sent: ${tally(states)}`]
    if (slowest > atRest + LONGEST_STALL * pace.leniency)
      faults.push(`at the queue’s next start /healthz waits ${slowest.toFixed()} ms`)
    return faults
  } finally {
    await smtp.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

function fillQueue(change: (sql: string, ...values: unknown[]) => void, texts: HostileText[]): void {
  change('delete from deliveries')
  const now = new Date(Date.now() - 60_000).toISOString()
  const queued = 'insert into deliveries (kind, enquiryId, newsletterId, subscriberId, email, name, dueAt, createdAt)'
  for (const [index, text] of texts.entries()) {
    const id = 9000 + index
    change(
      `insert into enquiries (id, name, email, phone, subject, message, suspected, createdAt)
       values (?, ?, 'm@x.example', null, 'visit', ?, 0, ?)`,
      ...[id, text.of(200), text.of(5000), now],
    )
    change(
      `insert into newsletters (id, title, content, status, audience, createdAt, sentAt, goesOutAt)
       values (?, ?, ?, 'sent', 'all', ?, ?, ?)`,
      ...[id, text.of(200), text.of(30_000), now, now, now],
    )
    change(`${queued} values ('enquiry', ?, null, null, 'office@riverbank.example', null, ?, ?)`, id, now, now)
    change(
      `${queued} select 'newsletter', null, ?, id, email, name, ?, ? from subscribers where active = 1 limit 1`,
      ...[id, now, now],
    )
  }
}

/** Hostile texts of the greatest length, at every place that takes one and in the queue of mails, hold nobody up. */
export async function textFaults(pace: Pace): Promise<string[]> {
  const { faults, atRest } = await placeFaults(pace)
  return [...faults, ...(await queueFaults(pace, atRest))]
}
