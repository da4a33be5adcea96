import type { Page } from './page.server'

/** The page of a list without records. */
export const emptyPage: Page<never> = { items: [], page: 1, pages: 1, found: 0 }
