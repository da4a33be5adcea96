/** How a spec's browser treats scripts: runs them, has none, or never gets them. */
export type Mode = 'on' | 'off' | 'blocked'

/** Whether all specs run in all modes (`npm run check:browser`), or each once and the journeys in the other two (scripts/test). */
export const isWhole = process.env.BROWSER === 'whole'

/** The tag of what is also tried without scripts, and with scripts that never arrive. */
export const JOURNEY = '@journey'
/** The tag of what is also tried without scripts: where they never arrive, a journey with such a form or list is tried already. */
export const WITHOUT_ALONE = '@journey-off'
/** The tag of what is one more of its kind: only in `npm run check:browser`. */
export const WHOLE = '@whole'
/** One mode is enough: only scripts do what the test is about (@scripts), or it depends on neither scripts nor forms (@once). */
export const oneWay = /@scripts|@once/
