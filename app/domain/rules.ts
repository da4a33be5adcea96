import { z } from 'zod'
import { cleanEmail, isEmailAddress, isSmtpUtf8Address, MAX_EMAIL_LENGTH } from '~/email-address'
import { contents } from './contents'
import { formatIsoDay, getLastYear, getToday, parseDay } from './events/days'
import { LONGEST_HTML } from './formatting'
import { normalizeParagraphs, toOneLine } from './text'

// A strict Content-Security-Policy forbids the code that zod would otherwise generate at run time.
z.config({ jitless: true })

/** How many characters beyond its rule a text may have and still be read, so that it comes back whole, to be shortened. */
export const SPARE = 1000

function boundedText(message: string, max: number) {
  return z.string(message).max(max + SPARE, { error: atMost(max), abort: true })
}

const atMost = (max: number) => `Please use at most ${max} characters.`

/** True when a reader sees at least `min` characters of a text: a zero-width space is none. */
export function hasVisible(text: string, min = 1): boolean {
  return text.replace(/\p{Default_Ignorable_Code_Point}/gu, '').trim().length >= min
}

/** One line of `min` to `max` characters; line breaks become spaces. Missing, null and too short have `message`. */
export function requiredText(message: string, { min = 1, max = 200 } = {}) {
  return required(message, toOneLine, min, max)
}

/** As requiredText, but keeps line breaks and tabs; other control characters are removed. */
export function requiredParagraphs(message: string, { min = 1, max }: { min?: number; max: number }) {
  return required(message, normalizeParagraphs, min, max)
}

/** As requiredParagraphs, of HTML, of which something readable has to be left once it is cleaned. */
export function requiredHtml(message: string, max: number) {
  return requiredParagraphs(message, { max }).register(contents, { html: 'required', message })
}

function required(message: string, tidy: (text: string) => string, min: number, max: number) {
  return boundedText(message, max)
    .overwrite(tidy)
    .min(min, message)
    .max(max, atMost(max))
    .refine((text) => text.length < min || hasVisible(text, min), message)
}

/** One line as requiredText; missing, null and empty become null. */
export function optionalText(max = 200) {
  return optional(toOneLine, max)
}

/** As optionalText, but keeps line breaks and tabs; other control characters are removed. */
export function optionalParagraphs(max: number) {
  return optional(normalizeParagraphs, max)
}

/** What a record says in Easy Read, typed as its content is; left out, empty or null there is none. */
export function easyReadText() {
  return optionalParagraphs(LONGEST_HTML).optional().describe('The same in Easy Read, as HTML or as it is typed.')
}

function optional(tidy: (text: string) => string, max: number) {
  return boundedText('Please write text here.', max)
    .overwrite(tidy)
    .max(max, atMost(max))
    .nullish()
    .transform((text) => text || null)
}

const PLAIN_LETTERS = 'Please use an address with plain letters before the @, without accents. We can’t email others.'

/** An email address as people type and paste it (cleanEmail), of at most 254 characters once clean; anything else has the error `message`. */
export function emailAddress(message: string) {
  return z
    .string(message)
    .overwrite(cleanEmail)
    .max(MAX_EMAIL_LENGTH, { error: message, abort: true })
    .refine(isEmailAddress, { error: ({ input }) => (isSmtpUtf8Address(String(input)) ? PLAIN_LETTERS : message) })
}

export function choiceOf<const Choices extends readonly [string, ...string[]]>(choices: Choices, message: string) {
  return z.enum(choices, message)
}

/** A tick box or a JSON boolean; also the texts 'true', 'on' and 'false' of multipart forms. Missing, it is `byDefault`. */
export function checkbox(byDefault = false) {
  return z.preprocess(
    (value) => (value === 'on' || value === 'true' ? true : value === 'false' ? false : (value ?? undefined)),
    z.boolean('Please choose yes or no.').default(byDefault),
  )
}

/** A form's decimal digits as a number; anything else (1e3, 0x1, true) is left as it is, and refused. */
export const parseCount = (value: unknown) =>
  typeof value === 'string' && /^[1-9]\d{0,14}$/.test(value) ? Number(value) : value

/** The id of a record, from a form's text or a JSON number; missing, null and empty become null. */
export function optionalId(message: string) {
  return z.preprocess(
    (value) => parseCount(value === '' ? null : (value ?? null)),
    z.int(message).positive(message).nullable().default(null),
  )
}

/** The ids of several records, from a form's texts or JSON numbers, each once; missing and empty become none. */
export function optionalIds(message: string) {
  const ids = z.array(z.int(message).positive(message)).max(500).default([])
  return z
    .preprocess((value) => (value ? [value].flat().map(parseCount) : undefined), ids)
    .overwrite((some) => [...new Set(some)].sort((one, other) => one - other))
}

/** The message for what is no day; its example is that of the date field's hint. */
export const NO_DAY = 'Please enter a date, for example 1 September 2026.'

/** A day as people write one (parseDay), as YYYY-MM-DD; what is none is left as it is, and refused. */
function dayWritten(value: unknown): unknown {
  const day = typeof value === 'string' ? parseDay(value) : null
  return day ? formatIsoDay(day) : value
}

/** An existing day, '1 September 2026', '1/9/2026' or '2026-09-01', as the last of these; else the error `message`. */
export function requiredDay(message: string) {
  return z.preprocess(dayWritten, z.iso.date(message))
}

/** A day from today on, as requiredDay, of a year that can be planned for. */
export function futureDay() {
  return requiredDay(NO_DAY)
    .refine((day) => day >= formatIsoDay(getToday()), 'Please choose today or a later day.')
    .refine((day) => (parseDay(day)?.year ?? 0) <= getLastYear(), {
      error: () => `Please enter a year up to ${getLastYear()}.`,
    })
}

/** As requiredDay; missing, null and empty become null. */
export function optionalDay(message: string) {
  return z.preprocess(
    (value) => (value === '' || value === undefined ? null : dayWritten(value)),
    z.iso.date(message).nullable().default(null),
  )
}

/** An email address; missing, null and empty become null. */
export function optionalEmail(message: string) {
  const blank = (value: unknown) => value === undefined || (typeof value === 'string' && cleanEmail(value) === '')
  return z.preprocess((value) => (blank(value) ? null : value), emailAddress(message).nullable().default(null))
}

/** A host as people write an address without https://, 'www.hse.ie/help'. The name of a file, 'plan.pdf', looks alike. */
const BARE_HOST = /^(?:[\p{L}\d-]+\.)+\p{L}{2,}(?::\d+)?(?:[/?#]|$)/u
const FILE_NAME = /^[^/?#]*\.(?:pdf|docx?|html?|txt|jpe?g|png|gif|webp)$/i

/** A web address with https:// in front, where it was written without. Anything else is left as it is. */
export function withHttps(address: string): string {
  return BARE_HOST.test(address) && !FILE_NAME.test(address) ? `https://${address}` : address
}

/** A web address, http or https only, which may be written without https://; missing, null and empty become null. */
export function optionalWebAddress() {
  const message = 'Please enter a web address that starts with https:// or http://'
  const address = optional((text) => withHttps(toOneLine(text)), 2000)
  return address.refine((text) => text === null || isWebAddress(text), message)
}

export function isWebAddress(text: string): boolean {
  try {
    return /^https?:\/\/[^\s\\]+$/i.test(text) && /^https?:$/.test(new URL(text).protocol)
  } catch {
    return false
  }
}

/** A number, also as a form's text, that satisfies `rule`; `fallback()` when it is no number. */
export function numberOr(fallback: () => number, rule: z.ZodNumber) {
  return z.preprocess((value) => {
    const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value
    return typeof number === 'number' && Number.isFinite(number) ? number : fallback()
  }, rule.default(fallback))
}

/** The version of a record that a form was opened on, or that an API call has read. */
export function openedVersion() {
  const message = 'We can’t tell which version you opened. Please open this again.'
  return z.preprocess(parseCount, z.int(message).positive(message))
}
