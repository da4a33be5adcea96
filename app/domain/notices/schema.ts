import { z } from 'zod'
import { pictureStudents } from '~/domain/consent/schema'
import { filesChosen, photoDetails, whatItShows } from '~/domain/files/schema'
import { openedVersion } from '~/domain/rules'

const NO_PHOTO = 'Please choose at least one photo.'

/** The photos of the gallery's form. Each is checked when it is added, so that those before a refused one are kept. */
export const newPhotos = z.object({
  photos: z.preprocess(filesChosen, z.array(z.instanceof(File, { error: NO_PHOTO })).min(1, NO_PHOTO)),
  ...pictureStudents,
})
export type NewPhotos = z.output<typeof newPhotos>

/** One photo as an API call sends it; addPhoto checks its bytes. */
export const newPhoto = z.object({
  file: z.instanceof(File, { error: NO_PHOTO }),
  alt: whatItShows,
  ...pictureStudents,
})

export type PhotoDetails = z.output<typeof photoDetails>

export const photoEdit = photoDetails.extend({ version: openedVersion() })
