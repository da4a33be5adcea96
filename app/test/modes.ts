/** How a test's browser handles scripts: runs them, has JavaScript off, or never receives them. */
export type Mode = 'on' | 'off' | 'blocked'

/** True if all tests run in all modes (`scripts/check`). scripts/test runs only the tests with one of the two tags below. */
export const isFullRun = process.env.BROWSER === 'whole'

/** Tag for a test of a mechanism that all screens share, such as a refused form: scripts/test runs it in all modes. */
export const MECHANISM = '@mechanism'
/** Tag for a journey that people make: scripts/test runs it once, with scripts. */
export const JOURNEY = '@journey'
/** Tags for tests that need one mode: they test scripts (@scripts), or use neither scripts nor forms (@once). */
export const SINGLE_MODE_TAGS = /@scripts|@once/
