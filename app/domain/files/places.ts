import { parsePathId } from '~/domain/path-id'

/** Whose files a tutor looks at: those for everybody, the tutors' own, or one student's by id. */
export type FileOwner = 'shared' | 'tutors' | number

export interface FilePlace {
  whose: FileOwner
  name: string
  files: number
}

/** The place in an address; undefined where it names none. */
export function parseFileOwner(text: string | null): FileOwner | undefined {
  return text === 'shared' || text === 'tutors' ? text : parsePathId(text ?? undefined) || undefined
}

/** The place of a document; of those for several students there is none. */
export function getFileOwner({ isShared, studentId }: Sharing): FileOwner | undefined {
  if (Array.isArray(studentId)) return undefined
  return isShared ? 'shared' : (studentId ?? 'tutors')
}

/** The id of the file that an address gives the bytes of: a timetable's is another than its own. */
export const getFileId = ({ url }: { url: string }) => parsePathId(url.split('/').pop())

/** Whose a document is: everybody's, one student's or several students', or with neither the tutors'. */
export interface Sharing {
  isShared: boolean
  studentId: number | number[] | null
}
