import iconv from 'iconv-lite'

/** A file's text: UTF-8, else `older`. TextDecoder won't do: some releases of Node decode Windows-1252 as Latin-1. */
export function decodeText(bytes: Uint8Array, older = 'win1252'): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return iconv.decode(Buffer.from(bytes), older)
  }
}
