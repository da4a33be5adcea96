/** Largest file, in bytes. These rules are separate from the schema, so that a page can show them without loading zod or sharp. */
export const FILE_LIMIT = 5 * 1024 * 1024
export const TOO_LARGE = 'File size must be less than 5MB.'
export const MAKE_SMALLER_ADVICE =
  'To make a photo smaller, open it on your phone and take a screenshot, or email it to yourself at medium size.'
export const EMPTY =
  'This file is empty. It may not have finished downloading to this device. Open it there first, or choose another copy.'
const WRONG_KIND = 'Only PDF, Word documents, and images are accepted.'
export const HEIC =
  'This photo is in Apple’s HEIC format, which many devices can’t show. Please save it as a JPEG, or take a screenshot of it, and choose that. For new photos, on the iPhone open Settings, Camera, Formats, and choose Most Compatible.'
export const NO_IMAGE = 'Only images are accepted: JPG, PNG, GIF or WebP.'
const NO_ATTACHMENT = 'Only images, PDF, Word documents and text files are accepted.'
const NO_PHOTO = 'Only photos are accepted: JPG, PNG, GIF or WebP.'

/**
 * Accepted media types with their labels and extensions, the usual one first. `unusual` extensions are accepted, but replaced by
 * the usual one, because few programs open them.
 */
export const kinds = {
  'application/pdf': { name: 'PDF', extensions: ['pdf'] },
  'application/msword': { name: 'Word', extensions: ['doc'] },
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': { name: 'Word', extensions: ['docx'] },
  'image/jpeg': { name: 'Picture', extensions: ['jpg', 'jpeg'], unusual: ['jfif', 'pjpeg', 'pjp', 'jpe'] },
  'image/png': { name: 'Picture', extensions: ['png'] },
  'image/gif': { name: 'Picture', extensions: ['gif'] },
  'image/webp': { name: 'Picture', extensions: ['webp'] },
  'text/plain': { name: 'Text', extensions: ['txt'] },
} as const
export type FileType = keyof typeof kinds

export function isImage(fileType: string): boolean {
  return fileType.startsWith('image/')
}

/** Documents that open on a page: PDFs as pictures of their pages, Word documents as text. */
export const DOCUMENTS: readonly FileType[] = [
  'application/pdf',
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
]

/** True for types that open on a page of the portal; others can only be downloaded. */
export function opensOnPage(fileType: string): boolean {
  return isImage(fileType) || DOCUMENTS.includes(fileType as FileType)
}

/** True for the name of an iPhone photo, which only Apple's browsers can show. */
export function isHeic(fileName: string): boolean {
  return /\.hei[cf]$/i.test(fileName)
}

/** Returns `file` if it opens on a page, else null. */
export function openableOrNull<Found extends { fileType: string }>(file: Found | null): Found | null {
  return file && opensOnPage(file.fileType) ? file : null
}

/** Accepted types for each use of an upload, and the message for all others. */
export const purposes = {
  document: { takes: (fileType: FileType) => fileType !== 'text/plain', onlyThose: WRONG_KIND },
  attachment: { takes: () => true, onlyThose: NO_ATTACHMENT },
  image: { takes: isImage, onlyThose: NO_IMAGE },
  photo: { takes: isImage, onlyThose: NO_PHOTO },
}
export type Purpose = keyof typeof purposes

const getAllExtensions = (fileType: FileType): readonly string[] => {
  const { extensions, unusual = [] }: { extensions: readonly string[]; unusual?: readonly string[] } = kinds[fileType]
  return [...extensions, ...unusual]
}

const getAcceptedExtensions = (purpose: Purpose) =>
  (Object.keys(kinds) as FileType[])
    .filter(purposes[purpose].takes)
    .flatMap(getAllExtensions)
    .map((ending) => `.${ending}`)
    .join(',')

/** The `accept` attribute of the file pickers. */
export const ACCEPTED = getAcceptedExtensions('document')
export const ACCEPTED_IMAGES = getAcceptedExtensions('image')
export const ACCEPTED_ATTACHMENTS = getAcceptedExtensions('attachment')

/** Widths of an image's small versions, in pixels; narrower images have none. */
export const SMALL_WIDTHS = [480, 960] as const
export type SmallWidth = (typeof SMALL_WIDTHS)[number]

/** Widths of a document page's pictures: for phones, and for desktops or zooming. */
export const PAGE_WIDTHS = [720, 1440] as const
export type PageWidth = (typeof PAGE_WIDTHS)[number]

/** Widths and formats of a website picture. Narrower uploads have fewer; no version is larger than the upload. */
export const SHOWN_WIDTHS = [400, 800, 1600, 2400] as const
export const shownFormats = { avif: 'image/avif', webp: 'image/webp', jpg: 'image/jpeg', png: 'image/png' } as const
export type ShownFormat = keyof typeof shownFormats
/** Width of pictures in emails, in CSS pixels, and the names of versions made from a WebP. */
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

/** Formats a size in bytes: '240 kB', '1.2 MB'. */
export function formatSize(bytes: number): string {
  return bytes < 1_000_000 ? `${Math.max(1, Math.round(bytes / 1000))} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`
}

const LONGEST_NAME = 120

/** Cleans a file name: no folders, no characters that Windows forbids, and the extension of the real type. */
export function toStoredFileName(input: string, fileType: FileType): string {
  const endings: readonly string[] = kinds[fileType].extensions
  const name = (input.split(/[/\\]/).at(-1) ?? '')
    .normalize('NFC')
    .replace(/[\p{Cc}\p{Cf}\p{Cs}]/gu, '')
    .replace(/["<>:|?*]/g, '-')
    .trim()
  const dot = name.lastIndexOf('.')
  const ending = name.slice(dot + 1).toLowerCase()
  const stem = dot > -1 && getAllExtensions(fileType).includes(ending) ? name.slice(0, dot) : name
  const stored = stem !== name && endings.includes(ending) ? ending : endings[0]
  const short = [...stem.replace(/^[.\s]+|(?<![.\s])[.\s]+$/g, '')].slice(0, LONGEST_NAME).join('')
  return `${short || 'document'}.${stored}`
}

const LONGEST_TITLE = 200

/** Turns a file name into a title: 'Bus_times.pdf' becomes 'Bus times'. */
export function getTitleOfFile(fileName: string): string {
  const name = fileName.replace(/[\p{Cc}\p{Default_Ignorable_Code_Point}]/gu, '')
  const [stem, whole] = [name.replace(/\.[^.]*$/, ''), name].map((text) => text.replace(/[_\s]+/g, ' ').trim())
  const title = [stem, whole].find((text = '') => text.length > 1) ?? 'Document'
  return [...title].slice(0, LONGEST_TITLE).join('')
}

/** Titles for the files of one upload: the typed title, numbered if there are several; without a title, the file names. */
export function getTitlesOfFiles(typed: string, files: readonly Pick<File, 'name'>[]): string[] {
  if (files.length < 2) return files.map(() => typed)
  return typed.trim()
    ? files.map((_, index) => `${typed.slice(0, LONGEST_TITLE - 3)} ${index + 1}`)
    : files.map(({ name }) => getTitleOfFile(name))
}
