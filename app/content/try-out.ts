import type { PictureName } from './easy-read'

const createIdea = (symbol: PictureName, text: string) => ({ symbol, text })

/** The consent sheet for students who test the portal, in Easy Read: at most 12 words a sentence. */
export const testConsent = [
  createIdea('question', 'We want to know if our website is easy to use.'),
  createIdea('computer-skills', 'You can help us. You try six things on it.'),
  createIdea('people', 'A person sits with you and writes down what is hard.'),
  createIdea('heart', 'This is not a test of you. We test the website.'),
  createIdea('clock', 'It takes half an hour. You can have a break.'),
  createIdea('no', 'You can say no. You can stop when you like.'),
  createIdea('happy', 'Nobody will be cross with you. Nothing changes for you.'),
  createIdea('lock', 'We do not write down your name or your password.'),
  createIdea('bin', 'We throw away our notes after we learn from them.'),
  createIdea('talk', 'Ask us anything. Then tell us: yes or no.'),
]

/** Tasks that the observer reads out to students, with notes on when each starts and ends. */
export const testTasks = [
  { symbol: 'lock', say: 'Log in.', note: 'Start at Home, logged out. Done when Today is on the screen.' },
  { symbol: 'clock', say: 'Find out what you are doing next today.', note: 'Done when they say or show what is next.' },
  {
    symbol: 'calendar',
    say: 'Find out what you are doing on Thursday.',
    note: 'Done when they name one thing on that day.',
  },
  { symbol: 'art', say: 'Open one of your files.', note: 'Share one with them first. Done when they see it.' },
  { symbol: 'letter', say: 'Find out what is new at the centre.', note: 'Done when they tell you about one notice.' },
  {
    symbol: 'choose',
    say: 'Make the text bigger.',
    note: 'Done when the text is bigger. Change it back at the end.',
  },
] as const satisfies readonly { symbol: PictureName; say: string; note: string }[]

export const taskOutcomes = ['Alone', 'With a hint', 'With help', 'Not done'] as const

export const closingQuestions = [
  'What was easy?',
  'What was hard?',
  'Which words or pictures did you not know?',
  'What should we change?',
]

export const reviewQuestions = [
  'Do the students here understand the words?',
  'Can they log in on their own, with a password or a card?',
  'Does each picture match its words?',
  'Do the descriptions of pictures help people who can’t see them?',
  'Is it clear where each link and button leads?',
  'Do the hints after a mistake help people to fix it?',
  'Does it work with the screen readers, switches or voice control that people use?',
  'Does logging people out after 12 hours suit them?',
]
