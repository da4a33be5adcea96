import { openingHours } from '~/content/contact'
import { parseThemeName } from '~/content/themes'
import { readSetting } from '~/domain/portal-settings.server'
import type { Centre } from '~/settings.server'
import type { Database, Row } from '~db/schema'
import { type CentreDetails, splitLines } from './schema'

export function toCentreFields({ openingHours, social, logo: _, ...centre }: Centre): CentreDetails {
  return {
    ...centre,
    openingHours: openingHours.join('\n'),
    social: social.join('\n') || null,
    theme: parseThemeName(centre.theme),
  }
}

/** The details of a stored row. Hours that nobody has looked at yet are the first ones. */
export function toCentreDetails({ id: _, version: __, ...row }: Row<'centre'>): CentreDetails {
  return { ...row, openingHours: row.openingHours ?? openingHours.join('\n'), theme: parseThemeName(row.theme) }
}

/** The stored row, or undefined before anybody saved the details. */
export function findStoredCentreRow(db: Database): Promise<Row<'centre'> | undefined> {
  return db.selectFrom('centre').selectAll().executeTakeFirst()
}

/** Makes `details` what everybody reads from now on. */
export function applyCentreDetails(centre: Centre, { openingHours, social, ...details }: CentreDetails): void {
  Object.assign(centre, details, { openingHours: splitLines(openingHours), social: splitLines(social ?? '') })
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
  const first = firstValues.get(centre) ?? { ...toCentreFields(centre), openingHours: openingHours.join('\n') }
  firstValues.set(centre, first)
  const stored = await findStoredCentreRow(db)
  applyCentreDetails(centre, stored ? toCentreDetails(stored) : first)
  centre.logo = await findStoredLogo(db)
}

export async function findStoredLogo(db: Database): Promise<string | null> {
  return (await readSetting(db, 'logo')) ?? null
}
