/** How a test's browser handles scripts: runs them, has JavaScript off, or never receives them. */
export type Mode = 'on' | 'off' | 'blocked'

/** True if all tests run in all modes (`npm run check:browser`); otherwise (scripts/test) each runs once, and journeys in all. */
export const isWhole = process.env.BROWSER === 'whole'

/** Tag for tests that also run without scripts, and with scripts that never arrive. */
export const JOURNEY = '@journey'
/** Tag for tests that also run without scripts: another journey with such a form or list covers scripts that never arrive. */
export const WITHOUT_ALONE = '@journey-off'
/** Tag for further tests of a kind, only in `npm run check:browser`. */
export const WHOLE = '@whole'
/** Tags for tests that need one mode: they test scripts (@scripts), or use neither scripts nor forms (@once). */
export const oneWay = /@scripts|@once/
