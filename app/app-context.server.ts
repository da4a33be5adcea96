import type { MailStatus } from '~/domain/deliveries/sending.server'
import type { QuietTime } from '~/domain/job.server'
import type { Database } from '~db/schema'
import type { SetUpAddress } from './auth/secret-links.server'
import type { Session } from './auth/sessions.server'
import type { BackupStatus } from './backups/backup-status.server'
import type { ClockWatch } from './backups/clock.server'
import type { BackupTurns } from './backups/make.server'
import type { Account } from './domain/accounts/account'
import type { PerResponseValues } from './http/cache/render-cache.server'
import type { SiteWarnings } from './http/errors/warnings.server'
import type { FormSubmission } from './http/forms/idempotency.server'
import type { RefusedRequests } from './http/limits/requests-in-turn'
import type { DeclaredRoute, DeclaredTab } from './http/remix/routes'
import type { SecurityLog } from './security-log.server'
import type { SiteSettings } from './settings.server'
import type { Signer } from './signing.server'

/** State shared by the whole process. `createApp` creates it; jobs get it, and requests as part of their load context. */
export interface AppContext {
  db: Database
  settings: SiteSettings
  /** Signs values that a client must return unchanged. */
  sign: Signer
  /** The folder of uploaded files. */
  uploads: string
  /** The folder of unfinished uploads. */
  incomingUploads: string
  /** The folder for mails while there is no mail server. */
  outbox: string
  /** Problems with the mail server, and attempts to send mail. */
  mailStatus: MailStatus
  /** The address of the set-up form before the first account exists. */
  setUp: SetUpAddress
  /** Faults in the configuration. */
  siteWarnings: SiteWarnings
  securityLog: SecurityLog
  clockWatch: ClockWatch
  quietTime: QuietTime
  backupStatus: BackupStatus
  backupTurns: BackupTurns
  refusedRequests: RefusedRequests
}

/** What handlers learn about a request while it is answered. One object for all of them: Remix gives an action a copy of the context. */
export interface RequestState {
  /** The innermost matching route, once Remix has found it. */
  route?: DeclaredRoute
  /** The session that the request was let in with; undefined on routes open to anyone. */
  session?: Session
  /** The sessions searched for, by the headers with credentials. An action, which may end one, leaves none behind. */
  sessions?: Map<string, Promise<Session | null>>
  /** True once the request's form has been refused. */
  isRefused?: boolean
  /** The form that the action read, for the page's loaders, which run after it. */
  sentForm?: FormData
  /** Creates the response that refused the form, for the page's loaders, which may lead elsewhere. */
  createFormRefusal?: () => Response
  /** The methods that a page with a form takes, for the Allow header of 405. */
  allowedMethods?: string
}

declare module '@remix-run/node' {
  /** What loaders and actions get with a request. */
  interface AppLoadContext extends AppContext {
    state: RequestState
    /** Values that are unique to this response. */
    perResponse: PerResponseValues
    /** True for a log-in if too many others wait for their passwords to be checked. */
    isOverloaded: boolean
    /** True if the response is the same for everyone and may be cached. */
    isForAll?: boolean
    /** The sub-tabs of the portal that routes declare. */
    subTabs?: DeclaredTab[]
    /** The scripts of the portal's tabs for people of each role. */
    tabModules?: Record<Account['role'], string[]>
    /** The client's network, as TRUST_PROXY determines it. */
    network: string
    /** The form that an action processes. Its `db` then is one whose transactions write the form's idempotency key. */
    submission?: FormSubmission
  }
}
