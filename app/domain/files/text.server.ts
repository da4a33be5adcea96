/** What Windows-1252 has in the places 0x80 to 0x9f (WHATWG Encoding); the five it leaves empty stay control characters. */
const WINDOWS = '€\x81‚ƒ„…†‡ˆ‰Š‹Œ\x8dŽ\x8f\x90‘’“”•–—˜™š›œ\x9džŸ'

/**
 * The bytes of a plain text as UTF-8, whether they came as UTF-8 or as Windows-1252; null where control characters say that
 * it is none.
 */
export function plainText(bytes: Buffer): Buffer | null {
  const text = fromUtf8(bytes) ?? fromWindows(bytes)
  return /[^\P{Cc}\t\n\f\r]/u.test(text) ? null : Buffer.from(text)
}

function fromUtf8(bytes: Buffer): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return null
  }
}

// Not by TextDecoder: some releases of Node read this encoding as Latin-1.
function fromWindows(bytes: Buffer): string {
  return bytes.toString('latin1').replace(/[\x80-\x9f]/g, (letter) => WINDOWS[letter.charCodeAt(0) - 0x80] ?? letter)
}
