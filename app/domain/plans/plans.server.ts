import { toSafeHtml } from '~/domain/rich-text.server'
import type { SafeHtml } from '~/ui/rich-text'
import type { Database, Row } from '~db/schema'

/** Spec section 3, Strategic plan. */
export type Plan = Omit<Row<'strategicPlans'>, 'isActive' | 'content'> & { isActive: boolean; content: SafeHtml }

/** All strategic plans, the active ones first, then the newest; their HTML is safe to show. */
export async function listPlans(db: Database): Promise<Plan[]> {
  const rows = await db
    .selectFrom('strategicPlans')
    .selectAll()
    .orderBy('isActive', 'desc')
    .orderBy('startYear', 'desc')
    .orderBy('endYear', 'desc')
    .orderBy('id', 'desc')
    .execute()
  return rows.map((row) => ({ ...row, isActive: row.isActive === 1, content: toSafeHtml(row.content) }))
}
