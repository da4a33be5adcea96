import { z } from 'zod'
import { formatIsoDay, getToday, parseDay } from '~/domain/events/days'
import { recordVersion } from '~/domain/record'
import { Refused } from '~/domain/refused'
import {
  checkbox,
  choiceOf,
  openedVersion,
  optionalIds,
  optionalText,
  parseCount,
  requiredDay,
  requiredText,
} from '~/domain/rules'
import { photoUses } from '~db/choices'
import { pictureKinds } from './consents'

const ANSWER_MESSAGE = 'Please choose yes or no, or leave it as it is.'
const NOTHING_ANSWERED = 'Please choose yes or no for at least one of the five.'
const DECIDED_MESSAGE = 'Only the person can decide. Please tick this once they have.'
const FUTURE_DAY = 'Please choose today or an earlier day.'
const OVER_A_YEAR = 'Please choose a day at most a year after the first one. Then we ask again.'
const NO_STUDENT = 'Please choose a student from the list.'
const NO_ANSWER = 'Please say which answer you mean.'
const NO_WORD = 'Please press Yes, No or Ask me later.'
const NO_USE = 'Please say what the photos are for.'

const answer = z.preprocess((value) => value || null, z.enum(['yes', 'no'], ANSWER_MESSAGE).nullable().default(null))

export function addYear(day: string): string {
  const from = parseDay(day)
  // A year after 29 February is 1 March.
  return from ? formatIsoDay({ ...from, year: from.year + 1 }) : day
}

const answers = { gallery: answer, website: answer, newsletter: answer, print: answer, home: answer }

const consentFields = z.object({
  ...answers,
  decided: checkbox().refine(Boolean, DECIDED_MESSAGE).describe('That the person decided, and nobody for them.'),
  supportedBy: optionalText(200).describe('With whom the person decided.'),
  explained: requiredText('Please say how you explained it.', { max: 200 }),
  from: requiredDay(FUTURE_DAY).refine((day) => day <= formatIsoDay(getToday()), FUTURE_DAY),
  until: requiredDay(OVER_A_YEAR).describe('The last day of what they said yes to, a year later at most.'),
})

const isWithinYear = ({ from, until }: { from: string; until: string }) => until >= from && until <= addYear(from)

/** A student's answers about photos, as a tutor records them. */
export const newConsents = consentFields
  .refine((fields) => photoUses.some((use) => fields[use] !== null), { path: ['gallery'], message: NOTHING_ANSWERED })
  .refine(isWithinYear, { path: ['until'], message: OVER_A_YEAR })
export type NewConsents = z.output<typeof newConsents>

/** newConsents in an API call, which names the student. */
export const apiConsents = newConsents.safeExtend({ studentId: z.int(NO_STUDENT).positive(NO_STUDENT) })

const NOBODY_ANSWERED = 'Please choose yes or no for at least one student.'
const MAX_STUDENTS = 50

/** The answers of several students on one day, explained to each in the same way. */
export const severalConsents = consentFields
  .omit({ gallery: true, website: true, newsletter: true, print: true, home: true })
  .extend({
    students: z
      .array(z.object({ studentId: z.preprocess(parseCount, z.int(NO_STUDENT).positive(NO_STUDENT)), ...answers }))
      .max(MAX_STUDENTS, NOBODY_ANSWERED),
  })
  .refine(({ students }) => students.some((one) => photoUses.some((use) => one[use] !== null)), {
    path: ['explained'],
    message: NOBODY_ANSWERED,
  })
  .refine(isWithinYear, { path: ['until'], message: OVER_A_YEAR })
export type SeveralConsents = z.output<typeof severalConsents>

const use = choiceOf(photoUses, NO_USE)

/** 'I do not want this any more', about one use. */
export const withdrawal = z.object({ use })
/** withdrawal in an API call. A tutor names the student. */
export const apiWithdrawal = withdrawal.extend({
  studentId: z.int(NO_STUDENT).positive(NO_STUDENT).optional().describe('Whose; a student’s own without it.'),
})

/** A student's word on an answer that a tutor recorded. */
export const ownWord = z.object({
  consent: z.coerce.number(NO_ANSWER).int(NO_ANSWER).positive(NO_ANSWER).describe('Which answer.'),
  word: choiceOf(['yes', 'no', 'later'], NO_WORD).describe('Whether it is right. `no` to a yes withdraws it.'),
})
export type OwnWordForm = z.output<typeof ownWord>
export type OwnWord = OwnWordForm['word']

/** 'Undo' after a withdrawal. */
export const withdrawalUndo = z.object({ withdrawal: z.coerce.number(NO_USE).int(NO_USE).positive(NO_USE) })

const STUDENTS_MESSAGE = 'Please choose students from the list.'

/** Who is in a picture; an upload may send it with the file. */
export const pictureStudents = {
  inPicture: optionalIds(STUDENTS_MESSAGE).describe('The ids of the students who are in the picture.'),
  nobodyInPicture: checkbox().describe('That nobody in the picture is a student here.'),
}
/** Who is in an uploaded picture; optional. */
export type PictureStudents = Partial<z.output<typeof optionalPictureStudents>>
/** The fields of an upload, before the rules fill in the optional ones. */
export type OptionalPictureStudents<Fields> = Omit<Fields, keyof PictureStudents> & PictureStudents

const NOBODY_TICKED = 'Please tick everyone in the picture, or that nobody in it is a student here.'
const BOTH_TICKED = 'Please tick the students, or that nobody in it is a student here, not both.'

/** Who is in a picture, or nothing about it. */
export const optionalPictureStudents = z.object(pictureStudents)
/** Throws Refused, invalid, unless an upload says who is in its picture. */
export function requireWhoIsIn({ inPicture = [], nobodyInPicture = false }: PictureStudents): void {
  if (inPicture.length === 0 && !nobodyInPicture) throw new Refused('invalid', NOBODY_TICKED, { field: 'inPicture' })
}

const requiredPictureStudents = optionalPictureStudents
  .refine(({ inPicture, nobodyInPicture }) => inPicture.length > 0 || nobodyInPicture, {
    path: ['inPicture'],
    message: NOBODY_TICKED,
  })
  .refine(({ inPicture, nobodyInPicture }) => !(inPicture.length > 0 && nobodyInPicture), {
    path: ['inPicture'],
    message: BOTH_TICKED,
  })

/** The form 'Who is in this picture?'. */
export const pictureStudentsForm = requiredPictureStudents.safeExtend({ version: openedVersion() })

const pictureReference = {
  kind: choiceOf(pictureKinds, 'Please say which kind of picture it is.'),
  id: z.int('Please say which picture.').positive('Please say which picture.'),
}

/** pictureStudentsForm in an API call, which names the picture. */
export const apiPictureStudents = requiredPictureStudents.safeExtend({
  ...pictureReference,
  version: recordVersion.optional(),
})

/** What was printed from a picture, and where it is. */
export const newPrint = z.object({
  what: requiredText('Please say what was printed, for example: poster in the hall.', { max: 200 }),
})
/** newPrint in an API call, which names the picture. */
export const apiPrint = newPrint.extend(pictureReference)
