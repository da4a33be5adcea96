import { z } from 'zod'
import { easyReadHtml, moment, ownAddress, recordId, recordOf, recordVersion, textOrNone } from '~/domain/record'
import type { Notice } from './notices.server'
import type { QqiImage } from './photos.server'

/** A notice as the API returns it. */
export const noticeRecord = recordOf<Notice>()('Notice', 'A short notice for everyone with an account.', {
  id: [recordId, 4],
  title: [z.string(), 'No bus on Friday'],
  easyRead: [easyReadHtml, '<p>There is no bus on Friday.</p>'],
  text: [z.string(), 'The bus is being repaired. Please ring us if you need a lift.'],
  until: [z.iso.date().describe('The last day, in Irish time, on which it is shown.'), '2026-12-04'],
  createdAt: [moment, '2026-12-01T09:20:00.000Z'],
  version: [recordVersion, 1],
})

/** A photo of the notice as the API returns it. */
export const qqiImageRecord = recordOf<QqiImage>()('QqiImage', 'A photo of the certificates presentation.', {
  id: [recordId, 31],
  title: [z.string(), 'QQI Certificate Photo 1'],
  url: [ownAddress, '/files/31'],
  uploadedAt: [moment, '2026-05-20T14:05:10.000Z'],
  description: [textOrNone, 'Photo from QQI certificates presentation ceremony'],
  alt: [
    textOrNone.describe('What the photo shows, for people who can’t see it.'),
    'Five students stand in a row and hold up their certificates.',
  ],
})
