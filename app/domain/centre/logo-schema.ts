import { z } from 'zod'
import { contents } from '~/domain/contents'
import { uploadedFile } from '~/domain/files/schema'

/** The form of the centre's logo. */
export const newLogo = z.object({ file: uploadedFile.clone().register(contents, { file: 'image' }) })
