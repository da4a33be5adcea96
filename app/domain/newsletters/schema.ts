import { z } from 'zod'
import { type OptionalPictureStudents, pictureStudents } from '~/domain/consent/schema'
import { formatIsoDay, parseDay, toDublinMoment } from '~/domain/events/days'
import { FILE_LIMIT, TOO_LARGE } from '~/domain/files/kinds'
import { altText, listChosenFiles, uploadedFile } from '~/domain/files/schema'
import {
  choiceOf,
  easyReadText,
  emailAddress,
  openedVersion,
  optionalParagraphs,
  optionalText,
  requiredParagraphs,
  requiredText,
} from '~/domain/rules'
import { serverRules } from '~/domain/server-rules'
import { audiences } from '~db/choices'

const LONGEST_CONTENT = 30_000

export const newNewsletter = z.object({
  title: requiredText('Title must be at least 3 characters', { min: 3 }),
  easyRead: easyReadText(),
  content: requiredParagraphs('Content must be at least 10 characters', { min: 10, max: LONGEST_CONTENT }),
})
export type NewNewsletter = z.output<typeof newNewsletter>

export const newsletterEdit = newNewsletter.extend({ version: openedVersion() })

const audience = choiceOf(audiences, 'Please choose who gets this newsletter.')

/** Confirmation before sending: the audience, and now or later. `leavesAt` is the scheduled time, null for now. */
export const newSending = z
  .object({
    audience,
    when: choiceOf(['now', 'later'], 'Please choose when to send it.').default('now'),
    day: optionalText(40),
    time: optionalText(40),
  })
  .transform(({ audience, when, day, time }, context) => {
    if (when === 'now') return { audience, leavesAt: null }
    const leaves = parseLeavingTime(day, time, Date.now())
    if ('moment' in leaves) return { audience, leavesAt: leaves.moment }
    context.addIssue({ code: 'custom', path: [leaves.field], message: leaves.message })
    return z.NEVER
  })

/** PATCH /api/newsletters/{id}/status: only 'sent' can be set, and the default audience is everyone. */
export const statusChange = z.object({
  status: z.literal('sent', 'The status can only be set to sent.'),
  audience: audience.default('all'),
})

export const newTest = z.object({ email: emailAddress('Please enter a valid email address') })

/** Only the file is required; its type is detected from its bytes. */
export const newAttachment = z.object({
  file: uploadedFile.clone().register(serverRules, { file: 'attachment' }),
  title: optionalText(),
  description: optionalParagraphs(2000),
  alt: altText,
  ...pictureStudents,
})
export type NewAttachment = OptionalPictureStudents<z.output<typeof newAttachment>>

const MOST_FILES = 10

const NO_FILE = 'Please upload a file.'

/** The same for the form, which sends several files at once. */
export const newAttachments = newAttachment.omit({ file: true }).extend({
  file: z.preprocess(
    listChosenFiles,
    z
      .array(z.instanceof(File, { error: NO_FILE }))
      .min(1, NO_FILE)
      .max(MOST_FILES, `Please choose at most ${MOST_FILES} files at once.`)
      .refine((files) => files.every(({ size }) => size > 0), NO_FILE)
      .refine((files) => files.every(({ size }) => size <= FILE_LIMIT), TOO_LARGE),
  ),
})
export type NewAttachments = OptionalPictureStudents<z.output<typeof newAttachments>>

/** Details of an attachment, which can be changed while its newsletter is a draft. */
export const attachmentDetails = z.object({
  title: requiredText('Title is required'),
  description: optionalParagraphs(2000),
  alt: altText,
})
export type AttachmentDetails = z.output<typeof attachmentDetails>

export const attachmentEdit = attachmentDetails.extend({ version: openedVersion() })

const YEAR = 366 * 24 * 3_600_000

/** A scheduled time, or the message for its day or time field. */
type LeavingTime = { moment: string } | { field: 'day' | 'time'; message: string }

/** Parses the day (as parseDay reads it) and time (20:30) in Dublin at which a newsletter goes out, within a year from `now`. */
export function parseLeavingTime(dayText: string | null, time: string | null, now: number): LeavingTime {
  const day = parseDay(dayText ?? '')
  if (!day) return { field: 'day', message: 'Please enter the day it should go out, for example 1 September 2026.' }
  const [, hours = '', minutes] = /^([01]?\d|2[0-3])[:.]([0-5]\d)$/.exec(time ?? '') ?? []
  if (!minutes) return { field: 'time', message: 'Please enter the time it should go out, such as 09:30 or 20:30.' }
  const moment = toDublinMoment(formatIsoDay(day), `${hours.padStart(2, '0')}:${minutes}`)
  if (!moment) return { field: 'time', message: 'There is no such time on that day: the clocks change then.' }
  if (Date.parse(moment) <= now) return { field: 'time', message: 'That time has passed. Please choose a later one.' }
  if (Date.parse(moment) > now + YEAR) return { field: 'day', message: 'Please choose a day within the next year.' }
  return { moment }
}
