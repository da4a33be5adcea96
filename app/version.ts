declare const __VERSION__: string | undefined
declare const __COMMIT__: string | undefined

/** The version in package.json, and the commit that this build is from (vite.config.ts); null if unknown. */
export const version: string | null = (typeof __VERSION__ === 'string' && __VERSION__) || null
export const commit: string | null = (typeof __COMMIT__ === 'string' && __COMMIT__) || null
