import iconv from 'iconv-lite'

/**
 * The text of a file's bytes: UTF-8, else an `older` encoding, which older programs write: Windows-1252 unless given. A byte undefined in Windows-1252 becomes
 * U+FFFD. TextDecoder won't do: some releases of Node decode Windows-1252 as Latin-1.
 */
export function decodeText(bytes: Uint8Array, older = 'win1252'): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return iconv.decode(Buffer.from(bytes), older)
  }
}
