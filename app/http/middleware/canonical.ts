import type { SiteSettings } from '~/settings.server'

/** Most paths, which are canonical without further checks. */
const PLAIN_PATH = /^(\/|(\/[\w-]+)+)$/

/**
 * True if Express, which matches the raw path, and Remix, which matches the normalised one, see the same path: nothing that RFC 3986
 * (6.2.2) would normalise, no encoded slash or backslash, and no /about/.data, which Remix reads as /about.
 */
export function isCanonicalTarget(target: string): boolean {
  const path = target.split('?', 1)[0] ?? ''
  if (PLAIN_PATH.test(path)) return true
  if (!path.startsWith('/') || path.includes('//') || /%(2f|5c)/i.test(path)) return false
  try {
    return new URL(`http://site.invalid${path}`).pathname === path && path.split('/').every(isCanonicalSegment)
  } catch {
    return false
  }
}

/** Characters that RFC 3986 allows in a segment (pchar) but encodeURIComponent encodes. */
const ALLOWED_IN_SEGMENT = /%(24|26|2B|2C|3A|3B|3D|40)/g

/** Throws a URIError for a segment that is not UTF-8. */
function isCanonicalSegment(segment: string): boolean {
  const decoded = decodeURIComponent(segment)
  const isPlain = encodeURIComponent(decoded).replace(ALLOWED_IN_SEGMENT, decodeURIComponent) === segment
  return isPlain && segment !== '.data' && !decoded.includes('\0')
}

/** True for a Host that is a name or an address and optionally a port (RFC 9110, 7.2). */
export function isValidHost(host: string): boolean {
  return /^([a-z\d]([a-z\d._-]*[a-z\d.])?|\[[a-f\d:.]+\])(:\d{1,5})?$/i.test(host) && URL.canParse(`http://${host}/`)
}

/** The site's origin, without a trailing slash: PUBLIC_URL's, or the request's if PUBLIC_URL is not set. */
export function getOrigin(request: Request, { publicUrl }: Pick<SiteSettings, 'publicUrl'>): string {
  return (publicUrl ?? new URL(request.url)).origin
}
