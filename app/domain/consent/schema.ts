import { z } from 'zod'
import { formatIsoDay, getToday, parseDay } from '~/domain/events/days'
import { recordVersion } from '~/domain/record'
import { checkbox, choiceOf, openedVersion, optionalIds, optionalText, requiredDay, requiredText } from '~/domain/rules'
import { photoUses } from '~db/choices'
import { pictureKinds } from './words'

const NO_ANSWER = 'Please choose yes or no, or leave it as it is.'
const NOTHING = 'Please choose yes or no for one of the four.'
const DECIDED = 'Only the person decides. Please tick this when they did.'
const NOT_YET = 'Please choose today or an earlier day.'
const A_YEAR = 'Please choose a day at most a year after the first one. Then we ask again.'
const NO_STUDENT = 'Please choose a student from the list.'
const NO_USE = 'Please say what the photos are for.'

const answer = z.preprocess((value) => value || null, z.enum(['yes', 'no'], NO_ANSWER).nullable().default(null))

export function yearAfter(day: string): string {
  const from = parseDay(day)
  // Of 29 February it is 1 March.
  return from ? formatIsoDay({ ...from, year: from.year + 1 }) : day
}

const said = z.object({
  gallery: answer,
  website: answer,
  newsletter: answer,
  print: answer,
  decided: checkbox().refine(Boolean, DECIDED).describe('That the person decided, and nobody for them.'),
  supportedBy: optionalText(200).describe('With whom the person decided.'),
  explained: requiredText('Please say how you explained it.', { max: 200 }),
  from: requiredDay(NOT_YET).refine((day) => day <= formatIsoDay(getToday()), NOT_YET),
  until: requiredDay(A_YEAR).describe('The last day of what they said yes to, a year later at most.'),
})

const isWithinYear = ({ from, until }: { from: string; until: string }) => until >= from && until <= yearAfter(from)

/** What a student said about photos of them, as a tutor writes it down. */
export const newConsents = said
  .refine((fields) => photoUses.some((use) => fields[use] !== null), { path: ['gallery'], message: NOTHING })
  .refine(isWithinYear, { path: ['until'], message: A_YEAR })
export type NewConsents = z.output<typeof newConsents>

/** The same as the API takes it. */
export const consentsOfStudent = newConsents.safeExtend({ studentId: z.int(NO_STUDENT).positive(NO_STUDENT) })

const use = choiceOf(photoUses, NO_USE)

/** 'I do not want this any more', of one use. */
export const withdrawal = z.object({ use })
/** The same by the API: a tutor's names the student. */
export const withdrawalOf = withdrawal.extend({
  studentId: z.int(NO_STUDENT).positive(NO_STUDENT).optional().describe('Whose; a student’s own without it.'),
})

const NO_PEOPLE = 'Please choose students from the list.'

/** Who is in a picture, as an upload may say it along with its file. */
export const pictureStudents = {
  inPicture: optionalIds(NO_PEOPLE).describe('The ids of the students who are in the picture.'),
  nobodyInPicture: checkbox().describe('That nobody in the picture is a student here.'),
}
/** Who an upload says is in its picture; it need not say so. */
export type PictureStudents = Partial<z.output<typeof optionalPictureStudents>>
/** The fields of an upload, whose rules fill in that it says nothing of it. */
export type OptionalPictureStudents<Fields> = Omit<Fields, keyof PictureStudents> & PictureStudents

const WHO = 'Please tick everybody who is in the picture, or that nobody in it is a student here.'
const NOT_BOTH = 'Please tick the students, or that nobody in it is a student here, not both.'

/** Who is in a picture, or nothing of it. */
export const optionalPictureStudents = z.object(pictureStudents)
const saysWho = optionalPictureStudents
  .refine(({ inPicture, nobodyInPicture }) => inPicture.length > 0 || nobodyInPicture, {
    path: ['inPicture'],
    message: WHO,
  })
  .refine(({ inPicture, nobodyInPicture }) => !(inPicture.length > 0 && nobodyInPicture), {
    path: ['inPicture'],
    message: NOT_BOTH,
  })

/** The form 'Who is in this picture?'. */
export const pictureStudentsForm = saysWho.safeExtend({ version: openedVersion() })

const which = {
  kind: choiceOf(pictureKinds, 'Please say which kind of picture it is.'),
  id: z.int('Please say which picture.').positive('Please say which picture.'),
}

/** The same by the API, for a picture of any kind. */
export const pictureStudentsOfApi = saysWho.safeExtend({ ...which, version: recordVersion.optional() })

/** What was printed of a picture, and where it is. */
export const newPrint = z.object({
  what: requiredText('Please say what was printed, for example: poster in the hall.', { max: 200 }),
})
export const newPrintOf = newPrint.extend(which)
