import { z } from 'zod'
import { type OptionalPictureStudents, pictureStudents } from '~/domain/consent/schema'
import {
  checkbox,
  hasVisible,
  openedVersion,
  optionalId,
  optionalParagraphs,
  optionalText,
  parseCount,
  requiredText,
} from '~/domain/rules'
import { isEmptyInput, serverRules } from '~/domain/server-rules'
import { EMPTY, FILE_LIMIT, isImage, MAKE_SMALLER_ADVICE, NO_IMAGE, TOO_LARGE } from './kinds'

export const NO_FILE = 'Please upload a file.'

/** One file of at most 5 MB, for any form with an upload. */
export const uploadedFile = z
  .instanceof(File, { error: NO_FILE })
  .refine(({ size }) => size > 0, { error: ({ input }) => ((input as File).name ? EMPTY : NO_FILE) })
  .refine(({ size }) => size <= FILE_LIMIT, {
    error: ({ input }) => (isImage((input as File).type) ? `${TOO_LARGE} ${MAKE_SMALLER_ADVICE}` : TOO_LARGE),
  })
  .register(serverRules, { file: 'document' })

/** The photo of a record: an image of at most 5 MB. */
export const recordPhoto = z
  .instanceof(File, { error: NO_IMAGE })
  .refine(({ size }) => size <= FILE_LIMIT, TOO_LARGE)
  .register(serverRules, { file: 'image' })
export const optionalPhoto = recordPhoto.optional().register(serverRules, { file: 'image' })

/** Alt text, on one line: screen readers read it without pauses. */
export const altText = optionalText(500)

const NO_TITLE = 'Title must be at least 2 characters.'
const NO_STUDENT = 'Please choose a student from the list.'
const studentField = optionalId(NO_STUDENT)
const MOST_STUDENTS = 100
/** The student that a document is for; several if the field is repeated; or null. */
const studentsField = z.preprocess(
  (value) => {
    const chosen = [...new Set([value].flat())].map(parseCount).filter((one) => one !== '' && one !== undefined)
    return chosen.length > 1 ? chosen : (chosen[0] ?? null)
  },
  z
    .union([z.int().positive(), z.array(z.int().positive()).max(MOST_STUDENTS)], NO_STUDENT)
    .nullable()
    .default(null),
)
const ONE_AUDIENCE = {
  path: ['studentId'],
  message: 'Please choose who it is for, or share it with all students, not both.',
}

/** Upload of one document. Its type is detected from its bytes (inspect.server.ts). */
export const newFile = z
  .object({
    title: requiredText(NO_TITLE, { min: 2 }),
    description: optionalParagraphs(2000),
    alt: altText,
    isShared: checkbox(),
    studentId: studentsField,
    /** Set for gallery photos. */
    album: z.enum(['qqi'], 'The only album is qqi.').nullish(),
    /** The album of a gallery photo, if it is not for the photo notice. */
    albumId: optionalId('Please choose an album.').optional(),
    file: uploadedFile,
    ...pictureStudents,
  })
  .refine(({ isShared, album, albumId, studentId }) => !((isShared || album || albumId) && studentId), ONE_AUDIENCE)
export type NewFile = OptionalPictureStudents<z.output<typeof newFile>>

const MOST_FILES = 20
/** Chosen files of a field that allows several. */
export const listChosenFiles = (value: unknown): unknown[] => [value ?? []].flat().filter((file) => !isEmptyInput(file))

/** Upload form: one document, or several for the same people, titled by their file names unless a title is given. */
export const newFiles = z
  .object({
    title: optionalText(),
    description: optionalParagraphs(2000),
    alt: altText,
    isShared: checkbox(),
    studentId: studentsField,
    file: z
      .preprocess(
        listChosenFiles,
        z
          .array(z.unknown())
          .min(1, NO_FILE)
          .max(MOST_FILES, `Please choose at most ${MOST_FILES} files at a time.`)
          .superRefine(checkEachFile)
          .transform((files) => files as File[]),
      )
      .register(serverRules, { file: 'document' }),
    ...pictureStudents,
  })
  .refine(({ isShared, studentId }) => !(isShared && studentId), ONE_AUDIENCE)
  .refine((fields) => hasTitle(fields), { path: ['title'], message: NO_TITLE, when: () => true })
export type NewFiles = OptionalPictureStudents<z.output<typeof newFiles>>

/** Reports the first refused file by name, because the message belongs to their shared field. */
function checkEachFile(files: unknown[], { addIssue }: z.core.$RefinementCtx): void {
  for (const file of files) {
    const message = uploadedFile.safeParse(file).error?.issues[0]?.message
    if (!message) continue
    addIssue(files.length > 1 && file instanceof File ? `${file.name}: ${message}` : message)
    return
  }
}

/** True for a long enough title, or for several files to take titles from. A refused `file` is unparsed. */
function hasTitle({ title, file }: { title?: unknown; file?: unknown }): boolean {
  return typeof title === 'string' ? hasVisible(title, 2) : Array.isArray(file) && file.length > 1
}

const describedFields = z.object({
  title: requiredText('Please give the document a title.'),
  description: optionalParagraphs(2000),
  alt: altText,
})

export const fileDetails = describedFields
  .extend({ isShared: checkbox(), studentId: studentField })
  .refine(({ isShared, studentId }) => !(isShared && studentId), ONE_AUDIENCE)
export type FileDetails = z.output<typeof fileDetails>

export const fileEdit = fileDetails.safeExtend({ version: openedVersion() })

/** Editable details of a gallery photo: its title holds its number, and all photos share one description. */
export const photoDetails = describedFields.pick({ alt: true })
