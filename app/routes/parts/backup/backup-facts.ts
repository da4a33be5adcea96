import { formatSize } from '~/domain/files/kinds'
import { formatDateTime } from '~/ui/dates'

/** A whole backup as tutors see it: the moment (ISO 8601), its bytes, and what it lacks in words. */
export interface WholeBackup {
  at: string
  bytes: number
  lacks: string | null
}

/** What a tutor reads of a whole backup. */
export const backupFacts = ({ at, bytes, lacks }: WholeBackup) => [
  { name: 'When', value: formatDateTime(at) },
  { name: 'Size', value: formatSize(bytes) },
  { name: 'Is it whole?', value: lacks ? `No: ${lacks}` : 'Yes, nothing is missing' },
]
