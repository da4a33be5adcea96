// What the settings of the centre, and the form in which tutors change them, both keep to.

/** The most characters of each. */
export const longest = { name: 120, shortName: 40, phone: 60, address: 300 }

/** A telephone number as people write one: whatever stands around it, it has three digits. */
export const TELEPHONE = /\d\D*\d\D*\d/

/** The centre's details, which every page may show. */
export interface Centre {
  name: string
  shortName: string
  phone: string
  email: string
  address: string
  /** A line each. */
  openingHours: readonly string[]
  /** The numbers of the charity at Revenue, at the Charities Regulator and at the Companies Registration Office; null for none. */
  chy: string | null
  rcn: string | null
  cro: string | null
  /** Web addresses. */
  social: readonly string[]
  /** Where tutors work, as their profile tells it; null for the short name with what the product says by itself. */
  learningCentre: string | null
  /** The name of its colours (content/themes.ts). */
  theme: string
  /** The name of the picture that stands beside its name (domain/website/picture.ts); null for our drawing. */
  logo: string | null
}
