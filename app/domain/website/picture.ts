import { SHOWN_WIDTHS, type ShownFormat, shownFormats } from '~/domain/files/kinds'
import { paths } from '~/paths'

/** Where its place is of another shape, what stays in sight of a picture: of a broad one its left, middle or right. */
export const pictureParts = ['top', 'middle', 'bottom'] as const

/**
 * A picture in a page's words: our drawing ('' for none), or the upload (by its name) in its stead. `alt` is '' for decoration.
 * Without a `part` what is a little above the middle stays in sight, where people's faces mostly are.
 */
export interface ShownPicture {
  drawing: string
  picture?: string
  part?: (typeof pictureParts)[number]
  alt: string
  decoration?: true
}

/** A width and a height: of a picture in pixels, of a place on a page in any that have its shape. */
export interface Shape {
  width: number
  height: number
}

/** What an uploaded picture's name tells, so that a page can show it without asking the database. */
export interface NamedPicture extends Shape {
  /** The unguessable part of its addresses. */
  address: string
  fallback: 'jpg' | 'png'
}

/** The name of an uploaded picture: '6fb1c0de9a7b45d2a1e0c3f4-1600x1200.jpg'. */
export const PICTURE_NAME = /^([\da-f]{24})-([1-9]\d{0,3})x([1-9]\d{0,3})\.(jpg|png)$/

export function createPictureName({ address, width, height, fallback }: NamedPicture): string {
  return `${address}-${width}x${height}.${fallback}`
}

/** What a name tells; null for what is no name. */
export function parsePictureName(name: string): NamedPicture | null {
  const [, address, width, height, fallback] = PICTURE_NAME.exec(name) ?? []
  if (!address) return null
  return { address, width: Number(width), height: Number(height), fallback: fallback === 'png' ? 'png' : 'jpg' }
}

/** The widths that versions are called by: up to the first that the picture does not exceed, which has its own width. */
export function getVersionWidths({ width }: Pick<Shape, 'width'>) {
  return SHOWN_WIDTHS.filter((_, place) => (SHOWN_WIDTHS[place - 1] ?? 0) < width)
}

interface Source {
  type: string
  src: string
  srcSet: string
}

/** The three formats of an uploaded picture, the fallback last, as a picture element asks for them. */
export function getPictureSources(picture: NamedPicture): [avif: Source, webp: Source, fallback: Source] {
  const widths = getVersionWidths(picture)
  const at = (width: number, format: ShownFormat) => paths.files.website(`${picture.address}-${width}.${format}`)
  const source = (format: ShownFormat): Source => ({
    type: shownFormats[format],
    src: at(widths[1] ?? SHOWN_WIDTHS[0], format),
    srcSet: widths.map((width) => `${at(width, format)} ${Math.min(width, picture.width)}w`).join(', '),
  })
  return [source('avif'), source('webp'), source(picture.fallback)]
}

/** A picture somewhere in a page's words: the field that it stands in, as forms spell it ('items[2].picture'). */
export interface PlacedPicture {
  field: string
  picture: ShownPicture
}

/** Whether a form says of a picture what `words` said of the one before it: then nobody wrote it for the new one. */
export function isDescribedBy(
  words: unknown,
  { drawing, picture = '', alt, decoration = false }: SaidOfPicture,
): boolean {
  if (alt === '' && !decoration) return false
  return findPlacedPictures(words).some(({ picture: shown }) => {
    const isSame = shown.drawing === drawing && (shown.picture ?? '') === picture
    return isSame && (decoration ? shown.decoration === true : shown.alt === alt)
  })
}
type SaidOfPicture = Omit<ShownPicture, 'decoration'> & { decoration?: boolean }

/** All pictures in a page's words, in a section's or in a list's, with their fields. */
export function findPlacedPictures(words: unknown, field = ''): PlacedPicture[] {
  if (words === null || typeof words !== 'object') return []
  if (Array.isArray(words)) return words.flatMap((item, place) => findPlacedPictures(item, `${field}[${place}]`))
  if ('drawing' in words && 'alt' in words) return [{ field, picture: words as ShownPicture }]
  return Object.entries(words).flatMap(([name, value]) => findPlacedPictures(value, field ? `${field}.${name}` : name))
}
