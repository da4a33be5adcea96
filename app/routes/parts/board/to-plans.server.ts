import type { AppLoadContext } from '@remix-run/node'
import type { Plan } from '~/domain/plans/plans.server'
import { redirectWithMessage } from '~/http/message.server'

const ODD_YEARS = 'Please check the years: the end year is before the start year.'

/** Back to the plans with what was done; years that end before they start were saved, and are warned about. */
export function toPlans(context: AppLoadContext, text: string, { startYear, endYear }: Plan): Promise<Response> {
  return redirectWithMessage(context, '/dashboard/board/plans', {
    kind: 'success',
    title: 'Success',
    text: endYear < startYear ? `${text}. ${ODD_YEARS}` : text,
  })
}
