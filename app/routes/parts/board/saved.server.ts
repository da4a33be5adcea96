import type { BoardMember } from '~/domain/board/board.server'
import { hasLeftBeforeStart } from '~/domain/board/years'
import type { UploadNote } from '~/domain/files/notes'
import type { Plan } from '~/domain/plans/plans.server'
import { paths } from '~/paths'

const ODD_DATES = 'Please check the dates: the end date is before the start date.'

/** Leads to the members; an end date before the start date was saved, but is warned about. */
export const toMembers = (text: string, member: BoardMember & UploadNote) => ({
  to: paths.dashboard.board.list,
  title: 'Success',
  text: hasLeftBeforeStart(member) ? `${text}. ${ODD_DATES}` : text,
  detail: member.note,
})

const ODD_YEARS = 'Please check the years: the end year is before the start year.'

/** Leads to the plans; an end year before the start year was saved, but is warned about. */
export const toPlans = (text: string, { startYear, endYear }: Plan) => ({
  to: paths.dashboard.board.plans.list,
  title: 'Success',
  text: endYear < startYear ? `${text}. ${ODD_YEARS}` : text,
})
