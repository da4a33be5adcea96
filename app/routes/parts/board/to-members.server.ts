import type { BoardMember } from '~/domain/board/board.server'
import { leftBeforeStart } from '~/domain/board/years'

const ODD_DATES = 'Please check the dates: the end date is before the start date.'

/** Leads to the members; an end date before the start date was saved, but is warned about. */
export const toMembers = (text: string, member: BoardMember) => ({
  to: '/dashboard/board',
  title: 'Success',
  text: leftBeforeStart(member) ? `${text}. ${ODD_DATES}` : text,
})
