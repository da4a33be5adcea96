import { parseThemeName, type ThemeName, themes } from '~/content/themes'
import type { Account, Actor, Tutor } from '~/domain/accounts/account'
import { hashPassword, refuseGuessable } from '~/domain/accounts/password.server'
import { insertPerson } from '~/domain/accounts/people.server'
import { createActivityLogger, logActivity } from '~/domain/activity/activity.server'
import { applyPatch, type Change, type FieldDescriptions } from '~/domain/change.server'
import type { UploadNote } from '~/domain/files/notes'
import { NO_FILE } from '~/domain/files/schema'
import { dropSetting, writeSetting } from '~/domain/portal-settings.server'
import { orNotFound, Refused } from '~/domain/refused'
import { hideAllInvented } from '~/domain/website/hidden.server'
import { addPicture } from '~/domain/website/pictures.server'
import type { Centre } from '~/settings.server'
import type { Database, Row } from '~db/schema'
import {
  findStoredCentreRow,
  loadCentre,
  markLogoWithName,
  readSetUpRecord,
  toCentreDetails,
  toCentreFields,
  writeSetUpRecord,
} from './live.server'
import { type CentreDetails, centreDetails, type FirstStart } from './schema'

const logCentre = createActivityLogger('centre')

/** The centre's details: a single record, with the fields of its form. */
type CentreRecord = CentreDetails & { id: 1; version: number }

export const describeCentre: FieldDescriptions<CentreDetails> = [
  { label: 'Name', getText: ({ name }) => name },
  { label: 'Short name', getText: ({ shortName }) => shortName },
  { label: 'Tagline', getText: ({ tagline }) => tagline },
  { label: 'Learning centre', getText: ({ learningCentre }) => learningCentre },
  { label: 'Telephone', getText: ({ phone }) => phone },
  { label: 'Email', getText: ({ email }) => email },
  { label: 'Address', getText: ({ address }) => address },
  { label: 'Opening hours', getText: ({ openingHours }) => openingHours },
  { label: 'Charity number (CHY)', getText: ({ chy }) => chy },
  { label: 'Registered charity number (RCN)', getText: ({ rcn }) => rcn },
  { label: 'Company number (CRO)', getText: ({ cro }) => cro },
  { label: 'Social media', getText: ({ social }) => social },
  { label: 'Colours', getText: ({ theme }) => themes[theme].label },
]

/** The details to edit: the stored ones, otherwise those of `centre`. */
export async function findCentre(db: Database, centre: Centre): Promise<CentreRecord> {
  const stored = await findStoredCentreRow(db)
  return { ...(stored ? toCentreDetails(stored) : toCentreFields(centre)), id: 1, version: stored?.version ?? 1 }
}

/** True once a tutor has saved all details, and so confirmed that they are the centre's own. */
export async function hasOwnCentreDetails(db: Database): Promise<boolean> {
  const row = await db.selectFrom('centre').select('openingHours').executeTakeFirst()
  return row !== undefined && row.openingHours !== null
}

/** Changes the details and returns them; `centre` is updated after the commit. Throws what applyPatch throws. */
export async function changeCentre(
  db: Database,
  centre: Centre,
  tutor: Tutor,
  change: Change<CentreDetails>,
): Promise<CentreRecord> {
  const changed = await db.transaction().execute(async (transaction) => {
    const before = await findCentre(transaction, centre)
    const details = await applyPatch(transaction, 'centre', before, change, centreDetails)
    const row = { ...details, id: 1 as const, version: before.version + 1 }
    await transaction.replaceInto('centre').values(row).execute()
    await logCentre(transaction, tutor, 'changed', { id: 1, title: details.name })
    return row
  })
  await loadCentre(db, centre)
  return changed
}

/** The stored details without id and version; null until they are first saved. */
export async function findStoredCentre(db: Database): Promise<StoredCentre | null> {
  const stored = await findStoredCentreRow(db)
  if (!stored) return null
  const { id: _, version: __, ...details } = stored
  return { ...details, theme: parseThemeName(details.theme) }
}
export type StoredCentre = Omit<Row<'centre'>, 'id' | 'version' | 'theme'> & { theme: ThemeName }

/** Replaces the details with imported ones, within a transaction. */
export async function replaceCentre(change: Database, operator: Actor, details: StoredCentre): Promise<void> {
  const row = { ...details, id: 1 as const, version: ((await findStoredCentreRow(change))?.version ?? 1) + 1 }
  await change.replaceInto('centre').values(row).execute()
  await logCentre(change, operator, 'changed', { id: 1, title: details.name })
}

/**
 * Sets the logo and whether it contains the name; without a file, only the latter. Returns a note if the picture is
 * damaged. Throws Refused, invalid, if the file is not a picture, or if there is no logo.
 */
export async function changeLogo(
  { db, uploads, centre }: { db: Database; uploads: string; centre: Centre },
  tutor: Tutor,
  file: File | undefined,
  hasName = false,
): Promise<UploadNote> {
  const result: UploadNote = {}
  if (!file && !centre.logo) throw new Refused('invalid', NO_FILE, { field: 'file' })
  const addNote = (note: UploadNote['note']) => {
    result.note = note
  }
  const name = file && (await addPicture(db, uploads, tutor, file, addNote))
  await db.transaction().execute(async (change) => {
    if (name) await writeSetting(change, 'logo', name)
    await markLogoWithName(change, hasName)
    await logCentre(change, tutor, 'changed', { id: 1, title: 'Logo' })
  })
  await loadCentre(db, centre)
  return result
}

/** Removes the logo; our drawing replaces it. */
export async function dropLogo(db: Database, centre: Centre, tutor: Tutor): Promise<void> {
  await db.transaction().execute(async (change) => {
    await dropSetting(change, 'logo')
    await markLogoWithName(change, false)
    await logCentre(change, tutor, 'changed', { id: 1, title: 'Logo' })
  })
  await loadCentre(db, centre)
}

export async function hasAccounts(db: Database): Promise<boolean> {
  return (await db.selectFrom('users').select('id').limit(1).executeTakeFirst()) !== undefined
}

export const SET_UP_ALREADY = 'This website is set up already. Please log in.'

/** The first start: saves the centre's details and the first tutor, and returns the tutor. Throws Refused, invalid or conflict. */
export async function setUp(db: Database, centre: Centre, form: FirstStart): Promise<Account> {
  const { username, firstName, lastName, password, ...basics } = form
  await refuseGuessable(password, { username, firstName, lastName }, basics)
  const passwordHash = await hashPassword(password)
  const tutor = await db.transaction().execute(async (change) => {
    if (await hasAccounts(change)) throw new Refused('conflict', SET_UP_ALREADY)
    const account = await insertPerson(change, { username, firstName, lastName, role: 'tutor', passwordHash })
    const details = { ...basics, learningCentre: basics.name }
    const row = { ...details, id: 1 as const, openingHours: null, chy: null, rcn: null, cro: null, social: null }
    const before = await change.selectFrom('centre').select('version').executeTakeFirst()
    const version = (before?.version ?? 1) + 1
    await change
      .insertInto('centre')
      .values({ ...row, version })
      .onConflict((conflict) => conflict.column('id').doUpdateSet({ ...details, version }))
      .execute()
    await writeSetUpRecord(change, { readyAt: null, hidden: hideAllInvented() })
    await logActivity(change, account, { action: 'changed', noun: 'centre', recordId: 1, title: basics.name })
    return account
  })
  await loadCentre(db, centre)
  return tutor
}

/** Says whether the website is ready for search engines. Throws Refused, notFound, for a website that began without the set-up. */
export async function markWebsiteReady(db: Database, centre: Centre, tutor: Tutor, isReady: boolean): Promise<void> {
  await db.transaction().execute(async (change) => {
    const before = orNotFound(await readSetUpRecord(change))
    if ((before.readyAt !== null) === isReady) return
    await writeSetUpRecord(change, { ...before, readyAt: isReady ? new Date().toISOString() : null })
    await logActivity(change, tutor, { action: isReady ? 'confirmed' : 'reopened', noun: 'website', title: '' })
  })
  await loadCentre(db, centre)
}
