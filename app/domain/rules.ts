import { z } from 'zod'
import { cleanEmail, isEmailAddress, isSmtpUtf8Address, MAX_EMAIL_LENGTH } from '~/email-address'
import { formatIsoDay, getLastYear, getToday, parseDay } from './events/days'
import { LONGEST_HTML } from './formatting'
import { serverRules } from './server-rules'
import { normalizeParagraphs, toOneLine } from './text'
import { CLOCK_TIME, isUnclearClock, normalizeClock } from './times'

// A strict Content-Security-Policy forbids the code that zod would otherwise generate at run time.
z.config({ jitless: true })

/** A form accepts this many characters more than the limit, so that it can return the whole text to be shortened. */
export const SPARE = 1000

function createBoundedText(message: string, max: number) {
  return z.string(message).max(max + SPARE, { error: getLengthMessage(max), abort: true })
}

const getLengthMessage = (max: number) => `Please use at most ${max} characters.`

/** True if a reader sees at least `min` characters; a zero-width space is invisible. */
export function hasVisible(text: string, min = 1): boolean {
  return text.replace(/\p{Default_Ignorable_Code_Point}/gu, '').trim().length >= min
}

/** One line of `min` to `max` characters; line breaks become spaces. `message` is for missing, null and too short texts. */
export function requiredText(message: string, { min = 1, max = 200 } = {}) {
  return createRequired(message, toOneLine, min, max)
}

/** As requiredText, but keeps line breaks and tabs; removes other control characters. */
export function requiredParagraphs(message: string, { min = 1, max }: { min?: number; max: number }) {
  return createRequired(message, normalizeParagraphs, min, max)
}

/** As requiredParagraphs, for HTML, which must still have readable text after sanitising. */
export function requiredHtml(message: string, max: number) {
  return requiredParagraphs(message, { max }).register(serverRules, { html: 'required', message })
}

function createRequired(message: string, clean: (text: string) => string, min: number, max: number) {
  return createBoundedText(message, max)
    .overwrite(clean)
    .min(min, message)
    .max(max, getLengthMessage(max))
    .refine((text) => text.length < min || hasVisible(text, min), message)
}

/** As requiredText, but missing, null and empty become null. */
export function optionalText(max = 200) {
  return createOptional(toOneLine, max)
}

/** As optionalText, but keeps line breaks and tabs; removes other control characters. */
export function optionalParagraphs(max: number) {
  return createOptional(normalizeParagraphs, max)
}

/** A record's Easy Read text, as typed; missing, empty or null means none. */
export function easyReadText() {
  return optionalParagraphs(LONGEST_HTML).optional().describe('The same in Easy Read, as HTML or as it is typed.')
}

function createOptional(clean: (text: string) => string, max: number) {
  return createBoundedText('Please write text here.', max)
    .overwrite(clean)
    .max(max, getLengthMessage(max))
    .nullish()
    .transform((text) => text || null)
}

const PLAIN_LETTERS_MESSAGE =
  'Please use an address with plain letters before the @, without accents. We can’t email others.'

/**
 * An email address as people type and paste it (cleanEmail), at most 254 characters once cleaned; `message` is for anything else.
 */
export function emailAddress(message: string) {
  return z
    .string(message)
    .overwrite(cleanEmail)
    .max(MAX_EMAIL_LENGTH, { error: message, abort: true })
    .refine(isEmailAddress, {
      error: ({ input }) => (isSmtpUtf8Address(String(input)) ? PLAIN_LETTERS_MESSAGE : message),
    })
}

export function choiceOf<const Choices extends readonly [string, ...string[]]>(choices: Choices, message: string) {
  return z.enum(choices, message)
}

/** A tick box, a JSON boolean, or the texts 'true', 'on' and 'false' of multipart forms. If missing, it is `byDefault`. */
export function checkbox(byDefault = false) {
  return z.preprocess(
    (value) => (value === 'on' || value === 'true' ? true : value === 'false' ? false : (value ?? undefined)),
    z.boolean('Please choose yes or no.').default(byDefault),
  )
}

/** Converts a form's decimal digits to a number; the rules refuse anything else (1e3, 0x1, true). */
export const parseCount = (value: unknown) =>
  typeof value === 'string' && /^[1-9]\d{0,14}$/.test(value) ? Number(value) : value

/** A record's id, from a form's text or a JSON number; missing, null and empty become null. */
export function optionalId(message: string) {
  return z.preprocess(
    (value) => parseCount(value === '' ? null : (value ?? null)),
    z.int(message).positive(message).nullable().default(null),
  )
}

/** Several record ids, from a form's texts or JSON numbers, without duplicates; missing and empty become none. */
export function optionalIds(message: string) {
  const ids = z.array(z.int(message).positive(message)).max(500).default([])
  return z
    .preprocess((value) => (value ? [value].flat().map(parseCount) : undefined), ids)
    .overwrite((some) => [...new Set(some)].sort((one, other) => one - other))
}

/** The message for an invalid day, with the same example as the hint of date fields. */
export const NO_DAY = 'Please enter a date, for example 1 September 2026.'

/** Parses a typed day (parseDay) to YYYY-MM-DD; the rules refuse anything else. */
function toIsoDay(value: unknown): unknown {
  const day = typeof value === 'string' ? parseDay(value) : null
  return day ? formatIsoDay(day) : value
}

/** A day in a year that parseDay accepts, such as not '0000-01-01'. */
const isoDay = (message: string) =>
  z.iso.date({ error: message, abort: true }).refine((day) => parseDay(day) !== null, message)

/** An existing day, '1 September 2026', '1/9/2026' or '2026-09-01', as YYYY-MM-DD; otherwise the error `message`. */
export function requiredDay(message: string) {
  return z.preprocess(toIsoDay, isoDay(message))
}

const NO_TIME = 'Please enter a time, for example 9:30 or 2pm.'

interface ClockOptions {
  /** Whether a form sends it (TimeOptions in times.ts). */
  isTyped: boolean
  /** Whether an unclear time becomes '1:30', for a rule that knows more. Otherwise it is refused with the question. */
  mayBeUnclear?: boolean
}

/** A time of day, '9:30' or '2pm', as HH:MM. */
export function timeOfDay({ isTyped, mayBeUnclear = false }: ClockOptions) {
  const read = (value: unknown) => (typeof value === 'string' ? normalizeClock(value, { isTyped }) : null)
  const explain = (text: unknown) => {
    const clock = read(text)
    if (!clock || 'time' in clock) return clock?.question ?? NO_TIME
    return clock.needsExample ? `${clock.reason} ${NO_TIME}`.trim() : clock.reason
  }
  return z.preprocess(
    (value) => {
      const clock = read(value)
      return clock && 'time' in clock ? clock.time : value
    },
    z.string(NO_TIME).refine((text) => CLOCK_TIME.test(text) || (mayBeUnclear && isUnclearClock(text)), {
      error: ({ input }) => explain(input),
      abort: true,
    }),
  )
}

/** As requiredDay, from today on and within the calendar's years. */
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
    (value) => (value === '' || value === undefined ? null : toIsoDay(value)),
    isoDay(message).nullable().default(null),
  )
}

/** An email address; missing, null and empty become null. */
export function optionalEmail(message: string) {
  const blank = (value: unknown) => value === undefined || (typeof value === 'string' && cleanEmail(value) === '')
  return z.preprocess((value) => (blank(value) ? null : value), emailAddress(message).nullable().default(null))
}

/** A host without https://, such as 'www.hse.ie/help'. File names such as 'plan.pdf' look alike. */
const BARE_HOST = /^(?:[\p{L}\d-]+\.)+\p{L}{2,}(?::\d+)?(?:[/?#]|$)/u
const FILE_NAME = /^[^/?#]*\.(?:pdf|docx?|html?|txt|jpe?g|png|gif|webp)$/i

/** Adds https:// to a web address without it. Other texts stay as they are. */
export function withHttps(address: string): string {
  return BARE_HOST.test(address) && !FILE_NAME.test(address) ? `https://${address}` : address
}

/** A web address with http or https, which is added if missing; missing, null and empty become null. */
export function optionalWebAddress() {
  const message = 'Please enter a web address that starts with https:// or http://'
  const address = createOptional((text) => withHttps(toOneLine(text)), 2000)
  return address.refine((text) => text === null || isWebAddress(text), message)
}

export function isWebAddress(text: string): boolean {
  try {
    return /^https?:\/\/[^\s\\]+$/i.test(text) && /^https?:$/.test(new URL(text).protocol)
  } catch {
    return false
  }
}

/** A number, or a form's text of one, that satisfies `rule`; `fallback()` if it is not a number. */
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
