/** How a test's browser handles scripts: runs them, has JavaScript off, or never receives them. */
export type Mode = 'on' | 'off' | 'blocked'

/** True if all tests run in all modes (`npm run check:browser`). In scripts/test each runs once, and journeys run in all modes. */
export const isFullRun = process.env.BROWSER === 'whole'

/** Tag for tests that also run without scripts, and with scripts that never arrive. */
export const JOURNEY = '@journey'
/** Tag for tests that also run without scripts: another journey with such a form or list covers scripts that never arrive. */
export const JOURNEY_WITHOUT_SCRIPTS = '@journey-off'
/** Tag for more tests of the same kind, which run only in `npm run check:browser`. */
export const FULL_RUN_ONLY = '@whole'
/** Tags for tests that need one mode: they test scripts (@scripts), or use neither scripts nor forms (@once). */
export const SINGLE_MODE_TAGS = /@scripts|@once/
