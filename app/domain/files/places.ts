import { type Account, getShortNames } from '~/domain/accounts/account'
import { parsePathId } from '~/domain/path-id'

/** Owner of documents: everyone, all tutors, or one student by id. */
export type FileOwner = 'shared' | 'tutors' | number

export interface FilePlace {
  whose: FileOwner
  name: string
  files: number
}

/** Parses the owner in an address; undefined for anything else. */
export function parseFileOwner(text: string | null): FileOwner | undefined {
  return text === 'shared' || text === 'tutors' ? text : parsePathId(text ?? undefined) || undefined
}

/** Owner of a document; undefined if it is for several students. */
export function getFileOwner({ isShared, studentId }: Sharing): FileOwner | undefined {
  if (Array.isArray(studentId)) return undefined
  return isShared ? 'shared' : (studentId ?? 'tutors')
}

/** Id of the file in a record's `url`: a timetable's file has another id than the timetable. */
export const getFileId = ({ url }: { url: string }) => parsePathId(url.split('/').pop())

/** Audience of a document: everyone, one student or several, or if neither, tutors only. */
export interface Sharing {
  isShared: boolean
  studentId: number | number[] | null
}

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
