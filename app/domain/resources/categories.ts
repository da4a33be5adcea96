/** Spec section 9: the categories of the resources that tutors make, with their labels. */
export const categories = {
  support: 'Support Services',
  information: 'General Information',
  community: 'Community Resources',
} as const

export type Category = keyof typeof categories
