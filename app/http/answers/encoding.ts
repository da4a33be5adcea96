import Negotiator from 'negotiator'

/** The encodings of responses, best first. */
export const ENCODINGS = ['br', 'gzip', 'identity'] as const
export type ContentEncoding = (typeof ENCODINGS)[number]

/** The one of `encodings` that an Accept-Encoding header prefers (RFC 9110, 12.5.3); `identity` if it accepts none. */
export function negotiateEncoding(accepted = '', encodings: readonly ContentEncoding[] = ENCODINGS): ContentEncoding {
  const request = { headers: { 'accept-encoding': accepted } }
  return new Negotiator(request).encoding(encodings, encodings) ?? 'identity'
}
