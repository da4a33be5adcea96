import { normalizePunctuation, stripInvisible } from './characters'

/** Maximum length of an address in characters (RFC 5321). */
export const MAX_EMAIL_LENGTH = 254
/** Maximum length of a text to parse as a name and an address, in characters. */
const MAX_INPUT_LENGTH = 1000

/** Stricter than `type=email` (HTML, 4.10.5.1.5): no double, leading or trailing dots, and at least two domain labels. */
const EMAIL_PATTERN =
  /^[\w!#$%&'*+/=?^`{|}~-]+(?:\.[\w!#$%&'*+/=?^`{|}~-]+)*@(?:[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?\.)+[a-z](?:[a-z\d-]{0,61}[a-z\d])$/

/** True for a clean address that every mail server accepts, without extensions. */
export function isEmailAddress(address: string): boolean {
  return address.length <= MAX_EMAIL_LENGTH && EMAIL_PATTERN.test(address)
}

/** True for an address that only mail servers with SMTPUTF8 (RFC 6531) accept: non-ASCII letters before the @. */
export function isSmtpUtf8Address(address: string): boolean {
  return !isEmailAddress(address) && isEmailAddress(address.replace(/[^\0-\x7f]/gu, 'a'))
}

/** Splits 'Mary <mary@example.ie>', and other forms that programs copy, into the name (maybe '') and the address as typed. */
export function parseNamedAddress(text: string): { name: string; address: string } {
  const line = stripInvisible(text.slice(0, MAX_INPUT_LENGTH)).replace(/\s+/g, ' ').trim()
  const open = Math.max(...['<', '(', '['].map((bracket) => line.lastIndexOf(bracket)))
  if (text.length > MAX_INPUT_LENGTH || open === -1 || !/[>)\]]$/.test(line)) return { name: '', address: text }
  const [before, inside] = [line.slice(0, open).trim(), line.slice(open + 1, -1).trim()]
  if (!before.includes('@')) return { name: stripQuotes(before), address: inside }
  if (!inside.includes('@')) return { name: inside, address: before }
  // Outlook copies an address twice. Two different addresses are ambiguous.
  return normalizeAddress(before).toLowerCase() === normalizeAddress(inside).toLowerCase()
    ? { name: '', address: inside }
    : { name: '', address: text }
}

const stripQuotes = (name: string) => name.replace(/^(["'])(.*)\1$/, '$2').replace(/\\"/g, '"')

/**
 * Normalizes a typed or pasted address to the form that is stored and mailed to: no name, `mailto:`, surrounding punctuation or
 * invisible characters; plain apostrophes and dashes; the domain in lower-case ASCII (RFC 5891). Invalid input stays invalid.
 */
export function cleanEmail(text: string): string {
  return normalizeAddress(parseNamedAddress(text).address)
}

/** Key for comparing addresses: cleaned, in lower case. */
export function getAddressKey(text: string): string {
  return cleanEmail(text).toLowerCase()
}

function normalizeAddress(text: string): string {
  if (text.length > MAX_INPUT_LENGTH) return text
  const address = stripScheme(normalizePunctuation(text).normalize('NFKC').replace(/\s+/g, ' '))
    .replace(/ @/g, '@')
    .replace(/@ /g, '@')
    .replace(/^ ?[([<]([^()[\]<>]*)[)\]>] ?$/, '$1')
    .replace(/^[ "'“„«]+/, '')
    .replace(/[ "'“”».,;:!?)\]>]{1,9}$/, '')
  const at = address.lastIndexOf('@')
  return at === -1 ? address : `${address.slice(0, at)}@${toAsciiDomain(address.slice(at + 1))}`
}

/** Removes `mailto:` (RFC 6068) or a label: 'Email: m@x.ie', or Exchange's 'SMTP:m@x.ie'. */
function stripScheme(text: string): string {
  const [, link] = /^ ?mailto:([^?]*)/i.exec(text) ?? []
  if (link === undefined) return text.replace(/^ ?(?:e-?mail|smtp) ?:/i, '')
  try {
    return decodeURIComponent(link)
  } catch {
    return link
  }
}

function toAsciiDomain(domain: string): string {
  const lower = domain.toLowerCase()
  // URL would also accept a path, a port or an IP address.
  if (!/[^\0-\x7f]|xn--/.test(lower) || /[^\p{L}\p{M}\p{N}.。-]/u.test(lower)) return lower
  try {
    return new URL(`http://${lower}`).hostname
  } catch {
    return lower
  }
}
