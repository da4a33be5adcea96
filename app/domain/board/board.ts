import type { BoardMember } from './board.server'

type BoardTerm = Pick<BoardMember, 'isCurrent' | 'startDate' | 'endDate'>

/** A member's years on the board: '2015 - 2019', or '2021 - Present' for a current one; null if no date is known. */
export function formatYearsOnBoard({ isCurrent, startDate, endDate }: BoardTerm): string | null {
  const start = startDate?.slice(0, 4)
  const end = endDate ? endDate.slice(0, 4) : isCurrent && start ? 'Present' : undefined
  return [start, end].filter(Boolean).join(' - ') || null
}

/** True if the end date is before the start date. It is saved anyway, with a warning to tutors. */
export function hasLeftBeforeStart({ startDate, endDate }: Pick<BoardMember, 'startDate' | 'endDate'>): boolean {
  return startDate !== null && endDate !== null && endDate < startDate
}
