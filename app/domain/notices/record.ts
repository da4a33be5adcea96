import { z } from 'zod'
import { moment, ownAddress, recordId, recordOf, textOrNone } from '~/domain/record'
import type { QqiImage } from './photos.server'

/** A photo of the notice as the API returns it. */
export const qqiImageRecord = recordOf<QqiImage>()(
  'QqiImage',
  'A photo of the certificates presentation.',
  {
    id: recordId,
    title: z.string(),
    url: ownAddress,
    uploadedAt: moment,
    description: textOrNone,
    alt: textOrNone.describe('What the photo shows, for people who can’t see it.'),
  },
  {
    id: 31,
    title: 'QQI Certificate Photo 1',
    url: '/files/31',
    uploadedAt: '2026-05-20T14:05:10.000Z',
    description: 'Photo from QQI certificates presentation ceremony',
    alt: 'Five students stand in a row and hold up their certificates.',
  },
)
