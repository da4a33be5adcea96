import { z } from 'zod'
import { pictureStudents } from '~/domain/consent/schema'
import { YEARS_AHEAD_TEXT } from '~/domain/events/days'
import { recordPhoto } from '~/domain/files/schema'
import { checkbox, futureDay, openedVersion, optionalIds, optionalText, parseCount, requiredText } from '~/domain/rules'
import { foldForSearch } from '~/domain/text'
import { type AnswerSymbol, answerSymbols } from './answer-symbols'
import { NO_RECORDING, RECORDING_LIMIT, RECORDING_TOO_LARGE } from './recording-rules'

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
      const empty = Array.from({ length: MAX_ANSWERS }, (_, index) => index).filter((index) => !all[index]?.words)
      const missing = Math.max(0, MIN_ANSWERS - MAX_ANSWERS + empty.length)
      for (const index of empty.slice(0, missing))
        addIssue({ code: 'custom', path: [index, 'words'], message: TOO_FEW_ANSWERS })
    })
    .overwrite((all) => all.filter(({ words }) => words))
    .refine((all) => new Set(all.map(({ words }) => words && foldForSearch(words))).size === all.length, SAME_ANSWERS)
    .prefault([])
    .describe('Two to four.'),
  studentIds: optionalIds(NO_ASKED_STUDENT).describe('Who is asked; without any it is all students.'),
  allowsVoice: checkbox().describe('Whether students may also answer with a recording of their voice.'),
  until: futureDay().describe(`The last day on which it can be answered. ${YEARS_AHEAD_TEXT}`),
})
export type NewQuestion = z.output<typeof newQuestion>

export const questionEdit = newQuestion.extend({ version: openedVersion() })

const place = (message: string) =>
  z.preprocess(
    (value) => (value === '0' ? 0 : parseCount(value)),
    z
      .int(message)
      .min(0)
      .max(MAX_ANSWERS - 1),
  )

/** A student's answer, by its index. */
export const newAnswer = z.object({ answer: place('Please press one of the answers.') })

/** A student's recorded answer. */
export const newRecording = z.object({
  recording: z
    .instanceof(File, { error: NO_RECORDING })
    .refine(({ size }) => size <= RECORDING_LIMIT, RECORDING_TOO_LARGE),
})

const whichAnswer = place('Please choose one of the answers.')

/** A photo for an answer, by its index, and who is in it. */
export const answerPhoto = z.object({
  answer: whichAnswer,
  photo: recordPhoto,
  ...pictureStudents,
})
export type AnswerPhotoForm = z.output<typeof answerPhoto>

/** The button that deletes an answer's photo. */
export const answerOfPhoto = z.object({ answer: whichAnswer })
