const intro = {
  heading: 'About {shortName}',
  text:
    'We began with one small class in 1998, and we have been in {place} since 1999. Here is our story, what we ' +
    'believe and how we plan with each person.',
  since: 'Since 1998',
  picture: {
    drawing: 'centre',
    alt: 'Our centre in the old parish hall: one person comes up the ramp, others arrive on foot, someone waves at the door.',
  },
}

const story = {
  heading: 'Our story',
  timeline: [
    {
      year: 1998,
      title: 'The beginning',
      text:
        'A few parents and teachers in {town} saw how little there was for adults after school. They started a ' +
        'class for nine people, two mornings a week.',
    },
    {
      year: 1999,
      title: 'A place of our own',
      text:
        'The class moved into rooms in a parish centre in {place}. It had a kitchen, and the class now met ' +
        'every weekday.',
    },
    {
      year: 2020,
      title: 'More rooms, more ways to learn',
      text:
        'We added a computer room and an art room. When people had to stay at home, we taught by video call, and ' +
        'some classes still use it.',
    },
    {
      year: 2021,
      title: 'A new name',
      text:
        'Students, families and staff suggested names and voted on them. Since then we have been called ' +
        '{shortName}.',
    },
  ],
}

const mission = {
  heading: 'Our mission',
  text: [
    'We want adults with intellectual disabilities to lead the lives they choose. That means learning, working, ' +
      'having friends and being known in the place where they live.',
    'So we start with the person. We ask what matters to you, find out what helps, and teach skills that you can ' +
      'use the same day.',
  ].join('\n\n'),
  picture: {
    drawing: 'choir',
    alt: 'Our choir sings: seven people of different ages with song books, one at the keyboard.',
  },
}

const funding = {
  heading: 'Funding partners',
  intro: '{shortName} is run by a charity. Two public bodies pay for most of what we do.',
  partners: [
    {
      name: 'Health Service Executive (HSE)',
      text: 'Pays for the day service: support staff, the rooms and the daily running costs.',
    },
    {
      name: 'City of Dublin Education and Training Board (CDETB)',
      text: 'Pays for tutor hours, so that we can teach reading, numbers, computers, art and QQI classes.',
    },
  ],
}

const planning = {
  heading: 'Person Centred Planning',
  text: [
    'Each person at {shortName} has a plan, and the plan belongs to them. It says what they enjoy, what they want ' +
      'to do next and what help they would like.',
    'You decide who helps you to make it. It can be family, a friend, a tutor or an advocate.',
  ].join('\n\n'),
  steps: [
    { title: 'We listen', text: 'You tell us about your life in your own way: with words, pictures, signs or photos.' },
    {
      title: 'You choose your goals',
      text: 'You pick a few things to work on this year. A goal can be big, like a job, or small, like making soup.',
    },
    {
      title: 'We make a plan together',
      text: 'We write down who does what, and when. You get a copy that you can read or listen to.',
    },
    {
      title: 'We look at it again',
      text: 'We meet at least twice a year to see what went well. You can change your plan at any time.',
    },
  ],
  picture: {
    drawing: 'planning',
    alt: 'A woman chooses picture cards for her plan: home, music, garden and bus. A tutor sits beside her and writes.',
  },
}

const today = {
  heading: '{shortName} today',
  text: 'We are open five days a week. Our students range from school leavers to people who are near retirement.',
  stats: [
    { value: '25+ years', label: 'of service', text: 'Our first class was in 1998.' },
    { value: '100%', label: 'person-centred', text: 'Everyone here has a plan of their own.' },
  ],
}

export const aboutText = {
  intro,
  story,
  mission,
  funding,
  planning,
  today,
  search: {
    description:
      'How our day service began in 1998, what we believe, who pays for it, and how each person plans their own life here.',
  },
}
