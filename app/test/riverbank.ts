import { mkdtempSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ActionFunctionArgs, AppLoadContext } from '@remix-run/node'
import { sessionHeader } from '~/auth/identity.server'
import { type SessionSecrets, startSession } from '~/auth/sessions.server'
import type { Account } from '~/domain/accounts/account'
import { addAccount } from '~/domain/accounts/accounts.server'
import { outboxIn } from '~/domain/deliveries/outbox.server'
import { Refused } from '~/domain/refused'
import { answerTo } from '~/http/answering.server'
import { sealWith } from '~/seal.server'
import { readSettings, type Settings, siteSettings } from '~/settings.server'
import { migrate } from '~db/migrate'
import { openDatabase } from '~db/open'
import type { Database } from '~db/schema'

/** The people every test knows: a tutor and two students. */
export type Person = 'aoife' | 'daniel' | 'niamh'
const people: Record<Person, Omit<Account, 'id'>> = {
  aoife: { username: 'aoife', role: 'tutor', firstName: 'Aoife', lastName: 'Brennan' },
  daniel: { username: 'daniel', role: 'student', firstName: 'Daniel', lastName: 'Okafor' },
  niamh: { username: 'niamh', role: 'student', firstName: 'Niamh', lastName: 'Walsh' },
}
export const password = 'a long enough password'

export interface TestRiverbank {
  db: Database
  uploads: string
  context: AppLoadContext
  /** All of the settings, as the server itself has them. */
  settings: Settings
  people: Record<Person, Account>
  sessions: Record<Person, SessionSecrets>
  /** A request to a page or a call, with a person's cookie when `as` is given. */
  request: (path: string, init?: RequestInit & { as?: Person }) => Promise<Request>
  close: () => Promise<void>
}

/** A Riverbank of its own for one test: a migrated SQLite file, an upload folder, three people who are logged in. */
export async function freshRiverbank(): Promise<TestRiverbank> {
  const dataDir = mkdtempSync(join(tmpdir(), 'riverbank-test-'))
  const uploads = join(dataDir, 'uploads')
  const db = openDatabase(join(dataDir, 'riverbank.sqlite'))
  await migrate(db)
  const settings = readSettings({ DATA_DIR: dataDir })
  const context: AppLoadContext = {
    db,
    settings: siteSettings(settings),
    seal: sealWith('only for the tests, 0123456789 0123456789'),
    uploads,
    outbox: outboxIn(settings),
    nonce: 'test',
    network: '127.0.0.1',
    isCrowded: false,
  }

  const accounts = {} as Record<Person, Account>
  const sessions = {} as Record<Person, SessionSecrets>
  for (const [name, person] of Object.entries(people) as [Person, Omit<Account, 'id'>][]) {
    const id = await addAccount(db, { ...person, password })
    accounts[name] = { id, ...person }
    sessions[name] = await startSession(db, id, false)
  }

  return {
    db,
    uploads,
    context,
    settings,
    people: accounts,
    sessions,
    request: async (path, { as, ...init } = {}) => {
      const headers = new Headers(init.headers)
      if (as) headers.set('Cookie', (await sessionHeader(context, sessions[as].cookie, false)).split(';')[0] ?? '')
      return new Request(new URL(path, 'http://riverbank.test'), { ...init, headers })
    },
    close: async () => {
      await db.destroy()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

/** A form's fields as a browser posts them. */
export function formOf(fields: Record<string, string>): RequestInit {
  return { method: 'POST', body: new URLSearchParams(fields) }
}

/** A route's loader and action, those that it has. */
export type Doors = Partial<Record<'loader' | 'action', (args: ActionFunctionArgs) => unknown>>

/** What a loader or action answers, whether it returned the Response or threw it. */
export async function answerOf(run: () => unknown): Promise<Response> {
  const result = await Promise.resolve()
    .then(run)
    .catch((thrown: unknown) => thrown)
  if (result instanceof Response) return result
  // Its shape is the API's: which of the two it would be is the server's to say (http/answering.server.ts).
  if (result instanceof Refused) return answerTo(new Request('http://riverbank.test/api/'), result)
  if (result instanceof Error) throw result
  const { data, init } = (result ?? {}) as { data?: unknown; init?: ResponseInit | null }
  return Response.json(data ?? result ?? null, init ?? undefined)
}
