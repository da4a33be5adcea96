import { z } from 'zod'

const NO_PHOTO = 'Please choose at least one photo.'

/** The photos of the gallery's form. Each is held to its own rules when its turn comes, so that the ones before it are kept. */
export const newPhotos = z.object({
  photos: z.preprocess(
    (value) => (value === undefined || Array.isArray(value) ? value : [value]),
    z.array(z.instanceof(File, { error: NO_PHOTO }), NO_PHOTO).min(1, NO_PHOTO),
  ),
})
export type NewPhotos = z.output<typeof newPhotos>

/** One photo as a call sends it; what is wrong with it is said by addPhoto. */
export const newPhoto = z.object({ file: z.instanceof(File, { error: NO_PHOTO }) })
