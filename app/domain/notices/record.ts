import { z } from 'zod'
import { moment, ownAddress, recordId, recordOf, textOrNone } from '~/domain/record'
import type { QqiImage } from './photos.server'

/** Spec section 3, QQI image. */
export const qqiImageRecord = recordOf<QqiImage>()('QqiImage', 'A photo of the certificates presentation.', {
  id: recordId,
  title: z.string(),
  url: ownAddress,
  uploadedAt: moment,
  description: textOrNone,
})
