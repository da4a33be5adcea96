import { activitySymbols } from '~/content/activity-symbols'

/** What can stand beside an answer's words: a tick, a cross, or what is drawn for activities. */
export const answerSymbols = { yes: 'A tick: yes', no: 'A cross: no', ...activitySymbols }
export type AnswerSymbol = keyof typeof answerSymbols
