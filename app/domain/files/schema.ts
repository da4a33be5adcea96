import { z } from 'zod'
import { contents } from '~/domain/contents'
import { openedVersion, optionalId, optionalParagraphs, optionalText, requiredText, tick } from '~/domain/rules'
import { FILE_LIMIT, TOO_LARGE } from './kinds'

/** One file of at most 5 MB, for any form with an upload. */
export const uploadedFile = z
  .instanceof(File, { error: 'Please upload a file.' })
  .refine(({ size }) => size > 0, 'Please upload a file.')
  .refine(({ size }) => size <= FILE_LIMIT, TOO_LARGE)
  .register(contents, { file: 'document' })

/** What a picture shows, in one line: a screen reader reads it in one go. */
export const whatItShows = optionalText(500)

/** The upload of a document; its type is decided by the bytes alone (inspect.server.ts). */
export const newFile = z
  .object({
    title: requiredText('Title must be at least 2 characters.', { min: 2 }),
    description: optionalParagraphs(2000),
    alt: whatItShows,
    isShared: tick(),
    studentId: optionalId('Please choose a student from the list.'),
    /** Set for a photo of the gallery. */
    album: z.enum(['qqi'], 'The only album is qqi.').nullish(),
    file: uploadedFile,
  })
  .refine(({ isShared, album, studentId }) => !((isShared || album) && studentId), {
    path: ['studentId'],
    message: 'Please choose one student, or share with all students, not both.',
  })
export type NewFile = z.output<typeof newFile>

/** The fields of a document that can be edited. */
export const fileDetails = z.object({
  title: requiredText('Please give the document a title.'),
  description: optionalParagraphs(2000),
  alt: whatItShows,
})
export type FileDetails = z.output<typeof fileDetails>

/** The edit form of a document, with the version it was opened on. */
export const fileEdit = fileDetails.extend({ version: openedVersion() })
