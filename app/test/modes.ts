/** How a spec's browser treats scripts: runs them, has none, or never gets them. */
export type Mode = 'on' | 'off' | 'blocked'

/** Specs that don't depend on scripts, or that test scripts alone: one mode is enough. */
export const once = [/\/access\.e2e\.ts$/, /\/toast\.e2e\.ts$/, /\.xss\.e2e\.ts$/]
/** Without scripts it is the browser that keeps a form, whether they are off or never arrive. */
export const twice = [/\/weak-line\.e2e\.ts$/]
/** A test is tagged @scripts when only scripts do what it is about, and @once when it depends on neither scripts nor forms. */
export const oneWay = /@scripts|@once/

/** Whether each spec runs in all of its modes and in full (`npm run check:browser`), or in the short form of scripts/test. */
export const isWhole = process.env.BROWSER === 'whole'
/**
 * In the short form the portal's specs run with scripts and with scripts that never arrive: the server can't tell these from a
 * browser without scripts, which gets the very same pages.
 */
export const inPortal = /\/routes\/dashboard\//
/** Left out of the short form: what is tagged @whole, and without scripts tutors' forms, tagged @tutor. */
export const inWhole = /@whole/
export const ofTutors = /@tutor/
