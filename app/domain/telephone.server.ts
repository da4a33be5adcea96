import { normalizePunctuation } from '~/characters'

/** The longest text to search; no telephone field is longer. */
const MAX_LENGTH = 100

/**
 * Numbers that a phone in Ireland can dial as written, by ComReg's numbering scheme: Dublin, other places, Northern Ireland,
 * mobiles, 0818, freephone and premium numbers. 076, 1850 and 1890 ended in 2022.
 */
const NATIONAL = /^(?:01\d{7}|0(?!48|76)[24-79]\d{7,8}|048\d{8}|08[35-9]\d{7}|0818\d{6}|1800\d{6}|15[1-9]\d{7})$/
/** Emergencies, the EU's helplines, and directory enquiries. */
const SHORT = /^(?:999|112|116\d{3}|118\d{2})$/
/** ITU-T E.164: at most 15 digits. The lengths of British and North American numbers, the most common ones here, are exact. */
const FOREIGN = /^\+(?:44[1-9]\d{8,9}|1[2-9]\d{9}|(?!353|44|1)[1-9]\d{7,14})$/
/** Countries whose leading 0 is dialled from abroad too: Italy and San Marino. */
const KEEPS_ZERO = /^\+(?:39|378)/

/** A run of digits with the separators that people use. */
const RUN = /[+(]{0,3}\d[\d+() ./-]*/g
const GROUP = /[+(]{0,3}\d+\)?/g
/** Characters before digits that belong to a word, code, price or address. */
const JOINED_BEFORE = /[\p{L}*#€$£@=_]/u
/** Characters after digits that belong to the next word ('9am', '10:30', '2*'). */
const JOINED_AFTER = /^(?!e?xt?(?:n|ension)?[\s.:]*\d)[\p{L}*]|^:\d/u
const EXTENSION = /^[\s,;()/-]{0,4}(?:extension|extn?|x|#)[\s.:=#]{0,3}(\d{1,7})(?![\d*#])/
/** Where a complete number can end: before a slash or bracket, or at a dash between spaces. */
const NUMBER_END = /[/(]| - /
/** Fewer digits are a time or another number, not a telephone number. */
const MIN_DIGITS = 7

/** A number's digits as a phone in Ireland dials them, with + for other countries; null if none can. */
function toDialledNumber(digits: string): string | null {
  const written = digits.replace(/^(?:00|(?=353\d{8}))/, '+')
  const [, national] = /^\+3530?(\d+)$/.exec(written) ?? []
  if (!national) return [NATIONAL, SHORT, FOREIGN].some((numbers) => numbers.test(written)) ? written : null
  if (NATIONAL.test(`0${national}`)) return `+353${national}`
  return NATIONAL.test(national) ? national : null
}

/** Joins groups of digits to one number; the (0) of '+44 (0)20' is not dialled. */
function joinDigits(groups: readonly string[]): string {
  const isAbroad = /^[(]*(?:\+|00)/.test(groups[0] ?? '')
  const digits = groups.map((group) => (isAbroad && group === '(0)' ? '_' : group.replace(/[()]/g, ''))).join('')
  return digits.replace('_', KEEPS_ZERO.test(digits.replace(/^00/, '+')) ? '0' : '')
}

/** The first number in a run, and the text after it; null if it is uncertain. */
function findFirstNumber(run: string): { number: string; rest: string } | null {
  const found = [...run.matchAll(GROUP)]
  const groups = found.map(([group]) => group)
  for (const [place, { 0: group, index }] of found.entries()) {
    const number = toDialledNumber(joinDigits(groups.slice(0, place + 1)))
    const next = found[place + 1]
    const end = index + group.length
    // Digits after a plain space or dash belong to the number, unless they are one themselves.
    const isWhole =
      !next ||
      NUMBER_END.test(run.slice(end, next.index + 1)) ||
      (!toDialledNumber(joinDigits(groups)) && toDialledNumber(joinDigits(groups.slice(place + 1))))
    if (number && isWhole) return { number, rest: run.slice(end) }
  }
  return null
}

/**
 * The `tel:` link (RFC 3966) of the first telephone number in a text, with its extension, as dialled in Ireland: +353209100100 for
 * '+353 (0)20 910 0100', 0875550101 for '087 555 0101 (after 5)'. Null if it is unclear which digits to dial, and for codes such as
 * *21*…#, which an attacker could use to divert a tutor's calls.
 */
export function toTelephoneLink(written: string): string | null {
  const text = normalizePunctuation(written.slice(0, MAX_LENGTH).normalize('NFKC'))
    .replace(/\s+/g, ' ')
    .replaceAll('+ ', '+')
    .toLowerCase()
  for (const { 0: run, index } of text.matchAll(RUN)) {
    const after = text.slice(index + run.length)
    const isJoined = /\d/.test(run.slice(-1)) && JOINED_AFTER.test(after)
    const separate = isJoined ? run.slice(0, [...run.matchAll(GROUP)].at(-1)?.index) : run
    const found = JOINED_BEFORE.test(text[index - 1] ?? '') ? null : findFirstNumber(separate)
    if (found) {
      const [, extension] = EXTENSION.exec(found.rest + run.slice(separate.length) + after) ?? []
      return `tel:${found.number}${extension ? `;ext=${extension}` : ''}`
    }
    if (run.replace(/\D/g, '').length >= MIN_DIGITS) return null
  }
  return null
}
