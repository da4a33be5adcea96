import { pathId } from '~/domain/path-id'

/** Whose files a tutor looks at: those for everybody, the tutors' own, or one student's by id. */
export type Whose = 'shared' | 'tutors' | number

export interface FilePlace {
  whose: Whose
  name: string
  files: number
}

/** The place in an address; undefined where it names none. */
export function whoseIn(text: string | null): Whose | undefined {
  return text === 'shared' || text === 'tutors' ? text : pathId(text ?? undefined) || undefined
}

/** The place of a document; of those for several students there is none. */
export function whoseIs({ isShared, studentId }: Sharing): Whose | undefined {
  if (Array.isArray(studentId)) return undefined
  return isShared ? 'shared' : (studentId ?? 'tutors')
}

/** The id of the file that an address gives the bytes of: a timetable's is another than its own. */
export const fileIdOf = ({ url }: { url: string }) => pathId(url.split('/').pop())

/** Whose a document is: everybody's, one student's or several students', or with neither the tutors'. */
export interface Sharing {
  isShared: boolean
  studentId: number | number[] | null
}
