import { type RawBuilder, sql } from 'kysely'
import type { Account } from '~/domain/accounts/account'
import type { Database } from '~db/schema'

/** SQL condition, in a query of guides: whether `user` may see the guide in the portal. Students see none without steps. */
export const isGivenTo = (user: Pick<Account, 'id' | 'role'>): RawBuilder<boolean> =>
  user.role === 'tutor'
    ? sql`true`
    : sql`((guides.isForAll = 1 or exists (select 1 from guideStudents as given
        where given.guideId = guides.id and given.userId = ${user.id}))
        and exists (select 1 from guideSteps as steps where steps.guideId = guides.id))`

/** The ids of these guides that `user` may see. */
export async function findGivenGuides(
  db: Database,
  user: Pick<Account, 'id' | 'role'>,
  ids: readonly number[],
): Promise<Set<number>> {
  if (ids.length === 0) return new Set()
  const guides = db.selectFrom('guides').select('id').where('id', 'in', ids).where(isGivenTo(user))
  return new Set((await guides.execute()).map(({ id }) => id))
}
