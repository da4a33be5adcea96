import type { Plan } from '~/domain/plans/plans.server'

const ODD_YEARS = 'Please check the years: the end year is before the start year.'

/** Leads to the plans; an end year before the start year was saved, but is warned about. */
export const toPlans = (text: string, { startYear, endYear }: Plan) => ({
  to: '/dashboard/board/plans',
  title: 'Success',
  text: endYear < startYear ? `${text}. ${ODD_YEARS}` : text,
})
