/** How a test's browser handles scripts: runs them, has JavaScript off, or never receives them. */
export type Mode = 'on' | 'off' | 'blocked'

/** True for the runs that scripts/test leaves out (`scripts/check`). */
export const isRestRun = process.env.BROWSER === 'rest'
/** True for all tests in all modes, with the largest inputs (`npm run check:browser`). */
export const isWholeRun = process.env.BROWSER === 'whole'
/** True if tests run in full: those that scripts/test leaves out, or all. */
export const isFullRun = isRestRun || isWholeRun

/** Tag for a test of a mechanism that all screens share, such as a refused form: scripts/test runs it in all modes. */
export const MECHANISM = '@mechanism'
/** Tag for a journey that people make every day: scripts/test runs it once, with scripts. */
export const JOURNEY = '@journey'
/** Tags for tests that need one mode: they test scripts (@scripts), or use neither scripts nor forms (@once). */
export const SINGLE_MODE_TAGS = /@scripts|@once/
