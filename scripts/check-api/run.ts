import type { RunningRiverbank } from '../../app/test/running'
import { logInOverHttp, type ServedSession } from '../../app/test/served'
import { headersOf } from '../shared/client'
import { tally } from '../shared/measures'
import { type Answer, ownNetwork, type Sent, send } from '../shared/wire'
import { type Case, nameOf, sampleOf } from './cases'
import { type Call, callsOf, type Document, judgeOf, leaksIn, type Secret } from './judge'
import { hiddenValues, type Identity, usernames } from './people'
import { makers } from './samples'

/** Sends the cases of one check and judges the responses. */
export class Run {
  count = 0
  private sent = 0
  private readonly faults: string[] = []
  private readonly statuses: number[] = []
  private readonly read: { identity: Identity; text: string; name: string }[] = []
  private readonly records = new Map<string, number>()
  private readonly judge: ReturnType<typeof judgeOf>
  private readonly calls: Call[]

  constructor(
    readonly riverbank: RunningRiverbank,
    document: Document,
    private readonly people: Record<Identity, ServedSession | undefined>,
    private readonly secrets: Secret[],
  ) {
    this.judge = judgeOf(document)
    this.calls = callsOf(document)
  }

  /** Runs one case and records its faults. */
  async make({ call, identity, kind, sent, by, expected, method, needs }: Case): Promise<void> {
    this.count += 1
    const credentials =
      needs === 'session' ? await logInOverHttp(this.riverbank, usernames[identity]!) : this.people[identity]
    const headers = { ...headersOf(credentials, by), ...sent.headers }
    const answer = await this.send({ ...sent, path: await this.addressOf(sent.path, needs === 'record'), headers })
    // Of one person's sessions only a hundred are stored, and the others are in use.
    if (needs === 'session')
      await this.send({ method: 'POST', path: '/api/logout', headers: headersOf(credentials, 'token') })
    this.statuses.push(answer.status)
    const name = `${sent.method} ${sent.path} by ${identity}, ${kind}`
    for (const complaint of this.judge(call, answer, method))
      this.faults.push(`${name}: ${complaint} ${answer.text.slice(0, 200)}`)
    const success = Object.keys(call.operation.responses)
      .map(Number)
      .filter((status) => status < (kind === 'conditional' ? 400 : 300))
    const right = expected === 'any' ? [answer.status] : expected === 'success' ? success : [expected]
    if (!right.includes(answer.status))
      this.faults.push(
        `${name}: ${answer.status}, not ${right.join(' or ')}. ${String(sent.body ?? '').slice(0, 120)} -> ${answer.text.slice(0, 200)}`,
      )
    this.read.push({ identity, text: answer.text, name })
  }

  /** Prints the counts, and returns the faults: also words that not even their readers saw, whose absence proves nothing. */
  report(): string[] {
    const hidden = hiddenValues(this.riverbank)
    for (const { identity, text, name } of this.read)
      for (const leak of leaksIn(text, identity, this.secrets, hidden)) this.faults.push(`${name}: leaks ${leak}`)
    const wasSeen = (word: string, reader: string) =>
      this.read.some(({ identity, text }) => identity === reader && text.includes(word))
    const unseen = this.secrets.flatMap(({ word, readers, isNeverGiven }) =>
      readers
        .filter((reader) => !isNeverGiven && !wasSeen(word, reader))
        .map((reader) => `${word} was never shown to ${reader}`),
    )
    console.log(`${this.count} cases, ${this.faults.length} faults (${tally(this.statuses)})`)
    return [...this.faults, ...unseen]
  }

  /** Each request is of another network, so that no case meets a rate limit. */
  private send({ headers, body, ...sent }: Sent): Promise<Answer> {
    this.sent += 1
    const numbered = typeof body === 'string' ? body.replaceAll('NEXT', String(this.sent)) : body
    return send(this.riverbank.url, { ...sent, headers: { ...ownNetwork(), ...headers }, body: numbered })
  }

  /** The path with the id of a record: an existing one, or a new one for a call that removes it. */
  private async addressOf(path: string, fresh: boolean): Promise<string> {
    if (!path.includes('{id}')) return path
    const [place = ''] = path.split('?')
    const stored = this.records.get(place)
    const id = stored && !fresh ? stored : await this.add(place)
    if (!fresh) this.records.set(place, id)
    return path.replace('{id}', String(id))
  }

  private async add(path: string): Promise<number> {
    const maker = makers[path] ?? path.slice(0, path.indexOf('/{id}'))
    const call = this.calls.find((one) => nameOf(one) === `POST ${maker}`)
    if (!call) throw new Error(`Nothing makes a record for ${path}; see makers in scripts/check-api/samples.ts.`)
    const { headers, body } = sampleOf(call)
    const authorised = { ...headers, ...headersOf(this.people.tutor, 'token') }
    const { status, text } = await this.send({ method: 'POST', path: maker, headers: authorised, body })
    if (status !== 201) throw new Error(`POST ${maker} answered ${status}: ${text}`)
    return (JSON.parse(text) as { id: number }).id
  }
}
