const MOST_ENTRIES = 5000
const MOST_EXPANDED = 100 * 1024 * 1024
/** XML shrinks well, to a tenth or a thirtieth; far more than that is made to fill a disk. */
const MOST_EXPANSION = 100
const SMALL_ANYWAY = 10 * 1024 * 1024

/** True for a .doc: a compound file ([MS-CFB]) whose directory has the stream that every Word 97-2003 document has ([MS-DOC] 2.1). */
export function isWord97(bytes: Buffer): boolean {
  return withinBounds(() => namesInCompoundFile(bytes).includes('WordDocument'))
}

/** True for a .docx: a zip that starts and ends as one, holds a Word document without macros, and does not expand absurdly. */
export function isWordPackage(bytes: Buffer): boolean {
  return withinBounds(() => {
    const entries = zipEntries(bytes)
    const names = new Set(entries.map(({ name }) => name))
    const expanded = entries.reduce((sum, entry) => sum + entry.expanded, 0)
    const bomb = expanded > MOST_EXPANDED || (expanded > SMALL_ANYWAY && expanded > bytes.length * MOST_EXPANSION)
    return (
      names.has('[Content_Types].xml') && names.has('word/document.xml') && !names.has('word/vbaProject.bin') && !bomb
    )
  })
}

/** A file that points outside of itself is broken, or not what it says. */
function withinBounds(look: () => boolean): boolean {
  try {
    return look()
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
  // The header lists the first 109 sectors of the table that chains sectors: enough for 7 MB, more than we take.
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
      const length = bytes.readUInt16LE(at + 64) // in bytes, with the two zeros at its end
      if (length > 2 && length <= 64) names.push(bytes.toString('utf16le', at, at + length - 2))
    }
  }
  return names
}

/** A zip's own list of what it holds (APPNOTE 4.3.12); nothing is expanded. Zip64 is for sizes far beyond ours: its markers fail the bounds. */
function zipEntries(bytes: Buffer): { name: string; expanded: number }[] {
  const end = bytes.lastIndexOf(Buffer.from('PK\x05\x06', 'latin1'))
  if (bytes.toString('latin1', 0, 4) !== 'PK\x03\x04' || end < bytes.length - 22 - 0xffff) return []
  const count = bytes.readUInt16LE(end + 10)
  if (count > MOST_ENTRIES) return []
  const entries: { name: string; expanded: number }[] = []
  let at = bytes.readUInt32LE(end + 16)
  for (let index = 0; index < count; index += 1) {
    if (bytes.readUInt32LE(at) !== 0x02014b50) return []
    const nameLength = bytes.readUInt16LE(at + 28)
    entries.push({ name: bytes.toString('utf8', at + 46, at + 46 + nameLength), expanded: bytes.readUInt32LE(at + 24) })
    at += 46 + nameLength + bytes.readUInt16LE(at + 30) + bytes.readUInt16LE(at + 32)
  }
  return entries
}
