import type { Database } from '~db/schema'
import type { BackupStatus } from './backups/backup-status.server'
import type { ClockWatch } from './backups/clock.server'
import type { MailStatus } from './domain/deliveries/mail-status.server'
import type { SetUpAddress } from './http/gate/set-up.server'
import type { Seal } from './seal.server'
import type { SiteSettings } from './settings.server'

/** What the whole process shares. `createApp` makes it once, and passes it to every job and, as a part of the load context, to every request. */
export interface AppContext {
  db: Database
  settings: SiteSettings
  /** Seals what a client has to return unchanged. */
  seal: Seal
  /** The folder of uploaded files. */
  uploads: string
  /** The folder of files that are being sent. */
  arriving: string
  /** The folder that mails are written to without a mail server. */
  outbox: string
  /** Trouble with the mail server, and the attempts to send mail. */
  mailStatus: MailStatus
  /** The first start's form. */
  setUp: SetUpAddress
  clockWatch: ClockWatch
  backupStatus: BackupStatus
}
