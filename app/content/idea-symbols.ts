/** What each drawn symbol of an idea (ui/idea-symbols.svg) shows: what Easy Read pages tell besides activities. */
export const ideaSymbols = {
  house: 'House',
  person: 'One person',
  people: 'Two people',
  talk: 'Talking',
  listen: 'An ear that listens',
  choose: 'A hand that points',
  yes: 'Yes, a tick',
  no: 'No, a cross',
  happy: 'Happy face',
  sad: 'Sad face',
  heart: 'Heart',
  star: 'Star',
  phone: 'Telephone',
  letter: 'Letter',
  write: 'Writing',
  question: 'Question',
  calendar: 'Calendar',
  clock: 'Clock',
  place: 'Where it is',
  ramp: 'A way without steps',
  lock: 'Private, a lock',
  bin: 'Bin',
}

export type IdeaSymbolName = keyof typeof ideaSymbols
