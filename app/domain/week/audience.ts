const MAX_NAMES = 6

const listFormat = new Intl.ListFormat('en-IE')

/** 'Daniel and Niamh', '14 students'; for null, 'everyone'. */
export function formatAudience(names: readonly string[] | null): string {
  if (names === null) return 'everyone'
  return names.length > MAX_NAMES ? `${names.length} students` : listFormat.format(names)
}

/** Who sees a change of sessions: 'Everyone can see it now.', 'Daniel and Niamh can see it now.' */
export function describeWhoSees(names: readonly string[] | null): string {
  return `${names === null ? 'Everyone' : formatAudience(names)} can see it now.`
}

/** 'for everyone', 'for all 4'; null for one student's session, which needs no words. */
export function formatNumberOfStudents(studentIds: readonly number[]): string | null {
  if (studentIds.length === 0) return 'for everyone'
  return studentIds.length > 1 ? `for all ${studentIds.length}` : null
}
