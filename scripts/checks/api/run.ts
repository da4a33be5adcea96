import type { RunningRiverbank } from '../../../app/test/running'
import { logInOverHttp, type ServedSession } from '../../../app/test/served'
import { createHeaders } from '../shared/client'
import { formatTally } from '../shared/measures'
import { createNetworkHeader, type RawRequest, type RawResponse, sendRaw } from '../shared/wire'
import { type Case, encodeSample, formatCallName } from './cases'
import { type ApiCall, createJudge, type Document, findLeaks, listCalls, type PlantedSecret } from './judge'
import { type Identity, listHiddenValues, usernames } from './people'
import { creatingCalls, existingRecords, limitedTables, WEDNESDAY_SESSION } from './samples'

export class Run {
  count = 0
  private sent = 0
  private readonly faults: string[] = []
  private readonly statuses: number[] = []
  private readonly read: { identity: Identity; text: string; name: string }[] = []
  private readonly records = new Map<string, number>()
  private readonly judge: ReturnType<typeof createJudge>
  private readonly calls: ApiCall[]

  constructor(
    readonly riverbank: RunningRiverbank,
    document: Document,
    private readonly people: Record<Identity, ServedSession | undefined>,
    private readonly secrets: PlantedSecret[],
  ) {
    this.judge = createJudge(document)
    this.calls = listCalls(document)
  }

  async runCase({ call, identity, kind, sent, by, expected, method, needs }: Case): Promise<void> {
    this.count += 1
    const credentials =
      needs === 'session' ? await logInOverHttp(this.riverbank, usernames[identity]!) : this.people[identity]
    const headers = { ...createHeaders(credentials, by), ...sent.headers }
    const answer = await this.send({ ...sent, path: await this.createAddress(sent.path, needs === 'record'), headers })
    // Only a hundred sessions per person are stored, and the others are in use.
    if (needs === 'session')
      await this.send({ method: 'POST', path: '/api/logout', headers: createHeaders(credentials, 'token') })
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

  /**
   * Prints the counts, and returns the faults. A planted word that its readers never saw is a fault: its absence elsewhere proves nothing.
   */
  report(): string[] {
    const hidden = listHiddenValues(this.riverbank)
    for (const { identity, text, name } of this.read)
      for (const leak of findLeaks(text, identity, this.secrets, hidden)) this.faults.push(`${name}: leaks ${leak}`)
    const wasSeen = (word: string, reader: string) =>
      this.read.some(({ identity, text }) => identity === reader && text.includes(word))
    const unseen = this.secrets.flatMap(({ word, readers, isNeverGiven }) =>
      readers
        .filter((reader) => !isNeverGiven && !wasSeen(word, reader))
        .map((reader) => `${word} was never shown to ${reader}`),
    )
    console.log(`${this.count} cases, ${this.faults.length} faults (${formatTally(this.statuses)})`)
    return [...this.faults, ...unseen]
  }

  /** Sends each request from another network, so that no rate limit applies. */
  private send({ headers, body, ...sent }: RawRequest): Promise<RawResponse> {
    this.sent += 1
    if (sent.method === 'POST') this.makeRoom(sent.path)
    const numbered =
      typeof body === 'string' ? this.giveSessions(sent, body.replaceAll('NEXT', String(this.sent))) : body
    return sendRaw(this.riverbank.url, { ...sent, headers: { ...createNetworkHeader(), ...headers }, body: numbered })
  }

  /** Gives each change of a session a session of its own, since a session has one change a day. */
  private giveSessions({ method, path }: Pick<RawRequest, 'method' | 'path'>, body: string): string {
    const session = `"sessionId":${WEDNESDAY_SESSION},`
    if (method !== 'POST' || path !== '/api/session-changes' || !body.includes(session)) return body
    const id = 10_000 + this.sent
    this.riverbank.change(
      `insert into weekSessions (id, weekday, "from", "to", activity, isForAll)
       values (?, 'Wednesday', '09:00', '10:00', 'Art', 1)`,
      id,
    )
    return body.replace(session, `"sessionId":${id},`)
  }

  /** Deletes old albums and groups, whose number is limited. The first of each stays: `plantSecrets` put a secret in it. */
  private makeRoom(path: string): void {
    const table = limitedTables[path]
    const used = [...this.records.values(), 1].join(', ')
    // A student has one line a day.
    if (path === '/api/attendance')
      this.riverbank.change('delete from attendance where id <> ?', this.records.get(`${path}/{id}`) ?? 0)
    if (!table) return
    const filled = table === 'albums' ? 'and id not in (select albumId from files where albumId > 0)' : ''
    this.riverbank.change(
      `delete from ${table} where id < (select max(id) - 8 from ${table}) and id not in (${used}) ${filled}`,
    )
  }

  /** The path with the id of a record: an existing one, or a new one for a call that removes it. */
  private async createAddress(path: string, fresh: boolean): Promise<string> {
    if (!path.includes('{id}')) return path
    const [place = ''] = path.split('?')
    const stored = this.records.get(place)
    const id = existingRecords[place] ?? (stored && !fresh ? stored : await this.add(place))
    if (!fresh) this.records.set(place, id)
    return path.replace('{id}', String(id))
  }

  private async add(path: string): Promise<number> {
    const maker = creatingCalls[path] ?? path.slice(0, path.indexOf('/{id}'))
    const call = this.calls.find((one) => formatCallName(one) === `POST ${maker}`)
    if (!call)
      throw new Error(
        `No call creates a record for ${path}; add one to creatingCalls in scripts/checks/api/samples.ts.`,
      )
    const { headers, body } = encodeSample(call)
    const authorised = { ...headers, ...createHeaders(this.people.tutor, 'token') }
    const { status, text } = await this.send({ method: 'POST', path: maker, headers: authorised, body })
    if (status !== 201) throw new Error(`POST ${maker} answered ${status}: ${text}`)
    return (JSON.parse(text) as { id: number }).id
  }
}
