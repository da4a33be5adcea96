import { fileTypeFromBuffer } from 'file-type'
import { decodeText } from '~/domain/decode-text.server'
import { Refused } from '~/domain/refused'
import {
  describeMissingPart,
  describeUploadFault,
  isOtherKind,
  TRUNCATED_PDF_NOTE,
  type UploadFault,
} from './faults.server'
import { type FileType, kinds, type Purpose, purposes } from './kinds'
import { OLD_WORD_NOTE, type UploadNote } from './notes'
import { DOCX, examineCompoundFile, examineZip } from './office.server'
import { findPdfLock, reencodeImage, type StoredImage } from './picture.server'

/** An upload as it is stored; documents are left where they are. Only images have a width, a height and small versions. */
export interface Inspected extends Pick<StoredImage, 'small'>, UploadNote {
  fileType: FileType
  bytes: Buffer | Blob
  size: number
  width: number | null
  height: number | null
}

/** Enough for file-type to recognise what is accepted, without expanding a zip's contents. */
const SAMPLE = 4100

/** An upload's type, by its bytes alone, and what to store of it. Throws Refused, 400, about `field`, for what its `purpose` does not take. */
export async function inspect(
  input: Blob | Buffer,
  { purpose = 'document', field = 'file' }: { purpose?: Purpose; field?: string } = {},
): Promise<Inspected> {
  const found = await examine(input instanceof Blob ? input : new Blob([new Uint8Array(input)]))
  if (!('fault' in found) && purposes[purpose].takes(found.fileType)) return found
  const fault = 'fault' in found ? found : ({ fault: 'other kind', ending: await endingOf(found) } as const)
  throw new Refused(400, describeUploadFault(fault, purpose), { field })
}

/** Returns a file's type and the bytes to store, or its fault. */
async function examine(file: Blob): Promise<Inspected | UploadFault> {
  const beginning = await whole(file.slice(0, SAMPLE))
  if (beginning.length === 0) return { fault: 'empty' }
  const blank = BLANK.exec(beginning.toString('latin1'))?.[0].length ?? 0
  const behind = blank > 0 ? await fileTypeFromBuffer(beginning.subarray(blank)) : undefined
  if ((behind && /^image|zip$|cfb$/.test(behind.mime)) || behind?.mime === DOCX) return examine(file.slice(blank))
  const found = await fileTypeFromBuffer(beginning)
  const container = containerOf(beginning)
  if (container) return { fault: 'other kind', ending: container }
  switch (found?.mime) {
    case 'application/x-cfb':
      return asDocument(file, examineCompoundFile(await whole(file)))
    case 'application/zip':
    case DOCX:
      return asDocument(file, await examineZip(await whole(file)))
    case 'image/jpeg':
    case 'image/gif':
    case 'image/webp':
      return asPicture(found.mime, file)
    case 'image/png':
    case 'image/apng':
      return asPicture('image/png', file)
  }
  const start = beginning.subarray(0, PDF_WITHIN + PDF_HEADER.length).indexOf(PDF_HEADER)
  const isText = !found || /^application\/(?:pdf|xml|postscript)$|^text\//.test(found.mime)
  const pdf = start === 0 || (start > 0 && isText) ? await examinePdf(file, start) : null
  if (pdf) return pdf
  const ending = found ? usualEnding(found) : TIFF.test(beginning.toString('latin1', 0, 4)) ? 'tif' : undefined
  if (ending && isOtherKind(ending)) return { fault: 'other kind', ending }
  const plain = plainText(await whole(file))
  return plain?.length ? asItIs('text/plain', plain) : { fault: 'other kind' }
}

/** What programs on the web sometimes send before a file: line breaks, zeros or a byte order mark. */
const BLANK = /^(?:\xef\xbb\xbf|[\0\t\n\r ])+/

/** The extension of a picture in Apple's container (ISO/IEC 23008-12), by its brands; file-type takes the rarer ones for a video. */
function containerOf(beginning: Buffer): 'heic' | 'avif' | undefined {
  const [, brands] = /^ftyp((?:he[iv][cmsx]|m[is]f1).{0,40})/s.exec(beginning.toString('latin1', 4, 64)) ?? []
  return brands ? (/avi[fs]/.test(brands) ? 'avif' : 'heic') : undefined
}

/** File-type knows a TIFF only by its directory, which is often at its end. */
const TIFF = /^(?:II[*+]\0|MM\0[*+])$/

/** The extension of what file-type found: videos and recordings are named after the commonest one. */
function usualEnding({ mime, ext }: { mime: string; ext: string }): string {
  return mime.startsWith('video/') ? 'mp4' : mime.startsWith('audio/') ? 'mp3' : ext
}

/** The extension of a file's kind, for its name in words. */
async function endingOf({ fileType, bytes }: Inspected): Promise<string> {
  if (fileType !== 'text/plain') return kinds[fileType].endings[0]
  const beginning = (bytes as Buffer).toString('utf8', 0, SAMPLE)
  if (/<svg[\s>]/i.test(beginning)) return 'svg'
  if (SHORTCUT.test(beginning)) return 'lnk'
  return /<(?:!doctype html|html|head|body|script)[\s>]/i.test(beginning) ? 'html' : 'txt'
}

/** A bookmark of Windows, or what Google Drive leaves on a disk in place of a document. */
const SHORTCUT = /^\s*(?:\[InternetShortcut\]|\{[^{}]{0,500}"doc_id"\s*:)/

const whole = async (file: Blob) => Buffer.from(await file.arrayBuffer())

function asItIs(fileType: FileType, bytes: Buffer | Blob): Inspected {
  const size = bytes instanceof Blob ? bytes.size : bytes.length
  return { fileType, bytes, size, width: null, height: null, small: [] }
}

const asDocument = (file: Blob, examined: FileType | UploadFault) =>
  typeof examined === 'string'
    ? { ...asItIs(examined, file), note: examined === 'application/msword' ? OLD_WORD_NOTE : undefined }
    : examined

async function asPicture(fileType: FileType, file: Blob): Promise<Inspected | UploadFault> {
  const drawn = await reencodeImage(file, fileType).catch((error: unknown) => {
    if (error instanceof Refused) throw error
  })
  if (!drawn) return { fault: 'damaged', fileType }
  if ('excess' in drawn) return { fault: 'too much', fileType, ...drawn.excess }
  const { missing, ...picture } = drawn
  return { fileType, size: picture.bytes.length, ...picture, note: missing && describeMissingPart(missing, fileType) }
}

const PDF_HEADER = '%PDF-'
/** How far into a file we look for the header of a PDF. Readers search the first 1024 bytes (ISO 32000-1, Annex H.3, note 13); ours is stored without the bytes before it. */
const PDF_WITHIN = SAMPLE - PDF_HEADER.length

/** Examines a PDF without the bytes before its header: a printer's, a scanner's, a mail's. Null for what only mentions a PDF. */
async function examinePdf(file: Blob, start: number): Promise<Inspected | UploadFault | null> {
  const pdf = start > 0 ? file.slice(start) : file
  const bytes = await whole(pdf)
  if (start > 0 && !bytes.includes(' obj')) return null
  const fault = bytes.includes('/Encrypt') ? await findPdfLock(pdf) : null
  if (fault) return { fault, fileType: 'application/pdf' }
  return { ...asItIs('application/pdf', pdf), note: isPdfCut(bytes) ? TRUNCATED_PDF_NOTE : undefined }
}

/** True for a PDF that lacks its end (ISO 32000-1, 7.5.5), or, where it is made for the web, bytes of its length (Annex F.3.3). */
function isPdfCut(bytes: Buffer): boolean {
  const [, dictionary = ''] = bytes.toString('latin1', 0, 1024).split('>>', 1)[0]?.split('/Linearized') ?? []
  const [, length] = /\/L (\d+)/.exec(dictionary) ?? []
  return Number(length) > bytes.length || !(bytes.includes('startxref') || bytes.includes('%%EOF'))
}

/** A plain text as UTF-8, from UTF-8 or Windows-1252; null when control characters, or bytes invalid in both, show that it is no text. */
function plainText(bytes: Buffer): Buffer | null {
  const text = decodeText(bytes)
  return /[^\P{Cc}\t\n\f\r]|\ufffd/u.test(text) ? null : Buffer.from(text)
}
