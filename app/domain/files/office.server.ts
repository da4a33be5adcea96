import { buffer } from 'node:stream/consumers'
import { type Entry, fromBufferPromise, type ZipFile } from 'yauzl'
import { decodeText } from '~/domain/decode-text.server'
import type { UploadFault } from './faults.server'
import type { FileType } from './kinds'

/** Type of a possible Word document, or the reason it can't be stored. */
type Examined = FileType | UploadFault

const DOC = 'application/msword'
export const DOCX = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'

/** Main streams of other programs' compound files (CFB), with their extensions. */
const OTHER_STREAMS = {
  Workbook: 'xls',
  Book: 'xls',
  'PowerPoint Document': 'ppt',
  '__properties_version1.0': 'msg',
  Quill: 'pub',
}

/** Examines a compound file ([MS-CFB]): a .doc, or any Office document with a password ([MS-OFFCRYPTO] 2.3). */
export function examineCompoundFile(bytes: Buffer): Examined {
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

const CONTENT_TYPES = '[Content_Types].xml'
const LARGEST_LIST = 1024 * 1024
const MOST_ENTRIES = 5000
const MOST_EXPANDED = 100 * 1024 * 1024
/** XML compresses to between a tenth and a thirtieth; far more than that is a zip bomb. */
const MOST_EXPANSION = 100
const SMALL_ANYWAY = 10 * 1024 * 1024

/**
 * Examines a zip, such as a .docx, by its list of content types (ISO/IEC 29500-2, 10.1.2), because a main part may have any name.
 */
export async function examineZip(bytes: Buffer): Promise<Examined> {
  try {
    const zip = await fromBufferPromise(bytes)
    const entries: Entry[] = []
    for await (const entry of zip.eachEntry()) if (entries.push(entry) > MOST_ENTRIES) break
    return await examineEntries(zip, entries, bytes.length)
  } catch {
    // yauzl throws a plain Error for every broken zip.
    return { fault: 'damaged', ...(bytes.includes('word/') && { fileType: DOCX }) }
  }
}

async function examineEntries(zip: ZipFile, entries: Entry[], size: number): Promise<Examined> {
  const names = new Set(entries.map(({ fileName }) => fileName.toLowerCase()))
  const hasMain = names.has('word/document.xml')
  const list = entries.find(({ fileName }) => fileName === CONTENT_TYPES)
  if (!list) return { fault: 'other kind', ending: names.has('index/document.iwa') ? 'pages' : 'zip' }
  if (entries.some((entry) => entry.isEncrypted())) return { fault: 'password', fileType: DOCX }
  const types =
    list.uncompressedSize > LARGEST_LIST ? '' : decodeText(await buffer(await zip.openReadStreamPromise(list)))
  if (names.has('word/vbaproject.bin') || types.includes('application/vnd.ms-office.vbaProject'))
    return { fault: 'other kind', ending: 'docm' }
  const { ending, part } = findMainPart(types)
  if (ending !== 'docx' && !(ending === undefined && hasMain)) return { fault: 'other kind', ending: ending ?? 'zip' }
  const expanded = entries.reduce((sum, { uncompressedSize }) => sum + uncompressedSize, 0)
  const isBomb = expanded > MOST_EXPANDED || (expanded > SMALL_ANYWAY && expanded > size * MOST_EXPANSION)
  if (isBomb || entries.length > MOST_ENTRIES) return { fault: 'too large inside', fileType: DOCX }
  return hasMain || names.has(part) ? DOCX : { fault: 'damaged', fileType: DOCX }
}

/** Prefixes of the content types of main parts, after 'application/vnd.'. */
const MAIN_TYPES = {
  'openxmlformats-officedocument.wordprocessingml.document.': 'docx',
  'openxmlformats-officedocument.wordprocessingml.template.': 'dotx',
  'ms-word.': 'docm',
  'openxmlformats-officedocument.spreadsheetml.': 'xlsx',
  'ms-excel.': 'xlsx',
  'openxmlformats-officedocument.presentationml.': 'pptx',
  'ms-powerpoint.': 'pptx',
  'ms-package.xps-': 'xps',
}

/** Returns the main part in a list of content types, in lower case, and its program's extension. */
function findMainPart(types: string): { ending?: string; part: string } {
  for (const [tag] of types.matchAll(/<[^<>]+>/g)) {
    const [, type = ''] = /\bContentType\s*=\s*["']application\/vnd\.([^"']*)/.exec(tag) ?? []
    // Embedded documents, such as the spreadsheet behind a chart, are not main parts.
    const [, ending] = Object.entries(MAIN_TYPES).find(([begin]) => type.startsWith(begin)) ?? []
    if (!ending || (ending !== 'xps' && !type.includes('.main'))) continue
    return { ending, part: /\bPartName\s*=\s*["']\/?([^"']*)/.exec(tag)?.[1]?.toLowerCase() ?? '' }
  }
  return { part: '' }
}
