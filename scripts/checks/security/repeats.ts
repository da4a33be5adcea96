import { randomUUID } from 'node:crypto'
import { IDEMPOTENCY_FIELD } from '../../../app/domain/idempotency/field'
import { MAX_KEYS_PER_SENDER } from '../../../app/domain/idempotency/keys.server'
import { storedLimits } from '../../../app/domain/limits/table'
import { hashSecret } from '../../../app/signing.server'
import { type RunningRiverbank, startRiverbank } from '../../../app/test/running'
import { logInOverHttp, type ServedSession, usernames } from '../../../app/test/served'
import { createHeaders } from '../shared/client'
import { formatTally } from '../shared/measures'
import type { CheckOptions } from '../shared/topics'
import { encodeForm, type RawResponse, sendRaw } from '../shared/wire'

const { max: MAX_CHANGES } = storedLimits.changesInDay

const TOKEN = 'kingfisher-family-link-5f1c9e27b3'
/** Maximum new rows: more than two daily limits need for idempotency keys. */
const MAX_ROWS = 100
const RING_US = /Please ring us:(?:<[^<>]*>|\s)*020 910 0100/

/** Posts a form as a browser does, with a new idempotency key. */
function postForm(
  url: string,
  path: string,
  fields: Record<string, string>,
  credentials?: ServedSession,
): Promise<RawResponse> {
  const { headers, body } = encodeForm({ ...fields, [IDEMPOTENCY_FIELD]: randomUUID() })
  return sendRaw(url, { method: 'POST', path, headers: { ...createHeaders(credentials, 'cookie'), ...headers }, body })
}

/** The number of rows of each table. */
function countRows({ rows }: RunningRiverbank): Map<string, number> {
  const tables = rows("select name from sqlite_schema where type = 'table'")
  return new Map(tables.map(({ name }) => [`${name}`, Number(rows(`select count(*) as n from "${name}"`)[0]?.n)]))
}

/** Presses 'Not coming today' and 'Coming after all' of a family link in turn. */
async function pressLink({ url, rows, change }: RunningRiverbank, times: number): Promise<RawResponse[]> {
  change(
    'insert into familyLinks (userId, label, tokenHash, createdAt) select id, ?, ?, ? from users where username = ?',
    ...['Mother', hashSecret(TOKEN), new Date().toISOString(), usernames.daniel],
  )
  const answers: RawResponse[] = []
  for (let press = 0; press < times; press++) {
    const [said] = rows(
      'select id from absences where linkId = (select id from familyLinks where tokenHash = ?)',
      hashSecret(TOKEN),
    )
    const isSaid = press % 2 === 1 && said !== undefined
    const fields = { intent: isSaid ? 'coming' : 'today', id: `${said?.id ?? ''}` }
    answers.push(await postForm(url, `/away/${TOKEN}`, fields))
  }
  return answers
}

/** Answers a question as a student, by the page and by the API in turn. */
async function pressAnswers(
  { url, rows }: RunningRiverbank,
  student: ServedSession,
  times: number,
): Promise<RawResponse[]> {
  const [question] = rows('select id from questions where isForAll = 1')
  const answers: RawResponse[] = []
  for (let press = 0; press < times; press++) {
    const answer = press % 2
    const call = {
      method: 'POST',
      path: `/api/questions/${question?.id}/answer`,
      headers: { ...createHeaders(student, 'token'), 'Content-Type': 'application/json' },
      body: JSON.stringify({ answer }),
    }
    const fields = { intent: 'answer', id: `${question?.id}`, from: 'today', answer: `${answer}` }
    answers.push(
      await (press % 4 < 2 ? sendRaw(url, call) : postForm(url, '/dashboard/notices?index', fields, student)),
    )
  }
  return answers
}

/** The faults of the responses to repeated changes. */
function findRepeatFaults(who: string, answers: RawResponse[]): string[] {
  // Requests without a change are accepted beyond the limit.
  const refused = answers.slice(MAX_CHANGES).filter(({ status }) => status === 429)
  const others = answers.filter((answer) => answer.status >= 400 && !refused.includes(answer))
  const [last] = refused
  return [
    ...(others.length === 0 ? [] : [`${who} was answered ${formatTally(others.map(({ status }) => status))}`]),
    ...(refused.length >= (answers.length - MAX_CHANGES) / 3 ? [] : [`${who} is refused ${refused.length} times`]),
    ...(last && RING_US.test(last.text) ? [] : [`${who}: the refusal has no telephone number`]),
    ...(last?.headers['retry-after'] ? [] : [`${who}: the refusal has no Retry-After`]),
  ]
}

/** Repeats the same action with a valid link or session: no table may grow without limit, and no one else may be refused. */
export async function findGrowthFaults({ short }: CheckOptions): Promise<string[]> {
  await using riverbank = await startRiverbank()
  const student = await logInOverHttp(riverbank, usernames.daniel)
  const times = short ? MAX_CHANGES + 20 : 500
  const before = countRows(riverbank)
  const faults = [
    ...findRepeatFaults('a family link', await pressLink(riverbank, times)),
    ...findRepeatFaults('a student', await pressAnswers(riverbank, student, times)),
  ]
  for (const [table, count] of countRows(riverbank))
    if (count > (before.get(table) ?? 0) + MAX_ROWS) faults.push(`${table} grew by ${count - (before.get(table) ?? 0)}`)
  const other = await logInOverHttp(riverbank, usernames.niamh)
  const [question] = riverbank.rows('select id from questions where isForAll = 1')
  const fields = { intent: 'answer', id: `${question?.id}`, answer: '0' }
  const { status } = await postForm(riverbank.url, '/dashboard/notices?index', fields, other)
  if (status >= 400) faults.push(`another student on the same network gets ${status}`)

  const display = { text: '125', contrast: 'usual', scheme: 'light' }
  for (let save = 0; !short && save < MAX_KEYS_PER_SENDER + 100; save++)
    await postForm(riverbank.url, '/settings', display, student)
  const keys = Number(riverbank.rows('select count(*) as n from tickets')[0]?.n)
  if (keys > MAX_KEYS_PER_SENDER + MAX_ROWS) faults.push(`${keys} idempotency keys are stored`)
  return faults
}
