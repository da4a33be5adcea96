import type { Tutor } from '~/domain/accounts/account'
import { logFor } from '~/domain/activity/activity.server'
import { addPicture } from '~/domain/website/pictures.server'
import type { Centre } from '~/settings.server'
import type { Database } from '~db/schema'
import { loadCentre } from './live.server'

const logCentre = logFor('centre')

/**
 * Shows a picture beside the centre's name on every page: whole, in its own shape. From the commit on `centre` has it. Throws Refused,
 * 400, for what is no picture.
 */
export async function changeLogo(
  { db, uploads, centre }: { db: Database; uploads: string; centre: Centre },
  tutor: Tutor,
  file: File,
): Promise<void> {
  const name = await addPicture(db, uploads, tutor, file)
  await db.transaction().execute(async (change) => {
    await putLogo(change, name)
    await logCentre(change, tutor, 'changed', { id: 1, title: 'Logo' })
  })
  await loadCentre(db, centre)
}

/** Keeps the name of a picture as the logo's, as part of a transaction. */
export async function putLogo(change: Database, name: string): Promise<void> {
  const row = { name: 'logo' as const, value: name }
  await change
    .insertInto('portalSettings')
    .values(row)
    .onConflict((before) => before.column('name').doUpdateSet(row))
    .execute()
}

/** Shows our drawing again. */
export async function dropLogo(db: Database, centre: Centre, tutor: Tutor): Promise<void> {
  await db.transaction().execute(async (change) => {
    await change.deleteFrom('portalSettings').where('name', '=', 'logo').execute()
    await logCentre(change, tutor, 'changed', { id: 1, title: 'Logo' })
  })
  await loadCentre(db, centre)
}
