import sharp, { type Sharp, type SharpOptions } from 'sharp'
import { SMALL_WIDTHS, type SmallWidth } from './kinds'

const MOST_PIXELS = 50_000_000
const MOST_FRAMES = 200
const LONGEST_SIDE = 2400
const MOST_SECONDS = 30

/** An image as it is stored: re-encoded from its pixels, without anything else. */
export interface Picture {
  bytes: Buffer
  width: number
  height: number
  small: { width: SmallWidth; bytes: Buffer }[]
}

let lastInTurn: Promise<unknown> = Promise.resolve()

/** One image at a time: decoding a large one takes some hundred megabytes. */
function inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
  const mine = lastInTurn.then(work)
  lastInTurn = mine.catch(() => undefined)
  return mine
}

/**
 * Re-encodes a JPEG, PNG, GIF or WebP: upright, at most 2400 px long, without EXIF, GPS or trailing data; with its small versions.
 * Throws sharp's error for a broken image or a decompression bomb.
 */
export function redraw(bytes: Buffer, fileType: string): Promise<Picture> {
  return inTurn(async () => {
    const animated = fileType === 'image/gif' || fileType === 'image/webp'
    const options: SharpOptions = { animated, limitInputPixels: MOST_PIXELS, failOn: 'error' }
    const { pages = 1, isPalette } = await sharp(bytes, options).metadata()
    if (pages > MOST_FRAMES) throw new Error('too many frames')
    const upright = pages > 1 ? sharp(bytes, options) : sharp(bytes, options).autoOrient()
    const whole = await encode(
      upright.resize({ width: LONGEST_SIDE, height: LONGEST_SIDE, fit: 'inside', withoutEnlargement: true }),
      fileType,
      isPalette,
    )
    const { width, pageHeight, height } = whole.info
    const small: Picture['small'] = []
    for (const smaller of SMALL_WIDTHS.filter((candidate) => candidate < width)) {
      const { data } = await encode(sharp(whole.data, options).resize({ width: smaller }), fileType, isPalette)
      small.push({ width: smaller, bytes: data })
    }
    return { bytes: whole.data, width, height: pageHeight ?? height, small }
  })
}

function encode(image: Sharp, fileType: string, palette: boolean) {
  const inItsFormat =
    fileType === 'image/jpeg'
      ? image.jpeg({ quality: 84, mozjpeg: true })
      : fileType === 'image/png'
        ? image.png({ palette })
        : fileType === 'image/gif'
          ? image.gif()
          : image.webp({ quality: 84 })
  return inItsFormat.timeout({ seconds: MOST_SECONDS }).toBuffer({ resolveWithObject: true })
}
