import { decodeText } from '~/domain/decode-text.server'

/** A plain text as UTF-8, from UTF-8 or Windows-1252; null when control characters, or bytes invalid in both, show that it is no text. */
export function plainText(bytes: Buffer): Buffer | null {
  const text = decodeText(bytes)
  return /[^\P{Cc}\t\n\f\r]|\ufffd/u.test(text) ? null : Buffer.from(text)
}
