import type { Database } from '~db/schema'
import type { BackupStatus } from './backups/backup-status.server'
import type { ClockWatch } from './backups/clock.server'
import type { MailStatus } from './domain/deliveries/mail-status.server'
import type { SetUpAddress } from './http/middleware/set-up.server'
import type { SiteSettings } from './settings.server'
import type { Signer } from './signing.server'

/** Shared by the whole process. `createApp` makes it once; every job gets it, and every request as part of its load context. */
export interface AppContext {
  db: Database
  settings: SiteSettings
  /** Signs values that a client must return unchanged. */
  sign: Signer
  /** The folder of uploaded files. */
  uploads: string
  /** The folder of uploads still being received. */
  incomingUploads: string
  /** The folder that mails are written to when there is no mail server. */
  outbox: string
  /** Problems with the mail server, and attempts to send mail. */
  mailStatus: MailStatus
  /** The address of the set-up form before the first account exists. */
  setUp: SetUpAddress
  clockWatch: ClockWatch
  backupStatus: BackupStatus
}
