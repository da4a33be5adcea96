import { z } from 'zod'
import { YEARS_AHEAD_TEXT } from '~/domain/events/days'
import { futureDay, openedVersion, optionalIds, optionalText, parseCount, requiredText } from '~/domain/rules'
import { foldForSearch } from '~/domain/text'
import { type AnswerSymbol, answerSymbols } from './answer-symbols'

/** More answers make a choice hard, and fewer are no choice. */
export const MIN_ANSWERS = 2
export const MAX_ANSWERS = 4

const TOO_FEW_ANSWERS = 'Please write at least two answers.'
const SAME_ANSWERS = 'Please write different answers.'
const NO_SYMBOL = 'Please choose a symbol from the list.'
export const NO_ASKED_STUDENT = 'Please choose students from the list.'

const symbols = Object.keys(answerSymbols) as [AnswerSymbol, ...AnswerSymbol[]]

const answer = z.object({
  words: optionalText(30).describe('An answer without words is left out.'),
  symbol: z.preprocess((value) => value || null, z.enum(symbols, NO_SYMBOL).nullable().default(null)),
})

export const newQuestion = z.object({
  question: requiredText('Please write the question.', { max: 120 }),
  answers: z
    .array(answer, TOO_FEW_ANSWERS)
    .max(MAX_ANSWERS, 'Please write at most four answers.')
    .superRefine((all, { addIssue }) => {
      const empty = Array.from({ length: MAX_ANSWERS }, (_, place) => place).filter((place) => !all[place]?.words)
      const missing = Math.max(0, MIN_ANSWERS - MAX_ANSWERS + empty.length)
      for (const place of empty.slice(0, missing))
        addIssue({ code: 'custom', path: [place, 'words'], message: TOO_FEW_ANSWERS })
    })
    .overwrite((all) => all.filter(({ words }) => words))
    .refine((all) => new Set(all.map(({ words }) => words && foldForSearch(words))).size === all.length, SAME_ANSWERS)
    .prefault([])
    .describe('Two to four.'),
  studentIds: optionalIds(NO_ASKED_STUDENT).describe('Who is asked; without any it is all students.'),
  until: futureDay().describe(`The last day on which it can be answered. ${YEARS_AHEAD_TEXT}`),
})
export type NewQuestion = z.output<typeof newQuestion>

export const questionEdit = newQuestion.extend({ version: openedVersion() })

/** A student's answer, by its index. */
export const newAnswer = z.object({
  answer: z.preprocess(
    (value) => (value === '0' ? 0 : parseCount(value)),
    z.int('Please press one of the answers.').min(0).max(3),
  ),
})
