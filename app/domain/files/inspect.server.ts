import { fileTypeFromBuffer } from 'file-type'
import { type FileType, WRONG_KIND } from './kinds'
import { type Picture, redraw } from './picture.server'
import { FileRefused } from './refused'
import { isWord97, isWordPackage } from './word.server'

/** What is kept of an upload. Only images have a width, a height and small versions. */
export interface Inspected extends Pick<Picture, 'bytes' | 'small'> {
  fileType: FileType
  width: number | null
  height: number | null
}

const DOCX = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'
/** Enough for file-type to know what we take; and a zip's contents, which it would expand, stay out of its hands. */
const SAMPLE = 4100
/** Where browsers and PDF readers look for what a file is. */
const BEGINNING = 1024

/**
 * Decides what an upload is by its bytes alone (decisions.md section 5); its name and claimed type say nothing.
 * Images come out drawn anew. Throws FileRefused for anything that spec section 9 does not accept.
 */
export async function inspect(bytes: Buffer): Promise<Inspected> {
  const found = (await fileTypeFromBuffer(bytes.subarray(0, SAMPLE)))?.mime
  switch (found) {
    case 'application/pdf':
      if (isPdf(bytes)) return asItIs('application/pdf', bytes)
      break
    case 'application/x-cfb':
      if (isWord97(bytes)) return asItIs('application/msword', bytes)
      break
    case 'application/zip':
    case DOCX:
      if (await isWordPackage(bytes)) return asItIs(DOCX, bytes)
      break
    case 'image/jpeg':
    case 'image/gif':
    case 'image/webp':
      return asPicture(found, bytes)
    case 'image/png':
    case 'image/apng':
      return asPicture('image/png', bytes)
  }
  throw new FileRefused(WRONG_KIND)
}

function asItIs(fileType: FileType, bytes: Buffer): Inspected {
  return { fileType, bytes, width: null, height: null, small: [] }
}

async function asPicture(fileType: FileType, bytes: Buffer): Promise<Inspected> {
  try {
    return { fileType, ...(await redraw(bytes, fileType)) }
  } catch {
    throw new FileRefused(WRONG_KIND)
  }
}

/** A PDF from its first byte on, which nobody could also open as a web page. */
function isPdf(bytes: Buffer): boolean {
  const beginning = bytes.toString('latin1', 0, BEGINNING)
  return beginning.startsWith('%PDF-') && !/<(!doctype|html|head|body|script|svg|iframe|img)\b/i.test(beginning)
}
