import { formatSize } from '~/domain/files/kinds'
import { formatDateTime } from '~/ui/dates'

/** A finished backup: `at` in ISO 8601, `lacks` as text for tutors. */
export interface FinishedBackupInfo {
  at: string
  bytes: number
  lacks: string | null
}

export const listBackupFacts = ({ at, bytes, lacks }: FinishedBackupInfo) => [
  { name: 'When', value: formatDateTime(at) },
  { name: 'Size', value: formatSize(bytes) },
  { name: 'Is it complete?', value: lacks ? `No: ${lacks}` : 'Yes, nothing is missing' },
]
