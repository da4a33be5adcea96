import { z } from 'zod'
import { contents } from '~/domain/contents'
import { uploadedFile } from '~/domain/files/schema'
import {
  emailAddress,
  oneOf,
  openedVersion,
  optionalParagraphs,
  optionalText,
  requiredParagraphs,
  requiredText,
} from '~/domain/rules'
import { audiences } from '~db/choices'

const LONGEST_CONTENT = 30_000

/** A browser sends the line breaks of a text area as CR LF; they are stored as LF, as an API call sends them. */
export const newNewsletter = z.object({
  title: requiredText('Title must be at least 3 characters', { min: 3 }),
  content: requiredParagraphs('Content must be at least 10 characters', { min: 10, max: LONGEST_CONTENT }).transform(
    (text) => text.replaceAll('\r\n', '\n'),
  ),
})
export type NewNewsletter = z.output<typeof newNewsletter>

/** The edit form of a draft, with the version it was opened on. */
export const newsletterEdit = newNewsletter.extend({ version: openedVersion() })

const audience = oneOf(audiences, 'Please choose who gets this newsletter.')

/** The confirmation before a newsletter is sent: to whom. */
export const newSending = z.object({ audience })

/** PATCH /api/newsletters/{id}/status: 'sent' is the only status to set, and everyone the default audience. */
export const statusChange = z.object({
  status: z.literal('sent', 'The status can only be set to sent.'),
  audience: audience.default('all'),
})

/** The address of a test mail. */
export const newTest = z.object({ email: emailAddress('Please enter a valid email address') })

/** Only the file is required; its type is decided by its bytes. */
export const newAttachment = z.object({
  file: uploadedFile.clone().register(contents, { file: 'attachment' }),
  title: optionalText(),
  description: optionalParagraphs(2000),
})
export type NewAttachment = z.output<typeof newAttachment>
