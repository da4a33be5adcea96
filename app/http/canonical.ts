/**
 * True when a request's target has the one spelling that its path has for everybody who looks at it: Express tests the target
 * as it came, Remix the path that URL makes of it. So nothing that RFC 3986 (6.2.2) would write differently passes: no encoded
 * letters, no dot segments, backslashes, empty segments or absolute addresses; nor a slash or a backslash in disguise.
 */
export function isCanonical(target: string): boolean {
  const path = target.split('?', 1)[0] ?? ''
  if (!path.startsWith('/') || path.includes('//') || /%(2f|5c)/i.test(path)) return false
  try {
    return new URL(`http://site.invalid${path}`).pathname === path && path.split('/').every(isWrittenPlainly)
  } catch {
    return false
  }
}

/** What RFC 3986 lets a segment hold as it is (pchar) and encodeURIComponent encodes all the same. */
const PLAIN = /%(24|26|2B|2C|3A|3B|3D|40)/g

/** Throws a URIError for what is not UTF-8 once decoded. */
function isWrittenPlainly(segment: string): boolean {
  const decoded = decodeURIComponent(segment)
  return encodeURIComponent(decoded).replace(PLAIN, decodeURIComponent) === segment && !decoded.includes('\0')
}

/** True for a Host that is a name or an address and, maybe, a port (RFC 9110, 7.2), and nothing else. */
export function isHost(host: string): boolean {
  return /^([a-z\d]([a-z\d._-]*[a-z\d.])?|\[[a-f\d:.]+\])(:\d{1,5})?$/i.test(host) && URL.canParse(`http://${host}/`)
}
