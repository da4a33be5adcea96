import { fileTypeFromBuffer } from 'file-type'
import { decodeText } from '~/domain/decode-text.server'
import { CONTAINER_NOTES, describeRemarks, listPdfRemarks } from '~/domain/documents/remarks'
import { isSoundOnly } from '~/domain/questions/recording.server'
import { Refused } from '~/domain/refused'
import {
  describeMissingPart,
  describeReducedSize,
  describeUploadFault,
  isOtherKind,
  TRUNCATED_PDF_NOTE,
  type UploadFault,
} from './faults.server'
import { type FileType, kinds, type Purpose, purposes } from './kinds'
import { OLD_WORD_NOTE, type UploadNote } from './notes'
import { examinePdf, examineZip, findWordRemarks, reencodeImage, type StoredImage } from './picture.server'

/** Type of a possible Word document, or the reason it can't be stored. */
type Examined = FileType | UploadFault

const DOC = 'application/msword'
const DOCX = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'

/** Main streams of other programs' compound files (CFB), with their extensions. */
const OTHER_STREAMS = {
  Workbook: 'xls',
  Book: 'xls',
  'PowerPoint Document': 'ppt',
  '__properties_version1.0': 'msg',
  Quill: 'pub',
}

/** Examines a compound file ([MS-CFB]): a .doc, or any Office document with a password ([MS-OFFCRYPTO] 2.3). */
function examineCompoundFile(bytes: Buffer): Examined {
  try {
    const file = openCompoundFile(bytes)
    if (file.streams.has('EncryptedPackage')) return { fault: 'password', fileType: DOCX }
    const word = file.streams.get('WordDocument')
    if (word !== undefined) return isEncrypted(bytes, file.getOffset(word)) ? { fault: 'password', fileType: DOC } : DOC
    const [, ending] = Object.entries(OTHER_STREAMS).find(([name]) => file.streams.has(name)) ?? []
    return { fault: 'other kind', ending }
  } catch (error) {
    // An offset points outside the file.
    if (error instanceof RangeError) return { fault: 'damaged' }
    throw error
  }
}

/** True if a Word document's file information block sets fEncrypted ([MS-DOC] 2.5.2), since Word 6. */
function isEncrypted(bytes: Buffer, start: number): boolean {
  return [0xa5ec, 0xa5dc].includes(bytes.readUInt16LE(start)) && (bytes.readUInt16LE(start + 10) & 0x0100) !== 0
}

/**
 * Returns a compound file's streams with their first sectors, and a function for a sector's offset. Throws RangeError for a broken
 * file.
 */
function openCompoundFile(bytes: Buffer) {
  const streams = new Map<string, number>()
  const shift = bytes.readUInt16LE(30)
  const sectorSize = 1 << shift
  const getOffset = (sector: number) => (sector + 1) * sectorSize
  if (shift !== 9 && shift !== 12) return { streams, getOffset }
  // The header lists the first 109 sectors of the allocation table: enough for 7 MB, above FILE_LIMIT.
  const getNextSector = (sector: number) => {
    const table = Math.floor((sector * 4) / sectorSize)
    if (table >= 109) throw new RangeError('beyond the header’s table')
    return bytes.readUInt32LE(getOffset(bytes.readUInt32LE(76 + table * 4)) + ((sector * 4) % sectorSize))
  }
  const END_OF_CHAIN = 0xfffffffa
  let sectorsLeft = Math.ceil(bytes.length / sectorSize)
  for (let sector = bytes.readUInt32LE(48); sector < END_OF_CHAIN && sectorsLeft > 0; sector = getNextSector(sector)) {
    sectorsLeft -= 1
    for (let at = getOffset(sector); at < getOffset(sector) + sectorSize; at += 128) {
      const length = bytes.readUInt16LE(at + 64) // in bytes, with the two terminating zeros
      if (length > 2 && length <= 64)
        streams.set(bytes.toString('utf16le', at, at + length - 2), bytes.readUInt32LE(at + 116))
    }
  }
  return { streams, getOffset }
}

/** An upload as it will be stored; documents stay on disk as Blobs. Only images have a width, a height and small versions. */
export interface Inspected extends Pick<StoredImage, 'small'>, UploadNote {
  fileType: FileType
  bytes: Buffer | Blob
  size: number
  width: number | null
  height: number | null
}

/** Bytes that file-type needs to recognise accepted types without expanding a zip. */
const SAMPLE_SIZE = 4100

/**
 * Detects an upload's type from its bytes alone and returns what to store. Throws Refused, invalid, about `field`, for types that
 * `purpose` does not accept.
 */
export async function inspect(
  input: Blob | Buffer,
  { purpose = 'document', field = 'file' }: { purpose?: Purpose; field?: string } = {},
): Promise<Inspected> {
  const found = await examine(input instanceof Blob ? input : new Blob([new Uint8Array(input)]))
  if (!('fault' in found) && purposes[purpose].takes(found.fileType)) return found
  const fault = 'fault' in found ? found : ({ fault: 'other kind', ending: await detectExtension(found) } as const)
  throw new Refused('invalid', describeUploadFault(fault, purpose), { field })
}

/** Returns the type and the bytes to store, or the fault. */
async function examine(file: Blob): Promise<Inspected | UploadFault> {
  const beginning = await readBytes(file.slice(0, SAMPLE_SIZE))
  if (beginning.length === 0) return { fault: 'empty' }
  const blank = LEADING_BLANKS.exec(beginning.toString('latin1'))?.[0].length ?? 0
  const afterBlanks = blank > 0 ? await fileTypeFromBuffer(beginning.subarray(blank)) : undefined
  if ((afterBlanks && /^image|zip$|cfb$/.test(afterBlanks.mime)) || afterBlanks?.mime === DOCX)
    return examine(file.slice(blank))
  const found = await fileTypeFromBuffer(beginning)
  const container = detectAppleImage(beginning)
  if (container) return { fault: 'other kind', ending: container }
  switch (found?.mime) {
    case 'application/x-cfb':
      return inspectDocument(file, examineCompoundFile(await readBytes(file)))
    case 'application/zip':
    case DOCX:
      return inspectWord(file)
    case 'image/jpeg':
    case 'image/gif':
    case 'image/webp':
      return inspectPicture(found.mime, file)
    case 'image/png':
    case 'image/apng':
      return inspectPicture('image/png', file)
  }
  const start = beginning.subarray(0, PDF_WITHIN + PDF_HEADER.length).indexOf(PDF_HEADER)
  const isText = !found || /^application\/(?:pdf|xml|postscript)$|^text\//.test(found.mime)
  const pdf = start === 0 || (start > 0 && isText) ? await inspectPdf(file, start) : null
  if (pdf) return pdf
  const isVideo = found?.mime.startsWith('video/') && !(await isSoundOnly(file))
  const ending = found
    ? getUsualExtension(found, isVideo)
    : TIFF.test(beginning.toString('latin1', 0, 4))
      ? 'tif'
      : undefined
  if (ending && isOtherKind(ending)) return { fault: 'other kind', ending }
  const plain = readPlainText(await readBytes(file))
  return plain?.length ? createInspected('text/plain', plain) : { fault: 'other kind' }
}

/** Line breaks, zeros or a byte order mark, which web programs sometimes put before a file. */
const LEADING_BLANKS = /^(?:\xef\xbb\xbf|[\0\t\n\r ])+/

/** Extension of an HEIF container (ISO/IEC 23008-12) by its brands; file-type mistakes the rarer ones for videos. */
function detectAppleImage(beginning: Buffer): 'heic' | 'avif' | undefined {
  const [, brands] = /^ftyp((?:he[iv][cmsx]|m[is]f1).{0,40})/s.exec(beginning.toString('latin1', 4, 64)) ?? []
  return brands ? (/avi[fs]/.test(brands) ? 'avif' : 'heic') : undefined
}

/** file-type recognises a TIFF only by its directory, which is often at the end of the file. */
const TIFF = /^(?:II[*+]\0|MM\0[*+])$/

/** Extension of what file-type found: the most common one for all videos and all recordings. */
function getUsualExtension({ mime, ext }: { mime: string; ext: string }, isVideo = false): string {
  return isVideo ? 'mp4' : /^(?:audio|video)\//.test(mime) ? 'mp3' : ext
}

/** The extension that names a file's type in messages (faults.server.ts). */
async function detectExtension({ fileType, bytes }: Inspected): Promise<string> {
  if (fileType !== 'text/plain') return kinds[fileType].extensions[0]
  const beginning = (bytes as Buffer).toString('utf8', 0, SAMPLE_SIZE)
  if (/<svg[\s>]/i.test(beginning)) return 'svg'
  if (SHORTCUT.test(beginning)) return 'lnk'
  return /<(?:!doctype html|html|head|body|script)[\s>]/i.test(beginning) ? 'html' : 'txt'
}

/** A Windows bookmark, or the placeholder that Google Drive puts on a disk for a document. */
const SHORTCUT = /^\s*(?:\[InternetShortcut\]|\{[^{}]{0,500}"doc_id"\s*:)/

const readBytes = async (file: Blob) => Buffer.from(await file.arrayBuffer())

function createInspected(fileType: FileType, bytes: Buffer | Blob): Inspected {
  const size = bytes instanceof Blob ? bytes.size : bytes.length
  return { fileType, bytes, size, width: null, height: null, small: [] }
}

const inspectDocument = (file: Blob, examined: FileType | UploadFault) =>
  typeof examined === 'string'
    ? { ...createInspected(examined, file), note: examined === 'application/msword' ? OLD_WORD_NOTE : undefined }
    : examined

/** Examines a zip that may be a Word document, and says what of it students will not see. */
async function inspectWord(file: Blob) {
  const inspected = inspectDocument(file, await examineZip(file))
  if ('fault' in inspected) return inspected
  // A document that can't be shown is a download, and its page says why.
  const remarks = await findWordRemarks(file).catch(() => [])
  return { ...inspected, note: describeRemarks(remarks) || undefined }
}

async function inspectPicture(fileType: FileType, file: Blob): Promise<Inspected | UploadFault> {
  const drawn = await reencodeImage(file, fileType).catch((error: unknown) => {
    if (error instanceof Refused) throw error
  })
  if (!drawn) return { fault: 'damaged', fileType }
  if ('excess' in drawn) return { fault: 'too much', fileType, ...drawn.excess }
  const { missing, reduced, ...picture } = drawn
  const note = [missing && describeMissingPart(missing, fileType), reduced && describeReducedSize(reduced)]
  return { fileType, size: picture.bytes.length, ...picture, note: note.filter(Boolean).join(' ') || undefined }
}

const PDF_HEADER = '%PDF-'
/**
 * How far into a file we look for a PDF header. Readers search the first 1024 bytes (ISO 32000-1, Annex H.3, note 13); we store the
 * PDF without the bytes before it.
 */
const PDF_WITHIN = SAMPLE_SIZE - PDF_HEADER.length

/**
 * Examines a PDF without the bytes that printers, scanners or mail programs put before its header. Null for a text that only
 * mentions a PDF.
 */
async function inspectPdf(file: Blob, start: number): Promise<Inspected | UploadFault | null> {
  const pdf = start > 0 ? file.slice(start) : file
  const bytes = await readBytes(pdf)
  if (start > 0 && !bytes.includes(' obj')) return null
  const isEncrypted = bytes.includes('/Encrypt')
  const examined = await examinePdf(pdf).catch((error: unknown) => {
    if (isEncrypted) throw error
    // A PDF that can't be shown is a download, and its page says why.
    return {} as Awaited<ReturnType<typeof examinePdf>>
  })
  if (isEncrypted && examined.lock) return { fault: examined.lock, fileType: 'application/pdf' }
  const notes = [isPdfCut(bytes) && TRUNCATED_PDF_NOTE, describePdf(examined)].filter(Boolean)
  return { ...createInspected('application/pdf', pdf), note: notes.join(' ') || undefined }
}

const describePdf = ({ container, attachments = 0, pages = [] }: Awaited<ReturnType<typeof examinePdf>>) =>
  container ? CONTAINER_NOTES[container] : describeRemarks(listPdfRemarks(pages, attachments))

/** True for a PDF without its end (ISO 32000-1, 7.5.5), or shorter than a linearized one declares (Annex F.3.3). */
function isPdfCut(bytes: Buffer): boolean {
  const [, dictionary = ''] = bytes.toString('latin1', 0, 1024).split('>>', 1)[0]?.split('/Linearized') ?? []
  const [, length] = /\/L (\d+)/.exec(dictionary) ?? []
  return Number(length) > bytes.length || !(bytes.includes('startxref') || bytes.includes('%%EOF'))
}

/**
 * Converts text in UTF-8 or Windows-1252 to UTF-8. Null for control characters or bytes that are invalid in both: then it is not
 * text.
 */
function readPlainText(bytes: Buffer): Buffer | null {
  const text = decodeText(bytes)
  return /[^\P{Cc}\t\n\f\r]|\ufffd/u.test(text) ? null : Buffer.from(text)
}
