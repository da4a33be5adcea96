// The centre's names and addresses are set by the centre: the texts in this folder, and those that tutors write on the website, hold
// {shortName}, {phone} and {email} in their place, which are filled in when a text is shown.

export type SiteWords = {
  shortName: string
  phone: string
  email: string
}

export function fill(text: string, site: SiteWords): string {
  return text.replace(/\{(shortName|phone|email)\}/g, (_, name: keyof SiteWords) => site[name])
}
