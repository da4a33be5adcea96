import { copyFileSync, mkdtempSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ActionFunctionArgs, AppLoadContext } from '@remix-run/node'
import { afterAll, afterEach, beforeAll, beforeEach, inject } from 'vitest'
import { createSessionCookieHeader, findRequestSession } from '~/auth/identity.server'
import { createSetUpAddress } from '~/auth/secret-links.server'
import { type SessionSecrets, startSession } from '~/auth/sessions.server'
import { BackupStatus } from '~/backups/backup-status.server'
import { ClockWatch } from '~/backups/clock.server'
import { BackupTurns } from '~/backups/make.server'
import type { Account, Tutor } from '~/domain/accounts/account'
import { loadCentre } from '~/domain/centre/live.server'
import { getOutboxPath } from '~/domain/deliveries/outbox.server'
import { MailStatus } from '~/domain/deliveries/sending.server'
import { clearIncoming, getIncomingFolder } from '~/domain/files/store.server'
import { QuietTime } from '~/domain/job.server'
import { limits } from '~/domain/limits/limits.server'
import { Refused } from '~/domain/refused'
import { createErrorResponse } from '~/http/errors/error-response.server'
import { SiteWarnings } from '~/http/errors/warnings.server'
import { RefusedRequests } from '~/http/limits/requests-in-turn'
import { SecurityLog } from '~/security-log.server'
import { readSettings, type Settings, selectSiteSettings } from '~/settings.server'
import { createSigner } from '~/signing.server'
import { openDatabase } from '~db/open'
import type { Database } from '~db/schema'
import { PASSWORD_OF_PEOPLE, type Person } from './people'

export { PASSWORD_OF_PEOPLE, type Person }

export interface TestRiverbank {
  db: Database
  uploads: string
  context: AppLoadContext
  mailStatus: MailStatus
  settings: Settings
  people: Record<Person, Account> & { aoife: Tutor }
  sessions: Record<Person, SessionSecrets>
  /** A request as a loader or action gets it, with its session looked up, and with a person's cookie if `as` is given. */
  request: (path: string, init?: RequestInit & { as?: Person }) => Promise<Request>
  close: () => Promise<void>
}

type OfEachTest = Pick<TestRiverbank, 'db' | 'uploads' | 'context' | 'settings' | 'people' | 'sessions'>
declare module 'vitest' {
  /** Only tests of files that call setUpFreshRiverbank or shareRiverbank have these. */
  interface TestContext extends OfEachTest {}
}

/** A separate Riverbank for one test: a copy of the template database, an uploads folder, and three people logged in. */
export async function createRiverbank(): Promise<TestRiverbank> {
  // Test files share a process, so reset the counts of other files.
  const { currentPasswords, currentPasswordsInDay, codes, codesInDay } = limits
  for (const limit of [currentPasswords, currentPasswordsInDay, codes, codesInDay])
    for (const id of [1, 2, 3, 4]) limit.clear(String(id))
  const dataDir = mkdtempSync(join(tmpdir(), 'riverbank-test-'))
  const uploads = join(dataDir, 'uploads')
  const arriving = getIncomingFolder(dataDir)
  await clearIncoming(arriving)
  const template = inject('template')
  copyFileSync(template.path, join(dataDir, 'riverbank.sqlite'))
  const db = openDatabase(join(dataDir, 'riverbank.sqlite'), undefined, undefined, 'OFF')
  const settings = readSettings({ DATA_DIR: dataDir })
  await loadCentre(db, settings.centre)
  const mailStatus = new MailStatus()
  const context: AppLoadContext = {
    db,
    settings: selectSiteSettings(settings),
    sign: createSigner('only for the tests, 0123456789 0123456789'),
    uploads,
    incomingUploads: arriving,
    outbox: getOutboxPath(settings),
    mailStatus,
    perResponse: { nonce: 'test' },
    network: '127.0.0.1',
    isOverloaded: false,
    // As for a route with the largest allowed body.
    state: { route: { pattern: '/', screen: { access: 'tutor', body: 'files' }, isPublic: false } },
    setUp: createSetUpAddress(),
    siteWarnings: new SiteWarnings(),
    securityLog: new SecurityLog(),
    clockWatch: new ClockWatch(),
    quietTime: new QuietTime(),
    backupStatus: new BackupStatus(),
    backupTurns: new BackupTurns(),
    refusedRequests: new RefusedRequests(),
  }

  const people = structuredClone(template.accounts) as TestRiverbank['people']
  const sessions = {} as Record<Person, SessionSecrets>
  for (const person of Object.keys(people) as Person[])
    sessions[person] = await startSession(db, people[person].id, false)

  return {
    db,
    uploads,
    context,
    mailStatus,
    settings,
    people,
    sessions,
    request: async (path, { as, ...init } = {}) => {
      const headers = new Headers(init.headers)
      if (as)
        headers.set(
          'Cookie',
          (await createSessionCookieHeader(context, sessions[as].cookie, false)).split(';')[0] ?? '',
        )
      const request = new Request(new URL(path, 'http://riverbank.test'), { ...init, headers })
      context.state.session = (await findRequestSession({ request, context })) ?? undefined
      return request
    },
    close: async () => {
      await db.destroy()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

/** A new Riverbank for each test of a file. Its `people` are the same in each test, and available at once. */
export function setUpFreshRiverbank(): TestRiverbank {
  const riverbank = { people: structuredClone(inject('template').accounts) } as TestRiverbank
  beforeEach(async (test) => {
    Object.assign(riverbank, await createRiverbank())
    Object.assign(test, riverbank)
  })
  afterEach(() => riverbank.close())
  return riverbank
}

export function shareRiverbank(): TestRiverbank {
  const riverbank = {} as TestRiverbank
  beforeAll(async () => void Object.assign(riverbank, await createRiverbank()))
  beforeEach((test) => void Object.assign(test, riverbank))
  afterAll(() => riverbank.close())
  return riverbank
}

/** A form's fields as a browser posts them, with files in parts. */
export function createFormPost(fields: Record<string, string | File>): RequestInit {
  const body = new FormData()
  for (const [name, value] of Object.entries(fields)) body.append(name, value)
  const hasFile = Object.values(fields).some((value) => value instanceof File)
  return { method: 'POST', body: hasFile ? body : new URLSearchParams(fields as Record<string, string>) }
}

export type Handlers = Partial<Record<'loader' | 'action', (args: ActionFunctionArgs) => unknown>>

interface RouteRequest extends RequestInit {
  as?: Person
  params?: Record<string, string | undefined>
  fields?: Record<string, string | File>
}

export async function callRoute(
  riverbank: Pick<TestRiverbank, 'request' | 'context'>,
  handler: (args: ActionFunctionArgs) => unknown,
  path: string,
  { params = {}, fields, ...init }: RouteRequest = {},
): Promise<Response> {
  const request = await riverbank.request(path, { ...(fields && createFormPost(fields)), ...init })
  const session = (await findRequestSession({ request, context: riverbank.context })) ?? undefined
  return getResponse(
    () =>
      handler({ request, params, context: { ...riverbank.context, state: { ...riverbank.context.state, session } } }),
    path,
  )
}

/** The response of a loader or action, returned or thrown. */
export async function getResponse(run: () => unknown, path = '/api/'): Promise<Response> {
  const result = await Promise.resolve()
    .then(run)
    .catch((thrown: unknown) => thrown)
  if (result instanceof Response) return result
  if (result instanceof Refused) return createErrorResponse(new Request(`http://riverbank.test${path}`), result)
  if (result instanceof Error) throw result
  const { data, init } = (result ?? {}) as { data?: unknown; init?: ResponseInit | null }
  return Response.json(data ?? result ?? null, init ?? undefined)
}

/** The flash message of a redirect: 'title / text'. */
export function readFlashMessage(answer: Response): string {
  const value = /riverbank_message=([^;.]+)/.exec(answer.headers.get('Set-Cookie') ?? '')?.[1]
  if (!value) return ''
  const { title, text } = JSON.parse(Buffer.from(decodeURIComponent(value), 'base64').toString('utf8'))
  return `${title} / ${text}`
}
