import type { Answer } from '../check-api/wire'
import type { Pace } from './pace'
import { type Attempt, nameOf, PATIENCE, type Target } from './target'

const MOST_BYTES = 100_000
const SLOWEST_ANSWER = 1000
const SLOWEST_HEALTH = 200
/** A connection has to break so many times in a row to be a fault. */
const BREAKS = 3
/** The rest of a longer body is still under way when it is refused, and its reset may overtake the refusal. */
const LONG_BODY = 1024 * 1024
/** A body that killed or froze so many servers is not sent to the other forms. */
const STRIKES = 2
/** In milliseconds: once there is a fault, an attack ends after this time. */
const ENOUGH = { short: 120_000, long: 480_000 }
/** How many slow attempts of each body are repeated. */
const AGAIN = 3

/** An attempt, and when it was under way. */
interface Step {
  attempt: Attempt
  from: number
  to: number
}

/** What is wrong with a response to any input; it may have `most` bytes. */
function complaints({ status, headers, text }: Answer, most: number): string[] {
  const place = headers.location
  return [
    ...(status >= 500 ? [String(status)] : []),
    ...(Buffer.byteLength(text) > most ? [`answered with more than ${Math.ceil(most / 1000)} kB`] : []),
    ...(place !== undefined && !/^\/(?![/\\])/.test(String(place)) ? [`leads to ${place}`] : []),
  ]
}

/** Faults by input and outcome, with the forms where they occurred. */
class Findings {
  private readonly met = new Map<string, string[]>()

  note({ form, by, body }: Attempt, complaint: string): void {
    const key = `${body.name}: ${complaint}`
    this.met.set(key, [...(this.met.get(key) ?? []), `${nameOf(form)} by ${by}`])
  }

  get size(): number {
    return this.met.size
  }

  inWords(): string[] {
    return [...this.met].map(
      ([key, places]) =>
        `${key}, at ${places.length} forms: ${places.slice(0, 3).join(', ')}${places.length > 3 ? ' …' : ''}`,
    )
  }
}

/** One attack: the attempts made, the faults, and the slow attempts to repeat. */
export class Attack {
  readonly findings = new Findings()
  readonly statuses: number[] = []
  readonly times: number[] = []
  readonly waits: number[] = []
  private readonly strikes = new Map<string, number>()
  leftOut = 0
  /** Long bodies whose connection broke. */
  cutOff = 0
  deaths = 0

  constructor(
    private readonly target: Target,
    private readonly pace: Pace,
  ) {}

  /** Makes the attempts in order; slow ones are repeated at the end. */
  async run(attempts: Attempt[]): Promise<void> {
    const end = Date.now() + (this.pace.short ? ENOUGH.short : ENOUGH.long)
    const slow: Attempt[] = []
    let course: Step[] = []
    const look = () => {
      slow.push(...this.stalled(course))
      this.waits.push(...this.target.prober.probes.map(({ took }) => took))
      course = []
    }
    for (const attempt of attempts) {
      const isEnough = this.findings.size > 0 && Date.now() > end
      if (isEnough || (this.strikes.get(attempt.body.name) ?? 0) >= STRIKES) {
        this.leftOut += 1
        continue
      }
      const from = Date.now()
      const took = await this.make(attempt)
      if (took === undefined) {
        look()
        await this.revive(attempt)
      } else {
        course.push({ attempt, from, to: Date.now() })
        if (took > SLOWEST_ANSWER * this.pace.leniency) slow.push(attempt)
      }
    }
    await this.target.prober.next()
    look()
    const isFew = (attempt: Attempt, index: number, all: Attempt[]) =>
      all.slice(0, index).filter(({ body }) => body === attempt.body).length < AGAIN
    for (const attempt of [...new Set(slow)].filter(isFew)) await this.askAgain(attempt)
  }

  /** Sends one body, judges the response, and returns how long it took; undefined without a response. */
  private async make(attempt: Attempt): Promise<number | undefined> {
    let answer = await this.target.ask(attempt)
    for (let time = 1; time < BREAKS && answer instanceof Error; time += 1) {
      if (!(await this.target.isWell())) return undefined
      answer = await this.target.ask(attempt)
    }
    if (answer instanceof Error) {
      if (!(await this.target.isWell())) return undefined
      if (attempt.body.make().length > LONG_BODY) this.cutOff += 1
      else this.findings.note(attempt, 'the connection broke without an answer')
      return 0
    }
    this.statuses.push(answer.status)
    this.times.push(answer.took)
    for (const complaint of complaints(answer, await this.mostFor(attempt, answer)))
      this.findings.note(attempt, complaint)
    return answer.took
  }

  /** The most bytes of a response, which grow with the form's own page and with long text that comes back. */
  private async mostFor(attempt: Attempt, { text }: Answer): Promise<number> {
    if (Buffer.byteLength(text) <= MOST_BYTES) return MOST_BYTES
    const own = (await this.target.sizeOf(attempt)) * 1.1
    // A refused form returns what was typed twice, in the HTML and for scripts, each escaped.
    return Math.max(MOST_BYTES, own) + (attempt.body.isTyped ? 6 * attempt.body.make().length : 0)
  }

  /** The attempts during which /healthz waited too long. */
  private stalled(course: Step[]): Attempt[] {
    const limit = SLOWEST_HEALTH * this.pace.leniency
    const stalls = this.target.prober.probes.filter(({ took, isWell }) => took > limit || !isWell)
    return stalls.flatMap((stall) =>
      course
        .filter(({ from, to }) => from <= stall.from + stall.took && to >= stall.from)
        .map(({ attempt }) => attempt),
    )
  }

  /** Slow once may be the machine's fault; slow three times is the body's. */
  private async askAgain(attempt: Attempt): Promise<void> {
    const slowest = { answer: Number.POSITIVE_INFINITY, health: Number.POSITIVE_INFINITY }
    for (let time = 0; time < 2; time += 1) {
      await this.target.prober.next()
      const from = Date.now()
      const took = await this.make(attempt)
      if (took === undefined) return this.revive(attempt)
      await this.target.prober.next()
      const waits = this.target.prober.between(from, Date.now()).map((probe) => probe.took)
      slowest.answer = Math.min(slowest.answer, took)
      slowest.health = Math.min(slowest.health, Math.max(...waits))
    }
    if (slowest.answer > SLOWEST_ANSWER * this.pace.leniency)
      this.findings.note(attempt, `answered after ${Math.round(slowest.answer)} ms`)
    if (slowest.health > SLOWEST_HEALTH * this.pace.leniency)
      this.findings.note(attempt, `/healthz waited ${Math.round(slowest.health)} ms`)
  }

  private async revive(attempt: Attempt): Promise<void> {
    // A process that runs out of memory survives the broken connection for a moment.
    for (let wait = 0; wait < 10 && this.target.riverbank.isAlive(); wait += 1)
      await new Promise((resolve) => setTimeout(resolve, 100))
    const isDead = !this.target.riverbank.isAlive()
    this.findings.note(attempt, isDead ? 'the server died' : `no answer within ${PATIENCE / 1000} s`)
    this.strikes.set(attempt.body.name, (this.strikes.get(attempt.body.name) ?? 0) + 1)
    this.deaths += 1
    await this.target.stop()
    await this.target.start()
  }
}
