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
  if (/\r(?!\n)/.test(Buffer.from(bytes.subarray(0, SAMPLE_LENGTH)).toString('latin1'))) older.unshift('macroman')
  const oddness = new Map(older.map((encoding) => [encoding, countOddCharacters(decodeText(sample, encoding))]))
  return [...oddness].sort(([, one], [, other]) => one - other).map(([encoding]) => encoding)
}

const SAMPLE_LENGTH = 100_000
const SAMPLE_LINES = 50

/** The first two lines, which may name the columns, and lines whose letters depend on the encoding. */
export function getEncodingSample(bytes: Uint8Array): Uint8Array {
  const lines = Buffer.from(bytes)
    .toString('latin1')
    .split(/\r\n|\r|\n/)
  const relevant = lines.filter((line, place) => place < 2 || /[\x80-\xff]/.test(line)).slice(0, SAMPLE_LINES)
  return Buffer.from(relevant.join('\n').slice(0, SAMPLE_LENGTH), 'latin1')
}

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
  for (const [place, byte] of head.entries()) if (byte === 0) zeros[place % 2]! += 1
  const [even = 0, odd = 0] = zeros
  if (Math.min(even, odd) > 0 || Math.max(even, odd) < head.length / 4) return undefined
  return odd > 0 ? 'utf-16le' : 'utf-16be'
}

/** Repairs UTF-8 that was read as Windows-1252 and saved again ('SiobhÃ¡n'); null for any other text. */
function repairMojibake(text: string): string | null {
  if (!/[ÂÃÄÅâ][^\0-\x7f]/.test(text)) return null
  const bytes = text.replace(/[^\0-\xff]/gu, (sign) => {
    const byte = iconv.encode(sign, 'win1252').toString('latin1')
    // Windows-1252 does not have this character, so it can't have come from it.
    return byte === '?' ? sign : byte
  })
  if (/[^\0-\xff]/.test(bytes)) return null
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.from(bytes, 'latin1'))
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
