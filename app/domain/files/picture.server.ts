import { CUT_WIDTHS, type CutName, SMALL_WIDTHS, type SmallWidth } from './kinds'
import { pictureMaker } from './picture-maker.server'

/** An image as it is stored: re-encoded from its pixels, without anything else. */
export interface Picture {
  bytes: Buffer
  width: number
  height: number
  small: { width: SmallWidth; bytes: Buffer }[]
}

const { make } = pictureMaker()

/**
 * Re-encodes a JPEG, PNG, GIF or WebP: upright, at most 2400 px long, without EXIF, GPS or trailing data; with its small versions.
 * Throws an Error for a broken image or a decompression bomb, and what `make` throws.
 */
export function redraw(bytes: Blob, fileType: string): Promise<Picture> {
  return make({ work: 'redraw', bytes, fileType, widths: SMALL_WIDTHS })
}

/** What a place of the website shows of a picture: the size of the largest version, and the bytes of each. */
export interface Cuts {
  width: number
  height: number
  fallback: 'jpg' | 'png'
  cuts: { name: CutName; bytes: Buffer }[]
}

/** Cuts a picture that `redraw` gave to the shape of its place, or leaves its own. Throws what `make` throws. */
export function cut(bytes: Buffer | Blob, shape?: { width: number; height: number }): Promise<Cuts> {
  return make({ work: 'cut', bytes, shape, widths: CUT_WIDTHS })
}

/** A drawing of our own (SVG, at `density` pixels for 72) as a photo in JPEG. Throws what `make` throws. */
export function photograph(svg: Buffer, density = 72): Promise<Buffer> {
  return make({ work: 'photograph', svg, density })
}
