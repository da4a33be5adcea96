import { z } from 'zod'
import { LONGEST_HTML } from '~/domain/formatting'
import {
  checkbox,
  easyReadText,
  numberOr,
  openedVersion,
  optionalParagraphs,
  optionalWebAddress,
  requiredHtml,
  requiredText,
} from '~/domain/rules'
import { FIRST_YEAR, getDefaultEndYear, getDefaultStartYear, LAST_YEAR } from './plans'

function yearField(label: string, byDefault: () => number) {
  const message = `${label} must be from ${FIRST_YEAR} to ${LAST_YEAR}.`
  return numberOr(byDefault, z.number(message).int(message).min(FIRST_YEAR, message).max(LAST_YEAR, message))
}

export const newPlan = z.object({
  title: requiredText('Title is required'),
  description: optionalParagraphs(500),
  startYear: yearField('Start year', getDefaultStartYear),
  endYear: yearField('End year', getDefaultEndYear),
  easyRead: easyReadText(),
  content: requiredHtml('Content is required', LONGEST_HTML),
  documentUrl: optionalWebAddress(),
  isActive: checkbox(true),
})
export type NewPlan = z.output<typeof newPlan>

/** The same for the form, which leaves out unticked boxes. */
export const planForm = newPlan.extend({ isActive: checkbox(false) })

export const planEdit = planForm.extend({ version: openedVersion() })
