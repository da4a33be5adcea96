import { z } from 'zod'
import { defineRecord, moment, recordId, recordVersion, sharedFields } from '~/domain/record'
import { type AnswerSymbol, answerSymbols } from './answer-symbols'
import type { OwnQuestion, Question } from './questions.server'

const symbol = z.enum(Object.keys(answerSymbols) as [AnswerSymbol, ...AnswerSymbol[]])
const answers = z.array(z.strictObject({ words: z.string(), symbol: symbol.nullable() }))
const place = z.int().min(0).max(3)

const fields = sharedFields({
  id: [recordId, 5],
  question: [z.string(), 'What will we cook on Friday?'],
  answers: [
    answers.describe('Two to four.'),
    [
      { words: 'Pizza', symbol: 'cooking' },
      { words: 'Soup', symbol: 'lunch' },
    ],
  ],
  until: [z.iso.date().describe('The last day, in Irish time, on which it can be answered.'), '2036-12-04'],
})

export const questionRecord = defineRecord<Question>()(
  'Question',
  'What some students or, without `studentIds`, all of them are asked, and who said what.',
  {
    ...fields,
    studentIds: [z.array(recordId), []],
    said: [
      z
        .array(z.strictObject({ studentId: recordId, answer: place, answeredAt: moment }))
        .describe('Each answer by its place, from 0.'),
      [{ studentId: 2, answer: 0, answeredAt: '2026-12-01T10:20:00.000Z' }],
    ],
    createdAt: [moment, '2026-12-01T09:20:00.000Z'],
    version: [recordVersion, 1],
  },
)

export const ownQuestionRecord = defineRecord<OwnQuestion>()('QuestionToMe', 'A question as a student sees it.', {
  ...fields,
  answer: [place.nullable().describe('The place of their own answer, from 0; null before.'), null],
})
