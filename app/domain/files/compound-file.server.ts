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
