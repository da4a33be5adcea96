// The two fixed events on Home (/). They are not the calendar's events.

export type HomeEvent = {
  id: number
  title: string
  description: string
  time: string
  location: string
  date: { day: number; month: 'July' | 'December'; year: number }
}

export const homeEvents: readonly HomeEvent[] = [
  {
    id: 1,
    title: 'Summer show',
    description:
      'The drama group and the choir perform on a theatre stage. Family, friends and neighbours are welcome.',
    time: '14:00-16:00',
    location: 'Quayside Theatre, Dublin 7',
    date: { day: 25, month: 'July', year: 2025 },
  },
  {
    id: 2,
    title: 'Christmas open afternoon',
    description: 'Hear the choir, look at the new art and have tea with us. You can also talk to the tutors.',
    time: '14:00-17:00',
    location: '{shortName}, Dublin 7',
    date: { day: 12, month: 'December', year: 2025 },
  },
]
