/** The most bytes of a file. These rules are apart from the schema and the inspection, so that a page can show them without zod or sharp. */
export const FILE_LIMIT = 5 * 1024 * 1024
export const TOO_LARGE = 'File size must be less than 5MB.'
export const MAKE_SMALLER_ADVICE =
  'To make a photo smaller, open it on your phone and take a screenshot, or e-mail it to yourself in a medium size.'
export const EMPTY =
  'This file is empty. It may still be on its way to this device: open it there first, or choose another copy of it.'
const WRONG_KIND = 'Only PDF, Word documents, and images are accepted.'
export const HEIC =
  'This photo is in Apple’s HEIC format, which many devices can’t show. Please save it as a JPEG, or take a screenshot of it, and choose that. For new photos, on the iPhone open Settings, Camera, Formats, and choose Most Compatible.'
export const NO_IMAGE = 'Only images are accepted: JPG, PNG, GIF or WebP.'
const NO_ATTACHMENT = 'Only images, PDF, Word documents and text files are accepted.'
const NO_PHOTO = 'Only photos are accepted: JPG, PNG, GIF or WebP.'

/**
 * Every kind by its media type: its label, and the extensions a file of it may have, the usual one first. Programs also write the
 * `unusual` ones, which few others open, so a stored file has the usual one instead.
 */
export const kinds = {
  'application/pdf': { name: 'PDF', endings: ['pdf'] },
  'application/msword': { name: 'Word', endings: ['doc'] },
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': { name: 'Word', endings: ['docx'] },
  'image/jpeg': { name: 'Picture', endings: ['jpg', 'jpeg'], unusual: ['jfif', 'pjpeg', 'pjp', 'jpe'] },
  'image/png': { name: 'Picture', endings: ['png'] },
  'image/gif': { name: 'Picture', endings: ['gif'] },
  'image/webp': { name: 'Picture', endings: ['webp'] },
  'text/plain': { name: 'Text', endings: ['txt'] },
} as const
export type FileType = keyof typeof kinds

export function isImage(fileType: string): boolean {
  return fileType.startsWith('image/')
}

/** The documents that open on a page: a PDF as pictures of its pages, a Word document as text. */
export const DOCUMENTS: readonly FileType[] = [
  'application/pdf',
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
]

/** True for the kinds that open on a page of the portal; others can only be downloaded. */
export function opensOnPage(fileType: string): boolean {
  return isImage(fileType) || DOCUMENTS.includes(fileType as FileType)
}

/** True for the name of a photo as iPhones make them, which no browser but theirs can show. */
export function isHeic(fileName: string): boolean {
  return /\.hei[cf]$/i.test(fileName)
}

/** `file` itself where it opens on a page, else null. */
export function openableOrNull<Kept extends { fileType: string }>(file: Kept | null): Kept | null {
  return file && opensOnPage(file.fileType) ? file : null
}

/** What an upload is for: which kinds that takes, and the words for every other kind. */
export const purposes = {
  document: { takes: (fileType: FileType) => fileType !== 'text/plain', onlyThose: WRONG_KIND },
  attachment: { takes: () => true, onlyThose: NO_ATTACHMENT },
  image: { takes: isImage, onlyThose: NO_IMAGE },
  photo: { takes: isImage, onlyThose: NO_PHOTO },
}
export type Purpose = keyof typeof purposes

const allEndings = (fileType: FileType): readonly string[] => {
  const { endings, unusual = [] }: { endings: readonly string[]; unusual?: readonly string[] } = kinds[fileType]
  return [...endings, ...unusual]
}

const endingsFor = (purpose: Purpose) =>
  (Object.keys(kinds) as FileType[])
    .filter(purposes[purpose].takes)
    .flatMap(allEndings)
    .map((ending) => `.${ending}`)
    .join(',')

/** What the file picker offers for a document or picture, for a picture only, and for a newsletter's attachment. */
export const ACCEPTED = endingsFor('document')
export const ACCEPTED_IMAGES = endingsFor('image')
export const ACCEPTED_ATTACHMENTS = endingsFor('attachment')

/** The widths of an image's small versions; narrower images have none. */
export const SMALL_WIDTHS = [480, 960] as const
export type SmallWidth = (typeof SMALL_WIDTHS)[number]

/** The widths of the pictures of a document's page: for a phone, and for a desk or a closer look. */
export const PAGE_WIDTHS = [720, 1440] as const
export type PageWidth = (typeof PAGE_WIDTHS)[number]

/** The widths and formats of what the website shows of an upload; one that is narrower has fewer, and none is larger than it. */
export const SHOWN_WIDTHS = [400, 800, 1600, 2400] as const
export const shownFormats = { avif: 'image/avif', webp: 'image/webp', jpg: 'image/jpeg', png: 'image/png' } as const
export type ShownFormat = keyof typeof shownFormats
/** The width of pictures in a mail, in CSS pixels, and what is made of a WebP for it. */
export const MAIL_WIDTH = SMALL_WIDTHS[0]
export const MAILED_NAMES = [`${MAIL_WIDTH}.jpg`, `${MAIL_WIDTH}.png`] as const
export type MailedName = (typeof MAILED_NAMES)[number]

export type VersionName = `${(typeof SHOWN_WIDTHS)[number]}.${ShownFormat}` | MailedName
export const VERSION_NAMES: readonly VersionName[] = [
  ...SHOWN_WIDTHS.flatMap((width) =>
    (Object.keys(shownFormats) as ShownFormat[]).map((format) => `${width}.${format}` as const),
  ),
  ...MAILED_NAMES,
]

/** A file's size in bytes for people to read: '240 kB', '1.2 MB'. */
export function formatSize(bytes: number): string {
  return bytes < 1_000_000 ? `${Math.max(1, Math.round(bytes / 1000))} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`
}

const LONGEST_NAME = 120

/** A file's name as it is stored: without folders and what Windows forbids, with the extension of its real type. */
export function toStoredFileName(input: string, fileType: FileType): string {
  const endings: readonly string[] = kinds[fileType].endings
  const name = (input.split(/[/\\]/).at(-1) ?? '')
    .normalize('NFC')
    .replace(/[\p{Cc}\p{Cf}\p{Cs}]/gu, '')
    .replace(/["<>:|?*]/g, '-')
    .trim()
  const dot = name.lastIndexOf('.')
  const ending = name.slice(dot + 1).toLowerCase()
  const stem = dot > -1 && allEndings(fileType).includes(ending) ? name.slice(0, dot) : name
  const stored = stem !== name && endings.includes(ending) ? ending : endings[0]
  const short = [...stem.replace(/^[.\s]+|(?<![.\s])[.\s]+$/g, '')].slice(0, LONGEST_NAME).join('')
  return `${short || 'document'}.${stored}`
}

const LONGEST_TITLE = 200

/** A title made of a file's name: 'Bus times' of 'Bus_times.pdf'. */
export function getTitleOfFile(fileName: string): string {
  const name = fileName.replace(/[\p{Cc}\p{Default_Ignorable_Code_Point}]/gu, '')
  const [stem, whole] = [name.replace(/\.[^.]*$/, ''), name].map((text) => text.replace(/[_\s]+/g, ' ').trim())
  const title = [stem, whole].find((text = '') => text.length > 1) ?? 'Document'
  return [...title].slice(0, LONGEST_TITLE).join('')
}

/** The titles of documents that are sent together: the one that was typed, numbered where they are several; for several without one, their files' names. */
export function getTitlesOfFiles(typed: string, files: readonly Pick<File, 'name'>[]): string[] {
  if (files.length < 2) return files.map(() => typed)
  return typed.trim()
    ? files.map((_, place) => `${typed.slice(0, LONGEST_TITLE - 3)} ${place + 1}`)
    : files.map(({ name }) => getTitleOfFile(name))
}
