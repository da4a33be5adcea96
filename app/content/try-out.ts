import type { PictureName } from './easy-read'

const idea = (symbol: PictureName, text: string) => ({ symbol, text })

/** What somebody agrees to who tries the portal out for us, in Easy Read: at most 12 words a sentence. */
export const consent = [
  idea('question', 'We want to know if our website is easy to use.'),
  idea('computer-skills', 'You can help us. You try six things on it.'),
  idea('people', 'A person sits beside you and writes down what is hard.'),
  idea('heart', 'This is not a test of you. We test the website.'),
  idea('clock', 'It takes half an hour. You can have a break.'),
  idea('no', 'You can say no. You can stop when you like.'),
  idea('happy', 'Nobody will be cross with you. Nothing changes for you.'),
  idea('lock', 'We do not write down your name or your password.'),
  idea('bin', 'We throw away our notes when we have learned from them.'),
  idea('talk', 'Ask us anything. Then tell us: yes or no.'),
]

/** What students come to do, as it is read to them; and how it starts and is done, for who sits beside them. */
export const tasks = [
  { symbol: 'lock', say: 'Log in.', done: 'Start at Home, logged out. Done when Today is on the screen.' },
  { symbol: 'clock', say: 'Find out what you do next today.', done: 'Done when they say or show what is next.' },
  { symbol: 'calendar', say: 'Find out what you do on Thursday.', done: 'Done when they say one thing of that day.' },
  { symbol: 'art', say: 'Open a file of yours.', done: 'Share one with them first. Done when they see it.' },
  { symbol: 'letter', say: 'Find out what is new at the centre.', done: 'Done when they tell you of one notice.' },
  {
    symbol: 'choose',
    say: 'Make the words bigger.',
    done: 'Done when the words are bigger. Change them back at the end.',
  },
] as const satisfies readonly { symbol: PictureName; say: string; done: string }[]

/** How each task may go. */
export const outcomes = ['Alone', 'With a hint', 'With help', 'Not done'] as const

/** What is asked at the end. */
export const afterwards = [
  'What was easy?',
  'What was hard?',
  'Which words or pictures did you not know?',
  'What should we change?',
]

/** What no program can find out, and nobody has judged before people tried it. */
export const toJudge = [
  'Do the students here understand the words?',
  'Can they log in on their own, with a password or a card?',
  'Does each picture say what its words say?',
  'Do the words for each picture help somebody who can’t see it?',
  'Is it clear where each link and button leads?',
  'Do the hints after a mistake help to put it right?',
  'Does it work with the screen reader, switch or voice that somebody uses?',
  'Is being logged out after 12 hours right for people here?',
]
