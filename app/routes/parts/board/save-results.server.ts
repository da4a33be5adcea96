import { hasLeftBeforeStart } from '~/domain/board/board'
import type { BoardMember } from '~/domain/board/board.server'
import type { UploadNote } from '~/domain/files/notes'
import type { Plan } from '~/domain/plans/plans.server'
import { paths } from '~/paths'

const DATES_WARNING = 'Please check the dates: the end date is before the start date.'

/** The result of saving a member, with a warning if the end date is before the start date. */
export const createMemberSaveResult = (text: string, member: BoardMember & UploadNote) => ({
  to: paths.dashboard.board.list,
  title: 'Success',
  text: hasLeftBeforeStart(member) ? `${text}. ${DATES_WARNING}` : text,
  detail: member.note,
})

const YEARS_WARNING = 'Please check the years: the end year is before the start year.'

/** The result of saving a plan, with a warning if the end year is before the start year. */
export const createPlanSaveResult = (text: string, { startYear, endYear }: Plan) => ({
  to: paths.dashboard.board.plans.list,
  title: 'Success',
  text: endYear < startYear ? `${text}. ${YEARS_WARNING}` : text,
})
