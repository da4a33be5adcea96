import { fileTypeFromBuffer } from 'file-type'
import { Refused } from '~/domain/refused'
import { type FileType, HEIC, NO_ATTACHMENT, WRONG_KIND } from './kinds'
import { type Picture, redraw } from './picture.server'
import { plainText } from './text.server'
import { isWord97, isWordPackage } from './word.server'

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

/**
 * Determines an upload's type by its bytes alone, never by its name or claimed type. Images are re-encoded, plain text (accepted
 * only with `text`) is converted to UTF-8. Throws Refused, 400, for anything else.
 */
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

/** All bytes of a file, or of a part of it. */
const whole = async (file: Blob) => Buffer.from(await file.arrayBuffer())

function asItIs(fileType: FileType, bytes: Buffer | Blob): Inspected {
  const size = bytes instanceof Blob ? bytes.size : bytes.length
  return { fileType, bytes, size, width: null, height: null, small: [] }
}

async function asPicture(fileType: FileType, file: Blob): Promise<Inspected | null> {
  return redraw(file, fileType).then(
    (picture) => ({ fileType, size: picture.bytes.length, ...picture }),
    (error: unknown) => {
      if (error instanceof Refused) throw error
      return null
    },
  )
}

/** True for a PDF from its first byte on that a browser would not take for a web page. */
function isPdf(bytes: Buffer): boolean {
  const beginning = bytes.toString('latin1', 0, BEGINNING)
  return beginning.startsWith('%PDF-') && !/<(!doctype|html|head|body|script|svg|iframe|img)\b/i.test(beginning)
}
