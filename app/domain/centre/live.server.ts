import { openingHours } from '~/content/contact'
import { themeNamed } from '~/content/themes'
import { readSetting } from '~/domain/portal-settings.server'
import type { Centre } from '~/settings.server'
import type { Database, Row } from '~db/schema'
import { type CentreDetails, linesOf } from './schema'

export function asFields({ openingHours, social, logo: _, ...centre }: Centre): CentreDetails {
  return {
    ...centre,
    openingHours: openingHours.join('\n'),
    social: social.join('\n') || null,
    theme: themeNamed(centre.theme),
  }
}

/** The details of a stored row. Hours that nobody has looked at yet are the first ones. */
export function detailsOf({ id: _, version: __, ...row }: Row<'centre'>): CentreDetails {
  return { ...row, openingHours: row.openingHours ?? openingHours.join('\n'), theme: themeNamed(row.theme) }
}

/** The stored row, or undefined before anybody saved the details. */
export function findStored(db: Database): Promise<Row<'centre'> | undefined> {
  return db.selectFrom('centre').selectAll().executeTakeFirst()
}

/** Makes `details` what everybody reads from now on. */
export function goLive(centre: Centre, { openingHours, social, ...details }: CentreDetails): void {
  Object.assign(centre, details, { openingHours: linesOf(openingHours), social: linesOf(social ?? '') })
}

/** The settings' own details, as they were before anybody's took their place. */
const firstValues = new WeakMap<Centre, CentreDetails>()
let turn: Promise<void> = Promise.resolve()

/** Loads the stored details into `settings.centre`, which all pages and mails read, one load after the other. */
export function loadCentre(db: Database, centre: Centre): Promise<void> {
  turn = turn.catch(() => undefined).then(() => load(db, centre))
  return turn
}

async function load(db: Database, centre: Centre): Promise<void> {
  const first = firstValues.get(centre) ?? { ...asFields(centre), openingHours: openingHours.join('\n') }
  firstValues.set(centre, first)
  const stored = await findStored(db)
  goLive(centre, stored ? detailsOf(stored) : first)
  centre.logo = await storedLogo(db)
}

export async function storedLogo(db: Database): Promise<string | null> {
  return (await readSetting(db, 'logo')) ?? null
}
