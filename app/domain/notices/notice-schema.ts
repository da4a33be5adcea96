import { z } from 'zod'
import { AHEAD_IN_WORDS } from '~/domain/events/days'
import { dayAhead, easyReadText, openedVersion, requiredParagraphs, requiredText } from '~/domain/rules'

/** A notice as its form and the API send it: it is shown to everyone until the end of its last day in Dublin. */
export const newNotice = z.object({
  title: requiredText('Title is required.', { max: 100 }),
  easyRead: easyReadText(),
  text: requiredParagraphs('Text is required.', { max: 1000 }),
  until: dayAhead().describe(`Today or later. ${AHEAD_IN_WORDS}`),
})
export type NewNotice = z.output<typeof newNotice>

export const noticeEdit = newNotice.extend({ version: openedVersion() })
