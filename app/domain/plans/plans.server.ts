import { z } from 'zod'
import { defineRecordSchema, easyReadHtml, recordId, recordVersion, textOrNone } from '~/domain/record'
import { createRepository } from '~/domain/records.server'
import { renderPlainText, renderTexts, type WithRenderedTexts } from '~/domain/rich-text.server'
import type { Bit, Database, Row } from '~db/schema'
import { FIRST_YEAR, LAST_YEAR } from './plans'
import { newPlan } from './schema'

type TypedPlan = Omit<Row<'strategicPlans'>, 'isActive'> & { isActive: boolean }
export type Plan = WithRenderedTexts<TypedPlan, 'content' | 'easyRead'>

export const planRecord = defineRecordSchema<Plan>()(
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

const planRecords = createRepository('strategicPlans', {
  noun: 'strategic plan',
  rules: newPlan,
  labels: [
    { label: 'Title', getText: ({ title }) => title },
    { label: 'Description', getText: ({ description }) => description },
    { label: 'Start Year', getText: ({ startYear }) => String(startYear) },
    { label: 'End Year', getText: ({ endYear }) => String(endYear) },
    { label: 'Easy Read', getText: ({ easyRead }) => renderPlainText(easyRead ?? '') },
    { label: 'Content', getText: ({ content }) => renderPlainText(content) },
    { label: 'Document URL', getText: ({ documentUrl }) => documentUrl },
    { label: 'Active Plan', getText: ({ isActive }) => (isActive ? 'Yes' : 'No') },
  ],
  getTitle: ({ title }) => title,
  toRecord: (row: Row<'strategicPlans'>): TypedPlan => ({ ...row, isActive: row.isActive === 1 }),
  show: (typed: TypedPlan): Plan => renderTexts(typed, { content: {}, easyRead: {} }),
  toRow: ({ isActive, ...fields }) => ({ ...fields, isActive: (isActive ? 1 : 0) as Bit }),
})

export const {
  find: findPlan,
  findTyped: findTypedPlan,
  add: addPlan,
  change: changePlan,
  remove: removePlan,
  descriptions: describePlan,
} = planRecords

/** All strategic plans, active ones first, then newest first. The website shows them. */
export async function listPublicPlans(db: Database): Promise<Plan[]> {
  return (await selectPlans(db).execute()).map(planRecords.show)
}

export async function listPublicActivePlans(db: Database): Promise<Plan[]> {
  return (await selectPlans(db).where('isActive', '=', 1).execute()).map(planRecords.show)
}

function selectPlans(db: Database) {
  return db
    .selectFrom('strategicPlans')
    .selectAll()
    .orderBy('isActive', 'desc')
    .orderBy('startYear', 'desc')
    .orderBy('endYear', 'desc')
    .orderBy('id', 'desc')
}
