import { z } from 'zod'
import { drawings } from '~/content/drawings'
import { tick } from '~/domain/rules'
import { oneLine } from '~/domain/text'
import { pictureName, type ShownPicture } from './picture'

const UNKNOWN = 'We can’t tell which picture this was. Please choose it again.'
export const UNDESCRIBED = 'Please say what is in this picture, or tick ‘It is only decoration’.'
/** A screen reader reads it in one go. */
const LONGEST = 300

const isDrawing = (name: string): boolean => Object.hasOwn(drawings, name)
/** For a file field left empty a browser sends an empty file. */
const isChosen = (file: unknown) => file instanceof File && file.size > 0

/**
 * A picture in a page's words, from its fields in a form (routes/parts/website/picture-field.tsx) or as it is stored. A file that was
 * chosen has been kept before (keepChosen in pictures.server.ts), so that `picture` names it.
 */
export function pictureRule() {
  return z
    .object({
      drawing: z.string(UNKNOWN).refine(isDrawing, UNKNOWN),
      picture: z.preprocess((name) => name || undefined, z.string(UNKNOWN).regex(pictureName, UNKNOWN).optional()),
      file: z.unknown().optional(),
      alt: z.string().overwrite(oneLine).max(LONGEST, `Please use at most ${LONGEST} characters.`).default(''),
      decoration: tick(),
      back: tick(),
    })
    .superRefine(({ picture, file, alt, decoration, back }, { addIssue }) => {
      const isUpload = isChosen(file) || (picture !== undefined && !back)
      if (isUpload && alt === '' && !decoration) addIssue({ code: 'custom', path: ['alt'], message: UNDESCRIBED })
    })
    .transform(settled)
}

interface Sent {
  drawing: string
  picture?: string
  alt: string
  decoration: boolean
  back: boolean
}

/** The value that a form's fields mean: the upload with its words, or our drawing; with the words that belong to it, when it is put back. */
function settled({ drawing, picture, alt, decoration, back }: Sent): ShownPicture {
  if (picture && back) return { drawing, alt: drawings[drawing as keyof typeof drawings] }
  const words = decoration ? { alt: '', decoration } : { alt }
  return picture ? { drawing, picture, ...words } : { drawing, ...words }
}
