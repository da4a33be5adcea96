import { openingHours } from '~/content/contact'
import { parseThemeName } from '~/content/themes'
import { dropSetting, readSetting, writeSetting } from '~/domain/portal-settings.server'
import type { Centre } from '~/settings.server'
import type { Database, Row } from '~db/schema'
import { findPlace } from './place'
import { type CentreDetails, splitLines } from './schema'
import { readSetUpRecord } from './set-up-record.server'

export function toCentreFields(centre: Centre): CentreDetails {
  const {
    openingHours,
    social,
    logo: _,
    logoHasName: __,
    isSetUp: ___,
    isReady: ____,
    place: _____,
    ...details
  } = centre
  return {
    ...details,
    openingHours: openingHours.join('\n'),
    social: social.join('\n') || null,
    theme: parseThemeName(details.theme),
  }
}

/** The details of a stored row. Opening hours that are not saved yet are the default ones. */
export function toCentreDetails({ id: _, version: __, ...row }: Row<'centre'>): CentreDetails {
  return { ...row, openingHours: row.openingHours ?? openingHours.join('\n'), theme: parseThemeName(row.theme) }
}

/** The stored row; undefined until the details are first saved. */
export function findStoredCentreRow(db: Database): Promise<Row<'centre'> | undefined> {
  return db.selectFrom('centre').selectAll().executeTakeFirst()
}

/** Puts `details` into the shared `centre`, which all pages and mails read. */
export function applyCentreDetails(centre: Centre, { openingHours, social, ...details }: CentreDetails): void {
  Object.assign(centre, details, { openingHours: splitLines(openingHours), social: splitLines(social ?? '') })
}

/** The details from the settings, before stored ones replaced them. */
const firstValues = new WeakMap<Centre, CentreDetails>()
let lastLoad: Promise<void> = Promise.resolve()

/** Loads the stored details into `settings.centre`, which all pages and mails read. Loads run one at a time. */
export function loadCentre(db: Database, centre: Centre): Promise<void> {
  lastLoad = lastLoad.catch(() => undefined).then(() => readIntoCentre(db, centre))
  return lastLoad
}

async function readIntoCentre(db: Database, centre: Centre): Promise<void> {
  const first = firstValues.get(centre) ?? { ...toCentreFields(centre), openingHours: openingHours.join('\n') }
  firstValues.set(centre, first)
  const stored = await findStoredCentreRow(db)
  applyCentreDetails(centre, stored ? toCentreDetails(stored) : first)
  const setUp = await readSetUpRecord(db)
  centre.isSetUp = setUp !== null
  centre.isReady = setUp === null || setUp.readyAt !== null
  centre.place = setUp && findPlace(centre.address)
  // The default hours are examples.
  if (setUp && stored?.openingHours === null) centre.openingHours = []
  centre.logo = await findStoredLogo(db)
  centre.logoHasName = await hasLogoWithName(db)
}

export async function findStoredLogo(db: Database): Promise<string | null> {
  return (await readSetting(db, 'logo')) ?? null
}

export async function hasLogoWithName(db: Database): Promise<boolean> {
  return (await readSetting(db, 'logoHasName')) !== undefined
}

/** Sets or removes the mark that the logo contains the name, within a transaction. */
export async function markLogoWithName(change: Database, hasName: boolean): Promise<void> {
  await (hasName ? writeSetting(change, 'logoHasName', '1') : dropSetting(change, 'logoHasName'))
}
