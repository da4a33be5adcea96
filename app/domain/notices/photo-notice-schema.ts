import { z } from 'zod'
import { checkbox, openedVersion, requiredParagraphs, requiredText } from '~/domain/rules'

/** The words above the photos of the photo notice or an album, and whether students see it while it has none. */
export const photoNoticeWords = z.object({
  title: requiredText('Title is required.', { max: 100 }),
  text: requiredParagraphs('Text is required.', { max: 1000 }),
  isHiddenWhenEmpty: checkbox(),
})
export type PhotoNoticeWords = z.output<typeof photoNoticeWords>

export const photoNoticeEdit = photoNoticeWords.extend({ version: openedVersion() })
