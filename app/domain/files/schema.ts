import { z } from 'zod'
import { type OptionalPictureStudents, pictureStudents } from '~/domain/consent/schema'
import { contents, isEmptyInput } from '~/domain/contents'
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
import { EMPTY, FILE_LIMIT, isImage, MAKE_SMALLER_ADVICE, TOO_LARGE } from './kinds'

const NO_FILE = 'Please upload a file.'

/** One file of at most 5 MB, for any form with an upload. */
export const uploadedFile = z
  .instanceof(File, { error: NO_FILE })
  .refine(({ size }) => size > 0, { error: ({ input }) => ((input as File).name ? EMPTY : NO_FILE) })
  .refine(({ size }) => size <= FILE_LIMIT, {
    error: ({ input }) => (isImage((input as File).type) ? `${TOO_LARGE} ${MAKE_SMALLER_ADVICE}` : TOO_LARGE),
  })
  .register(contents, { file: 'document' })

/** What a picture shows, in one line: a screen reader reads it in one go. */
export const whatItShows = optionalText(500)

const NO_TITLE = 'Title must be at least 2 characters.'
const NO_STUDENT = 'Please choose a student from the list.'
const student = optionalId(NO_STUDENT)
const MOST_STUDENTS = 100
/** The student whom a document is for; several where the field is repeated; or null. */
const students = z.preprocess(
  (value) => {
    const chosen = [...new Set([value].flat())].map(parseCount).filter((one) => one !== '' && one !== undefined)
    return chosen.length > 1 ? chosen : (chosen[0] ?? null)
  },
  z
    .union([z.int().positive(), z.array(z.int().positive()).max(MOST_STUDENTS)], NO_STUDENT)
    .nullable()
    .default(null),
)
const oneAudience = {
  path: ['studentId'],
  message: 'Please choose who it is for, or share it with all students, not both.',
}

/** The upload of a document; its type is decided by the bytes alone (inspect.server.ts). */
export const newFile = z
  .object({
    title: requiredText(NO_TITLE, { min: 2 }),
    description: optionalParagraphs(2000),
    alt: whatItShows,
    isShared: checkbox(),
    studentId: students,
    /** Set for a photo of the gallery. */
    album: z.enum(['qqi'], 'The only album is qqi.').nullish(),
    file: uploadedFile,
    ...pictureStudents,
  })
  .refine(({ isShared, album, studentId }) => !((isShared || album) && studentId), oneAudience)
export type NewFile = OptionalPictureStudents<z.output<typeof newFile>>

const MOST_FILES = 20
/** The files of a field that may have several. */
export const filesChosen = (value: unknown): unknown[] => [value ?? []].flat().filter((file) => !isEmptyInput(file))

/** The upload form: one document, or several for the same people, which are named after their files where no title is given. */
export const newFiles = z
  .object({
    title: optionalText(),
    description: optionalParagraphs(2000),
    alt: whatItShows,
    isShared: checkbox(),
    studentId: students,
    file: z
      .preprocess(
        filesChosen,
        z
          .array(z.unknown())
          .min(1, NO_FILE)
          .max(MOST_FILES, `Please choose at most ${MOST_FILES} files at a time.`)
          .superRefine(refuseOne)
          .transform((files) => files as File[]),
      )
      .register(contents, { file: 'document' }),
    ...pictureStudents,
  })
  .refine(({ isShared, studentId }) => !(isShared && studentId), oneAudience)
  .refine((fields) => hasTitle(fields), { path: ['title'], message: NO_TITLE, when: () => true })
export type NewFiles = OptionalPictureStudents<z.output<typeof newFiles>>

/** Refuses several files for the first that is refused, by its name: the message belongs to the field that they are chosen in. */
function refuseOne(files: unknown[], { addIssue }: z.core.$RefinementCtx): void {
  for (const file of files) {
    const message = uploadedFile.safeParse(file).error?.issues[0]?.message
    if (!message) continue
    addIssue(files.length > 1 && file instanceof File ? `${file.name}: ${message}` : message)
    return
  }
}

/** Whether there is a title that is long enough, or several files to take titles from. `file` is what was sent where it is refused. */
function hasTitle({ title, file }: { title?: unknown; file?: unknown }): boolean {
  return typeof title === 'string' ? hasVisible(title, 2) : Array.isArray(file) && file.length > 1
}

const described = z.object({
  title: requiredText('Please give the document a title.'),
  description: optionalParagraphs(2000),
  alt: whatItShows,
})

export const fileDetails = described
  .extend({ isShared: checkbox(), studentId: student })
  .refine(({ isShared, studentId }) => !(isShared && studentId), oneAudience)
export type FileDetails = z.output<typeof fileDetails>

export const fileEdit = fileDetails.safeExtend({ version: openedVersion() })

/** What can be changed of a photo on its page: its title is its number, and its description is every photo's. */
export const photoDetails = described.pick({ alt: true })
