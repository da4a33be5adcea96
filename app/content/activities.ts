// The first words of Activities (/programmes): the intro and the grid 'A Week in {shortName}'.
// Colour is only a tint. The order of the tints keeps like from like in 1, 2, 3 and 4 columns.

const intro = [
  'Each person at {shortName} has their own week. You choose the activities with your tutor, and you can change them.',
  'Some activities last 12 or 16 weeks. Others run all year. Groups are small, and you can try one before you choose.',
]

const items = [
  {
    name: 'Active Healthy Me',
    symbol: 'active-healthy-me' as const,
    description:
      'Walk, stretch, dance or use light weights, at a pace that suits you. ' +
      'We also talk about food, sleep and what helps on a hard day.',
    tint: 'clay' as const,
    weeks: null,
    isHidden: false,
  },
  {
    name: 'Online Safety',
    symbol: 'online-safety' as const,
    description:
      'Learn to spot a fake message and keep your passwords private. ' +
      'Practise what to do, and who to tell, when something online worries you.',
    tint: 'slate' as const,
    weeks: 12,
    isHidden: false,
  },
  {
    name: 'Music & Choir',
    symbol: 'music-choir' as const,
    description:
      'Sing with the choir, try drums or keyboard, or bring a song you like. ' +
      'We practise each week and sing for families twice a year.',
    tint: 'brick' as const,
    weeks: null,
    isHidden: false,
  },
  {
    name: 'Digital Photography',
    symbol: 'digital-photography' as const,
    description:
      'Take photos in the park, in the street and here at the centre. ' +
      'Then choose your best ones, edit them on a computer and print them.',
    tint: 'river' as const,
    weeks: 12,
    isHidden: false,
  },
  {
    name: 'Drama',
    symbol: 'drama' as const,
    description:
      'Play warm-up games, act out short scenes and help to write a play. ' +
      'You can be on stage, make costumes or work the lights.',
    tint: 'plum' as const,
    weeks: 16,
    isHidden: false,
  },
  {
    name: 'Literacy & Numeracy',
    symbol: 'literacy-numeracy' as const,
    description:
      'Work on reading, writing and numbers that you use in daily life. ' +
      'That could be a text to a friend, a recipe, a form or a bus timetable.',
    tint: 'moss' as const,
    weeks: 16,
    isHidden: false,
  },
  {
    name: 'Computer Skills',
    symbol: 'computer-skills' as const,
    description:
      'Use a mouse, a keyboard and a tablet at your own speed. ' +
      'Learn to write a letter, send an email, join a video call and find things online.',
    tint: 'sun' as const,
    weeks: 16,
    isHidden: false,
  },
  {
    name: 'Self Advocacy',
    symbol: 'self-advocacy' as const,
    description:
      'Learn about your rights and practise saying what you want. ' +
      'The group also runs meetings and brings its ideas for the centre to the staff.',
    tint: 'sky' as const,
    weeks: 12,
    isHidden: false,
  },
  {
    name: 'Thinking Skills',
    symbol: 'thinking-skills' as const,
    description:
      'Solve puzzles, play board games and work out everyday problems together. ' +
      'It helps with planning, remembering and making up your own mind.',
    tint: 'clay' as const,
    weeks: 12,
    isHidden: false,
  },
  {
    name: 'Social Club',
    symbol: 'social-club' as const,
    description:
      'Meet friends for coffee, bowling, a film or a game of pool. ' +
      'The club votes on each outing, and everyone helps to plan the day.',
    tint: 'river' as const,
    weeks: null,
    isHidden: false,
  },
  {
    name: 'Book Club',
    symbol: 'book-club' as const,
    description:
      'We read a book together, a few pages at a time, and talk about it. ' +
      'You can read aloud, listen, or follow an audio book.',
    tint: 'plum' as const,
    weeks: null,
    isHidden: false,
  },
  {
    name: 'Art',
    symbol: 'art' as const,
    description:
      'Paint, print, draw and work with clay in a bright room with a big table. ' +
      'You choose what to make, and we hang work on our walls.',
    tint: 'moss' as const,
    weeks: null,
    isHidden: false,
  },
  {
    name: 'Life Skills',
    symbol: 'life-skills' as const,
    description:
      'Cook a meal, do the washing, plan a bus trip or book an appointment. ' +
      'You practise the jobs that you want to do for yourself at home.',
    tint: 'slate' as const,
    weeks: 16,
    isHidden: false,
  },
  {
    name: 'Money Management',
    symbol: 'money-management' as const,
    description:
      'Learn to count change, pay by card and use a bank machine safely. ' +
      'Make a weekly budget and plan how to save for something you want.',
    tint: 'sun' as const,
    weeks: 12,
    isHidden: false,
  },
  {
    name: 'QQI Classes',
    symbol: 'qqi-classes' as const,
    description:
      'Study for a national certificate, one part at a time, with help from a tutor. ' +
      'Your class work counts towards it, and you collect it in a folder.',
    tint: 'sky' as const,
    weeks: 16,
    isHidden: false,
  },
  {
    name: 'Work Experience',
    symbol: 'work-experience' as const,
    description:
      'Try a real job in a shop, a café, an office or a garden near the centre. ' +
      'We help you get ready, and visit you at work.',
    tint: 'brick' as const,
    weeks: 12,
    isHidden: false,
  },
]

export const activities = {
  intro: { heading: 'Activities', text: intro.join('\n\n') },
  grid: { heading: 'A Week in {shortName}', items },
  search: {
    description:
      'Activities for adults with intellectual disabilities, from choir and art to computer skills, QQI classes and work experience.',
  },
}
