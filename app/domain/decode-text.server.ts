import iconv from 'iconv-lite'
import { type Encoding, encodings } from './encodings'

/**
 * Decodes a file: UTF-8 and UTF-16 are detected, otherwise `encoding` applies. TextDecoder does not know DOS encodings, and some
 * releases of Node decode Windows-1252 as Latin-1.
 */
export function decodeText(bytes: Uint8Array, encoding: Encoding = 'win1252'): string {
  const text = decodeUnicode(bytes)
  if (text === null) return iconv.decode(Buffer.from(bytes), encoding === 'mended' ? 'win1252' : encoding)
  return (encoding === 'mended' && repairMojibake(text)) || text
}

/** The possible encodings of a text, most likely first; empty if it is certain. */
export function findPossibleEncodings(bytes: Uint8Array): Encoding[] {
  const text = decodeUnicode(bytes)
  if (text !== null) return repairMojibake(text) === null ? [] : ['mended', 'utf8']
  const sample = getEncodingSample(bytes)
  const all = Object.keys(encodings) as Encoding[]
  const older = all.filter((encoding) => encoding !== 'utf8' && encoding !== 'mended')
  // Only old Macs ended lines like this.
  if (/\r[^\n]/.test(Buffer.from(bytes.subarray(0, SAMPLE_LENGTH)).toString('latin1'))) older.unshift('macroman')
  const oddness = new Map(older.map((encoding) => [encoding, countOddCharacters(decodeText(sample, encoding))]))
  return [...oddness].sort(([, one], [, other]) => one - other).map(([encoding]) => encoding)
}

/** Most bytes of a text that are read to tell encodings apart. */
const SAMPLE_LENGTH = 20_000
const SAMPLE_LINES = 50
const [LF, CR] = [10, 13]

/** The first two lines, which may name the columns, and lines whose letters depend on the encoding. */
export function getEncodingSample(bytes: Uint8Array): Uint8Array {
  const sample: Uint8Array[] = []
  let [size, number, start, isRelevant] = [0, 0, 0, true]
  for (let index = 0; index <= bytes.length && sample.length < SAMPLE_LINES * 2 && size < SAMPLE_LENGTH; index++) {
    const byte = bytes[index] ?? LF
    if (byte > 0x7f) isRelevant = true
    if (byte !== LF && byte !== CR) continue
    if (isRelevant) {
      const line = bytes.subarray(start, Math.min(index, start + SAMPLE_LENGTH - size))
      sample.push(line, LINE_END)
      size += line.length + 1
    }
    if (byte === CR && bytes[index + 1] === LF) index += 1
    start = index + 1
    number += 1
    isRelevant = number < 2
  }
  return Buffer.concat(sample)
}

const LINE_END = Uint8Array.of(LF)

/** The text without its byte-order mark; null if it is neither UTF-8 nor UTF-16. */
function decodeUnicode(bytes: Uint8Array): string | null {
  const utf16 = detectUtf16(bytes)
  if (utf16) return new TextDecoder(utf16).decode(bytes)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return null
  }
}

/** The byte order of a UTF-16 text, from its mark or from the zero bytes of its ASCII letters. */
function detectUtf16(bytes: Uint8Array): 'utf-16le' | 'utf-16be' | undefined {
  const [first, second] = bytes
  if (first === 0xff && second === 0xfe) return 'utf-16le'
  if (first === 0xfe && second === 0xff) return 'utf-16be'
  const zeros = [0, 0]
  const head = bytes.subarray(0, 1000)
  for (const [index, byte] of head.entries()) if (byte === 0) zeros[index % 2]! += 1
  const [even = 0, odd = 0] = zeros
  if (Math.min(even, odd) > 0 || Math.max(even, odd) < head.length / 4) return undefined
  return odd > 0 ? 'utf-16le' : 'utf-16be'
}

/** The bytes of characters above U+00FF in Windows-1252, by their code. */
const WINDOWS_BYTES = new Uint8Array(0x10000)
for (let byte = 0x80; byte < 0xa0; byte++) WINDOWS_BYTES[iconv.decode(Buffer.of(byte), 'win1252').charCodeAt(0)] = byte
// For bytes that Windows-1252 does not use.
WINDOWS_BYTES[0xfffd] = 0

/** Repairs UTF-8 that was read as Windows-1252 and saved again ('SiobhÃ¡n'); null for any other text. */
function repairMojibake(text: string): string | null {
  if (!/[ÂÃÄÅâ][^\0-\x7f]/.test(text)) return null
  const bytes = Buffer.allocUnsafe(text.length)
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index)
    const byte = code > 0xff ? WINDOWS_BYTES[code] : code
    // Windows-1252 does not have this character, so it can't have come from it.
    if (byte === 0 && code !== 0) return null
    bytes[index] = byte!
  }
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return null
  }
}

/** Patterns that suggest a wrong encoding in names: symbols, spaces and capitals inside words, letters of two scripts. */
const ODD_CHARACTERS = [
  /[^\P{Cc}\t\r\n]|[\ufffd\u00a0\u02c6-\u02dd]/gu,
  /(?<=\p{L})[^\0-\x7f\p{L}\p{M}\p{Z}’‘´…·“”–—]|[^\0-\x7f\p{L}\p{M}\p{Z}’‘´…·“”–—](?=\p{L})|[µƒ]/gu,
  /\p{L}[–—]\p{Ll}|\p{Ll}’(?!s\b)\p{Ll}/gu,
  /\p{Ll}{2}(?![A-Z])\p{Lu}|\p{L}(?![A-Z])\p{Lu}\p{Lu}\p{Ll}/gu,
  /\p{Script=Latin}\p{Script=Cyrillic}|\p{Script=Cyrillic}\p{Script=Latin}/gu,
]

/** Latin letters with marks other than the fada: few names in Ireland have them. */
const RARE_LETTERS = /(?![áéíóú])(?=\p{Script=Latin})[^\0-\x7f]/giu

function countOddCharacters(text: string): number {
  const count = (pattern: RegExp) => text.match(pattern)?.length ?? 0
  return ODD_CHARACTERS.reduce((number, pattern) => number + count(pattern), count(RARE_LETTERS) / 4)
}
