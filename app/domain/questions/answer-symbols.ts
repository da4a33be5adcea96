import { activitySymbols } from '~/content/activity-symbols'

/** Symbols for answers: a tick, a cross, or an activity's symbol. */
export const answerSymbols = { yes: 'A tick: yes', no: 'A cross: no', ...activitySymbols }
export type AnswerSymbol = keyof typeof answerSymbols
