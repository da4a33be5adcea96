import type { Role } from '~db/choices'

/** The roles' labels. */
export const roleNames: Record<Role, string> = { student: 'Student', tutor: 'Tutor' }
