import { z } from 'zod'
import { uploadNote } from '~/domain/files/record'
import {
  defineRecord,
  easyReadHtml,
  getExample,
  moment,
  ownAddress,
  recordId,
  recordVersion,
  textOrNone,
} from '~/domain/record'
import { paths } from '~/paths'
import { audiences, newsletterFormats } from '~db/choices'
import type { Attachment } from './attachments.server'
import type { Newsletter } from './newsletters.server'

export const attachmentRecord = defineRecord<Attachment>()(
  'NewsletterAttachment',
  'A file that goes with a newsletter.',
  {
    id: [recordId, 5],
    title: [z.string(), 'The choir'],
    description: [textOrNone, 'On stage in the hall.'],
    fileName: [z.string(), 'choir.jpg'],
    fileSize: [z.string(), '422 kB'],
    fileType: [z.string(), 'image/jpeg'],
    filePath: [ownAddress, paths.files.newsletter(5, '9f1c2e7ab04d46d8b3a5c0e1f2749d68')],
    url: [ownAddress, paths.files.newsletter(5, '9f1c2e7ab04d46d8b3a5c0e1f2749d68')],
    size: [z.int().positive(), 421_888],
    width: [z.int().positive().nullable(), 1600],
    height: [z.int().positive().nullable(), 1200],
    alt: [textOrNone, 'Twelve people on a stage, singing.'],
    picture: [z.int().positive().nullable(), 1],
    version: [recordVersion, 1],
    note: uploadNote,
  },
)

export const newsletterRecord = defineRecord<Newsletter>()(
  'Newsletter',
  'A draft or a newsletter that a tutor sent. `status` is sent from then on; its emails leave after `goesOutAt`, one after another.',
  {
    id: [recordId, 2],
    title: [z.string(), 'June news'],
    easyRead: [easyReadHtml, null],
    content: [z.string(), 'The choir sang in the hall.'],
    format: [z.enum(newsletterFormats), 'markdown'],
    status: [z.enum(['draft', 'sent']), 'sent'],
    audience: [z.enum(audiences).nullable(), 'all'],
    createdAt: [moment, '2026-06-01T08:30:00.000Z'],
    sentAt: [moment.nullable(), '2026-06-02T10:00:00.000Z'],
    goesOutAt: [moment.nullable(), '2026-06-02T10:01:00.000Z'],
    publishedAt: [moment.nullable(), null],
    leavesAt: [moment.nullable(), null],
    leavesTo: [z.enum(audiences).nullable(), null],
    leavesBy: [recordId.nullable(), null],
    version: [recordVersion, 2],
    attachments: [z.array(attachmentRecord), [getExample(attachmentRecord)]],
  },
)
