import Negotiator from 'negotiator'

/** The encodings that answers come in, best first. */
export const ENCODINGS = ['br', 'gzip', 'identity'] as const
export type ContentEncoding = (typeof ENCODINGS)[number]

/** The one of `encodings` that an Accept-Encoding header likes best (RFC 9110, 12.5.3); `identity` where it likes none. */
export function negotiateEncoding(accepted = '', encodings: readonly ContentEncoding[] = ENCODINGS): ContentEncoding {
  const request = { headers: { 'accept-encoding': accepted } }
  return new Negotiator(request).encoding(encodings, encodings) ?? 'identity'
}
