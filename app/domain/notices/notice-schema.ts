import { z } from 'zod'
import { YEARS_AHEAD_TEXT } from '~/domain/events/days'
import { easyReadText, futureDay, openedVersion, optionalIds, requiredParagraphs, requiredText } from '~/domain/rules'

export const NO_NOTICE_STUDENT = 'Please choose students from the list.'

/** A new notice. It is shown until the end of its last day in Dublin. */
export const newNotice = z.object({
  title: requiredText('Title is required.', { max: 100 }),
  easyRead: easyReadText(),
  text: requiredParagraphs('Text is required.', { max: 1000 }),
  until: futureDay().describe(`Today or later. ${YEARS_AHEAD_TEXT}`),
  studentIds: optionalIds(NO_NOTICE_STUDENT).describe('Who sees it; without any it is everyone with an account.'),
})
export type NewNotice = z.output<typeof newNotice>

export const noticeEdit = newNotice.extend({ version: openedVersion() })
