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
