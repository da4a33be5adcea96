import type { Category } from '~db/choices'

/** What the categories of resources are called. */
export const categoryNames: Record<Category, string> = {
  support: 'Support Services',
  information: 'General Information',
  community: 'Community Resources',
}
