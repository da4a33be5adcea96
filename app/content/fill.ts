// Texts in this folder and on the website hold {name}, {shortName}, {phone}, {email} and {address} for the centre's details,
// which are filled in when a text is shown.

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
