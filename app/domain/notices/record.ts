import { z } from 'zod'
import { easyReadHtml, moment, ownAddress, recordId, recordOf, recordVersion, textOrNone } from '~/domain/record'
import type { Notice } from './notices.server'
import type { QqiImage } from './photos.server'

/** A notice as the API returns it. */
export const noticeRecord = recordOf<Notice>()(
  'Notice',
  'A short notice for everyone with an account.',
  {
    id: recordId,
    title: z.string(),
    easyRead: easyReadHtml,
    text: z.string(),
    until: z.iso.date().describe('The last day, in Irish time, on which it is shown.'),
    createdAt: moment,
    version: recordVersion,
  },
  {
    id: 4,
    title: 'No bus on Friday',
    easyRead: '<p>There is no bus on Friday.</p>',
    text: 'The bus is being repaired. Please ring us if you need a lift.',
    until: '2026-12-04',
    createdAt: '2026-12-01T09:20:00.000Z',
    version: 1,
  },
)

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
