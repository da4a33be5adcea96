import type { Account } from '~/domain/accounts/account'
import { getShortNames } from '~/domain/accounts/names'
import type { Sharing } from './places'

const listFormat = new Intl.ListFormat('en-IE')

/** Describes who can see a document: 'Daniel and all tutors'. `otherName` is for a student who has left `students`. */
export function describeAudience(
  { isShared, studentId }: Sharing,
  students: readonly Account[],
  otherName: string | null = null,
): string {
  if (isShared) return 'Everyone with an account'
  if (!studentId) return 'Only tutors'
  const names = getShortNames(students)
  return listFormat.format([
    ...[studentId].flat().map((id) => names.get(id) ?? otherName ?? 'One student'),
    'all tutors',
  ])
}

/** The same as a sentence, for the message after saving one or several documents. */
export function describeAudienceInSentence(
  sharing: Sharing,
  students: readonly Account[],
  { count = 1, otherName = null }: { count?: number; otherName?: string | null } = {},
): string {
  return `${describeAudience(sharing, students, otherName)} can see ${count === 1 ? 'it' : 'them'}.`
}
