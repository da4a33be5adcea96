import { fileTypeFromBuffer } from 'file-type'
import { Refused } from '~/domain/refused'
import { type FileType, NO_ATTACHMENT, WRONG_KIND } from './kinds'
import { type Picture, redraw } from './picture.server'
import { plainText } from './text.server'
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
 * Decides what an upload is by its bytes alone; its name and claimed type say nothing.
 * Images come out drawn anew, plain text (taken only where `text` says so) as UTF-8. Throws Refused, 400, for anything
 * else.
 */
export async function inspect(bytes: Buffer, { text = false } = {}): Promise<Inspected> {
  const known = await inspectKnown(bytes)
  if (known) return known
  const plain = text ? plainText(bytes) : null
  if (plain) return asItIs('text/plain', plain)
  throw new Refused(400, text ? NO_ATTACHMENT : WRONG_KIND, { field: 'file' })
}

/** The kinds that say by their first bytes what they are; null for everything else, and for what only pretends. */
async function inspectKnown(bytes: Buffer): Promise<Inspected | null> {
  const found = (await fileTypeFromBuffer(bytes.subarray(0, SAMPLE)))?.mime
  switch (found) {
    case 'application/pdf':
      return isPdf(bytes) ? asItIs('application/pdf', bytes) : null
    case 'application/x-cfb':
      return isWord97(bytes) ? asItIs('application/msword', bytes) : null
    case 'application/zip':
    case DOCX:
      return (await isWordPackage(bytes)) ? asItIs(DOCX, bytes) : null
    case 'image/jpeg':
    case 'image/gif':
    case 'image/webp':
      return asPicture(found, bytes)
    case 'image/png':
    case 'image/apng':
      return asPicture('image/png', bytes)
  }
  return null
}

function asItIs(fileType: FileType, bytes: Buffer): Inspected {
  return { fileType, bytes, width: null, height: null, small: [] }
}

async function asPicture(fileType: FileType, bytes: Buffer): Promise<Inspected | null> {
  return redraw(bytes, fileType).then(
    (picture) => ({ fileType, ...picture }),
    () => null,
  )
}

/** A PDF from its first byte on, which nobody could also open as a web page. */
function isPdf(bytes: Buffer): boolean {
  const beginning = bytes.toString('latin1', 0, BEGINNING)
  return beginning.startsWith('%PDF-') && !/<(!doctype|html|head|body|script|svg|iframe|img)\b/i.test(beginning)
}
