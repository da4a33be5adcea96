import { z } from 'zod'
import { pictureStudents } from '~/domain/consent/schema'
import { altText, listChosenFiles, photoDetails } from '~/domain/files/schema'
import { openedVersion } from '~/domain/rules'

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
