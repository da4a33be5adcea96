/** Alt texts of the symbols in ui/idea-symbols.svg, for ideas of Easy Read pages that are not activities. */
export const ideaSymbols = {
  house: 'House',
  person: 'One person',
  people: 'Two people',
  talk: 'Talking',
  listen: 'Listening',
  choose: 'Choosing',
  yes: 'Yes',
  no: 'No',
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
  ramp: 'No steps',
  lock: 'Private',
  bin: 'Bin',
}

export type IdeaSymbolName = keyof typeof ideaSymbols
