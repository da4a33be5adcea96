/** What may be uploaded (spec sections 5 and 9). Apart from the schema and the inspection, so that a page can show it without zod or sharp. */
export const FILE_LIMIT = 5 * 1024 * 1024
export const TOO_LARGE = 'File size must be less than 5MB.'
export const WRONG_KIND = 'Only PDF, Word documents, and images are accepted.'
/** The endings that the file picker offers. */
export const ACCEPTED = '.pdf,.doc,.docx,.jpg,.jpeg,.png,.gif,.webp'

/** The same where only an image makes sense. */
export const ACCEPTED_IMAGES = '.jpg,.jpeg,.png,.gif,.webp'
export const NO_IMAGE = 'Only images are accepted: JPG, PNG, GIF or WebP.'

/** What may be attached to a newsletter: text files, too (spec section 2, Newsletter tab). */
export const ACCEPTED_ATTACHMENTS = `${ACCEPTED},.txt`
export const NO_ATTACHMENT = 'Only images, PDF, Word documents and text files are accepted.'

/** The widths of an image's small versions; an image that is no wider has none. */
export const SMALL_WIDTHS = [480, 960] as const
export type SmallWidth = (typeof SMALL_WIDTHS)[number]

/** Every kind by its media type: its name for people, and the endings that a file of it may have (the first is the usual one). */
export const kinds = {
  'application/pdf': { name: 'PDF', endings: ['pdf'] },
  'application/msword': { name: 'Word', endings: ['doc'] },
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': { name: 'Word', endings: ['docx'] },
  'image/jpeg': { name: 'Picture', endings: ['jpg', 'jpeg'] },
  'image/png': { name: 'Picture', endings: ['png'] },
  'image/gif': { name: 'Picture', endings: ['gif'] },
  'image/webp': { name: 'Picture', endings: ['webp'] },
  'text/plain': { name: 'Text', endings: ['txt'] },
} as const
export type FileType = keyof typeof kinds

/** True for the kinds that a page can show inline. */
export function isImage(fileType: string): boolean {
  return fileType.startsWith('image/')
}
