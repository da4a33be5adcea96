import type { Category } from '~db/choices'

export const categoryNames: Record<Category, string> = {
  support: 'Support Services',
  information: 'General Information',
  community: 'Community Resources',
}
