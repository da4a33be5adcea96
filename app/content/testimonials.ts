// The three testimonials on Home (/). The people are invented.

export type Testimonial = {
  id: number
  content: string
  author: string
  role: 'Parent' | 'Guardian'
  // A date as YYYY-MM-DD.
  createdAt: string
}

export const testimonials: readonly Testimonial[] = [
  {
    id: 1,
    content:
      'My daughter picks her own classes now. On Sunday evening she shows me her timetable and tells me what she ' +
      'wants to do that week.',
    author: 'Maura D.',
    role: 'Parent',
    createdAt: '2025-02-18',
  },
  {
    id: 2,
    content:
      'We were nervous about the first day. The tutor rang us at lunch time to say how it was going, and by Friday ' +
      'he knew where everything was.',
    author: 'Declan K.',
    role: 'Parent',
    createdAt: '2025-04-07',
  },
  {
    id: 3,
    content:
      'My brother learned to take the Luas on his own. It took most of a year. The staff went with him, then a ' +
      'little behind him, and now he goes alone.',
    author: 'Fionnuala B.',
    role: 'Guardian',
    createdAt: '2025-05-26',
  },
]
