import type { AppLoadContext } from '@remix-run/node'
import type { Plan } from '~/domain/plans/plans.server'
import { redirectWithMessage } from '~/http/forms/message.server'

const ODD_YEARS = 'Please check the years: the end year is before the start year.'

/** Redirects to the plans with a message; an end year before the start year was saved, but is warned about. */
export function toPlans(context: AppLoadContext, text: string, { startYear, endYear }: Plan): Promise<Response> {
  return redirectWithMessage(context, '/dashboard/board/plans', {
    kind: 'success',
    title: 'Success',
    text: endYear < startYear ? `${text}. ${ODD_YEARS}` : text,
  })
}
