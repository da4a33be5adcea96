import type { Settings } from '~/settings.server'

/** A result of a check: 'ok', a 'note' worth knowing, or a 'fault' with the action to take. */
export interface Finding {
  check: string
  state: 'ok' | 'note' | 'fault'
  says: string
  todo?: string
}

/** The settings to check, and options. */
export interface DoctorContext {
  settings: Settings
  /** Recipient of a test email; undefined for none. */
  to?: string
  /** Name server to use instead of the machine's own. */
  dns?: string
  /** Timeout for the mail server, in ms. */
  patience?: number
}

/** A check. It returns its findings, made by `ok`, `note` and `fault`. */
export type DoctorCheck = (patient: DoctorContext, say: Findings) => Promise<Finding | Finding[]>
export type Findings = ReturnType<typeof runCheck>

/** Findings of one check. */
export const runCheck = (check: string) => ({
  ok: (says: string): Finding => ({ check, state: 'ok', says }),
  note: (says: string, todo?: string): Finding => ({ check, state: 'note', says, todo }),
  fault: (says: string, todo: string): Finding => ({ check, state: 'fault', says, todo }),
})
