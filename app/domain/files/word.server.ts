import { type Entry, fromBufferPromise } from 'yauzl'

const MOST_ENTRIES = 5000
const MOST_EXPANDED = 100 * 1024 * 1024
/** XML compresses to a tenth or a thirtieth; far beyond that it is a zip bomb. */
const MOST_EXPANSION = 100
const SMALL_ANYWAY = 10 * 1024 * 1024

/** True for a .doc: a compound file ([MS-CFB]) whose directory has the stream that every Word 97-2003 document has ([MS-DOC] 2.1). */
export function isWord97(bytes: Buffer): boolean {
  return withinBounds(() => namesInCompoundFile(bytes).includes('WordDocument'))
}

/** True for a .docx: a zip with a Word document, without macros, that is no zip bomb. */
export async function isWordPackage(bytes: Buffer): Promise<boolean> {
  const entries = await zipEntries(bytes)
  const names = new Set(entries.map(({ fileName }) => fileName))
  const expanded = entries.reduce((sum, { uncompressedSize }) => sum + uncompressedSize, 0)
  const bomb = expanded > MOST_EXPANDED || (expanded > SMALL_ANYWAY && expanded > bytes.length * MOST_EXPANSION)
  return (
    names.has('[Content_Types].xml') && names.has('word/document.xml') && !names.has('word/vbaProject.bin') && !bomb
  )
}

/** A file whose offsets point outside of it is broken, or no .doc. */
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

/** The entries of a zip, which is not expanded; empty for a broken one. */
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
