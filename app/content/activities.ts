// The Programmes screen (/programmes): the intro and the grid 'A Week in {shortName}'.
// Colour is only a tint. The order of the tints keeps like from like in 1, 2, 3 and 4 columns.

export type Tint = 'river' | 'moss' | 'sun' | 'brick' | 'plum' | 'sky' | 'clay' | 'slate'

export type ActivitySlug =
  | 'active-healthy-me'
  | 'online-safety'
  | 'music-choir'
  | 'digital-photography'
  | 'drama'
  | 'literacy-numeracy'
  | 'computer-skills'
  | 'self-advocacy'
  | 'thinking-skills'
  | 'social-club'
  | 'book-club'
  | 'art'
  | 'life-skills'
  | 'money-management'
  | 'qqi-classes'
  | 'work-experience'

export type Activity = {
  name: string
  slug: ActivitySlug
  description: string
  tint: Tint
  // Left out where a group runs all year.
  durationWeeks?: 12 | 16
}

export const activitiesIntro: readonly string[] = [
  'Each person at {shortName} has their own week. You choose the activities with your tutor, and you can change them.',
  'Some activities last 12 or 16 weeks. Others run all year. Groups are small, and you can try one before you choose.',
]

export const activitiesGridTitle = 'A Week in {shortName}'

export const activities: readonly Activity[] = [
  {
    name: 'Active Healthy Me',
    slug: 'active-healthy-me',
    description:
      'Walk, stretch, dance or use light weights, at a pace that suits you. ' +
      'We also talk about food, sleep and what helps on a hard day.',
    tint: 'clay',
  },
  {
    name: 'Online Safety',
    slug: 'online-safety',
    description:
      'Learn to spot a fake message and keep your passwords private. ' +
      'Practise what to do, and who to tell, when something online worries you.',
    tint: 'slate',
    durationWeeks: 12,
  },
  {
    name: 'Music & Choir',
    slug: 'music-choir',
    description:
      'Sing with the choir, try drums or keyboard, or bring a song you like. ' +
      'We practise each week and sing for families twice a year.',
    tint: 'brick',
  },
  {
    name: 'Digital Photography',
    slug: 'digital-photography',
    description:
      'Take photos in the park, in the street and here at the centre. ' +
      'Then choose your best ones, edit them on a computer and print them.',
    tint: 'river',
    durationWeeks: 12,
  },
  {
    name: 'Drama',
    slug: 'drama',
    description:
      'Play warm-up games, act out short scenes and help to write a play. ' +
      'You can be on stage, make costumes or work the lights.',
    tint: 'plum',
    durationWeeks: 16,
  },
  {
    name: 'Literacy & Numeracy',
    slug: 'literacy-numeracy',
    description:
      'Work on reading, writing and numbers that you use in daily life. ' +
      'That could be a text to a friend, a recipe, a form or a bus timetable.',
    tint: 'moss',
    durationWeeks: 16,
  },
  {
    name: 'Computer Skills',
    slug: 'computer-skills',
    description:
      'Use a mouse, a keyboard and a tablet at your own speed. ' +
      'Learn to write a letter, send an email, join a video call and find things online.',
    tint: 'sun',
    durationWeeks: 16,
  },
  {
    name: 'Self Advocacy',
    slug: 'self-advocacy',
    description:
      'Learn about your rights and practise saying what you want. ' +
      'The group also runs meetings and brings its ideas for the centre to the staff.',
    tint: 'sky',
    durationWeeks: 12,
  },
  {
    name: 'Thinking Skills',
    slug: 'thinking-skills',
    description:
      'Solve puzzles, play board games and work out everyday problems together. ' +
      'It helps with planning, remembering and making up your own mind.',
    tint: 'clay',
    durationWeeks: 12,
  },
  {
    name: 'Social Club',
    slug: 'social-club',
    description:
      'Meet friends for coffee, bowling, a film or a game of pool. ' +
      'The club votes on each outing, and everyone helps to plan the day.',
    tint: 'river',
  },
  {
    name: 'Book Club',
    slug: 'book-club',
    description:
      'We read a book together, a few pages at a time, and talk about it. ' +
      'You can read aloud, listen, or follow an audio book.',
    tint: 'plum',
  },
  {
    name: 'Art',
    slug: 'art',
    description:
      'Paint, print, draw and work with clay in a bright room with a big table. ' +
      'You choose what to make, and we hang work on our walls.',
    tint: 'moss',
  },
  {
    name: 'Life Skills',
    slug: 'life-skills',
    description:
      'Cook a meal, do the washing, plan a bus trip or book an appointment. ' +
      'You practise the jobs that you want to do for yourself at home.',
    tint: 'slate',
    durationWeeks: 16,
  },
  {
    name: 'Money Management',
    slug: 'money-management',
    description:
      'Learn to count change, pay by card and use a bank machine safely. ' +
      'Make a weekly budget and plan how to save for something you want.',
    tint: 'sun',
    durationWeeks: 12,
  },
  {
    name: 'QQI Classes',
    slug: 'qqi-classes',
    description:
      'Study for a national certificate, one part at a time, with help from a tutor. ' +
      'Your class work counts towards it, and you collect it in a folder.',
    tint: 'sky',
    durationWeeks: 16,
  },
  {
    name: 'Work Experience',
    slug: 'work-experience',
    description:
      'Try a real job in a shop, a café, an office or a garden near the centre. ' +
      'We help you get ready, and visit you at work.',
    tint: 'brick',
    durationWeeks: 12,
  },
]
