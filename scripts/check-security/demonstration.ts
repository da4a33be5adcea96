import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { password, type RunningRiverbank, startRiverbank } from '../../app/test/running'
import { cookiesIn } from '../check-api/people'
import { type Answer, send } from '../check-api/wire'
import type { Pace } from './pace'
import { form } from './records'

const accounts = ['demo.tutor', 'demo.student', 'demo.student2']

const byCall = ({ url }: RunningRiverbank, username: string): Promise<Answer> =>
  send(url, {
    method: 'POST',
    path: '/api/login',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ username, password }),
  })

function byPage({ url }: RunningRiverbank, username: string): Promise<Answer> {
  const { headers, body } = form({ username, password })
  return send(url, { method: 'POST', path: '/portal', headers: { 'Sec-Fetch-Site': 'same-origin', ...headers }, body })
}

/** What a session opens: the statuses of a page and an API call, by the cookie and by the token. */
async function opened({ url }: RunningRiverbank, cookie: string, token: string): Promise<Record<string, number>> {
  const statuses: Record<string, number> = {}
  const credentials: [string, Record<string, string>][] = [
    ['cookie', { Cookie: cookie }],
    ['token', { Authorization: `Bearer ${token}` }],
  ]
  for (const path of ['/dashboard', '/api/files'])
    for (const [by, headers] of credentials)
      statuses[`${path} by ${by}`] = (await send(url, { method: 'GET', path, headers })).status
  return statuses
}

/** Runs the product on `dataDir` while `use` runs. */
async function running<Result>(
  settings: Record<string, string>,
  use: (riverbank: RunningRiverbank) => Promise<Result>,
): Promise<Result> {
  const riverbank = await startRiverbank({ NODE_ENV: 'production', ...settings })
  try {
    return await use(riverbank)
  } finally {
    await riverbank.stop()
  }
}

/** The demonstration's accounts have a known password: they are open only while the product runs as a demonstration. */
export async function demonstrationFaults(_pace: Pace): Promise<string[]> {
  const dataDir = mkdtempSync(join(tmpdir(), 'riverbank-demonstration-'))
  const faults: string[] = []
  const expect = (what: string, got: number, ...expected: number[]) => {
    if (!expected.includes(got)) faults.push(`${what}: ${got}, not ${expected.join(' or ')}`)
  }
  async function enter(riverbank: RunningRiverbank, when: string) {
    for (const username of accounts) {
      expect(`${username} by the call, ${when}`, (await byCall(riverbank, username)).status, 200)
      expect(`${username} by the page, ${when}`, (await byPage(riverbank, username)).status, 303)
    }
  }
  try {
    const session = await running({ DATA_DIR: dataDir }, async (riverbank) => {
      await enter(riverbank, 'in the demonstration')
      const answer = await byCall(riverbank, 'demo.tutor')
      const found = {
        cookie: cookiesIn(answer).join('; '),
        token: (JSON.parse(answer.text) as { token: string }).token,
      }
      for (const [what, status] of Object.entries(await opened(riverbank, found.cookie, found.token)))
        expect(`${what} in the demonstration`, status, 200)
      return found
    })
    await running({ DATA_DIR: dataDir, DEMO: '0' }, async (riverbank) => {
      for (const username of accounts) {
        expect(`${username} by the call without DEMO`, (await byCall(riverbank, username)).status, 401)
        expect(`${username} by the page without DEMO`, (await byPage(riverbank, username)).status, 401)
      }
      for (const [what, status] of Object.entries(await opened(riverbank, session.cookie, session.token)))
        expect(`${what} of an old session without DEMO`, status, 303, 401)
      if (!/demonstration[^\n]*closed|closed[^\n]*demonstration/i.test(riverbank.output()))
        faults.push('without DEMO the log does not say that the demonstration’s accounts are closed')
    })
    await running({ DATA_DIR: dataDir }, (riverbank) => enter(riverbank, 'in the demonstration again'))
  } finally {
    rmSync(dataDir, { recursive: true, force: true })
  }
  console.log(`Demonstration: with DEMO, without, and with it again: ${faults.length} faults`)
  return faults
}
