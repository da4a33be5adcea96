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
