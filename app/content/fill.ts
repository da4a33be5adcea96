// The centre's names, phone, email and address are its own: the texts in this folder hold {name}, {shortName}, {phone}, {email} and
// {address} in their place, and every screen fills them in here.

export type SiteWords = {
  name: string
  shortName: string
  phone: string
  email: string
  address: string
}

export function fill(text: string, site: SiteWords): string {
  return text.replace(/\{(name|shortName|phone|email|address)\}/g, (_, name: keyof SiteWords) => site[name])
}
