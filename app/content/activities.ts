const intro = [
  'Each person at {shortName} has their own week. You choose the activities with your tutor, and you can change them.',
  'Some activities last 12 or 16 weeks. Others run all year. Groups are small, and you can try one before you choose.',
]

const createActivity = <Symbol extends string, Tint extends string>(
  name: string,
  symbol: Symbol,
  tint: Tint,
  weeks: number | null,
) => ({ name, symbol, tint, weeks, isHidden: false, photo: { drawing: '' } })

const items = [
  {
    ...createActivity('Active Healthy Me', 'active-healthy-me', 'clay', null),
    description:
      'Walk, stretch, dance or use light weights, at a pace that suits you. ' +
      'We also talk about food, sleep and what helps on a hard day.',
  },
  {
    ...createActivity('Online Safety', 'online-safety', 'slate', 12),
    description:
      'Learn to spot a fake message and keep your passwords private. ' +
      'Practise what to do, and who to tell, when something online worries you.',
  },
  {
    ...createActivity('Music & Choir', 'music-choir', 'brick', null),
    description:
      'Sing with the choir, try drums or keyboard, or bring a song you like. ' +
      'We practise each week and sing for families twice a year.',
  },
  {
    ...createActivity('Digital Photography', 'digital-photography', 'river', 12),
    description:
      'Take photos in the park, in the street and here at the centre. ' +
      'Then choose your best ones, edit them on a computer and print them.',
  },
  {
    ...createActivity('Drama', 'drama', 'plum', 16),
    description:
      'Play warm-up games, act out short scenes and help to write a play. ' +
      'You can be on stage, make costumes or work the lights.',
  },
  {
    ...createActivity('Literacy & Numeracy', 'literacy-numeracy', 'moss', 16),
    description:
      'Work on reading, writing and numbers that you use in daily life. ' +
      'That could be a text to a friend, a recipe, a form or a bus timetable.',
  },
  {
    ...createActivity('Computer Skills', 'computer-skills', 'sun', 16),
    description:
      'Use a mouse, a keyboard and a tablet at your own speed. ' +
      'Learn to write a letter, send an email, join a video call and find things online.',
  },
  {
    ...createActivity('Self Advocacy', 'self-advocacy', 'sky', 12),
    description:
      'Learn about your rights and practise saying what you want. ' +
      'The group also runs meetings and brings its ideas for the centre to the staff.',
  },
  {
    ...createActivity('Thinking Skills', 'thinking-skills', 'clay', 12),
    description:
      'Solve puzzles, play board games and work out everyday problems together. ' +
      'It helps with planning, remembering and making up your own mind.',
  },
  {
    ...createActivity('Social Club', 'social-club', 'river', null),
    description:
      'Meet friends for coffee, bowling, a film or a game of pool. ' +
      'The club votes on each outing, and everyone helps to plan the day.',
  },
  {
    ...createActivity('Book Club', 'book-club', 'plum', null),
    description:
      'We read a book together, a few pages at a time, and talk about it. ' +
      'You can read aloud, listen, or follow an audio book.',
  },
  {
    ...createActivity('Art', 'art', 'moss', null),
    description:
      'Paint, print, draw and work with clay in a bright room with a big table. ' +
      'You choose what to make, and we hang work on our walls.',
  },
  {
    ...createActivity('Life Skills', 'life-skills', 'slate', 16),
    description:
      'Cook a meal, do the washing, plan a bus trip or book an appointment. ' +
      'You practise the jobs that you want to do for yourself at home.',
  },
  {
    ...createActivity('Money Management', 'money-management', 'sun', 12),
    description:
      'Learn to count change, pay by card and use a bank machine safely. ' +
      'Make a weekly budget and plan how to save for something you want.',
  },
  {
    ...createActivity('QQI Classes', 'qqi-classes', 'sky', 16),
    description:
      'Study for a national certificate, one part at a time, with help from a tutor. ' +
      'Your class work counts towards it, and you collect it in a folder.',
  },
  {
    ...createActivity('Work Experience', 'work-experience', 'brick', 12),
    description:
      'Try a real job in a shop, a café, an office or a garden near the centre. ' +
      'We help you get ready, and visit you at work.',
  },
]

export const activitiesContent = {
  intro: {
    heading: 'Activities',
    text: intro.join('\n\n'),
    picture: {
      drawing: 'outing',
      alt: 'Four people on a path by a river: one uses a wheelchair, one has a white stick.',
    },
  },
  grid: { heading: 'A Week in {shortName}', items },
  search: {
    description:
      'Activities for adults with intellectual disabilities, from choir and art to computer skills, QQI classes and work experience.',
  },
}
