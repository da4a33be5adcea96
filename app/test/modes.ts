/** How a spec's browser treats scripts: runs them, has none, or never gets them. */
export type Mode = 'on' | 'off' | 'blocked'

/** Specs that don't depend on scripts, or that test scripts alone: one mode is enough. */
export const once = [/\/access\.e2e\.ts$/, /\/toast\.e2e\.ts$/, /\.xss\.e2e\.ts$/]
/** Without scripts it is the browser that keeps a form, whether they are off or never arrive. */
export const twice = [/\/weak-line\.e2e\.ts$/]
/** A test is tagged @scripts when only scripts do what it is about, and @once when it depends on neither scripts nor forms. */
export const oneWay = /@scripts|@once/
