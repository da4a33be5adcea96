import Negotiator from 'negotiator'

/** The encodings of responses, best first. */
export const ENCODINGS = ['br', 'gzip', 'identity'] as const
export type ContentEncoding = (typeof ENCODINGS)[number]

/** The one of `encodings` that an Accept-Encoding header prefers (RFC 9110, 12.5.3); `identity` if it accepts none. */
export function negotiateEncoding(accepted = '', encodings: readonly ContentEncoding[] = ENCODINGS): ContentEncoding {
  // Most browsers name encodings without weights, which Negotiator would sort.
  if (!/[;*]/.test(accepted)) {
    const names = accepted.toLowerCase().split(/[\s,]+/)
    return encodings.find((encoding) => names.includes(encoding)) ?? 'identity'
  }
  const request = { headers: { 'accept-encoding': accepted } }
  return new Negotiator(request).encoding(encodings, encodings) ?? 'identity'
}
