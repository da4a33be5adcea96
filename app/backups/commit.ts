declare const __COMMIT__: string | undefined

/** The commit that this program was built from (vite.config.ts), where that is known. */
export const commit: string | null = (typeof __COMMIT__ === 'string' && __COMMIT__) || null
