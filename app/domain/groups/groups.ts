import { type Account, compareNames } from '~/domain/accounts/account'

/** The form field of ticked groups. The server replaces each with its students (expandGroups). */
export const GROUP_FIELD = 'groupIds'

/** A student to choose, with the groups that they are in. */
export type StudentChoice = Account & { groups: { id: number; name: string }[] }

/** A student to choose. Forms offer groups only if the students have them. */
export type ListedStudent = Account & Partial<StudentChoice>

/** The groups of these students, by name, each with its students' ids. */
export function listGroupsOf(students: ListedStudent[]): { id: number; name: string; studentIds: number[] }[] {
  const groups = new Map<number, { id: number; name: string; studentIds: number[] }>()
  for (const student of students)
    for (const group of student.groups ?? []) {
      const known = groups.get(group.id) ?? { ...group, studentIds: [] }
      groups.set(group.id, { ...known, studentIds: [...known.studentIds, student.id] })
    }
  return [...groups.values()].sort((one, other) => compareNames(one.name, other.name))
}
