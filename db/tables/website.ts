// The tables of the website that tutors make: pages, pictures, the centre.
import type { Generated } from 'kysely'
import type { Moment, WhoIsIn } from './columns'

export interface WebsiteTables {
  /** An upload that the website shows. Its bytes are the whole picture; what pages show is cut from it once (domain/website/pictures.server.ts). */
  websitePictures: {
    id: Generated<number>
    /** The unguessable part of its addresses: a picture that only a draft has is seen by whoever knows it. */
    address: string
    /** The size of the largest version that pages show. */
    width: number
    height: number
    /** The format for browsers that know neither AVIF nor WebP: png where something is transparent. */
    fallback: 'jpg' | 'png'
    storageKey: string
    /** The bytes of the whole picture. */
    size: number
    createdAt: Moment
    /** Null for what the operator brought along from elsewhere. */
    addedBy: number | null
    whoIsIn: WhoIsIn
  }

  /** A public page's words as they stood after a change. The newest version of a page is what everybody sees. */
  websiteVersions: {
    id: Generated<number>
    page: string
    version: number
    /** The shape that the page's words had then (domain/website/page.server.ts). */
    shape: number
    /** JSON: the words by section. */
    words: string
    /** JSON: the names of the sections that somebody saved or confirmed, and which so are no examples. */
    own: string
    savedAt: Moment
    savedById: number | null
    /** Who saved it, by name, also when the account is gone. */
    savedBy: string
    /** What was done, for the list of versions. */
    deed: string
  }

  websiteDrafts: {
    page: string
    section: string
    userId: number
    /** The page's version that it was based on. */
    version: number
    shape: number
    words: string
    savedAt: Moment
  }

  /** The centre's details, once somebody saved them: at most one row. */
  centre: {
    id: 1
    name: string
    shortName: string
    phone: string
    email: string
    address: string
    /** A line each; null until somebody has looked at them. */
    openingHours: string | null
    chy: string | null
    rcn: string | null
    cro: string | null
    /** Web addresses, a line each. */
    social: string | null
    learningCentre: string | null
    /** The name of its colours. */
    theme: Generated<string>
    version: number
  }
}
