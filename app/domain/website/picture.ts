import { SHOWN_WIDTHS, type ShownFormat, shownFormats } from '~/domain/files/kinds'
import { paths } from '~/paths'

/** Part of a picture that stays visible when it is cropped; for a wide picture, left, middle or right. */
export const pictureParts = ['top', 'middle', 'bottom'] as const

/**
 * A picture in a page's text: our drawing ('' for none), or an upload (by its name) that replaces it. `alt` is '' for decoration.
 * Without `part`, the area slightly above the middle stays visible, where faces usually are.
 */
export interface ShownPicture {
  drawing: string
  picture?: string
  part?: (typeof pictureParts)[number]
  alt: string
  decoration?: true
}

/** Width and height: a picture's in pixels, or a proportion on a page. */
export interface Shape {
  width: number
  height: number
}

/** Data in an uploaded picture's name, so that pages can show it without a query. */
export interface NamedPicture extends Shape {
  /** Unguessable part of its URLs. */
  address: string
  fallback: 'jpg' | 'png'
}

/** Name of an uploaded picture: '6fb1c0de9a7b45d2a1e0c3f4-1600x1200.jpg'. */
export const PICTURE_NAME = /^([\da-f]{24})-([1-9]\d{0,3})x([1-9]\d{0,3})\.(jpg|png)$/

export function createPictureName({ address, width, height, fallback }: NamedPicture): string {
  return `${address}-${width}x${height}.${fallback}`
}

/** Parses a picture's name; null for any other text. */
export function parsePictureName(name: string): NamedPicture | null {
  const [, address, width, height, fallback] = PICTURE_NAME.exec(name) ?? []
  if (!address) return null
  return { address, width: Number(width), height: Number(height), fallback: fallback === 'png' ? 'png' : 'jpg' }
}

/**
 * Nominal widths of a picture's versions, up to the first that is not narrower than the picture; that version has the picture's
 * width.
 */
export function getVersionWidths({ width }: Pick<Shape, 'width'>) {
  return SHOWN_WIDTHS.filter((_, index) => (SHOWN_WIDTHS[index - 1] ?? 0) < width)
}

interface Source {
  type: string
  src: string
  srcSet: string
}

/** Sources of a picture element in three formats, the fallback last. */
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

/** A picture in a page's text, and its field as forms name it ('items[2].picture'). */
export interface PlacedPicture {
  field: string
  picture: ShownPicture
}

/** True if a form describes a new picture exactly as `words` described the old one: the description was not written for it. */
export function isDescribedBy(
  words: unknown,
  { drawing, picture = '', alt, decoration = false }: PictureDescription,
): boolean {
  if (alt === '' && !decoration) return false
  return findPlacedPictures(words).some(({ picture: shown }) => {
    const isSame = shown.drawing === drawing && (shown.picture ?? '') === picture
    return isSame && (decoration ? shown.decoration === true : shown.alt === alt)
  })
}
type PictureDescription = Omit<ShownPicture, 'decoration'> & { decoration?: boolean }

/** All pictures in the text of a page, section or list, with their fields. */
export function findPlacedPictures(words: unknown, field = ''): PlacedPicture[] {
  if (words === null || typeof words !== 'object') return []
  if (Array.isArray(words)) return words.flatMap((item, index) => findPlacedPictures(item, `${field}[${index}]`))
  if ('drawing' in words && 'alt' in words) return [{ field, picture: words as ShownPicture }]
  return Object.entries(words).flatMap(([name, value]) => findPlacedPictures(value, field ? `${field}.${name}` : name))
}

/** The addresses of the uploads in the text of a page, section or list, each once. */
export function listPictureAddresses(words: unknown): string[] {
  const names = findPlacedPictures(words).flatMap(({ picture: { picture } }) =>
    typeof picture === 'string' ? (parsePictureName(picture)?.address ?? []) : [],
  )
  return [...new Set(names)]
}
