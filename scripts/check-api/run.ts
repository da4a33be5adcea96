import type { RunningRiverbank } from '../../app/test/running'
import { type Case, nameOf, sampleOf } from './cases'
import { type Call, callsOf, type Document, judgeOf, leaksIn, type Secret } from './judge'
import { type Credentials, headersOf, hiddenValues, type Identity, logIn } from './people'
import { makers } from './samples'
import { type Answer, ownNetwork, type Sent, send } from './wire'

interface Tally {
  cases: number
  statuses: Map<number, number>
  faults: number
  leaks: number
  invalid: number
  unexpected: number
}

/** Sends the cases of one check, judges the responses and keeps count. */
export class Run {
  count = 0
  private sent = 0
  private readonly faults: string[] = []
  private readonly tallies = new Map<string, Tally>()
  private readonly read: { identity: Identity; text: string; name: string; tally: Tally }[] = []
  private readonly records = new Map<string, number>()
  private readonly judge: ReturnType<typeof judgeOf>
  private readonly calls: Call[]

  constructor(
    readonly riverbank: RunningRiverbank,
    document: Document,
    private readonly people: Record<Identity, Credentials | undefined>,
    private readonly secrets: Secret[],
  ) {
    this.judge = judgeOf(document)
    this.calls = callsOf(document)
  }

  /** Runs one case and records its faults. */
  async make({ call, identity, kind, sent, by, expected, method, needs }: Case): Promise<void> {
    this.count += 1
    const credentials = needs === 'session' ? await logIn(this.riverbank, usernames[identity]!) : this.people[identity]
    const headers = { ...headersOf(credentials, by), ...sent.headers }
    const answer = await this.send({ ...sent, path: await this.addressOf(sent.path, needs === 'record'), headers })
    const tally = this.tallyOf(call.operation.tags[0]!)
    tally.cases += 1
    tally.statuses.set(answer.status, (tally.statuses.get(answer.status) ?? 0) + 1)
    const name = `${sent.method} ${sent.path} by ${identity}, ${kind}`
    this.note(name, tally, call, answer, method)
    const success = Object.keys(call.operation.responses)
      .map(Number)
      .filter((status) => status < (kind === 'conditional' ? 400 : 300))
    const right = expected === 'any' ? [answer.status] : expected === 'success' ? success : [expected]
    if (!right.includes(answer.status)) {
      tally.unexpected += 1
      this.faults.push(
        `${name}: ${answer.status}, not ${right.join(' or ')}. ${String(sent.body ?? '').slice(0, 120)} -> ${answer.text.slice(0, 200)}`,
      )
    }
    this.read.push({ identity, text: answer.text, name, tally })
  }

  /** The faults of the response to a tutor's random request: none when it is as documented. */
  async tryOut(call: Call, sent: Sent): Promise<string[]> {
    const headers = { ...headersOf(this.people.tutor, 'token'), ...sent.headers }
    const answer = await this.send({
      ...sent,
      path: await this.addressOf(sent.path, call.method === 'DELETE'),
      headers,
    })
    return [...this.judge.complaints(call, answer), ...leaksIn(answer.text, 'tutor', [])]
  }

  /** Prints the counts of each group and returns the faults. */
  report(): string[] {
    const hidden = hiddenValues(this.riverbank)
    for (const { identity, text, name, tally } of this.read)
      for (const leak of leaksIn(text, identity, this.secrets, hidden)) {
        tally.leaks += 1
        this.faults.push(`${name}: leaks ${leak}`)
      }
    for (const [group, { cases, statuses, faults, leaks, invalid, unexpected }] of this.tallies) {
      const counts = [...statuses].sort(([a], [b]) => a - b).map(([status, times]) => `${status}×${times}`)
      console.log(
        `${group}: ${cases} cases, ${faults} of 5xx, ${leaks} leaks, ${invalid} invalid, ${unexpected} unexpected (${counts.join(' ')})`,
      )
    }
    console.log(`${this.count} cases in all`)
    return [...this.faults, ...this.unseen()]
  }

  /** Words that not even their readers saw: their absence elsewhere would prove nothing. */
  private unseen(): string[] {
    return (
      this.secrets
        // No call returns enquiries.
        .filter(({ word }) => word !== 'lapwing')
        .flatMap(({ word, readers }) =>
          readers
            .filter((reader) => !this.read.some(({ identity, text }) => identity === reader && text.includes(word)))
            .map((reader) => `${word} was never shown to ${reader}`),
        )
    )
  }

  private note(name: string, tally: Tally, call: Call, answer: Answer, method?: string) {
    const complaints = this.judge.complaints(call, answer, method)
    if (answer.status >= 500) tally.faults += 1
    else if (complaints.length > 0) tally.invalid += 1
    this.faults.push(...complaints.map((complaint) => `${name}: ${complaint} ${answer.text.slice(0, 200)}`))
  }

  private tallyOf(group: string): Tally {
    const kept = this.tallies.get(group)
    const tally = kept ?? { cases: 0, statuses: new Map(), faults: 0, leaks: 0, invalid: 0, unexpected: 0 }
    this.tallies.set(group, tally)
    return tally
  }

  /** Each request is of another network, so that no case meets a rate limit; limits.ts tests those. */
  private send({ headers, body, ...sent }: Sent): Promise<Answer> {
    this.sent += 1
    const numbered = typeof body === 'string' ? body.replaceAll('NEXT', String(this.sent)) : body
    return send(this.riverbank.url, { ...sent, headers: { ...ownNetwork(), ...headers }, body: numbered })
  }

  /** The path with the id of a record: an existing one, or a new one for a call that removes it. */
  private async addressOf(path: string, fresh: boolean): Promise<string> {
    if (!path.includes('{id}')) return path
    const [place = ''] = path.split('?')
    const kept = this.records.get(place)
    const id = kept && !fresh ? kept : await this.add(place)
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

const usernames: Partial<Record<Identity, string>> = {
  owner: 'demo.student',
  other: 'demo.student2',
  tutor: 'demo.tutor',
}
