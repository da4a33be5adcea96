import { crc32, deflateSync } from 'node:zlib'
import sharp from 'sharp'

/** The bytes of files, harmless and hostile; each is generated, as small as its format allows. */

export function pdf(after = ''): Buffer {
  return Buffer.from(`%PDF-1.4\n${after}\n1 0 obj\n<< /Type /Catalog >>\nendobj\ntrailer\n<< /Root 1 0 R >>\n%%EOF\n`)
}

/** A PDF as Playwright chooses it for a field; without `content` each name makes other bytes. */
export const pdfPayload = (name: string, content = pdf(name)) => ({
  name,
  mimeType: 'application/pdf',
  buffer: content,
})

/** A picture of a size, for a field too. */
export async function picturePayload(name: string, width = 1200, height = 900) {
  const isPng = name.endsWith('.png')
  const drawn = picture(width, height)
  const buffer = await (isPng ? drawn.png() : drawn.jpeg()).toBuffer()
  return { name, mimeType: isPng ? 'image/png' : 'image/jpeg', buffer }
}

/** A file as a browser sends it. */
export const fileOf = (bytes: Uint8Array, name = 'photo.jpg') => new File([new Uint8Array(bytes)], name)

interface ZipEntry {
  name: string
  /** The size that the entry claims to expand to. */
  expanded?: number
}

/** A zip whose entries hold a few bytes each, whatever they claim. */
export function zip(entries: ZipEntry[]): Buffer {
  const parts: Buffer[] = []
  const list: Buffer[] = []
  let place = 0
  for (const { name, expanded = 4 } of entries) {
    const local = Buffer.alloc(30)
    local.write('PK\x03\x04', 'latin1')
    local.writeUInt32LE(4, 18)
    local.writeUInt32LE(expanded, 22)
    local.writeUInt16LE(name.length, 26)
    const central = Buffer.alloc(46)
    central.write('PK\x01\x02', 'latin1')
    central.writeUInt32LE(4, 20)
    central.writeUInt32LE(expanded, 24)
    central.writeUInt16LE(name.length, 28)
    central.writeUInt32LE(place, 42)
    const entry = Buffer.concat([local, Buffer.from(name), Buffer.from('text')])
    parts.push(entry)
    list.push(central, Buffer.from(name))
    place += entry.length
  }
  const end = Buffer.alloc(22)
  end.write('PK\x05\x06', 'latin1')
  end.writeUInt16LE(entries.length, 8)
  end.writeUInt16LE(entries.length, 10)
  end.writeUInt32LE(Buffer.concat(list).length, 12)
  end.writeUInt32LE(place, 16)
  return Buffer.concat([...parts, ...list, end])
}

export function docx(more: ZipEntry[] = []): Buffer {
  return zip([{ name: '[Content_Types].xml' }, { name: 'word/document.xml' }, ...more])
}

/** A compound file with one stream: 'WordDocument' makes it a .doc, 'Workbook' an .xls. */
export function compoundFile(stream = 'WordDocument'): Buffer {
  const bytes = Buffer.alloc(3 * 512)
  bytes.write('d0cf11e0a1b11ae1', 'hex')
  bytes.writeUInt16LE(9, 30) // sectors of 512 bytes
  bytes.writeUInt32LE(1, 44)
  bytes.writeUInt32LE(1, 48) // the directory is in sector 1
  bytes.fill(0xff, 76, 512)
  bytes.writeUInt32LE(0, 76) // the table of chains is in sector 0
  bytes.fill(0xff, 512, 1024)
  bytes.writeUInt32LE(0xfffffffd, 512)
  bytes.writeUInt32LE(0xfffffffe, 516)
  for (const [index, name] of ['Root Entry', stream].entries()) {
    bytes.write(name, 1024 + index * 128, 'utf16le')
    bytes.writeUInt16LE((name.length + 1) * 2, 1024 + index * 128 + 64)
  }
  return bytes
}

/** A picture in one colour. */
export function picture(width = 60, height = 40) {
  return sharp({ create: { width, height, channels: 3, background: '#0A5160' } })
}

/** A phone's photo: stored on its side with an EXIF orientation, and with GPS coordinates. */
export function photoWithGps(width = 60, height = 40): Promise<Buffer> {
  return picture(width, height)
    .withMetadata({ orientation: 6 })
    .withExifMerge({ IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '53/1 21/1 0/1', GPSLongitudeRef: 'W' } })
    .jpeg()
    .toBuffer()
}

/** Pixels that are red, green, blue and grey in their corners, from the top left on, with as much noise as a camera's. */
async function uprightPhoto(width: number, height: number) {
  const quarter = { width: width / 2, height: height / 2, channels: 3 as const }
  const noisy = (background: string) =>
    sharp({ create: { ...quarter, background, noise: { type: 'gaussian', mean: 128, sigma: 30 } } })
      .tint(background)
      .png({ compressionLevel: 0 })
      .toBuffer()
  const corners = [
    [0, 0, '#e02020'],
    [1, 0, '#20c020'],
    [0, 1, '#2020e0'],
    [1, 1, '#808080'],
  ] as const
  const parts = await Promise.all(
    corners.map(async ([left, top, colour]) => ({
      input: await noisy(colour),
      left: left * quarter.width,
      top: top * quarter.height,
    })),
  )
  return sharp({ create: { width, height, channels: 3, background: 'white' } })
    .composite(parts)
    .raw()
    .toBuffer({ resolveWithObject: true })
}

/**
 * Writes photos as phones make them, one of the same scene to each path: JPEGs of some megabytes, stored turned as the first,
 * second, … orientation of EXIF says, with GPS coordinates. Upright they have the colours of `uprightPhoto`.
 */
export async function phonePhotos(paths: string[], width: number, height: number): Promise<void> {
  const upright = await uprightPhoto(width, height)
  for (const [index, path] of paths.entries()) {
    // Turned against what the orientation says, so that it undoes that.
    const { turn, mirrored } = turns[index % turns.length]!
    const stored = sharp(upright.data, { raw: upright.info })
    await (mirrored ? stored.flop() : stored)
      .rotate(turn)
      .withMetadata({ orientation: (index % turns.length) + 1 })
      .withExifMerge({ IFD0: { Make: 'Phone' }, IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '53/1 21/1 0/1' } })
      .jpeg({ quality: 95 })
      .toFile(path)
  }
}

/** How the pixels of an upright photo are stored for each orientation of EXIF, from 1 on. */
const turns = [
  { turn: 0, mirrored: false },
  { turn: 0, mirrored: true },
  { turn: 180, mirrored: false },
  { turn: 180, mirrored: true },
  { turn: 270, mirrored: true },
  { turn: 270, mirrored: false },
  { turn: 90, mirrored: true },
  { turn: 90, mirrored: false },
]

/** An animated GIF or WebP of two frames. */
export function animation(format: 'gif' | 'webp'): Promise<Buffer> {
  const frames = Buffer.concat([Buffer.alloc(20 * 10 * 3, 40), Buffer.alloc(20 * 10 * 3, 200)])
  return sharp(frames, { raw: { width: 20, height: 20, channels: 3, pageHeight: 10 } })
    .toFormat(format)
    .toBuffer()
}

/** A PNG of a few dozen bytes that claims to be `side` pixels wide and high. */
export function pngOfSide(side: number): Buffer {
  const chunk = (type: string, content: Buffer) => {
    const named = Buffer.concat([Buffer.from(type, 'latin1'), content])
    const whole = Buffer.alloc(8 + named.length)
    whole.writeUInt32BE(content.length, 0)
    named.copy(whole, 4)
    whole.writeUInt32BE(crc32(named), 4 + named.length)
    return whole
  }
  const header = Buffer.alloc(13)
  header.writeUInt32BE(side, 0)
  header.writeUInt32BE(side, 4)
  header.set([8, 0, 0, 0, 0], 8)
  const signature = Buffer.from('89504e470d0a1a0a', 'hex')
  const parts = [chunk('IHDR', header), chunk('IDAT', deflateSync(Buffer.alloc(64))), chunk('IEND', Buffer.alloc(0))]
  return Buffer.concat([signature, ...parts])
}
