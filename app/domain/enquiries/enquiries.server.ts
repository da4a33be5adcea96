import type { Database } from '~db/schema'
import type { NewEnquiry } from './schema'

/** Stores an enquiry; one that looks like spam is kept too, and marked (decisions.md section 7). Gives its id. */
export async function addEnquiry(
  db: Database,
  enquiry: NewEnquiry,
  { suspected }: { suspected: boolean },
): Promise<number> {
  const { id } = await db
    .insertInto('enquiries')
    .values({ ...enquiry, suspected: suspected ? 1 : 0, createdAt: new Date().toISOString() })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}
