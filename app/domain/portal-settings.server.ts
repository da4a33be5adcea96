import type { Database, Row } from '~db/schema'

type Name = Row<'portalSettings'>['name']

/** A setting of the whole portal; undefined while there is none. */
export async function readSetting(db: Database, name: Name): Promise<string | undefined> {
  const row = db.selectFrom('portalSettings').select('value').where('name', '=', name)
  return (await row.executeTakeFirst())?.value
}

export async function writeSetting(db: Database, name: Name, value: string): Promise<void> {
  await db.replaceInto('portalSettings').values({ name, value }).execute()
}

export async function dropSetting(db: Database, name: Name): Promise<boolean> {
  const gone = await db.deleteFrom('portalSettings').where('name', '=', name).executeTakeFirstOrThrow()
  return gone.numDeletedRows > 0n
}
