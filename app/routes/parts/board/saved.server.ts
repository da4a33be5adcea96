import type { BoardMember } from '~/domain/board/board.server'
import { hasLeftBeforeStart } from '~/domain/board/years'
import type { UploadNote } from '~/domain/files/notes'
import type { Plan } from '~/domain/plans/plans.server'
import { paths } from '~/paths'

const DATES_WARNING = 'Please check the dates: the end date is before the start date.'

/** Redirects to the members, with a warning if the saved end date is before the start date. */
export const createMemberSaveResult = (text: string, member: BoardMember & UploadNote) => ({
  to: paths.dashboard.board.list,
  title: 'Success',
  text: hasLeftBeforeStart(member) ? `${text}. ${DATES_WARNING}` : text,
  detail: member.note,
})

const YEARS_WARNING = 'Please check the years: the end year is before the start year.'

/** Redirects to the plans, with a warning if the saved end year is before the start year. */
export const createPlanSaveResult = (text: string, { startYear, endYear }: Plan) => ({
  to: paths.dashboard.board.plans.list,
  title: 'Success',
  text: endYear < startYear ? `${text}. ${YEARS_WARNING}` : text,
})
