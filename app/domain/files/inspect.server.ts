import { fileTypeFromBuffer } from 'file-type'
import { type Entry, fromBufferPromise } from 'yauzl'
import { decodeText } from '~/domain/decode-text.server'
import { Refused } from '~/domain/refused'
import { type FileType, HEIC, NO_ATTACHMENT, WRONG_KIND } from './kinds'
import { type Picture, redraw } from './picture.server'

/** An upload as it is stored; documents are left where they are. Only images have a width, a height and small versions. */
export interface Inspected extends Pick<Picture, 'small'> {
  fileType: FileType
  bytes: Buffer | Blob
  size: number
  width: number | null
  height: number | null
}

const DOCX = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'
/** Enough for file-type to recognise what is accepted, without expanding a zip's contents. */
const SAMPLE = 4100
/** Browsers and PDF readers sniff this many bytes. */
const BEGINNING = 1024

/** An upload's type, by its bytes alone, and what to store of it; text only with `text`. Throws Refused, 400. */
export async function inspect(given: Blob | Buffer, { text = false } = {}): Promise<Inspected> {
  const file = given instanceof Blob ? given : new Blob([new Uint8Array(given)])
  const known = await inspectKnown(file)
  if (known) return known
  const plain = text ? plainText(await whole(file)) : null
  if (plain) return asItIs('text/plain', plain)
  throw new Refused(400, text ? NO_ATTACHMENT : WRONG_KIND, { field: 'file' })
}

/** The types with a signature in their first bytes; null for everything else, and for a signature that the rest does not bear out. */
async function inspectKnown(file: Blob): Promise<Inspected | null> {
  const beginning = await whole(file.slice(0, SAMPLE))
  const found = (await fileTypeFromBuffer(beginning))?.mime
  switch (found) {
    case 'application/pdf':
      return isPdf(beginning) ? asItIs('application/pdf', file) : null
    case 'application/x-cfb':
      return isWord97(await whole(file)) ? asItIs('application/msword', file) : null
    case 'application/zip':
    case DOCX:
      return (await isWordPackage(await whole(file))) ? asItIs(DOCX, file) : null
    case 'image/jpeg':
    case 'image/gif':
    case 'image/webp':
      return asPicture(found, file)
    case 'image/png':
    case 'image/apng':
      return asPicture('image/png', file)
    case 'image/heic':
    case 'image/heif':
    case 'image/heic-sequence':
    case 'image/heif-sequence':
      throw new Refused(400, HEIC, { field: 'file' })
  }
  return null
}

const whole = async (file: Blob) => Buffer.from(await file.arrayBuffer())

function asItIs(fileType: FileType, bytes: Buffer | Blob): Inspected {
  const size = bytes instanceof Blob ? bytes.size : bytes.length
  return { fileType, bytes, size, width: null, height: null, small: [] }
}

async function asPicture(fileType: FileType, file: Blob): Promise<Inspected | null> {
  const picture = await redraw(file, fileType).catch((error: unknown) => {
    if (error instanceof Refused) throw error
  })
  return picture ? { fileType, size: picture.bytes.length, ...picture } : null
}

/** True for a PDF from its first byte on that a browser would not take for a web page. */
function isPdf(bytes: Buffer): boolean {
  const beginning = bytes.toString('latin1', 0, BEGINNING)
  return beginning.startsWith('%PDF-') && !/<(!doctype|html|head|body|script|svg|iframe|img)\b/i.test(beginning)
}

/** A plain text as UTF-8, from UTF-8 or Windows-1252; null when control characters, or bytes invalid in both, show that it is no text. */
function plainText(bytes: Buffer): Buffer | null {
  const text = decodeText(bytes)
  return /[^\P{Cc}\t\n\f\r]|\ufffd/u.test(text) ? null : Buffer.from(text)
}

const MOST_ENTRIES = 5000
const MOST_EXPANDED = 100 * 1024 * 1024
/** XML compresses to a tenth or a thirtieth; far beyond that it is a zip bomb. */
const MOST_EXPANSION = 100
const SMALL_ANYWAY = 10 * 1024 * 1024

/** True for a .doc: a compound file ([MS-CFB]) whose directory has the stream that every Word 97-2003 document has ([MS-DOC] 2.1). */
function isWord97(bytes: Buffer): boolean {
  return withinBounds(() => namesInCompoundFile(bytes).includes('WordDocument'))
}

/** True for a .docx: a zip with a Word document, without macros, that is no zip bomb. */
async function isWordPackage(bytes: Buffer): Promise<boolean> {
  const entries = await zipEntries(bytes)
  const names = new Set(entries.map(({ fileName }) => fileName))
  const expanded = entries.reduce((sum, { uncompressedSize }) => sum + uncompressedSize, 0)
  const bomb = expanded > MOST_EXPANDED || (expanded > SMALL_ANYWAY && expanded > bytes.length * MOST_EXPANSION)
  return (
    names.has('[Content_Types].xml') && names.has('word/document.xml') && !names.has('word/vbaProject.bin') && !bomb
  )
}

/** A file whose offsets point outside of it is broken, or no .doc. */
function withinBounds(test: () => boolean): boolean {
  try {
    return test()
  } catch (error) {
    if (error instanceof RangeError) return false
    throw error
  }
}

function namesInCompoundFile(bytes: Buffer): string[] {
  const shift = bytes.readUInt16LE(30)
  if (shift !== 9 && shift !== 12) return []
  const sectorSize = 1 << shift
  const startOf = (sector: number) => (sector + 1) * sectorSize
  // The header lists the first 109 sectors of the allocation table: enough for 7 MB, above FILE_LIMIT.
  const after = (sector: number) => {
    const table = Math.floor((sector * 4) / sectorSize)
    if (table >= 109) throw new RangeError('beyond the header’s table')
    return bytes.readUInt32LE(startOf(bytes.readUInt32LE(76 + table * 4)) + ((sector * 4) % sectorSize))
  }
  const names: string[] = []
  const END_OF_CHAIN = 0xfffffffa
  let sectorsLeft = Math.ceil(bytes.length / sectorSize)
  for (let sector = bytes.readUInt32LE(48); sector < END_OF_CHAIN && sectorsLeft > 0; sector = after(sector)) {
    sectorsLeft -= 1
    for (let at = startOf(sector); at < startOf(sector) + sectorSize; at += 128) {
      const length = bytes.readUInt16LE(at + 64) // in bytes, with the two terminating zeros
      if (length > 2 && length <= 64) names.push(bytes.toString('utf16le', at, at + length - 2))
    }
  }
  return names
}

async function zipEntries(bytes: Buffer): Promise<Entry[]> {
  if (bytes.toString('latin1', 0, 4) !== 'PK\x03\x04') return []
  try {
    const zip = await fromBufferPromise(bytes)
    if (zip.entryCount > MOST_ENTRIES) return []
    const entries: Entry[] = []
    for await (const entry of zip.eachEntry()) entries.push(entry)
    return entries
  } catch {
    // yauzl throws a plain Error for every broken zip.
    return []
  }
}
