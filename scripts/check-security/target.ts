import { Agent } from 'node:http'
import { type RunningRiverbank, startRiverbank } from '../../app/test/running'
import { type Credentials, headersOf, logIn } from '../check-api/people'
import { type Answer, send } from '../check-api/wire'
import type { Body } from './bodies'
import { Prober } from './health'
import { Records } from './records'

/** In milliseconds: a server that takes longer to respond is replaced. */
export const PATIENCE = 8000

/** Something that accepts a POST: a page's form, or a call. */
export interface Form {
  method: string
  pattern: string
  /** Appended to the path: Remix's mark of an index route, or its data requests. */
  suffix: string
}
export interface Attempt {
  form: Form
  by: 'anonymous' | 'tutor'
  body: Body
}

const agent = new Agent({ keepAlive: false })

/** A form's name in a report. */
export const nameOf = ({ method, pattern, suffix }: Form) => `${method} ${pattern}${suffix}`

/** The server under attack, replaced when it dies or freezes. */
export class Target {
  riverbank!: RunningRiverbank & { stop: () => Promise<void> }
  records!: Records
  tutor!: Credentials
  prober!: Prober
  private sent = 0

  async start(): Promise<void> {
    const settings = { TRUST_PROXY: '1', NODE_OPTIONS: '--max-old-space-size=512', NEWSLETTER_DOUBLE_OPT_IN: '1' }
    this.riverbank = await startRiverbank({ ...settings, NEWSLETTER_HOLD_SECONDS: '3600' })
    this.tutor = await logIn(this.riverbank, 'demo.tutor')
    this.records = new Records(this.riverbank, this.tutor)
    this.prober = await Prober.start(this.riverbank.url)
  }

  async stop(): Promise<void> {
    await this.prober.stop()
    if (this.riverbank.isAlive()) process.kill(this.riverbank.pid, 'SIGKILL')
    await this.riverbank.stop()
  }

  /** Whether the server responds. */
  async isWell(): Promise<boolean> {
    const { url, isAlive } = this.riverbank
    const ask = () => send(url, { method: 'GET', path: '/healthz' }, { through: agent, patience: 3000 })
    return (
      isAlive() &&
      (await ask()
        .then(({ status }) => status === 200)
        .catch(() => false))
    )
  }

  /** The size of a form's page in bytes, before anything is sent. */
  async sizeOf({ form, by }: Attempt): Promise<number> {
    const path = (await this.records.addressOf(form.pattern)) + form.suffix
    const headers = headersOf(by === 'tutor' ? this.tutor : undefined, 'cookie')
    return Buffer.byteLength((await send(this.riverbank.url, { method: 'GET', path, headers })).text)
  }

  /** Sends one body; returns the response and how long it took, or the Error instead. */
  async ask({ form, by, body }: Attempt): Promise<(Answer & { took: number }) | Error> {
    this.sent += 1
    const network = `10.${this.sent >> 16}.${(this.sent >> 8) & 255}.${this.sent & 255}`
    const address = await this.records.addressOf(form.pattern)
    const tutor = form.pattern === '/api/logout' ? await logIn(this.riverbank, 'demo.tutor') : this.tutor
    const own = headersOf(by === 'tutor' ? tutor : undefined, 'cookie')
    const headers = { 'X-Forwarded-For': network, ...own, ...body.headers }
    const sent = { method: form.method, path: address + form.suffix, headers, body: body.make() }
    const begun = performance.now()
    const through = { through: agent, patience: PATIENCE }
    const answer = await send(this.riverbank.url, sent, through).catch((error: Error) => error)
    if (answer instanceof Error) return answer
    if (by === 'tutor' && answer.status < 400) this.records.use(form.pattern)
    return { ...answer, took: performance.now() - begun }
  }
}
