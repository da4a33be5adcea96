import type { BoardMember } from './board.server'

type Term = Pick<BoardMember, 'isCurrent' | 'startDate' | 'endDate'>

/** A member's years on the board: '2015 - 2019', or '2021 - Present' for a current one; null when no date is known. */
export function formatYearsOnBoard({ isCurrent, startDate, endDate }: Term): string | null {
  const start = startDate?.slice(0, 4)
  const end = endDate ? endDate.slice(0, 4) : isCurrent && start ? 'Present' : undefined
  return [start, end].filter(Boolean).join(' - ') || null
}

/** True when an end date is before its start. It is saved all the same; tutors are warned. */
export function hasLeftBeforeStart({ startDate, endDate }: Pick<BoardMember, 'startDate' | 'endDate'>): boolean {
  return startDate !== null && endDate !== null && endDate < startDate
}
