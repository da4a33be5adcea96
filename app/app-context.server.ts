import type { Database } from '~db/schema'
import type { BackupStatus } from './backups/backup-status.server'
import type { ClockWatch } from './backups/clock.server'
import type { MailStatus } from './domain/deliveries/mail-status.server'
import type { QuietTime } from './domain/quiet-time'
import type { SetUpAddress } from './http/middleware/set-up.server'
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
  clockWatch: ClockWatch
  quietTime: QuietTime
  backupStatus: BackupStatus
}
