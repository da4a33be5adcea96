// The centre's short name, phone and email are settings: the texts in this folder hold {shortName}, {phone} and {email} in their
// place, and every screen fills them in here.

export type SiteWords = {
  shortName: string
  phone: string
  email: string
}

export function fill(text: string, site: SiteWords): string {
  return text.replace(/\{(shortName|phone|email)\}/g, (_, name: keyof SiteWords) => site[name])
}
