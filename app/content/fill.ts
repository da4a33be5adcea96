// The centre's names and addresses are its own: the texts in this folder, and those that tutors write on the website, hold {name},
// {shortName}, {phone}, {email} and {address} in their place, which are filled in when a text is shown.

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
