import { decodeText } from '~/domain/decode-text.server'

/**
 * The bytes of a plain text as UTF-8, whether they came as UTF-8 or as Windows-1252; null where control characters, or bytes
 * that neither knows, say that it is none.
 */
export function plainText(bytes: Buffer): Buffer | null {
  const text = decodeText(bytes)
  return /[^\P{Cc}\t\n\f\r]|\ufffd/u.test(text) ? null : Buffer.from(text)
}
