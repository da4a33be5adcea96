import type { Account } from '~/domain/accounts/account'
import { canSee, type Sharing } from '~/domain/files/places'

/** The message after an upload of one document or several: also who can see them. */
export function uploaded(count: number, sharing: Sharing, students: readonly Account[]) {
  const one = { title: 'File uploaded', text: 'Your file has been uploaded successfully.' }
  const several = { title: 'Files uploaded', text: `Your ${count} files have been uploaded successfully.` }
  return { kind: 'success', ...(count === 1 ? one : several), detail: canSee(sharing, students, { count }) } as const
}
