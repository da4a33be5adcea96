import type { Tutor } from '~/domain/accounts/account'
import { logFor } from '~/domain/activity/activity.server'
import { applyPatch, type Change, type InWords } from '~/domain/change.server'
import { orNotFound } from '~/domain/refused'
import { fromTyped, type SafeHtml, toSafeHtml } from '~/domain/rich-text.server'
import { erasing } from '~db/erase'
import type { Bit, Database, Row } from '~db/schema'
import { type NewPlan, newPlan } from './schema'

const logPlan = logFor('strategic plan')

/** A strategic plan, its HTML sanitised. */
export type Plan = Omit<Row<'strategicPlans'>, 'isActive' | 'content'> & { isActive: boolean; content: SafeHtml }

/** A plan's fields with labels, for the notice of a conflict. */
export const planInWords: InWords<NewPlan> = [
  { label: 'Title', of: ({ title }) => title },
  { label: 'Description', of: ({ description }) => description },
  { label: 'Start Year', of: ({ startYear }) => String(startYear) },
  { label: 'End Year', of: ({ endYear }) => String(endYear) },
  { label: 'Content', of: ({ content }) => fromTyped(content) },
  { label: 'Document URL', of: ({ documentUrl }) => documentUrl },
  { label: 'Active Plan', of: ({ isActive }) => (isActive ? 'Yes' : 'No') },
]

/** All strategic plans, the active ones first, then the newest. */
export async function listPlans(db: Database): Promise<Plan[]> {
  return (await plans(db).execute()).map(toPlan)
}

/** The active plans, the newest first. */
export async function listActivePlans(db: Database): Promise<Plan[]> {
  return (await plans(db).where('isActive', '=', 1).execute()).map(toPlan)
}

/** One plan, or null. */
export async function findPlan(db: Database, id: number): Promise<Plan | null> {
  const row = await plans(db).where('id', '=', id).executeTakeFirst()
  return row ? toPlan(row) : null
}

/** Adds a plan and returns its record. */
export async function addPlan(db: Database, tutor: Tutor, plan: NewPlan): Promise<Plan> {
  return db.transaction().execute(async (change) => {
    const insert = change.insertInto('strategicPlans').values(toRow(plan))
    const added = await insert.returningAll().executeTakeFirstOrThrow()
    await logPlan(change, tutor, 'added', added)
    return toPlan(added)
  })
}

/** Changes a plan and returns its record. Throws Refused, 404, and what merged throws. */
export async function changePlan(db: Database, tutor: Tutor, id: number, change: Change<NewPlan>): Promise<Plan> {
  return db.transaction().execute(async (transaction) => {
    const before = orNotFound(await findPlan(transaction, id))
    const plan = await applyPatch(transaction, 'strategic plan', before, change, newPlan)
    const update = transaction
      .updateTable('strategicPlans')
      .set({ ...toRow(plan, before), version: before.version + 1 })
    const changed = await update.where('id', '=', id).returningAll().executeTakeFirstOrThrow()
    await logPlan(transaction, tutor, 'changed', changed)
    return toPlan(changed)
  })
}

/** Removes a plan and returns the removed record. Throws Refused, 404. */
export async function removePlan(db: Database, tutor: Tutor, id: number): Promise<Plan> {
  return erasing(db, async (change) => {
    const remove = change.deleteFrom('strategicPlans').where('id', '=', id)
    const removed = orNotFound(await remove.returningAll().executeTakeFirst())
    await logPlan(change, tutor, 'deleted', removed)
    return toPlan(removed)
  })
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

function toPlan(row: Row<'strategicPlans'>): Plan {
  return { ...row, isActive: row.isActive === 1, content: toSafeHtml(row.content) }
}

/** What was not typed anew stays as it was. */
function toRow({ isActive, content, ...fields }: NewPlan, before?: Plan) {
  const html = content === before?.content ? before.content : fromTyped(content)
  return { ...fields, content: html, isActive: (isActive ? 1 : 0) as Bit }
}
