import { z } from 'zod'
import { defineRecord, moment, ownAddress, recordId, recordVersion, sharedFields } from '~/domain/record'
import { paths } from '~/paths'
import { type AnswerSymbol, answerSymbols } from './answer-symbols'
import type { OwnQuestion, Question } from './questions.server'

const symbol = z.enum(Object.keys(answerSymbols) as [AnswerSymbol, ...AnswerSymbol[]])
const answers = z.array(
  z.strictObject({
    words: z.string(),
    symbol: symbol.nullable(),
    photo: ownAddress.nullable().describe('Its photo, which is shown instead of the symbol.'),
  }),
)
const place = z.int().min(0).max(3)

const fields = sharedFields({
  id: [recordId, 5],
  question: [z.string(), 'What will we cook on Friday?'],
  answers: [
    answers.describe('Two to four.'),
    [
      { words: 'Pizza', symbol: 'cooking', photo: null },
      { words: 'Soup', symbol: 'lunch', photo: null },
    ],
  ],
  allowsVoice: [z.boolean().describe('Whether students may also answer with a recording of their voice.'), true],
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
    spoken: [
      z
        .array(
          z.strictObject({
            studentId: recordId,
            url: ownAddress,
            seconds: z.int().nullable().describe('How long it is; null if its format does not say so.'),
            recordedAt: moment,
          }),
        )
        .describe('The recorded answers.'),
      [{ studentId: 2, url: paths.files.voice(4), seconds: 12, recordedAt: '2026-12-01T10:21:00.000Z' }],
    ],
    createdAt: [moment, '2026-12-01T09:20:00.000Z'],
    version: [recordVersion, 1],
  },
)

export const ownQuestionRecord = defineRecord<OwnQuestion>()('QuestionToMe', 'A question as a student sees it.', {
  ...fields,
  voice: [ownAddress.nullable().describe('Their own recorded answer; null without one.'), null],
  answer: [place.nullable().describe('The place of their own answer, from 0; null before.'), null],
})
