/** What somebody with an account is. */
export const roles = ['student', 'tutor'] as const
export type Role = (typeof roles)[number]
