// A helper process that opens pictures, PDFs and Word documents, which app/domain/foreign/helper.server.ts starts and ends: decoding a
// large photo takes some hundred megabytes, which the server would keep, and a hostile file may end it. Reads orders from its standard
// input and writes answers to file descriptor 3, one at a time, each with its length before it. Ends with the server.
import { writeSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { getPriority, setPriority } from 'node:os'
import { deserialize, serialize } from 'node:v8'
import sharp from 'sharp'
import { getReduction } from './reduction.mjs'

/** For drawings and logos of ours and of tutors, whose orders have no bounds of their own. */
const MAX_PIXELS = 50_000_000
const MAX_SIDE = 2400
const ICON = 180

// Each picture is processed once, so a cache is useless; one thread needs the least memory.
sharp.cache(false)
sharp.concurrency(1)
// Only root may raise the priority of a server that was started with a lower one.
setPriority(Math.max(5, getPriority()))
// libvips reads some twenty formats, its own and PDF among them.
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({ operation: ['Jpeg', 'Png', 'Nsgif', 'Webp'].map((format) => `VipsForeignLoad${format}`) })

/** Opens a drawing of ours (SVG), which is blocked otherwise. */
async function withSvg(use) {
  const svg = { operation: ['VipsForeignLoadSvg'] }
  sharp.unblock(svg)
  try {
    return await use()
  } finally {
    sharp.block(svg)
  }
}

/** The orders, by name. */
const handlers = {
  /**
   * Re-encodes an image: upright, reduced, without EXIF, GPS or trailing data, and with a version for each smaller one of
   * `widths`. `reduced` has the sizes of a long one that was made narrow. A truncated image is drawn as far as possible, and `missing` says which part is not there.
   */
  async redraw({ bytes: given, fileType, widths, bounds }) {
    const bytes = trimZeros(given, fileType)
    const animated = fileType === 'image/gif' || fileType === 'image/webp'
    const { width: across, height: down, pages = 1, isPalette, orientation } = await readSize(bytes, animated)
    const isMoving = pages > 1
    if (pages > bounds.frames) return { excess: { of: 'frames', found: pages, max: bounds.frames, isMoving } }
    if (across * down > bounds.pixels)
      return { excess: { of: 'pixels', found: across * down, max: bounds.pixels, isMoving } }
    const longer = Math.max(across, down) * getReduction(across, down)
    const limit = isMoving ? MAX_SIDE : Math.max(1, Math.floor(longer))
    const draw = (failOn) => {
      const image = sharp(bytes, { animated, limitInputPixels: MAX_PIXELS, failOn })
      const size = { width: limit, height: limit, fit: 'inside', withoutEnlargement: true }
      return encode((isMoving ? image : image.autoOrient()).resize(size), fileType, isPalette)
    }
    let missing
    const whole = await draw('warning').catch(async (error) => {
      missing = await findMissingPart(bytes, { fileType, orientation, isCut: TRUNCATED.test(error.message) })
      return draw('none')
    })
    if (!hasEndMarker(bytes, fileType)) missing ??= 'end'
    const { width, pageHeight, height } = whole.info
    const [short, before] = [Math.min(width, pageHeight ?? height), Math.min(across, down / pages)]
    const reduced = short < before && short < NARROW ? { to: short, from: before, isTall: width === short } : undefined
    const small = []
    for (const smaller of widths.filter((candidate) => candidate < width)) {
      const { data } = await encode(sharp(whole.data, { animated }).resize({ width: smaller }), fileType, isPalette)
      small.push({ width: smaller, bytes: data })
    }
    return { bytes: whole.data, width, height: pageHeight ?? height, small, missing, reduced }
  },

  /** Makes a picture in each of `widths` and in three formats, never enlarged. A version is named after the requested width. */
  async versions({ bytes, widths }) {
    const { data, info } = await sharp(bytes).raw().toBuffer({ resolveWithObject: true })
    const { width, height } = info
    const pixels = () => sharp(data, { raw: info })
    const { isOpaque } = await pixels().stats()
    const versions = []
    for (const wanted of widths.filter((_, place) => place === 0 || widths[place - 1] < width)) {
      const sized = pixels().resize({ width: Math.min(wanted, width) })
      const formats = {
        // More effort takes many times as long, and saves a tenth of the bytes.
        avif: sized.clone().avif({ quality: 50, effort: 2, chromaSubsampling: '4:2:0' }),
        webp: sized.clone().webp({ quality: 76 }),
        ...(isOpaque ? { jpg: sized.clone().jpeg({ quality: 80, mozjpeg: true }) } : { png: sized.clone().png() }),
      }
      for (const [format, image] of Object.entries(formats))
        versions.push({ name: `${wanted}.${format}`, bytes: await image.toBuffer() })
    }
    return { width, height, fallback: isOpaque ? 'jpg' : 'png', versions }
  },

  /** A picture, or the first frame of an animation, for mail programs that show only JPEG and PNG. */
  async mailed({ bytes, width }) {
    const sized = sharp(bytes).resize({ width, withoutEnlargement: true })
    const { isOpaque } = await sharp(bytes).stats()
    const image = isOpaque ? sized.jpeg({ quality: 80, mozjpeg: true }) : sized.png({ palette: true })
    return { name: `${width}.${isOpaque ? 'jpg' : 'png'}`, bytes: await image.toBuffer() }
  },

  /** A square icon from a logo, on white. */
  icon: async ({ bytes }) => {
    const background = '#FFFFFF'
    const logo = sharp(bytes).resize({ width: ICON - 24, height: ICON - 24, fit: 'contain', background })
    return logo
      .flatten({ background })
      .extend({ top: 12, bottom: 12, left: 12, right: 12, background })
      .png()
      .toBuffer()
  },

  /** A square icon from a drawing of ours (SVG). */
  iconOfDrawing: ({ svg }) => withSvg(() => sharp(svg, { density: 300 }).resize(ICON, ICON).png().toBuffer()),

  /** One of our drawings (SVG) as a photo. */
  photograph: ({ svg, density }) => withSvg(() => sharp(svg, { density }).jpeg({ quality: 90 }).toBuffer()),

  /** A page of the PDF at `path`, from 1: at most `maxText` characters of its text, and a picture in each of `widths`; or its `container`. */
  async pageOfPdf({ path, number, widths, maxText }) {
    const pdf = await getPdf(path)
    if (pdf.container) return { container: pdf.container }
    const page = await pdf.withPage(number, ({ width: across, height: down, text, draw }) => {
      if (!(across > 0 && down > 0)) throw new Error('a page without a size')
      const fits = [Math.max(...widths) / across, Math.sqrt(MAX_PAGE_PIXELS / (across * down)), MAX_PAGE_SIDE / down]
      const scale = Math.min(...fits)
      const [width, height] = [across, down].map((side) => Math.max(1, Math.floor(side * scale)))
      const { isCut: isTextCut, ...read } = text(maxText)
      return { width, height, ...read, isTextCut, pixels: draw(width, height) }
    })
    const { pixels, ...shown } = page
    const raw = { width: page.width, height: page.height, channels: 4 }
    const pictures = await encodeInWidths(widths, () => sharp(pixels, { raw }).removeAlpha())
    return { count: pdf.count, attachments: pdf.attachments, ...shown, pictures }
  },

  /** The HTML of the Word document at `path` and remarks on it, as openWord returns them, and the alt texts of its pictures. */
  async htmlOfWord({ path, bounds }) {
    const { html, isCut, pictures, remarks } = await getWord(path, bounds)
    return { html, isCut, remarks, alts: pictures.map(({ alt }) => alt) }
  },

  /** What the page of a Word document will not show. */
  remarksOnWord: async ({ bytes, bounds }) => (await import('./word.mjs')).findRemarks(bytes, bounds),

  /** The picture `number`, from 1, of the Word document at `path`, in each of `widths`; null if it can't be drawn. */
  async pictureOfWord({ path, number, widths, bounds }) {
    const bytes = await (await getWord(path, bounds)).pictures[number - 1].read()
    const { format, width, height } = bytes ? await readSize(bytes, false).catch(() => ({})) : {}
    if (!DRAWN_FORMATS.includes(format) || width * height > MAX_PIXELS) return null
    const size = { width: Math.max(...widths), height: MAX_PAGE_SIDE, fit: 'inside', withoutEnlargement: true }
    const image = sharp(bytes, { limitInputPixels: MAX_PIXELS, failOn: 'none' }).autoOrient().resize(size)
    const drawn = await image
      .raw()
      .toBuffer({ resolveWithObject: true })
      .catch(() => null)
    if (!drawn) return null
    const { data, info } = drawn
    return {
      width: info.width,
      height: info.height,
      pictures: await encodeInWidths(widths, () => sharp(data, { raw: info })),
    }
  },

  /**
   * What a PDF is: `lock` says why an encrypted one can't be opened (a password only for changes is no reason); `container` is as openPdf
   * returns it, and `pages` how the words of its first pages look, as many as can be read within `time` ms.
   */
  async examinePdf({ bytes, maxPages, maxText, time }) {
    const { openPdf } = await import('./pdf.mjs')
    try {
      const pdf = await openPdf(Buffer.from(bytes))
      const pages = []
      const begin = process.cpuUsage()
      const isInTime = () => Object.values(process.cpuUsage(begin)).reduce((sum, one) => sum + one) / 1000 < time
      for (let number = 1; number <= Math.min(pdf.count, maxPages) && !pdf.container && isInTime(); number++) {
        const { words, notes } = await pdf.withPage(number, ({ text }) => text(maxText))
        pages.push({ words, notes })
      }
      return { container: pdf.container, attachments: pdf.attachments, pages }
    } catch ({ lock = null }) {
      return { lock }
    }
  },

  /** What a zip is, by its list of contents, as examineZip returns it. */
  examineZip: async ({ bytes }) => (await import('./office.mjs')).examineZip(bytes),
}

/** The picture formats that are shown in Word documents, by sharp's names. */
const DRAWN_FORMATS = ['jpeg', 'png', 'gif', 'webp']

/** Encodes a document's picture as WebP in each of `widths`, never enlarged. `image` returns a new sharp instance each time. */
async function encodeInWidths(widths, image) {
  const pictures = []
  for (const width of widths) {
    const resized = image().resize({ width, withoutEnlargement: true })
    pictures.push({ width, bytes: await resized.webp({ quality: 80, effort: 2 }).toBuffer() })
  }
  return pictures
}

/** Maximum pixels of a page: A4 at a width of 1440 pixels has 2.9 million. */
const MAX_PAGE_PIXELS = 4_000_000
const MAX_PAGE_SIDE = 8000
let openDocument

/** Opens the document at `path` once: a process only gets orders for one document. */
async function getDocument(path, open) {
  openDocument ??= await open(await readFile(path))
  return openDocument
}

const getPdf = (path) => getDocument(path, async (bytes) => (await import('./pdf.mjs')).openPdf(bytes))
const getWord = (path, bounds) =>
  getDocument(path, async (bytes) => (await import('./word.mjs')).openWord(bytes, bounds))

/** Reduced pictures with a shorter side below this may have words that are too small to read, in pixels. */
const NARROW = 600

/** The size of an image (all frames) from its header. */
const readSize = (bytes, animated) => sharp(bytes, { animated, limitInputPixels: false, failOn: 'none' }).metadata()

/** Fewer zeros may belong to the picture. */
const MIN_ZEROS = 16
const GIF_END = 0x3b
const [JPEG_SCAN, JPEG_END] = ['ffda', 'ffd9'].map((marker) => Buffer.from(marker, 'hex'))

/** False for a JPEG or GIF without its end marker. Decoders do not always notice, nor that frames of a GIF are missing. */
function hasEndMarker(bytes, fileType) {
  if (fileType === 'image/gif') return bytes.at(-1) === GIF_END
  return fileType !== 'image/jpeg' || bytes.lastIndexOf(JPEG_END) > bytes.lastIndexOf(JPEG_SCAN)
}

/** Removes the trailing zeros of a broken copy, which a decoder would draw. */
function trimZeros(bytes, fileType) {
  if (fileType !== 'image/jpeg' && fileType !== 'image/gif') return bytes
  const end = bytes.findLastIndex((byte) => byte !== 0) + 1
  const isWhole = fileType === 'image/jpeg' && bytes.subarray(0, end).subarray(-2).equals(JPEG_END)
  return isWhole || bytes.length - end < MIN_ZEROS ? bytes : bytes.subarray(0, end)
}

/** libjpeg's message for a truncated file, even if a program has added an end marker. */
const TRUNCATED = /premature end/
/** Where the last stored rows are in the upright picture, by EXIF orientation. */
const LAST_ROWS_SIDE = {
  3: 'upper part',
  4: 'upper part',
  5: 'right side',
  6: 'left side',
  7: 'left side',
  8: 'right side',
}
/** The side of the square on which missing rows are counted, and the minimum rows worth storing. */
const SQUARE_SIDE = 100
const MIN_ROWS = 10

/** The missing part of a faulty image; undefined if nothing visible is missing. Throws if next to nothing is left. */
async function findMissingPart(bytes, { fileType, orientation, isCut }) {
  const square = (failOn) =>
    sharp(bytes, { limitInputPixels: MAX_PIXELS, failOn })
      .resize(SQUARE_SIDE, SQUARE_SIDE, { fit: 'fill', kernel: 'nearest' })
      .raw()
      .toBuffer()
  if (!isCut && (await square('error').catch(() => null))) return undefined
  const pixels = await square('none')
  // Missing parts are medium grey in a JPEG, and black or transparent in other formats.
  const blank = fileType === 'image/jpeg' ? 128 : 0
  const last = pixels.findLastIndex((value) => Math.abs(value - blank) > 2)
  const rows = Math.ceil(((last + 1) / pixels.length) * SQUARE_SIDE)
  if (rows < MIN_ROWS) throw new Error('next to nothing of it is left')
  return rows === SQUARE_SIDE ? 'end' : (LAST_ROWS_SIDE[orientation] ?? 'lower part')
}

function encode(image, fileType, palette) {
  const inItsFormat =
    fileType === 'image/jpeg'
      ? // Trying several orders of its scans saves 1.5 % of the bytes, and takes a third more time.
        image.jpeg({ quality: 84, mozjpeg: true, optimiseScans: false })
      : fileType === 'image/png'
        ? image.png({ palette })
        : fileType === 'image/gif'
          ? image.gif()
          : image.webp({ quality: 84 })
  return inItsFormat.toBuffer({ resolveWithObject: true })
}

const HEADER = 4

async function answer({ work, ...order }) {
  const before = process.cpuUsage()
  const result = await handlers[work](order).then(
    (made) => ({ made }),
    ({ message }) => {
      // After a fault PDFium may be unusable.
      openDocument = null
      return { fault: message }
    },
  )
  const { user, system } = process.cpuUsage(before)
  const body = serialize({ ...result, processorTime: (user + system) / 1000 })
  const header = Buffer.alloc(HEADER)
  header.writeUInt32LE(body.length)
  for (const bytes of [header, body]) for (let at = 0; at < bytes.length; ) at += writeSync(3, bytes, at)
  setImmediate(gc)
}

// The server decides when a helper ends; a signal to the whole group would look as if the file had ended it.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => undefined)
// A normal exit would wait for the current picture.
process.stdin.on('end', () => process.kill(process.pid, 'SIGKILL'))
let received = []
let size = 0
process.stdin.on('data', (chunk) => {
  received.push(chunk)
  size += chunk.length
  if (size < HEADER) return
  if (received[0].length < HEADER) received = [Buffer.concat(received)]
  if (size < HEADER + received[0].readUInt32LE()) return
  const order = deserialize(Buffer.concat(received).subarray(HEADER))
  received = []
  size = 0
  void answer(order)
})
