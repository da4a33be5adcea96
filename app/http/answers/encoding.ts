import Negotiator from 'negotiator'

/** The encodings that answers come in, best first. */
export const ENCODINGS = ['br', 'gzip', 'identity'] as const
export type Encoding = (typeof ENCODINGS)[number]

/** The one of `encodings` that an Accept-Encoding header likes best (RFC 9110, 12.5.3); `identity` where it likes none. */
export function encodingFor(accepted = '', encodings: readonly Encoding[] = ENCODINGS): Encoding {
  const request = { headers: { 'accept-encoding': accepted } }
  return new Negotiator(request).encoding(encodings, encodings) ?? 'identity'
}
