import { isIP } from 'node:net'
import { resolve } from 'node:path'
import { z } from 'zod'
import { cleanEmail, isEmailAddress, parseNamedAddress } from './email-address'
import { maxLengths, TELEPHONE_PATTERN } from './settings.centre'

/** 0 or 1, parsed as a boolean; 0 by default. */
export const booleanFlag = () =>
  z
    .enum(['0', '1'], 'must be 0 or 1')
    .default('0')
    .transform((value) => value === '1')

/** A whole number in plain digits. */
export const wholeNumber = (from: number, to: number, byDefault: number) => {
  const message = `must be a whole number from ${from} to ${to}`
  return z
    .string()
    .regex(/^-?\d{1,9}$/, message)
    .transform(Number)
    .pipe(z.number().min(from, message).max(to, message))
    .default(byDefault)
}

/** One of a few fixed values. */
export const oneOfValues = <Word extends string>(...words: [Word, ...Word[]]) =>
  z.enum(words, `must be ${new Intl.ListFormat('en-IE', { type: 'disjunction' }).format(words)}`)

/** Text shown on pages and in mails. */
export const shortText = (longest: number) => z.string().max(longest, `must be at most ${longest} characters long`)

/** The centre's telephone number. */
export const telephoneNumber = () =>
  shortText(maxLengths.phone).regex(TELEPHONE_PATTERN, 'must be a telephone number, written as pages should show it')

/** One email address. */
export const emailSetting = () => z.string().overwrite(cleanEmail).refine(isEmailAddress, 'must be one email address')
/** An email address, with or without a name before it. */
export const senderAddress = () =>
  z
    .string()
    .overwrite((text) => {
      const { name } = parseNamedAddress(text)
      return name ? `${name} <${cleanEmail(text)}>` : cleanEmail(text)
    })
    .refine((text) => {
      const { name, address } = parseNamedAddress(text)
      return isEmailAddress(address) && !/[<>@;]/.test(name)
    }, 'must be one email address, or Name <address>')

const HOSTNAME = /^(?!-)[a-z\d_-]{1,63}(?<!-)(\.(?!-)[a-z\d_-]{1,63}(?<!-))*$/i
const isHost = (host: string) =>
  isIP(host) > 0 || (host.length <= 253 && HOSTNAME.test(host) && !/^[\d.]+$/.test(host) && !/^0x/i.test(host))
const stripBrackets = (host: string) => host.replace(/^\[(.*)\]$/, '$1')

/** The network address that the server listens on. */
export const listenAddress = () =>
  z.string().refine(isHost, 'must be an IP address or host name of this machine, without a port')

const SITE_URL_MESSAGE = 'must be the website’s address, with http:// or https:// and without a path'
/** The website's address: scheme, host and port only. */
export const siteUrl = () =>
  z.string().refine((text) => {
    const [, host = ''] = /^https?:\/\/([^/?#@\s,;\\]+)\/?$/i.exec(text) ?? []
    if (!host || !URL.canParse(text)) return false
    const { hostname, port } = new URL(text)
    const written = stripBrackets(host.replace(/:\d*$/, ''))
    const isUnspecified = /^(0\.0\.0\.0|::)$/.test(stripBrackets(hostname))
    return (
      isHost(stripBrackets(hostname)) && (isIP(hostname) === 0 || isIP(written) > 0) && !isUnspecified && port !== '0'
    )
  }, SITE_URL_MESSAGE)

/** Connection options allowed in SMTP_URL; nodemailer would ignore any others. */
const SMTP_BOOLEAN_OPTIONS = ['requireTLS', 'ignoreTLS', 'secure', 'opportunisticTLS', 'tls.rejectUnauthorized']
const SMTP_TEXT_OPTIONS = ['name', 'authMethod', 'tls.servername', 'tls.minVersion']

/** Returns what is wrong with a mail server's address; undefined if it is valid. */
function findSmtpFault(text: string): string | undefined {
  const [, authority = ''] = /^smtps?:\/\/([^/?#\s\\]+)\/?(\?[^#\s]*)?$/i.exec(text) ?? []
  if (!authority || !URL.canParse(text))
    return 'must be smtp:// or smtps:// and the name of a mail server, with special characters in user and password escaped, such as %40 for @'
  const { hostname, port, username, password, searchParams } = new URL(text)
  if (!isHost(stripBrackets(hostname)) || port === '0') return 'must name a valid mail server'
  if (authority.includes('@') && (!username || !password)) return 'must have both a user and a password, or neither'
  if (/%(?![\da-f]{2})/i.test(authority)) return 'must have each % in its user and password written as %25'
  for (const [name, value] of searchParams) {
    if (![...SMTP_BOOLEAN_OPTIONS, ...SMTP_TEXT_OPTIONS].includes(name))
      return `must have no options other than ${[...SMTP_BOOLEAN_OPTIONS, ...SMTP_TEXT_OPTIONS].join(', ')}`
    if (SMTP_BOOLEAN_OPTIONS.includes(name) && !['true', 'false'].includes(value))
      return `must have true or false for ${name}`
    if (!value || searchParams.getAll(name).length > 1) return `must have one value for ${name}`
  }
  return undefined
}

/** The address of the mail server. */
export const smtpServerUrl = () =>
  z.string().superRefine((text, context) => {
    const message = findSmtpFault(text)
    if (message) context.addIssue({ code: 'custom', message })
  })

/** A folder. Rejects unexpanded shell and URL syntax, which would become part of the folder's name. */
export const folderPath = () =>
  z
    .string()
    .refine(
      (path) =>
        !/^~|^[a-z][a-z\d+.-]+:|\$[\w({]|^:memory:$/i.test(path) && !/^\/((proc|sys)(\/|$)|$)/.test(resolve(path)),
      'must be the path of a folder on a local disk, without ~, $ or ://',
    )
    .transform((path) => resolve(path))

/** True for a text that repeats itself, or is mostly made of consecutive characters. */
function isPredictable(text: string): boolean {
  const codes = [...text].map((character) => character.codePointAt(0) ?? 0)
  const steps = codes.slice(1).filter((code, index) => Math.abs(code - (codes[index] ?? 0)) <= 1).length
  const isRepeating = Array.from({ length: Math.floor(text.length / 2) }, (_, at) => at + 1).some((size) =>
    text.startsWith(text.slice(size)),
  )
  return isRepeating || steps > codes.length / 2 || new Set(codes).size < 8
}

/** Placeholder values from examples. */
const PLACEHOLDER = /change[ _-]?me|your[ _-]?secret|<[^<>]*>/i

/** The secret behind all signatures. */
export const randomSecret = () =>
  z
    .string()
    .min(32, 'must be at least 32 characters long')
    .refine((text) => !PLACEHOLDER.test(text), 'must be your own value, not the example')
    .refine((text) => !isPredictable(text), 'must be random, not a repeating pattern')

/** A Bearer token (RFC 6750). */
export const bearerToken = () =>
  z
    .string()
    .regex(/^[\w.~+/=-]+$/, 'must be letters, digits and the signs - . _ ~ + / = only')
    .min(16, 'must be at least 16 characters long')
    .refine((text) => !PLACEHOLDER.test(text) && !isPredictable(text), 'must be random, and not the example')

/** A time zone's name, or a colon and the path of a file, which some systems set. */
export const timeZoneName = () =>
  z.string().refine((name) => {
    if (name.startsWith(':')) return true
    try {
      new Intl.DateTimeFormat('en-IE', { timeZone: name })
      return true
    } catch {
      return false
    }
  }, 'must be the name of a time zone')

/** Characters that break a line of a mail or the log, or change its text direction. */
const CONTROL_CHARACTERS = /[\p{Cc}\p{Zl}\p{Zp}\p{Cs}\u202a-\u202e\u2066-\u2069]/gu
const QUOTES = ['"', "'", '`']
/** Maximum characters of a refused value to repeat. */
const MAX_SHOWN_LENGTH = 80

/**
 * Removes invisible characters at the ends, and quotation marks, which Docker leaves but Node and Compose remove. In double quotes \n
 * becomes a line break.
 */
export function unquote(text: string): string {
  const bare = text.replace(
    /^[ \p{Default_Ignorable_Code_Point}]+|(?<![ \p{Default_Ignorable_Code_Point}])[ \p{Default_Ignorable_Code_Point}]+$/gu,
    '',
  )
  const quote = bare[0] ?? ''
  const inner = bare.slice(1, -1)
  if (bare.length < 2 || !QUOTES.includes(quote) || !bare.endsWith(quote) || inner.includes(quote)) return bare
  return quote === '"' ? inner.replaceAll('\\n', '\n') : inner
}

/** Returns a fault of any setting's value, phrased to follow its name; undefined if there is none. */
export function findCharacterFault(value: string): string | undefined {
  if (value.search(CONTROL_CHARACTERS) !== -1) return 'must be one line, without control characters'
  if (QUOTES.includes(value[0] ?? '')) return 'must have quotation marks around all of it, or none'
  return undefined
}

/** The part of a refused value that messages may show: all, a URL without user and password, or only the length. */
export type Disclosure = 'value' | 'address' | 'length'

/** Describes a refused value in one line, without revealing secrets. */
export function describeValue(value: string | undefined, disclosure: Disclosure): string {
  if (value === undefined) return 'It is not set.'
  const [, scheme = '', rest = ''] = /^([a-z]+:\/\/)?(.*)$/is.exec(value) ?? []
  const host = rest.slice(rest.lastIndexOf('@') + 1)
  // Without a scheme and a plain host, any part may be the password.
  const isClear = scheme !== '' && /^[\w.[\]-]*(:\d{0,5})?\/?$/.test(host)
  if (disclosure === 'length' || (disclosure === 'address' && !isClear))
    return `It has ${[...value].length} characters${disclosure === 'address' && scheme ? `, from ${scheme} on` : ''}.`
  const visible = disclosure === 'value' || host === rest ? value : `${scheme}***@${host}`
  const truncated =
    [...visible].length > MAX_SHOWN_LENGTH ? `${[...visible].slice(0, MAX_SHOWN_LENGTH).join('')}…` : visible
  const escaped = truncated.replace(CONTROL_CHARACTERS, (one) => `\\u{${one.codePointAt(0)?.toString(16)}}`)
  return `It is "${escaped.replaceAll('\\u{a}', '\\n').replaceAll('\\u{d}', '\\r')}".`
}
