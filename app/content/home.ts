// The people are invented.

const heroText =
  '{shortName} is a day service for adults with intellectual disabilities. People come here on weekdays for ' +
  'classes, art, music, sport and work experience. Each person plans their own week with a tutor.'

export const homeText = {
  hero: {
    heading: 'Learn, make things and meet friends in {place}',
    text: heroText,
    picture: {
      drawing: 'hero-river',
      alt: 'Three people on the quay of a river in {town}: one walks with a stick, one uses a wheelchair, one waves.',
    },
  },
  ways: {
    visit: 'Visit us',
    visitNote: 'Tea and a look around',
    ring: 'Ring us',
    week: 'See the week',
    weekNote: 'Choir, art and cooking',
    logIn: 'Log in',
    logInNote: 'For students and tutors',
  },
  student: {
    heading: 'In our own words',
    quote:
      'I sing in the choir and I work in a café on Fridays. I chose both myself. My tutor helped me to learn the bus route.',
    author: 'Ciara',
    about: 'A student for four years',
    picture: { drawing: 'ciara', alt: '' },
    agreed: false,
  },
  testimonials: {
    heading: 'What families say',
    items: [
      {
        content:
          'My daughter picks her own classes now. On Sunday evening she shows me her timetable and tells me what she ' +
          'wants to do that week.',
        author: 'Maura D.',
        role: 'Parent' as const,
        createdAt: '2025-02-18',
        agreed: false,
      },
      {
        content:
          'We were nervous about the first day. The tutor rang us at lunch time to say how it was going, and by Friday ' +
          'he knew where everything was.',
        author: 'Declan K.',
        role: 'Parent' as const,
        createdAt: '2025-04-07',
        agreed: false,
      },
      {
        content:
          'My brother learned to take the Luas on his own. It took most of a year. The staff went with him, then a ' +
          'little behind him, and now he goes alone.',
        author: 'Fionnuala B.',
        role: 'Guardian' as const,
        createdAt: '2025-05-26',
        agreed: false,
      },
    ],
  },
  offers: {
    heading: 'What We Offer',
    items: [
      {
        title: 'Care & Development',
        text: 'There are 16 activities, from choir to computer skills. You choose with a tutor, and learn at your own pace.',
        symbol: 'care' as const,
      },
      {
        title: 'Community',
        text:
          'We use the shops, parks, libraries and cafés near us. Many students also do work experience with local ' +
          'employers.',
        symbol: 'community' as const,
      },
      {
        title: 'Support',
        text: 'Help is there when you want it, with a meal, a form or a hard day. Families can ring us or ask to meet.',
        symbol: 'support' as const,
      },
    ],
  },
  week: {
    heading: 'What a week can look like',
    text: 'You choose what you do, and you can change your mind.',
    pictures: [
      { picture: { drawing: 'art-table', alt: '' }, label: 'Art' },
      { picture: { drawing: 'computer-room', alt: '' }, label: 'Computer Skills' },
      { picture: { drawing: 'kitchen', alt: '' }, label: 'Life Skills' },
    ],
    link: 'See all 16 activities',
  },
  values: {
    heading: 'Our values',
    items: [
      { title: 'Respect', text: 'We listen first, and we talk to adults as adults.', symbol: 'respect' as const },
      {
        title: 'Inclusion',
        text: 'Everyone can take part, and we change the activity to fit the person.',
        symbol: 'inclusion' as const,
      },
      {
        title: 'Empowerment',
        text: 'You make your own choices, with clear information and enough time.',
        symbol: 'empowerment' as const,
      },
      {
        title: 'Collaboration',
        text: 'Students, families and staff make plans together.',
        symbol: 'collaboration' as const,
      },
      {
        title: 'Growth',
        text: 'You try new things, and it is fine to get them wrong at first.',
        symbol: 'growth' as const,
      },
    ],
    picture: { drawing: 'garden', alt: '' },
  },
  // The specification's two events, which are not in the calendar.
  events: {
    heading: 'Upcoming events',
    items: [
      {
        title: 'Summer show',
        description:
          'The drama group and the choir perform on a theatre stage. Family, friends and neighbours are welcome.',
        date: '2025-07-25',
        time: '14:00-16:00',
        location: 'Quayside Theatre, {place}',
      },
      {
        title: 'Christmas open afternoon',
        description: 'Hear the choir, look at the new art and have tea with us. You can also talk to the tutors.',
        date: '2025-12-12',
        time: '14:00-17:00',
        location: '{shortName}, {place}',
      },
    ],
  },
  visit: {
    heading: 'Come and see us',
    text: 'Have a cup of tea, look around and meet the tutors. Bring someone with you if you like.',
    link: 'Arrange a visit',
  },
  search: {
    description:
      'A day service in {place} for adults with intellectual disabilities: classes, art, music, sport and work experience on weekdays.',
  },
}
