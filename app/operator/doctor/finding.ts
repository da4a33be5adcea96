import type { Settings } from '~/settings.server'

/** What is looked at, in the order it is told. */
export type CheckName =
  | 'settings'
  | 'folder'
  | 'disk'
  | 'database'
  | 'uploads'
  | 'backups'
  | 'queue'
  | 'server'
  | 'address'
  | 'proxy'
  | 'clock'
  | 'mail'
  | 'spf'
  | 'dmarc'

/** What was found: that all is well, something to know, or a fault with what to do about it. */
export interface Finding {
  check: CheckName
  state: 'ok' | 'note' | 'fault'
  says: string
  todo?: string
}

/** Who is looked at, and how. */
export interface Patient {
  settings: Settings
  /** Where a mail is sent to, to see it arrive; undefined for no mail. */
  to?: string
  /** The name server that is asked in place of the machine's own. */
  dns?: string
  /** For how many milliseconds a mail server may keep the doctor waiting. */
  patience?: number
}

export type Check = (patient: Patient) => Promise<Finding | Finding[]>

/** Findings of one check. */
export const findings = (check: CheckName) => ({
  ok: (says: string): Finding => ({ check, state: 'ok', says }),
  note: (says: string, todo?: string): Finding => ({ check, state: 'note', says, todo }),
  fault: (says: string, todo: string): Finding => ({ check, state: 'fault', says, todo }),
})
