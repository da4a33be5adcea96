const intro =
  'Students at {shortName} finish courses, put on shows and do useful work in {town}. Here are some of the things ' +
  'they have done.'

const createAchievement = <Icon extends string, Category extends string>(
  title: string,
  date: string,
  icon: Icon,
  category: Category,
) => ({ title, date, icon, category })

const items = [
  {
    ...createAchievement('QQI certificates for 14 students', '2025', 'graduation-cap', 'academic'),
    description:
      'Fourteen students finished QQI courses in computers, cooking or art. Each person got their certificate in ' +
      'front of family and friends.',
  },
  {
    ...createAchievement('A concert with two local choirs', '2024', 'star', 'creative'),
    description:
      'Our choir asked two other choirs from {place} to sing with us. Together they filled the parish church on a ' +
      'cold December night.',
  },
  {
    ...createAchievement('Photos on show in the library', '2023', 'award', 'creative'),
    description:
      'The photography group took pictures of their own streets for a year. Thirty of the photos hung in a public ' +
      'library for a month.',
  },
  {
    ...createAchievement('Work placements with six employers', '2022', 'heart-handshake', 'practical'),
    description:
      'Nine students worked in shops, a café, a garden centre and offices. Three of them were asked to stay on in ' +
      'paid part-time jobs.',
  },
  {
    ...createAchievement('Classes from home', '2020', 'graduation-cap', 'academic'),
    description:
      'The centre had to close its doors for part of the year. Students learned to use video calls, and the choir ' +
      'and the book club kept going.',
  },
  {
    ...createAchievement('A cup for the walking group', '2018', 'trophy', 'community'),
    description:
      'The walking group counted its steps along the canals of {town} for six months. It came first among the day ' +
      'services that took part.',
  },
  {
    ...createAchievement('A cookbook with pictures', '2017', 'utensils', 'practical'),
    description:
      'The cooking group wrote down 20 of its recipes, with a photo for each step. Families bought 150 copies, and ' +
      'the money paid for a new cooker.',
  },
  {
    ...createAchievement('The first student council', '2015', 'heart-handshake', 'community'),
    description:
      'Students voted for five people to speak for them at staff meetings. The council has met every month since then.',
  },
]

const highlights = [
  'Twice a year our families and neighbours come to see what the students have made. In summer there is a show ' +
    'on a real stage. In December we open our doors for songs, art and tea.',
  'Students do the work on the day. They act and sing, hang the pictures, sell the tickets and pour the tea.',
].join('\n\n')

export const achievementsContent = {
  intro: { heading: 'Achievements', text: intro, newest: 'Our newest' },
  cards: { items },
  highlights: {
    heading: 'Event Highlights',
    text: highlights,
    picture: {
      drawing: 'celebration',
      alt: 'Students with their certificates on a stage, in front of an audience clapping and waving.',
    },
  },
  search: { description: 'Certificates, concerts, jobs and a cookbook: some of the things our students have done.' },
}
