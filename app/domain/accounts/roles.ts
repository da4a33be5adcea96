import type { Role } from '~db/choices'

/** What the roles are called. */
export const roleNames: Record<Role, string> = { student: 'Student', tutor: 'Tutor' }
