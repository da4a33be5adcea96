import { z } from 'zod'
import { easyReadHtml, moment, ownAddress, recordId, recordOf, recordVersion, textOrNone } from '~/domain/record'
import { audiences, newsletterFormats } from '~db/choices'
import type { Attachment } from './attachments.server'
import type { Newsletter } from './newsletters.server'

const attachmentExample = {
  id: 5,
  title: 'The choir',
  description: 'On stage in the hall.',
  fileName: 'choir.jpg',
  fileSize: '422 kB',
  fileType: 'image/jpeg',
  filePath: '/files/newsletter/5-9f1c2e7ab04d46d8b3a5c0e1f2749d68',
  url: '/files/newsletter/5-9f1c2e7ab04d46d8b3a5c0e1f2749d68',
  size: 421_888,
  width: 1600,
  height: 1200,
  alt: 'Twelve people on a stage, singing.',
  picture: 1,
  version: 1,
}

export const attachmentRecord = recordOf<Attachment>()(
  'NewsletterAttachment',
  'A file that goes with a newsletter.',
  {
    id: recordId,
    title: z.string(),
    description: textOrNone,
    fileName: z.string(),
    fileSize: z.string(),
    fileType: z.string(),
    filePath: ownAddress,
    url: ownAddress,
    size: z.int().positive(),
    width: z.int().positive().nullable(),
    height: z.int().positive().nullable(),
    alt: textOrNone,
    picture: z.int().positive().nullable(),
    version: recordVersion,
  },
  attachmentExample,
)

export const newsletterRecord = recordOf<Newsletter>()(
  'Newsletter',
  'A draft or a sent newsletter, which also says who it goes to and when its emails go out.',
  {
    id: recordId,
    title: z.string(),
    easyRead: easyReadHtml,
    content: z.string(),
    format: z.enum(newsletterFormats),
    status: z.enum(['draft', 'sent']),
    audience: z.enum(audiences).nullable(),
    createdAt: moment,
    sentAt: moment.nullable(),
    goesOutAt: moment.nullable(),
    publishedAt: moment.nullable(),
    leavesAt: moment.nullable(),
    leavesTo: z.enum(audiences).nullable(),
    leavesBy: recordId.nullable(),
    version: recordVersion,
    attachments: z.array(attachmentRecord),
  },
  {
    id: 2,
    title: 'June news',
    easyRead: null,
    content: 'The choir sang in the hall.',
    format: 'markdown',
    status: 'sent',
    audience: 'all',
    createdAt: '2026-06-01T08:30:00.000Z',
    sentAt: '2026-06-02T10:00:00.000Z',
    goesOutAt: '2026-06-02T10:01:00.000Z',
    publishedAt: null,
    leavesAt: null,
    leavesTo: null,
    leavesBy: null,
    version: 2,
    attachments: [attachmentExample],
  },
)
