import { z } from 'zod'
import { easyReadHtml, recordId, recordOf, recordVersion, textOrNone } from '~/domain/record'
import type { Plan } from './plans.server'
import { FIRST_YEAR, LAST_YEAR } from './years'

/** A strategic plan as the API returns it. */
export const planRecord = recordOf<Plan>()(
  'StrategicPlan',
  'A strategic plan. Its content is HTML that is safe to show.',
  {
    id: [recordId, 1],
    title: [z.string(), 'Open doors'],
    description: [textOrNone, 'Three years, three aims.'],
    easyRead: [easyReadHtml, null],
    content: [z.string(), '<p>One: more days out.</p>'],
    documentUrl: [textOrNone, null],
    startYear: [z.int().min(FIRST_YEAR).max(LAST_YEAR), 2025],
    endYear: [z.int().min(FIRST_YEAR).max(LAST_YEAR), 2028],
    isActive: [z.boolean(), true],
    version: [recordVersion, 1],
  },
)
