import { z } from 'zod'
import { easyReadHtml, recordId, recordOf, recordVersion, textOrNone } from '~/domain/record'
import type { Plan } from './plans.server'
import { FIRST_YEAR, LAST_YEAR } from './years'

/** A strategic plan as the API returns it. */
export const planRecord = recordOf<Plan>()(
  'StrategicPlan',
  'A strategic plan. Its content is HTML that is safe to show.',
  {
    id: recordId,
    title: z.string(),
    description: textOrNone,
    easyRead: easyReadHtml,
    content: z.string(),
    documentUrl: textOrNone,
    startYear: z.int().min(FIRST_YEAR).max(LAST_YEAR),
    endYear: z.int().min(FIRST_YEAR).max(LAST_YEAR),
    isActive: z.boolean(),
    version: recordVersion,
  },
  {
    id: 1,
    title: 'Open doors',
    description: 'Three years, three aims.',
    easyRead: null,
    content: '<p>One: more days out.</p>',
    documentUrl: null,
    startYear: 2025,
    endYear: 2028,
    isActive: true,
    version: 1,
  },
)
