import { type Account, calledAmong } from '~/domain/accounts/account'
import { pathId } from '~/domain/path-id'

/** Whose files a tutor looks at: those for everybody, the tutors' own, or one student's by id. */
export type Whose = 'shared' | 'tutors' | number

/** A place that files are kept in, and how many. */
export interface FilePlace {
  whose: Whose
  name: string
  files: number
}

/** The place in an address; undefined where it names none. */
export function whoseIn(text: string | null): Whose | undefined {
  return text === 'shared' || text === 'tutors' ? text : pathId(text ?? undefined) || undefined
}

/** The place of a document. */
export function whoseIs({ isShared, studentId }: { isShared: boolean; studentId: number | null }): Whose {
  return isShared ? 'shared' : (studentId ?? 'tutors')
}

/** Whose a document is: everybody's, one student's, or with neither the tutors'. */
export interface Sharing {
  isShared: boolean
  studentId: number | null
}

/** Who sees a document, in words: 'Daniel and all tutors'. `otherName` is that of a student who is not among `students` any more. */
export function whoSees(
  { isShared, studentId }: Sharing,
  students: readonly Account[],
  otherName: string | null = null,
): string {
  if (isShared) return 'Everyone with an account'
  if (!studentId) return 'Only tutors'
  return `${calledAmong(students).get(studentId) ?? otherName ?? 'One student'} and all tutors`
}

/** The same as a sentence, for the message after a save of one document or several. */
export function canSee(
  sharing: Sharing,
  students: readonly Account[],
  { count = 1, otherName = null }: { count?: number; otherName?: string | null } = {},
): string {
  return `${whoSees(sharing, students, otherName)} can see ${count === 1 ? 'it' : 'them'}.`
}
