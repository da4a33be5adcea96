import { z } from 'zod'
import { YEARS_AHEAD_TEXT } from '~/domain/events/days'
import { easyReadText, futureDay, openedVersion, requiredParagraphs, requiredText } from '~/domain/rules'

/** A new notice. Everyone sees it until the end of its last day in Dublin. */
export const newNotice = z.object({
  title: requiredText('Title is required.', { max: 100 }),
  easyRead: easyReadText(),
  text: requiredParagraphs('Text is required.', { max: 1000 }),
  until: futureDay().describe(`Today or later. ${YEARS_AHEAD_TEXT}`),
})
export type NewNotice = z.output<typeof newNotice>

export const noticeEdit = newNotice.extend({ version: openedVersion() })
