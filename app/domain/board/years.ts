import type { BoardMember } from './board.server'

type Term = Pick<BoardMember, 'isCurrent' | 'startDate' | 'endDate'>

/** The years of a member on the board: '2015 - 2019', '2021 - Present' for one who still is; null when no date is known. */
export function yearsOnBoard({ isCurrent, startDate, endDate }: Term): string | null {
  const start = startDate?.slice(0, 4)
  const end = endDate ? endDate.slice(0, 4) : isCurrent && start ? 'Present' : undefined
  return [start, end].filter(Boolean).join(' - ') || null
}

/** True when somebody's end date lies before their start: odd, so tutors are told, but theirs to decide. */
export function leftBeforeStart({ startDate, endDate }: Pick<BoardMember, 'startDate' | 'endDate'>): boolean {
  return startDate !== null && endDate !== null && endDate < startDate
}
