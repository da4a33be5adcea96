import { z } from 'zod'
import { type ActivitySymbolName, activitySymbols } from '~/content/activity-symbols'
import { type OptionalPictureStudents, pictureStudents } from '~/domain/consent/schema'
import { optionalPhoto } from '~/domain/files/schema'
import { checkbox, openedVersion, optionalIds, parseCount, requiredText } from '~/domain/rules'
import { MAX_STEPS } from './limits'

/** The longest sentence in Easy Read. */
const MAX_WORDS = 12

export const NO_GUIDE_STUDENT = 'Please choose students from the list.'
export const TOO_MANY_STEPS = `There are already ${MAX_STEPS} steps. Please delete one first.`
const NO_SENTENCE = 'Please write what to do, in one sentence.'
const TOO_MANY_WORDS = `Please use at most ${MAX_WORDS} words. Make two steps of it.`
const NO_SYMBOL = 'Please choose a symbol from the list.'
const NO_GUIDE = 'Please say which steps it belongs to.'
const NO_POSITION = `Please choose a place from 1 to ${MAX_STEPS}.`

const symbols = Object.keys(activitySymbols) as [ActivitySymbolName, ...ActivitySymbolName[]]

const hasFewWords = (sentence: string) =>
  sentence.split(/[\s/–]+/).filter((word) => /[\p{L}\p{N}]/u.test(word)).length <= MAX_WORDS

/** A guide without its steps. */
export const newGuide = z.object({
  title: requiredText('Please enter a title, for example: Make tea.', { max: 60 }),
  studentIds: optionalIds(NO_GUIDE_STUDENT).describe('Whose it is; without any it is for all students.'),
  isPublic: checkbox().describe('Whether anyone with its code can open it, without logging in.'),
})
export type NewGuide = z.output<typeof newGuide>

export const guideEdit = newGuide.extend({ version: openedVersion() })

const stepFields = {
  sentence: requiredText(NO_SENTENCE, { max: 120 }).refine(hasFewWords, TOO_MANY_WORDS).describe('At most 12 words.'),
  symbol: z.preprocess((value) => value || null, z.enum(symbols, NO_SYMBOL).nullable().default(null)),
}

/** A step without its photo. */
export const newStep = z.object({
  guideId: z.int(NO_GUIDE).positive(NO_GUIDE).describe('The guide that it is a step of.'),
  ...stepFields,
  position: z
    .preprocess(
      (value) => parseCount(value === '' ? null : (value ?? null)),
      z.int(NO_POSITION).min(1, NO_POSITION).max(MAX_STEPS, NO_POSITION).nullable().default(null),
    )
    .describe('Its place, from 1; the last one without it.'),
})
export type NewStep = z.output<typeof newStep>

/** The form of a new step of the guide in the path. */
export const stepForm = z.object({ ...stepFields, photo: optionalPhoto, ...pictureStudents })
export type StepDetails = OptionalPictureStudents<z.output<typeof stepForm>>

export const stepEdit = stepForm.extend({ removePhoto: checkbox(), version: openedVersion() })
