import { createHash } from 'node:crypto'
import { crc32, deflateSync } from 'node:zlib'
import sharp from 'sharp'

/** Sample files, harmless and hostile, generated as small as their formats allow. */

export function createSamplePdf(after = ''): Buffer {
  return Buffer.from(`%PDF-1.4\n${after}\n1 0 obj\n<< /Type /Catalog >>\nendobj\ntrailer\n<< /Root 1 0 R >>\n%%EOF\n`)
}

/** A PDF as a file payload for Playwright. Without `content`, each name gives different bytes. */
export const createPdfPayload = (name: string, content = createSamplePdf(name)) => ({
  name,
  mimeType: 'application/pdf',
  buffer: content,
})

/** A picture as a file payload for Playwright; small, since an upload is resized several times. */
export async function createPicturePayload(name: string, width = 600, height = 450) {
  const isPng = name.endsWith('.png')
  const drawn = createPicture(width, height)
  const buffer = await (isPng ? drawn.png() : drawn.jpeg()).toBuffer()
  return { name, mimeType: isPng ? 'image/png' : 'image/jpeg', buffer }
}

export const createUploadedFile = (bytes: Uint8Array, name = 'photo.jpg') => new File([new Uint8Array(bytes)], name)

interface ZipEntry {
  name: string
  content?: string
  /** The claimed uncompressed size. */
  expanded?: number
  isEncrypted?: boolean
}

/** A zip file of texts, with any claims. */
export function createZip(entries: ZipEntry[]): Buffer {
  const parts: Buffer[] = []
  const list: Buffer[] = []
  let index = 0
  for (const { name, content = 'text', expanded = content.length, isEncrypted = false } of entries) {
    const local = Buffer.alloc(30)
    local.write('PK\x03\x04', 'latin1')
    // A stored (uncompressed) entry could neither expand nor be encrypted.
    const method = isEncrypted || expanded !== content.length ? 8 : 0
    local.writeUInt16LE(Number(isEncrypted), 6)
    local.writeUInt16LE(method, 8)
    local.writeUInt32LE(content.length, 18)
    local.writeUInt32LE(expanded, 22)
    local.writeUInt16LE(name.length, 26)
    const central = Buffer.alloc(46)
    central.write('PK\x01\x02', 'latin1')
    central.writeUInt16LE(Number(isEncrypted), 8)
    central.writeUInt16LE(method, 10)
    central.writeUInt32LE(content.length, 20)
    central.writeUInt32LE(expanded, 24)
    central.writeUInt16LE(name.length, 28)
    central.writeUInt32LE(index, 42)
    const entry = Buffer.concat([local, Buffer.from(name), Buffer.from(content, 'latin1')])
    parts.push(entry)
    list.push(central, Buffer.from(name))
    index += entry.length
  }
  const end = Buffer.alloc(22)
  end.write('PK\x05\x06', 'latin1')
  end.writeUInt16LE(entries.length, 8)
  end.writeUInt16LE(entries.length, 10)
  end.writeUInt32LE(Buffer.concat(list).length, 12)
  end.writeUInt32LE(index, 16)
  return Buffer.concat([...parts, ...list, end])
}

/** A document that is stored without a helper process, for tests to which its kind does not matter. Each text gives other bytes. */
export const createSampleDocument = (text: unknown = ''): Buffer =>
  Buffer.concat([createCompoundFile(), Buffer.from(String(text))])

export function createDocx(more: ZipEntry[] = []): Buffer {
  return createZip([{ name: '[Content_Types].xml' }, { name: 'word/document.xml' }, ...more])
}

const OFFICE = 'application/vnd.openxmlformats-officedocument'

/** An Office file whose main part has an unusual name, as some web programs write it; by default a Word document. */
export function createOfficeFile(
  part: string,
  list = `<Override PartName="/${part}" ContentType="${OFFICE}.wordprocessingml.document.main+xml"/>`,
  encoding: 'utf8' | 'utf16le' = 'utf8',
): Buffer {
  const types = `<Types><Default Extension="xlsx" ContentType="${OFFICE}.spreadsheetml.sheet"/>${list}</Types>`
  const content = encoding === 'utf8' ? types : Buffer.from(`\ufeff${types}`, encoding).toString('latin1')
  return createZip([{ name: '[Content_Types].xml', content }, { name: part }, { name: 'docProps/app.xml' }])
}

/** A compound file with these streams: 'WordDocument' makes it a .doc, 'Workbook' an .xls. A .doc can claim to be encrypted. */
export function createCompoundFile(streams: string | string[] = 'WordDocument', { isEncrypted = false } = {}): Buffer {
  const bytes = Buffer.alloc(4 * 512)
  bytes.write('d0cf11e0a1b11ae1', 'hex')
  bytes.writeUInt16LE(9, 30) // sectors of 512 bytes
  bytes.writeUInt32LE(1, 44)
  bytes.writeUInt32LE(1, 48) // the directory is in sector 1
  bytes.fill(0xff, 76, 512)
  bytes.writeUInt32LE(0, 76) // the table of chains is in sector 0
  bytes.fill(0xff, 512, 1024)
  bytes.writeUInt32LE(0xfffffffd, 512)
  bytes.writeUInt32LE(0xfffffffe, 516)
  for (const [index, name] of ['Root Entry', ...[streams].flat()].entries()) {
    bytes.write(name, 1024 + index * 128, 'utf16le')
    bytes.writeUInt16LE((name.length + 1) * 2, 1024 + index * 128 + 64)
    bytes.writeUInt32LE(2, 1024 + index * 128 + 116)
  }
  bytes.writeUInt16LE(0xa5ec, 1536)
  bytes.writeUInt16LE(isEncrypted ? 0x0100 : 0, 1536 + 10)
  return bytes
}

/** RC4, which OpenSSL no longer has. */
function rc4(key: Buffer, bytes: Buffer): Buffer {
  const state = Array.from({ length: 256 }, (_, index) => index)
  const swap = (one: number, other: number) => {
    ;[state[one], state[other]] = [state[other]!, state[one]!]
  }
  for (let i = 0, j = 0; i < 256; i++) {
    j = (j + state[i]! + key[i % key.length]!) % 256
    swap(i, j)
  }
  let j = 0
  return bytes.map((byte, index) => {
    const i = (index + 1) % 256
    j = (j + state[i]!) % 256
    swap(i, j)
    return byte ^ state[(state[i]! + state[j]!) % 256]!
  }) as Buffer
}

const md5 = (...parts: Buffer[]) => createHash('md5').update(Buffer.concat(parts)).digest()
/** Password padding (ISO 32000-1, algorithm 2). */
const PADDING = Buffer.from('28bf4e5e4e758a4164004e56fffa01082e2e00b6d0683e802f0ca9fe6453697a', 'hex')

/** An encrypted PDF that needs `password` to open, or, without one, only to be changed (ISO 32000-1, 7.6.3). */
export function createEncryptedPdf(revision: 2 | 3 | 4, password = ''): Buffer {
  const length = revision === 2 ? 5 : 16
  const padded = (text: string) => Buffer.concat([Buffer.from(text), PADDING]).subarray(0, 32)
  const times = (first: Buffer) => {
    for (let time = 0; revision > 2 && time < 50; time++) first = md5(first.subarray(0, length))
    return first.subarray(0, length)
  }
  const round = (key: Buffer, text: Buffer) => {
    const rounds = revision === 2 ? 1 : 20
    for (let time = 0; time < rounds; time++) text = rc4(key.map((byte) => byte ^ time) as Buffer, text)
    return text
  }
  const id = Buffer.alloc(16, 7)
  const permissions = Buffer.alloc(4)
  permissions.writeInt32LE(-1324)
  const owner = round(times(md5(padded('owner'))), padded(password))
  const key = times(md5(padded(password), owner, permissions, id))
  const user = revision === 2 ? round(key, PADDING) : Buffer.concat([round(key, md5(PADDING, id)), Buffer.alloc(16)])
  const hex = (bytes: Buffer) => `<${bytes.toString('hex')}>`
  const aes = '/V 4 /StmF /A /StrF /A /CF << /A << /CFM /AESV2 /Length 16 >> >>'
  const version = revision === 4 ? aes : `/V ${revision - 1}`
  return Buffer.from(`%PDF-1.6
1 0 obj << /Type /Catalog /Pages 2 0 R >> endobj
2 0 obj << /Type /Pages /Kids [3 0 R] /Count 1 >> endobj
3 0 obj << /Type /Page /Parent 2 0 R /MediaBox [0 0 300 200] >> endobj
4 0 obj << /Filter /Standard ${version} /R ${revision} /Length ${length * 8} /P -1324 /O ${hex(owner)} /U ${hex(user)} >> endobj
trailer << /Size 5 /Root 1 0 R /Encrypt 4 0 R /ID [${hex(id)} ${hex(id)}] >>
%%EOF
`)
}

export function createPicture(width = 60, height = 40) {
  return sharp({ create: { width, height, channels: 3, background: '#0A5160' } })
}

/** A picture in which all rows differ, and the last ones are neither grey nor black. */
export function createNoisyPicture(width = 400, height = 300) {
  const noise = { type: 'gaussian' as const, mean: 90, sigma: 20 }
  return sharp({ create: { width, height, channels: 3, background: '#0A5160', noise } })
}

/** A phone's photo: stored on its side with an EXIF orientation, and with GPS coordinates. */
export function createPhotoWithGps(width = 60, height = 40): Promise<Buffer> {
  return createPicture(width, height)
    .withMetadata({ orientation: 6 })
    .withExifMerge({ IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '53/1 21/1 0/1', GPSLongitudeRef: 'W' } })
    .jpeg()
    .toBuffer()
}

/** A photo with red, green, blue and grey quarters from the top left, and as much noise as a camera's. */
async function createUprightPhoto(width: number, height: number) {
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
 * Writes a phone's photo: a JPEG with GPS coordinates, 4:3, stored with this EXIF orientation, from 1. Upright it looks like
 * `createUprightPhoto`.
 */
export async function writePhonePhoto(path: string, width: number, orientation: number): Promise<void> {
  const upright = await createUprightPhoto(width, (width * 3) / 4)
  // Rotated so that the EXIF orientation undoes it.
  const { turn, mirrored } = ORIENTATIONS[orientation - 1]!
  const stored = sharp(upright.data, { raw: upright.info })
  await (mirrored ? stored.flop() : stored)
    .rotate(turn)
    .withMetadata({ orientation })
    .withExifMerge({ IFD0: { Make: 'Phone' }, IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '53/1 21/1 0/1' } })
    .jpeg({ quality: 95 })
    .toFile(path)
}

/** How the pixels of an upright photo are stored for each EXIF orientation, from 1. */
const ORIENTATIONS = [
  { turn: 0, mirrored: false },
  { turn: 0, mirrored: true },
  { turn: 180, mirrored: false },
  { turn: 180, mirrored: true },
  { turn: 270, mirrored: true },
  { turn: 270, mirrored: false },
  { turn: 90, mirrored: true },
  { turn: 90, mirrored: false },
]

/** An animated GIF or WebP, by default with two frames. */
export function createAnimation(format: 'gif' | 'webp', frames = 2): Promise<Buffer> {
  const pixels = Buffer.concat(
    Array.from({ length: frames }, (_, index) => Buffer.alloc(20 * 10 * 3, index % 2 ? 200 : 40)),
  )
  return sharp(pixels, { raw: { width: 20, height: 10 * frames, channels: 3, pageHeight: 10 } })
    .toFormat(format)
    .toBuffer()
}

/** A PNG of a few dozen bytes that claims a width and height of `side` pixels. */
export function createSquarePng(side: number): Buffer {
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
