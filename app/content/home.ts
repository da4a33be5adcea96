// The Home screen (/): hero, 'What We Offer', the five values, and the headings of the last two parts.

export type Offer = {
  title: 'Care & Development' | 'Community' | 'Support'
  text: string
  symbol: 'care' | 'community' | 'support'
}

export type Value = {
  title: 'Respect' | 'Inclusion' | 'Empowerment' | 'Collaboration' | 'Growth'
  text: string
  symbol: 'respect' | 'inclusion' | 'empowerment' | 'collaboration' | 'growth'
}

export const hero: { heading: string; text: string } = {
  heading: 'Learn, make things and meet friends in Dublin 7',
  text:
    '{shortName} is a day service for adults with intellectual disabilities. People come here on weekdays for ' +
    'classes, art, music, sport and work experience. Each person plans their own week with a tutor.',
}

export const whatWeOffer: { heading: 'What We Offer'; items: readonly Offer[] } = {
  heading: 'What We Offer',
  items: [
    {
      title: 'Care & Development',
      text:
        'There are 16 activities, from choir to computer skills. A tutor helps you to choose and to learn at your ' +
        'own pace.',
      symbol: 'care',
    },
    {
      title: 'Community',
      text:
        'We use the shops, parks, libraries and cafés near us. Many students also do work experience with local ' +
        'employers.',
      symbol: 'community',
    },
    {
      title: 'Support',
      text: 'Help is there when you want it, with a meal, a form or a hard day. Families can ring us or ask to meet.',
      symbol: 'support',
    },
  ],
}

export const values: { heading: string; items: readonly Value[] } = {
  heading: 'Our values',
  items: [
    { title: 'Respect', text: 'We listen first, and we talk to adults as adults.', symbol: 'respect' },
    {
      title: 'Inclusion',
      text: 'Everyone can take part, and we change the activity to fit the person.',
      symbol: 'inclusion',
    },
    {
      title: 'Empowerment',
      text: 'You make your own choices, with clear information and enough time.',
      symbol: 'empowerment',
    },
    {
      title: 'Collaboration',
      text: 'Students, families and staff make plans together.',
      symbol: 'collaboration',
    },
    {
      title: 'Growth',
      text: 'You try new things, and it is fine to get them wrong at first.',
      symbol: 'growth',
    },
  ],
}

export const testimonialsHeading = 'What families say'

export const homeEventsHeading = 'Upcoming events'

export const weekStrip: {
  heading: string
  text: string
  pictures: readonly { name: string; label: string }[]
  link: string
} = {
  heading: 'What a week can look like',
  text: 'You choose what you do, and you can change your mind. These are three of our activities.',
  pictures: [
    { name: 'choir', label: 'Music & Choir' },
    { name: 'art-table', label: 'Art' },
    { name: 'kitchen', label: 'Life Skills' },
  ],
  link: 'See all 16 activities',
}
