import { z } from 'zod'
import { openingHours } from '~/content/contact'
import { parseThemeName } from '~/content/themes'
import { dropSetting, readSetting, writeSetting } from '~/domain/portal-settings.server'
import { log } from '~/log.server'
import type { Centre } from '~/settings.server'
import type { Database, Row } from '~db/schema'
import { type CentreDetails, splitLines } from './schema'

/** What is stored from the set-up on. Websites that began without the set-up form have none. */
export const setUpRecord = z.object({
  /** When a tutor said that the website is ready (ISO 8601); null until then. */
  readyAt: z.string().nullable(),
  /** Names of the sections that are hidden while they are examples, by the page's path. */
  hidden: z.record(z.string(), z.array(z.string())),
})
export type SetUpRecord = z.output<typeof setUpRecord>

/** The record of the set-up; null without one. */
export async function readSetUpRecord(db: Database): Promise<SetUpRecord | null> {
  const stored = await readSetting(db, 'setUp')
  if (stored === undefined) return null
  const { data } = setUpRecord.safeParse(JSON.parse(stored))
  if (!data) log.warn('the stored set-up breaks its rules')
  return data ?? null
}

export async function writeSetUpRecord(change: Database, record: SetUpRecord): Promise<void> {
  await writeSetting(change, 'setUp', JSON.stringify(record))
}

const EIRCODE = /\b[a-z]\d[\dw]\s?[\da-z]{4}$/i
const COUNTRY = /^(?:(?:republic of )?ireland|éire)$/i
const COUNTY = /^(?:co\.?|county) /i
/** True of every address, if its town can't be found or is too long for a heading. */
const ANYWHERE = 'Ireland'
const MAX_LENGTH = 40

/** The town, or part of a city, in an address: 'Galway' of 'Hazel Road, Galway, H91 X2Y3'. */
export function findPlace(address: string): string {
  const parts = address
    .split(',')
    .map((part) => part.trim().replace(EIRCODE, '').trim())
    .filter((part) => part !== '' && !COUNTRY.test(part))
  // Before a county there is its town, if that is not the street.
  const isCounty = parts.length > 2 && COUNTY.test(parts.at(-1) ?? '')
  const place = parts.at(isCounty ? -2 : -1) ?? ANYWHERE
  return place.length > MAX_LENGTH ? ANYWHERE : place
}

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
