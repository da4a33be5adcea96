import type { Page } from './page.server'

export const emptyPage: Page<never> = { items: [], page: 1, pages: 1, found: 0 }
