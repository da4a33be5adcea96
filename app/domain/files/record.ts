import { z } from 'zod'
import { moment, ownAddress, recordId, recordOf, recordVersion, textOrNone } from '~/domain/record'
import type { FileRecord } from './files.server'
import { kinds } from './kinds'

/** The fields that the records of files and timetables share. */
export const fileFields = {
  id: recordId,
  title: z.string(),
  description: textOrNone,
  alt: textOrNone.describe('What a picture shows, for people who can’t see it. Null for other files.'),
  fileName: z.string(),
  fileType: z.enum(Object.keys(kinds)),
  url: ownAddress,
  filePath: ownAddress,
  uploadedBy: z.string(),
  isShared: z.boolean(),
  studentId: recordId.nullable(),
  studentName: textOrNone,
  openedAt: moment.nullable().describe('When the one student whose file it is first opened it.'),
  size: z.int().positive(),
  width: z.int().positive().nullable(),
  height: z.int().positive().nullable(),
  version: recordVersion,
}

export const fileExample = {
  id: 21,
  title: 'Bus times',
  description: 'From September.',
  alt: null,
  fileName: 'bus-times.pdf',
  fileType: 'application/pdf' as const,
  url: '/files/21',
  filePath: '/files/21',
  uploadedBy: 'Aoife Brennan',
  isShared: true,
  studentId: null,
  studentName: null,
  openedAt: null,
  size: 48_213,
  width: null,
  height: null,
  version: 1,
}

/** A document as the API returns it. */
export const fileRecord = recordOf<FileRecord>()(
  'File',
  'A document or picture. A GET of its url, with the same session, gives the bytes.',
  { ...fileFields, uploadedAt: moment },
  { ...fileExample, uploadedAt: '2026-08-28T09:12:45.120Z' },
)
