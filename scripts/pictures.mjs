// Makes pictures, in a process of its own that app/domain/files/picture.server.ts starts and ends: decoding a large photo takes
// some hundred megabytes, which would stay with the server. Answers each order in turn, and goes with the server.
import { writeFileSync } from 'node:fs'
import { setPriority } from 'node:os'
import sharp from 'sharp'

const MOST_PIXELS = 50_000_000
const MOST_FRAMES = 200
const LONGEST_SIDE = 2400
const ICON = 180

// Every picture comes once, so nothing of it is worth keeping; one thread needs the least memory.
sharp.cache(false)
sharp.concurrency(1)
setPriority(5)
try {
  // Where memory runs out, Linux ends this process, not the server.
  writeFileSync('/proc/self/oom_score_adj', '1000')
} catch {
  // Other systems choose for themselves.
}

/** What can be ordered, by name. */
const works = {
  /** Re-encodes an image: upright, at most 2400 px long, without EXIF, GPS or trailing data; with a version for each smaller one of `widths`. */
  async redraw({ bytes, fileType, widths }) {
    const animated = fileType === 'image/gif' || fileType === 'image/webp'
    const options = { animated, limitInputPixels: MOST_PIXELS, failOn: 'error' }
    const { pages = 1, isPalette } = await sharp(bytes, options).metadata()
    if (pages > MOST_FRAMES) throw new Error('too many frames')
    const upright = pages > 1 ? sharp(bytes, options) : sharp(bytes, options).autoOrient()
    const whole = await encode(
      upright.resize({ width: LONGEST_SIDE, height: LONGEST_SIDE, fit: 'inside', withoutEnlargement: true }),
      fileType,
      isPalette,
    )
    const { width, pageHeight, height } = whole.info
    const small = []
    for (const smaller of widths.filter((candidate) => candidate < width)) {
      const { data } = await encode(sharp(whole.data, options).resize({ width: smaller }), fileType, isPalette)
      small.push({ width: smaller, bytes: data })
    }
    return { bytes: whole.data, width, height: pageHeight ?? height, small }
  },

  /** Gives a picture in each of `widths` and three formats, never larger than it is. A version is named after the width it is for. */
  async versions({ bytes, widths }) {
    const { data, info } = await sharp(bytes).raw().toBuffer({ resolveWithObject: true })
    const { width, height } = info
    const pixels = () => sharp(data, { raw: info })
    const { isOpaque } = await pixels().stats()
    const versions = []
    for (const wanted of widths.filter((_, place) => place === 0 || widths[place - 1] < width)) {
      const sized = pixels().resize({ width: Math.min(wanted, width) })
      const formats = {
        // More effort takes many times as long, for a tenth of the bytes.
        avif: sized.clone().avif({ quality: 50, effort: 2, chromaSubsampling: '4:2:0' }),
        webp: sized.clone().webp({ quality: 76 }),
        ...(isOpaque ? { jpg: sized.clone().jpeg({ quality: 80, mozjpeg: true }) } : { png: sized.clone().png() }),
      }
      for (const [format, image] of Object.entries(formats))
        versions.push({ name: `${wanted}.${format}`, bytes: await image.toBuffer() })
    }
    return { width, height, fallback: isOpaque ? 'jpg' : 'png', versions }
  },

  /** A picture, of a moving one the beginning, for mail programs that show JPEG and PNG alone. */
  async mailed({ bytes, width }) {
    const sized = sharp(bytes).resize({ width, withoutEnlargement: true })
    const { isOpaque } = await sharp(bytes).stats()
    const image = isOpaque ? sized.jpeg({ quality: 80, mozjpeg: true }) : sized.png({ palette: true })
    return { name: `${width}.${isOpaque ? 'jpg' : 'png'}`, bytes: await image.toBuffer() }
  },

  /** A square icon: a logo on white, or a drawing of ours (SVG). */
  icon: async ({ bytes }) => {
    const { format } = await sharp(bytes).metadata()
    if (format === 'svg') return sharp(bytes, { density: 300 }).resize(ICON, ICON).png().toBuffer()
    const background = '#FFFFFF'
    const logo = sharp(bytes).resize({ width: ICON - 24, height: ICON - 24, fit: 'contain', background })
    return logo
      .flatten({ background })
      .extend({ top: 12, bottom: 12, left: 12, right: 12, background })
      .png()
      .toBuffer()
  },

  /** A drawing of ours (SVG) as a camera would store it. */
  photograph: ({ svg, density }) => sharp(svg, { density }).jpeg({ quality: 90 }).toBuffer(),
}

function encode(image, fileType, palette) {
  const inItsFormat =
    fileType === 'image/jpeg'
      ? image.jpeg({ quality: 84, mozjpeg: true })
      : fileType === 'image/png'
        ? image.png({ palette })
        : fileType === 'image/gif'
          ? image.gif()
          : image.webp({ quality: 84 })
  return inItsFormat.toBuffer({ resolveWithObject: true })
}

// An exit would wait for the picture under way.
process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'))
process.on('message', async ({ work, ...order }) => {
  const answer = await works[work](order).then(
    (made) => ({ made }),
    ({ message }) => ({ fault: message }),
  )
  if (process.connected) process.send(answer, () => setImmediate(gc))
})
