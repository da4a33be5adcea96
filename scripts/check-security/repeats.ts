import { randomUUID } from 'node:crypto'
import { IDEMPOTENCY_FIELD } from '../../app/domain/idempotency/field'
import { MAX_KEYS_PER_SENDER } from '../../app/domain/idempotency/keys.server'
import { storedLimits } from '../../app/domain/limits/table'
import { hashSecret } from '../../app/domain/secret.server'
import { type RunningRiverbank, startRiverbank } from '../../app/test/running'
import { logInOverHttp, type ServedSession, usernames } from '../../app/test/served'
import { headersOf } from '../shared/client'
import { tally } from '../shared/measures'
import type { Pace } from '../shared/topics'
import { type Answer, form, send } from '../shared/wire'

const { most: MOST_CHANGES } = storedLimits.changesInDay

const TOKEN = 'kingfisher-family-link-5f1c9e27b3'
/** More than two limits of a day need for their forms' keys. */
const MOST_ROWS = 100
const RING_US = /Please ring us:(?:<[^<>]*>|\s)*020 910 0100/

/** The answer to a form that a browser sends, with a new idempotency key. */
function post(url: string, path: string, fields: Record<string, string>, credentials?: ServedSession): Promise<Answer> {
  const { headers, body } = form({ ...fields, [IDEMPOTENCY_FIELD]: randomUUID() })
  return send(url, { method: 'POST', path, headers: { ...headersOf(credentials, 'cookie'), ...headers }, body })
}

/** How many rows each table has. */
function rowsOfTables({ rows }: RunningRiverbank): Map<string, number> {
  const tables = rows("select name from sqlite_schema where type = 'table'")
  return new Map(tables.map(({ name }) => [`${name}`, Number(rows(`select count(*) as n from "${name}"`)[0]?.n)]))
}

/** A family's link: 'Not coming today' and 'Coming after all', by turns. */
async function pressLink({ url, rows, change }: RunningRiverbank, times: number): Promise<Answer[]> {
  change(
    'insert into familyLinks (userId, label, tokenHash, createdAt) select id, ?, ?, ? from users where username = ?',
    ...['Mother', hashSecret(TOKEN), new Date().toISOString(), usernames.daniel],
  )
  const answers: Answer[] = []
  for (let press = 0; press < times; press++) {
    const [said] = rows(
      'select id from absences where linkId = (select id from familyLinks where tokenHash = ?)',
      hashSecret(TOKEN),
    )
    const isSaid = press % 2 === 1 && said !== undefined
    const fields = { intent: isSaid ? 'coming' : 'today', id: `${said?.id ?? ''}` }
    answers.push(await post(url, `/away/${TOKEN}`, fields))
  }
  return answers
}

/** A student's answer to a question, on the page and by the call, by turns. */
async function pressAnswers({ url, rows }: RunningRiverbank, student: ServedSession, times: number): Promise<Answer[]> {
  const [question] = rows('select id from questions where isForAll = 1')
  const answers: Answer[] = []
  for (let press = 0; press < times; press++) {
    const answer = press % 2
    const call = {
      method: 'POST',
      path: `/api/questions/${question?.id}/answer`,
      headers: { ...headersOf(student, 'token'), 'Content-Type': 'application/json' },
      body: JSON.stringify({ answer }),
    }
    const fields = { intent: 'answer', id: `${question?.id}`, from: 'today', answer: `${answer}` }
    answers.push(await (press % 4 < 2 ? send(url, call) : post(url, '/dashboard/notices?index', fields, student)))
  }
  return answers
}

/** What is wrong with the answers to somebody who changes a thing again and again. */
function complaints(who: string, answers: Answer[]): string[] {
  // What changes nothing is taken beyond the limit too.
  const refused = answers.slice(MOST_CHANGES).filter(({ status }) => status === 429)
  const others = answers.filter((answer) => answer.status >= 400 && !refused.includes(answer))
  const [last] = refused
  return [
    ...(others.length === 0 ? [] : [`${who} was answered ${tally(others.map(({ status }) => status))}`]),
    ...(refused.length >= (answers.length - MOST_CHANGES) / 3 ? [] : [`${who} is refused ${refused.length} times`]),
    ...(last && RING_US.test(last.text) ? [] : [`${who} is not told to ring`]),
    ...(last?.headers['retry-after'] ? [] : [`${who} is not told when to try again`]),
  ]
}

/** One person with a valid link or session does the same thing again and again: no table grows without end, nobody else is refused. */
export async function repeatFaults({ short }: Pace): Promise<string[]> {
  await using riverbank = await startRiverbank()
  const student = await logInOverHttp(riverbank, usernames.daniel)
  const times = short ? MOST_CHANGES + 20 : 500
  const before = rowsOfTables(riverbank)
  const faults = [
    ...complaints('a family link', await pressLink(riverbank, times)),
    ...complaints('a student', await pressAnswers(riverbank, student, times)),
  ]
  for (const [table, count] of rowsOfTables(riverbank))
    if (count > (before.get(table) ?? 0) + MOST_ROWS)
      faults.push(`${table} grew by ${count - (before.get(table) ?? 0)}`)
  const other = await logInOverHttp(riverbank, usernames.niamh)
  const [question] = riverbank.rows('select id from questions where isForAll = 1')
  const fields = { intent: 'answer', id: `${question?.id}`, answer: '0' }
  const { status } = await post(riverbank.url, '/dashboard/notices?index', fields, other)
  if (status >= 400) faults.push(`another student on the same network is answered ${status}`)

  const display = { text: '125', contrast: 'usual', scheme: 'light' }
  for (let save = 0; !short && save < MAX_KEYS_PER_SENDER + 100; save++)
    await post(riverbank.url, '/settings', display, student)
  const keys = Number(riverbank.rows('select count(*) as n from tickets')[0]?.n)
  if (keys > MAX_KEYS_PER_SENDER + MOST_ROWS) faults.push(`${keys} idempotency keys are stored`)
  return faults
}
