import { z } from 'zod'
import { AHEAD_IN_WORDS, isoDay, lastYear, readDay, today } from '~/domain/events/days'
import { easyReadText, NO_DAY, openedVersion, requiredDay, requiredParagraphs, requiredText } from '~/domain/rules'

const IS_OVER = 'Please choose today or a later day.'
const TOO_LATE = () => `Please enter a year up to ${lastYear()}.`

/** A notice as its form and the API send it: it is shown to everyone until the end of its last day in Dublin. */
export const newNotice = z.object({
  title: requiredText('Title is required.', { max: 100 }),
  easyRead: easyReadText(),
  text: requiredParagraphs('Text is required.', { max: 1000 }),
  until: requiredDay(NO_DAY)
    .refine((day) => day >= isoDay(today()), IS_OVER)
    .refine((day) => (readDay(day)?.year ?? 0) <= lastYear(), { error: TOO_LATE })
    .describe(`Today or later. ${AHEAD_IN_WORDS}`),
})
export type NewNotice = z.output<typeof newNotice>

/** The edit form of a notice, with the version it was opened on. */
export const noticeEdit = newNotice.extend({ version: openedVersion() })
