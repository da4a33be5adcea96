import iconv from 'iconv-lite'

/**
 * The text of a file's bytes: UTF-8, else Windows-1252, which older programs write. A byte that Windows-1252 does not know
 * becomes U+FFFD. Not by TextDecoder: some releases of Node read Windows-1252 as Latin-1.
 */
export function decodeText(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return iconv.decode(Buffer.from(bytes), 'win1252')
  }
}
