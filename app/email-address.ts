import { plainCharacters, visibleText } from './characters'

/** The most characters of an address (RFC 5321). */
export const LONGEST_EMAIL = 254
/** Longest text to read as a name and an address. */
const LONGEST_READ = 1000

/** What `type=email` takes (HTML, 4.10.5.1.5), where mail can reach it: no dots side by side or at an end, and a domain with a name above it. */
const ADDRESS =
  /^[\w!#$%&'*+/=?^`{|}~-]+(?:\.[\w!#$%&'*+/=?^`{|}~-]+)*@(?:[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?\.)+[a-z](?:[a-z\d-]{0,61}[a-z\d])$/

/** True for an address, already clean, that mail can be sent to without an extension of the mail server's. */
export function isEmailAddress(address: string): boolean {
  return address.length <= LONGEST_EMAIL && ADDRESS.test(address)
}

/** True for an address with non-ASCII letters before the @, which only some mail servers accept (SMTPUTF8, RFC 6531). */
export function hasOtherLetters(address: string): boolean {
  return !isEmailAddress(address) && isEmailAddress(address.replace(/[^\0-\x7f]/gu, 'a'))
}

/** An email address and the name beside it, as they were typed, of 'Mary <mary@example.ie>' and what else programs copy; the name may be ''. */
export function namedAddress(text: string): { name: string; address: string } {
  const line = visibleText(text.slice(0, LONGEST_READ)).replace(/\s+/g, ' ').trim()
  const open = Math.max(...['<', '(', '['].map((bracket) => line.lastIndexOf(bracket)))
  if (text.length > LONGEST_READ || open === -1 || !/[>)\]]$/.test(line)) return { name: '', address: text }
  const [before, inside] = [line.slice(0, open).trim(), line.slice(open + 1, -1).trim()]
  if (!before.includes('@')) return { name: withoutQuotes(before), address: inside }
  if (!inside.includes('@')) return { name: inside, address: before }
  // Two addresses, unless both are the same, as Outlook copies them.
  return clean(before).toLowerCase() === clean(inside).toLowerCase()
    ? { name: '', address: inside }
    : { name: '', address: text }
}

const withoutQuotes = (name: string) => name.replace(/^(["'])(.*)\1$/, '$2').replace(/\\"/g, '"')

/**
 * The address in what people type and paste, as it is stored and mailed to: without its name, `mailto:`, the marks around it and what nobody
 * sees, with plain apostrophes and dashes, and the domain in small ASCII letters (RFC 5891). What is no address stays none.
 */
export function cleanEmail(text: string): string {
  return clean(namedAddress(text).address)
}

/** Key for comparing addresses: cleaned, in lower case. */
export function addressKey(text: string): string {
  return cleanEmail(text).toLowerCase()
}

function clean(text: string): string {
  if (text.length > LONGEST_READ) return text
  const address = withoutScheme(plainCharacters(text).normalize('NFKC').replace(/\s+/g, ' '))
    .replace(/ @/g, '@')
    .replace(/@ /g, '@')
    .replace(/^ ?[([<]([^()[\]<>]*)[)\]>] ?$/, '$1')
    .replace(/^[ "'“„«]+/, '')
    .replace(/[ "'“”».,;:!?)\]>]{1,9}$/, '')
  const at = address.lastIndexOf('@')
  return at === -1 ? address : `${address.slice(0, at)}@${inAscii(address.slice(at + 1))}`
}

/** The address of a link (RFC 6068), or after a label: 'Email: m@x.ie', or Exchange's 'SMTP:m@x.ie'. */
function withoutScheme(text: string): string {
  const [, link] = /^ ?mailto:([^?]*)/i.exec(text) ?? []
  if (link === undefined) return text.replace(/^ ?(?:e-?mail|smtp) ?:/i, '')
  try {
    return decodeURIComponent(link)
  } catch {
    return link
  }
}

function inAscii(domain: string): string {
  const small = domain.toLowerCase()
  // URL would accept anything else too: a path, a port, an IP address.
  if (!/[^\0-\x7f]|xn--/.test(small) || /[^\p{L}\p{M}\p{N}.。-]/u.test(small)) return small
  try {
    return new URL(`http://${small}`).hostname
  } catch {
    return small
  }
}
