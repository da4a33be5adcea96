// Rules shared by the centre's settings and the form in which tutors change them.

/** Maximum lengths in characters. */
export const maxLengths = { tagline: 80, name: 120, shortName: 40, phone: 60, address: 300 }

/** The default tagline. */
export const TAGLINE = 'Day Service for Adults with Intellectual Disabilities'

/** A telephone number in free text: at least three digits. */
export const TELEPHONE_PATTERN = /\d\D*\d\D*\d/

/** The centre's details, available to every page. */
export interface Centre {
  name: string
  shortName: string
  /** The line under the name in the header. */
  tagline: string
  phone: string
  email: string
  address: string
  /** One entry a line. */
  openingHours: readonly string[]
  /** The charity's numbers at Revenue, the Charities Regulator and the Companies Registration Office; null for none. */
  chy: string | null
  rcn: string | null
  cro: string | null
  /** Web addresses. */
  social: readonly string[]
  /** The learning centre shown in tutors' profiles; null for the default text with the short name. */
  learningCentre: string | null
  /** The name of its theme (content/themes.ts). */
  theme: string
  /** The name of its logo picture (domain/website/picture.ts); null for our drawing. */
  logo: string | null
  /** Whether the logo contains the name, so that the header need not write it. */
  logoHasName: boolean
  /** Whether it began with the set-up form, which asks for the address, instead of with the specification's texts. */
  isSetUp: boolean
  /** False from the set-up until a tutor says that the website is ready: search engines are asked not to list it. */
  isReady: boolean
  /** The town or part of a city in texts; null for the specification's. */
  place: string | null
}
