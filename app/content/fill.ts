// Texts may contain {name}, {shortName}, {phone}, {email}, {address}, {place} and {town}. `fill` replaces them with the centre's details
// when a text is shown.

export type PlaceholderValues = {
  name: string
  shortName: string
  phone: string
  email: string
  address: string
  /** The town or part of a city ('Dublin 7'); null for the specification's. */
  place?: string | null
}

const FIRST_PLACE = 'Dublin 7'

export function fill(text: string, site: PlaceholderValues): string {
  const place = site.place ?? FIRST_PLACE
  const values = { ...site, place, town: place.replace(/ \d+w?$/i, '') }
  return text.replace(
    /\{(name|shortName|phone|email|address|place|town)\}/g,
    (_, name: keyof typeof values) => values[name],
  )
}
