// Tables for the website that tutors edit: pages, pictures, the centre.
import type { Generated } from 'kysely'
import type { Moment, WhoIsIn } from './columns'

export interface WebsiteTables {
  /** An uploaded picture, stored whole. Pages show smaller versions of it (domain/website/pictures.server.ts). */
  websitePictures: {
    id: Generated<number>
    /** Unguessable part of its addresses, because anyone with the address can open a picture of a draft. */
    address: string
    /** Size of the largest version, in pixels. */
    width: number
    height: number
    /** The format for browsers without AVIF and WebP: png for a picture with transparency. */
    fallback: 'jpg' | 'png'
    storageKey: string
    /** Size of the original, in bytes. */
    size: number
    createdAt: Moment
    /** Null for a picture that the operator imported. */
    addedBy: number | null
    whoIsIn: WhoIsIn
  }

  /** A public page's text after a change. The newest version is public. */
  websiteVersions: {
    id: Generated<number>
    page: string
    version: number
    /** The version of the page's shape at that time (domain/website/page.server.ts). */
    shape: number
    /** The text by section, as JSON. */
    words: string
    /** Names of the sections that a tutor saved or confirmed, as JSON. The others are examples. */
    own: string
    savedAt: Moment
    savedById: number | null
    /** Name of the person who saved it. It stays when the account is deleted. */
    savedBy: string
    /** A description of the change, for the list of versions. */
    deed: string
  }

  websiteDrafts: {
    page: string
    section: string
    userId: number
    /** The page version that the draft is based on. */
    version: number
    shape: number
    words: string
    savedAt: Moment
  }

  /** The centre's details, after they were first saved: at most one row. */
  centre: {
    id: 1
    name: string
    shortName: string
    phone: string
    email: string
    address: string
    /** One a line; null until a tutor has checked them. */
    openingHours: string | null
    chy: string | null
    rcn: string | null
    cro: string | null
    /** Web addresses, one a line. */
    social: string | null
    learningCentre: string | null
    /** The line under the name. */
    tagline: Generated<string>
    theme: Generated<string>
    version: number
  }
}
