/** More steps are two guides. Separate from the schema, so that a page can show it without loading zod. */
export const MAX_STEPS = 20
