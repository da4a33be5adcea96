import type { Database, Row } from '~db/schema'

type SettingName = Row<'portalSettings'>['name']

/** A setting of the whole portal; undefined if it is not set. */
export async function readSetting(db: Database, name: SettingName): Promise<string | undefined> {
  const row = db.selectFrom('portalSettings').select('value').where('name', '=', name)
  return (await row.executeTakeFirst())?.value
}

export async function writeSetting(db: Database, name: SettingName, value: string): Promise<void> {
  await db.replaceInto('portalSettings').values({ name, value }).execute()
}

export async function dropSetting(db: Database, name: SettingName): Promise<boolean> {
  const deleted = await db.deleteFrom('portalSettings').where('name', '=', name).executeTakeFirstOrThrow()
  return deleted.numDeletedRows > 0n
}
