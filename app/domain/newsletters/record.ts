import { z } from 'zod'
import { moment, ownAddress, recordId, recordOf, recordVersion, textOrNone } from '~/domain/record'
import { audiences } from '~db/choices'
import type { Attachment } from './attachments.server'
import type { Newsletter } from './newsletters.server'

export const attachmentRecord = recordOf<Attachment>()('NewsletterAttachment', 'A file that goes with a newsletter.', {
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
})

export const newsletterRecord = recordOf<Newsletter>()(
  'Newsletter',
  'A draft, or a newsletter that is sent: then it says to whom, and when its mails leave.',
  {
    id: recordId,
    title: z.string(),
    content: z.string(),
    status: z.enum(['draft', 'sent']),
    audience: z.enum(audiences).nullable(),
    createdAt: moment,
    sentAt: moment.nullable(),
    goesOutAt: moment.nullable(),
    publishedAt: moment.nullable(),
    version: recordVersion,
    attachments: z.array(attachmentRecord),
  },
)
