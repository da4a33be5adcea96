import { z } from 'zod'
import { moment, recordId, recordOf, recordVersion } from '~/domain/record'
import type { Notice } from './notices.server'

/** A notice as the API returns it. */
export const noticeRecord = recordOf<Notice>()(
  'Notice',
  'A short notice for everyone with an account.',
  {
    id: recordId,
    title: z.string(),
    text: z.string(),
    until: z.iso.date().describe('The last day, in Irish time, on which it is shown.'),
    createdAt: moment,
    version: recordVersion,
  },
  {
    id: 4,
    title: 'No bus on Friday',
    text: 'The bus is being repaired. Please ring us if you need a lift.',
    until: '2026-12-04',
    createdAt: '2026-12-01T09:20:00.000Z',
    version: 1,
  },
)
