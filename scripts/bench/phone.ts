import { benchLighthouse } from './lighthouse'
import type { Bench } from './row'
import { benchVisit } from './visit'
import { benchWeight } from './weight'

/** What the pages are like on a cheap phone: their weight, a visit on a slow line, and Lighthouse. */
export const benchPhone: Bench = async (pace) => [
  ...(await benchWeight(pace)),
  ...(await benchVisit(pace)),
  ...(await benchLighthouse(pace)),
]
