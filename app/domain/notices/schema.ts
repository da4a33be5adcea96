import { z } from 'zod'
import { pictureStudents } from '~/domain/consent/schema'
import { YEARS_AHEAD_TEXT } from '~/domain/events/days'
import { altText, listChosenFiles, photoDetails } from '~/domain/files/schema'
import {
  checkbox,
  easyReadText,
  futureDay,
  openedVersion,
  optionalIds,
  requiredParagraphs,
  requiredText,
} from '~/domain/rules'

const NO_PHOTO = 'Please choose at least one photo.'

/** Photos from the gallery's form. addPhoto checks each one, so that those before a refused one are stored. */
export const newPhotos = z.object({
  photos: z.preprocess(listChosenFiles, z.array(z.instanceof(File, { error: NO_PHOTO })).min(1, NO_PHOTO)),
  ...pictureStudents,
})
export type NewPhotos = z.output<typeof newPhotos>

/** One photo from an API call; addPhoto checks its bytes. */
export const newPhoto = z.object({
  file: z.instanceof(File, { error: NO_PHOTO }),
  alt: altText,
  ...pictureStudents,
})

export type PhotoDetails = z.output<typeof photoDetails>

export const photoEdit = photoDetails.extend({ version: openedVersion() })

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

/** The words above the photos of the photo notice or an album, and whether students see it while it has none. */
export const photoNoticeWords = z.object({
  title: requiredText('Title is required.', { max: 100 }),
  text: requiredParagraphs('Text is required.', { max: 1000 }),
  isHiddenWhenEmpty: checkbox(),
})
export type PhotoNoticeWords = z.output<typeof photoNoticeWords>

export const photoNoticeEdit = photoNoticeWords.extend({ version: openedVersion() })
