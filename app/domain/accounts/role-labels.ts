import type { Role } from '~db/choices'

/** What people read for a role. */
export const roleLabels: Record<Role, string> = { student: 'Student', tutor: 'Tutor' }
