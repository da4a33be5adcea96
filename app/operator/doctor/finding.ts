import type { Settings } from '~/settings.server'

/** What was found: that all is well, something to know, or a fault with what to do about it. */
export interface Finding {
  check: string
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

/** Looks at one thing, and says what it found by `ok`, `note` and `fault` of `findings`. */
export type Check = (patient: Patient, say: Findings) => Promise<Finding | Finding[]>
export type Findings = ReturnType<typeof findings>

/** Findings of one check. */
export const findings = (check: string) => ({
  ok: (says: string): Finding => ({ check, state: 'ok', says }),
  note: (says: string, todo?: string): Finding => ({ check, state: 'note', says, todo }),
  fault: (says: string, todo: string): Finding => ({ check, state: 'fault', says, todo }),
})
