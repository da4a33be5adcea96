import { z } from 'zod'
import { LONGEST_HTML } from '~/domain/formatting'
import {
  easyReadText,
  numberOr,
  openedVersion,
  optionalParagraphs,
  optionalWebAddress,
  requiredHtml,
  requiredText,
  tick,
} from '~/domain/rules'
import { defaultEnd, defaultStart, FIRST_YEAR, LAST_YEAR } from './years'

function year(label: string, byDefault: () => number) {
  const message = `${label} must be from ${FIRST_YEAR} to ${LAST_YEAR}.`
  return numberOr(byDefault, z.number(message).int(message).min(FIRST_YEAR, message).max(LAST_YEAR, message))
}

export const newPlan = z.object({
  title: requiredText('Title is required'),
  description: optionalParagraphs(500),
  startYear: year('Start year', defaultStart),
  endYear: year('End year', defaultEnd),
  easyRead: easyReadText(),
  content: requiredHtml('Content is required', LONGEST_HTML),
  documentUrl: optionalWebAddress(),
  isActive: tick(true),
})
export type NewPlan = z.output<typeof newPlan>

/** The same as its form sends it, where an unticked box is left out. */
export const planForm = newPlan.extend({ isActive: tick(false) })

export const planEdit = planForm.extend({ version: openedVersion() })
