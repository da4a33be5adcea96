// Texts may contain {name}, {shortName}, {phone}, {email} and {address}. `fill` replaces them with the centre's details when a
// text is shown.

export type PlaceholderValues = {
  name: string
  shortName: string
  phone: string
  email: string
  address: string
}

export function fill(text: string, site: PlaceholderValues): string {
  return text.replace(/\{(name|shortName|phone|email|address)\}/g, (_, name: keyof PlaceholderValues) => site[name])
}
