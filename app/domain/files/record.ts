import { z } from 'zod'
import { defineRecord, moment, ownAddress, recordId, recordVersion, sharedFields, textOrNone } from '~/domain/record'
import { paths } from '~/paths'
import type { FileRecord } from './files.server'
import { kinds } from './kinds'

/** Field that only the answer to an upload has. */
export const uploadNote: readonly [z.ZodOptional<z.ZodString>, undefined] = [
  z
    .string()
    .optional()
    .describe(
      'What is missing of a damaged picture or PDF that could be used all the same, or what opens more easily than this kind of file. Only the answer to its upload has it.',
    ),
  undefined,
]

export const fileFields = sharedFields({
  id: [recordId, 21],
  title: [z.string(), 'Bus times'],
  description: [textOrNone, 'From September.'],
  alt: [textOrNone.describe('What a picture shows, for people who can’t see it. Null for other files.'), null],
  fileName: [z.string(), 'bus-times.pdf'],
  fileType: [z.enum(Object.keys(kinds)), 'application/pdf'],
  url: [ownAddress, paths.files.one(21)],
  filePath: [ownAddress, paths.files.one(21)],
  uploadedBy: [z.string(), 'Aoife Brennan'],
  isShared: [z.boolean(), true],
  studentId: [recordId.nullable(), null],
  studentName: [textOrNone, null],
  openedAt: [moment.nullable().describe('When the one student whose file it is first opened it.'), null],
  size: [z.int().positive(), 48_213],
  width: [z.int().positive().nullable(), null],
  height: [z.int().positive().nullable(), null],
  version: [recordVersion, 1],
  note: uploadNote,
})

export const fileRecord = defineRecord<FileRecord>()(
  'File',
  'A document or picture. A GET of its url, with the same session, gives the bytes.',
  { ...fileFields, uploadedAt: [moment, '2026-08-28T09:12:45.120Z'] },
)
