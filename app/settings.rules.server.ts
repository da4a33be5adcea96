import { isIP } from 'node:net'
import { resolve } from 'node:path'
import { z } from 'zod'
import { cleanEmail, isEmailAddress, namedAddress } from './email-address'
import { longest, TELEPHONE } from './settings.centre'

/** 0 or 1, as false or true; 0 by default. */
export const flag = () =>
  z
    .enum(['0', '1'], 'must be 0 or 1')
    .default('0')
    .transform((value) => value === '1')

/** A whole number, written in digits alone. */
export const wholeNumber = (from: number, to: number, byDefault: number) => {
  const words = `must be a whole number from ${from} to ${to}`
  return z
    .string()
    .regex(/^-?\d{1,9}$/, words)
    .transform(Number)
    .pipe(z.number().min(from, words).max(to, words))
    .default(byDefault)
}

/** One of a few words. */
export const oneOf = <Word extends string>(...words: [Word, ...Word[]]) =>
  z.enum(words, `must be ${new Intl.ListFormat('en-IE', { type: 'disjunction' }).format(words)}`)

/** Words that pages and mails show. */
export const words = (longest: number) => z.string().max(longest, `must be at most ${longest} characters long`)

/** The number that people ring. */
export const telephone = () =>
  words(longest.phone).regex(TELEPHONE, 'must be a telephone number, as people should read it on the pages')

/** One email address. */
export const email = () => z.string().overwrite(cleanEmail).refine(isEmailAddress, 'must be one email address')
/** An email address, with or without a name before it. */
export const sender = () =>
  z
    .string()
    .overwrite((text) => {
      const { name } = namedAddress(text)
      return name ? `${name} <${cleanEmail(text)}>` : cleanEmail(text)
    })
    .refine((text) => {
      const { name, address } = namedAddress(text)
      return isEmailAddress(address) && !/[<>@;]/.test(name)
    }, 'must be one email address, or Name <address>')

const LABELS = /^(?!-)[a-z\d_-]{1,63}(?<!-)(\.(?!-)[a-z\d_-]{1,63}(?<!-))*$/i
const isHost = (host: string) =>
  isIP(host) > 0 || (host.length <= 253 && LABELS.test(host) && !/^[\d.]+$/.test(host) && !/^0x/i.test(host))
const withoutBrackets = (host: string) => host.replace(/^\[(.*)\]$/, '$1')

/** The network address that the server listens on. */
export const listening = () => z.string().refine(isHost, 'must be an address or a name of this machine, without a port')

const ONLY = 'must be the address of the website alone, with http:// or https:// and without a path'
/** The website's address: nothing but scheme, host and port. */
export const website = () =>
  z.string().refine((text) => {
    const [, host = ''] = /^https?:\/\/([^/?#@\s,;\\]+)\/?$/i.exec(text) ?? []
    if (!host || !URL.canParse(text)) return false
    const { hostname, port } = new URL(text)
    const written = withoutBrackets(host.replace(/:\d*$/, ''))
    const isNowhere = /^(0\.0\.0\.0|::)$/.test(withoutBrackets(hostname))
    return (
      isHost(withoutBrackets(hostname)) && (isIP(hostname) === 0 || isIP(written) > 0) && !isNowhere && port !== '0'
    )
  }, ONLY)

/** What the mail's connection can be told in its address; anything else there would be ignored. */
const SWITCHES = ['requireTLS', 'ignoreTLS', 'secure', 'opportunisticTLS', 'tls.rejectUnauthorized']
const WORDS = ['name', 'authMethod', 'tls.servername', 'tls.minVersion']

/** What is wrong with the address of a mail server; undefined when nothing is. */
function smtpFault(text: string): string | undefined {
  const [, authority = ''] = /^smtps?:\/\/([^/?#\s\\]+)\/?(\?[^#\s]*)?$/i.exec(text) ?? []
  if (!authority || !URL.canParse(text))
    return 'must be smtp:// or smtps:// and the name of a mail server; special characters of its user and password as %40 for @'
  const { hostname, port, username, password, searchParams } = new URL(text)
  if (!isHost(withoutBrackets(hostname)) || port === '0') return 'must name a mail server that can exist'
  if (authority.includes('@') && (!username || !password)) return 'must have both a user and a password, or neither'
  if (/%(?![\da-f]{2})/i.test(authority)) return 'must have % in its user and password written as %25'
  for (const [name, value] of searchParams) {
    if (![...SWITCHES, ...WORDS].includes(name)) return `must have no option but ${[...SWITCHES, ...WORDS].join(', ')}`
    if (SWITCHES.includes(name) && !['true', 'false'].includes(value)) return `must have true or false for ${name}`
    if (!value || searchParams.getAll(name).length > 1) return `must have one value for ${name}`
  }
  return undefined
}

/** The address of the mail server. */
export const mailServer = () =>
  z.string().superRefine((text, context) => {
    const message = smtpFault(text)
    if (message) context.addIssue({ code: 'custom', message })
  })

/** A folder. What a shell or a program would have filled in is refused, since it would become the name of a folder. */
export const folder = () =>
  z
    .string()
    .refine(
      (path) =>
        !/^~|^[a-z][a-z\d+.-]+:|\$[\w({]|^:memory:$/i.test(path) && !/^\/((proc|sys)(\/|$)|$)/.test(resolve(path)),
      'must be the path of a folder on a local disk, without ~, $ or ://',
    )
    .transform((path) => resolve(path))

/** True for a text that goes round in a circle, or whose characters mostly follow each other. */
function isPattern(text: string): boolean {
  const codes = [...text].map((one) => one.codePointAt(0) ?? 0)
  const steps = codes.slice(1).filter((code, index) => Math.abs(code - (codes[index] ?? 0)) <= 1).length
  const isRound = Array.from({ length: Math.floor(text.length / 2) }, (_, at) => at + 1).some((size) =>
    text.startsWith(text.slice(size)),
  )
  return isRound || steps > codes.length / 2 || new Set(codes).size < 8
}

/** What stands in examples, for people to put their own in its place. */
const EXAMPLE = /change[ _-]?me|your[ _-]?secret|<[^<>]*>/i

/** The secret that everything sealed stands on. */
export const secret = () =>
  z
    .string()
    .min(32, 'must be at least 32 characters long')
    .refine((text) => !EXAMPLE.test(text), 'must be one of your own, not the example')
    .refine((text) => !isPattern(text), 'must be random, not a pattern that repeats')

/** What a program sends as a Bearer token (RFC 6750). */
export const token = () =>
  z
    .string()
    .regex(/^[\w.~+/=-]+$/, 'must be letters, digits and the signs - . _ ~ + / alone')
    .min(16, 'must be at least 16 characters long')
    .refine((text) => !EXAMPLE.test(text) && !isPattern(text), 'must be random, and not the example')

/** A time zone by its name; systems also point at a file, which begins with a colon. */
export const timeZone = () =>
  z.string().refine((name) => {
    if (name.startsWith(':')) return true
    try {
      new Intl.DateTimeFormat('en-IE', { timeZone: name })
      return true
    } catch {
      return false
    }
  }, 'must be the name of a time zone')

/** What would start another line of a mail or of the log, or turn the direction of the words around it. */
const UNSEEN = /[\p{Cc}\p{Zl}\p{Zp}\p{Cs}\u202a-\u202e\u2066-\u2069]/gu
const QUOTES = ['"', "'", '`']
/** Of a value that was refused, so much is repeated. */
const SHOWN = 80

/** A value without what nobody sees at its ends, and the quotation marks around it, which Docker leaves; Node and Compose take them off. In double ones \n breaks lines. */
export function unquoted(text: string): string {
  const bare = text.replace(
    /^[ \p{Default_Ignorable_Code_Point}]+|(?<![ \p{Default_Ignorable_Code_Point}])[ \p{Default_Ignorable_Code_Point}]+$/gu,
    '',
  )
  const quote = bare[0] ?? ''
  const inner = bare.slice(1, -1)
  if (bare.length < 2 || !QUOTES.includes(quote) || !bare.endsWith(quote) || inner.includes(quote)) return bare
  return quote === '"' ? inner.replaceAll('\\n', '\n') : inner
}

/** What is wrong with a value whatever it is for, in words that follow the setting's name; undefined when nothing is. */
export function faultOf(value: string): string | undefined {
  if (value.search(UNSEEN) !== -1) return 'must be one line, without control characters'
  if (QUOTES.includes(value[0] ?? '')) return 'must have quotation marks around all of it, or none'
  return undefined
}

/** How a refused value may be told: as it is, without the user and password of an address, or by its length alone. */
export type Telling = 'value' | 'address' | 'length'

/** A refused value as one line of a message; of a secret only what gives nothing away. */
export function shown(value: string | undefined, telling: Telling): string {
  if (value === undefined) return 'It is not set.'
  const [, scheme = '', rest = ''] = /^([a-z]+:\/\/)?(.*)$/is.exec(value) ?? []
  const host = rest.slice(rest.lastIndexOf('@') + 1)
  // Without a scheme or a plain host, any part may be the password.
  const isClear = scheme !== '' && /^[\w.[\]-]*(:\d{0,5})?\/?$/.test(host)
  if (telling === 'length' || (telling === 'address' && !isClear))
    return `It has ${[...value].length} characters${telling === 'address' && scheme ? `, from ${scheme} on` : ''}.`
  const whole = telling === 'value' || host === rest ? value : `${scheme}***@${host}`
  const cut = [...whole].length > SHOWN ? `${[...whole].slice(0, SHOWN).join('')}…` : whole
  const seen = cut.replace(UNSEEN, (one) => `\\u{${one.codePointAt(0)?.toString(16)}}`)
  return `It is "${seen.replaceAll('\\u{a}', '\\n').replaceAll('\\u{d}', '\\r')}".`
}
