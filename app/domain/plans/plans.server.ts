import { z } from 'zod'
import { shownEasyRead, storedEasyRead, typedEasyRead } from '~/domain/easy-read.server'
import { easyReadHtml, recordId, recordOf, recordVersion, textOrNone } from '~/domain/record'
import { records } from '~/domain/records.server'
import type { SafeHtml } from '~/domain/rich-text.server'
import { fromTyped, toSafeHtml, toTyped } from '~/domain/rich-text.server'
import type { Bit, Database, Row } from '~db/schema'
import { newPlan } from './schema'
import { FIRST_YEAR, LAST_YEAR } from './years'

export type Plan = Omit<Row<'strategicPlans'>, 'isActive' | 'content' | 'easyRead'> & {
  isActive: boolean
  content: SafeHtml
  easyRead: SafeHtml | null
}

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

const toPlan = (row: Row<'strategicPlans'>): Plan => ({
  ...row,
  isActive: row.isActive === 1,
  content: toSafeHtml(row.content),
  easyRead: shownEasyRead(row),
})

export const {
  find: findPlan,
  add: addPlan,
  change: changePlan,
  remove: removePlan,
  inWords: planInWords,
} = records('strategicPlans', {
  noun: 'strategic plan',
  rules: newPlan,
  labels: [
    { label: 'Title', of: ({ title }) => title },
    { label: 'Description', of: ({ description }) => description },
    { label: 'Start Year', of: ({ startYear }) => String(startYear) },
    { label: 'End Year', of: ({ endYear }) => String(endYear) },
    { label: 'Easy Read', of: typedEasyRead },
    { label: 'Content', of: ({ content }) => toTyped(content) },
    { label: 'Document URL', of: ({ documentUrl }) => documentUrl },
    { label: 'Active Plan', of: ({ isActive }) => (isActive ? 'Yes' : 'No') },
  ],
  titleOf: ({ title }) => title,
  toRecord: toPlan,
  toRow: ({ isActive, content, easyRead, ...fields }, before) => ({
    ...fields,
    // What was not typed anew stays as it was.
    content: content === before?.content ? content : fromTyped(content),
    easyRead: storedEasyRead(easyRead, before),
    isActive: (isActive ? 1 : 0) as Bit,
  }),
})

/** All strategic plans, the active ones first, then the newest. */
export async function listPlans(db: Database): Promise<Plan[]> {
  return (await plans(db).execute()).map(toPlan)
}

export async function listActivePlans(db: Database): Promise<Plan[]> {
  return (await plans(db).where('isActive', '=', 1).execute()).map(toPlan)
}

function plans(db: Database) {
  return db
    .selectFrom('strategicPlans')
    .selectAll()
    .orderBy('isActive', 'desc')
    .orderBy('startYear', 'desc')
    .orderBy('endYear', 'desc')
    .orderBy('id', 'desc')
}
