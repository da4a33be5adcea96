import { z } from 'zod'
import { drawings } from '~/content/drawings'
import { LONGEST_HTML } from '~/domain/formatting'
import { renderPlainText } from '~/domain/rich-text.server'
import {
  checkbox as formTick,
  hasVisible,
  NO_DAY,
  optionalDay,
  requiredDay,
  requiredParagraphs,
  requiredText,
  withHttps,
} from '~/domain/rules'
import { normalizeParagraphs, toOneLine } from '~/domain/text'
import type { FieldKind, Markdown, NamedField, SectionView } from './field-kinds'
import { PICTURE_NAME, pictureParts, type Shape, type ShownPicture } from './picture'

/** How each field of the website's words is drawn: a schema that is made here is its rule and its kind in one. */
const kinds = z.registry<FieldKind>()
const titles = z.registry<{ title: string; hint?: string }>()

interface Options {
  hint?: string
  /** The most characters. */
  most?: number
  /** It may be left empty. */
  optional?: boolean
}

const missing = (label: string) => `Please fill in ‘${label}’.`
const tooLong = (most: number) => `Please use at most ${most} characters.`

const rulesOf = { line: [toOneLine, requiredText], text: [normalizeParagraphs, requiredParagraphs] } as const

function plain(kind: 'line' | 'text', label: string, { hint, most, optional = false }: Options & { most: number }) {
  const [tidy, required] = rulesOf[kind]
  const rule = optional
    ? z.string().overwrite(tidy).max(most, tooLong(most)).default('')
    : required(missing(label), { max: most })
  return (rule as z.ZodType<string, string>).register(kinds, { kind, label, hint, most, isRequired: !optional })
}

/** One line of text. */
export const lineField = (label: string, options: Options = {}) => plain('line', label, { most: 120, ...options })

/** Plain text of a few sentences, which keeps its line breaks. */
export const textField = (label: string, options: Options = {}) => plain('text', label, { most: 400, ...options })

/** Formatted text as it is typed: Markdown, and HTML by the rules of resources. `most` counts the characters that are read. */
export function proseField(label: string, { most = 6000 }: Pick<Options, 'most'> = {}) {
  return z
    .string(missing(label))
    .max(LONGEST_HTML, tooLong(most))
    .transform((typed) => normalizeParagraphs(typed) as Markdown)
    .check(({ value, issues }) => {
      const read = renderPlainText(value)
      const message = hasVisible(read) ? (read.length > most ? tooLong(most) : '') : missing(label)
      if (message) issues.push({ code: 'custom', input: value, message })
    })
    .register(kinds, { kind: 'prose', label, most, isRequired: true })
}

const NO_ADDRESS = 'Please enter a web address, such as https://www.hse.ie/'

export function addressField(label: string) {
  const most = 500
  const rule = z
    .string(missing(label))
    .overwrite((typed) => withHttps(toOneLine(typed)))
    .max(most, tooLong(most))
    .refine(isAddress, NO_ADDRESS)
  return (rule as z.ZodType<string, string>).register(kinds, { kind: 'address', label, most, isRequired: true })
}

function isAddress(typed: string): boolean {
  return /^https?:\/\/[^\s\\/?#.]+\.[^\s\\]+$/i.test(typed) && URL.canParse(typed)
}

/** A whole number from `least` to `most`; empty gives null where it may be. */
export function numberField(label: string, { least, most }: { least: number; most: number }) {
  const message = `Please enter a number from ${least} to ${most}.`
  return z
    .preprocess(
      (typed) => (typed === undefined || typed === '' ? null : typeof typed === 'string' ? Number(typed) : typed),
      z.int(message).min(least, message).max(most, message).nullable(),
    )
    .register(kinds, { kind: 'number', label, least, most, isRequired: false })
}

/** A day as people write one, kept as YYYY-MM-DD. */
export function dayField(label: string, { hint }: Pick<Options, 'hint'> = {}) {
  const rule = requiredDay(NO_DAY)
  return rule.register(kinds, { kind: 'day', label, hint, isRequired: true })
}

export function optionalDayField(label: string, { hint }: Pick<Options, 'hint'> = {}) {
  return optionalDay(NO_DAY).register(kinds, { kind: 'day', label, hint, isRequired: false })
}

/** One of a few values, each with its label; of drawings where it says which (field-kinds.ts). */
export function choiceField<const Values extends Record<string, string>>(
  label: string,
  values: Values,
  drawn?: 'icons' | 'symbols',
) {
  const names = Object.keys(values) as (keyof Values & string)[]
  const options = Object.entries(values).map(([value, label]) => ({ value, label }))
  return z.enum(names, missing(label)).register(kinds, { kind: 'choice', label, options, drawn })
}

/**
 * A tick. With `must` a form is refused without it, by that message (formRules); stored words may lack it, as first words do. What it
 * `needs` is another field, which has to be filled in with it.
 */
export function tickField(
  label: string,
  { must, needs }: Pick<Extract<FieldKind, { kind: 'tick' }>, 'must' | 'needs'> = {},
) {
  return z
    .preprocess((sent) => (sent === 'on' || sent === 'true' ? true : (sent ?? false)), z.boolean())
    .register(kinds, { kind: 'tick', label, must, needs })
}

interface PictureOptions extends Shape, Pick<Options, 'hint'> {}

/** A picture, shown in a place of `width` by `height` pixels or in that proportion. */
export function pictureField(label: string, { width, height, hint }: PictureOptions) {
  return pictureRule().register(kinds, { kind: 'picture', label, hint, width, height })
}

/** A photo that may be there, in whose stead no drawing stands. */
export function photoField(label: string, { width, height, hint }: PictureOptions) {
  // Conform leaves out what is empty.
  const rule = pictureRule(z.literal('', UNKNOWN).default('')).prefault({ drawing: '' })
  return rule.register(kinds, { kind: 'picture', label, hint, width, height, isOptional: true })
}

/** The picture of somebody whose name is next to it. When it must not be shown nothing is: a drawing would show another person. */
export function portraitField(label: string, { width, height, hint }: PictureOptions) {
  const isNoneOrDrawing = (name: string) => name === '' || isDrawing(name)
  // Conform leaves out what is empty.
  const rule = pictureRule(z.string(UNKNOWN).refine(isNoneOrDrawing, UNKNOWN).default(''))
  return rule.register(kinds, { kind: 'picture', label, hint, width, height, isPortrait: true })
}

export function listField<Fields extends Record<string, z.ZodType>>(
  label: string,
  one: string,
  fields: Fields,
  { hint, least = 0, most = 12 }: { hint?: string; least?: number; most?: number } = {},
) {
  return z
    .array(z.object(fields))
    .min(least, `Please add at least ${least === 1 ? `one ${one}` : `${least}`}.`)
    .max(most, `There is room for ${most} here. Please remove some.`)
    .register(kinds, { kind: 'list', label, hint, one, least, most, fields: fieldsOf(fields) })
}

/** A part of a page that has a form of its own. */
export function defineSection<Fields extends Record<string, z.ZodType>>(title: string, fields: Fields, hint?: string) {
  return z.object(fields).register(titles, { title, hint })
}

function fieldsOf(fields: Record<string, z.ZodType>): NamedField[] {
  return Object.entries(fields).map(([name, field]) => {
    const kind = kinds.get(field)
    if (!kind) throw new Error(`The field ${name} was not made by fields.server.ts.`)
    return { ...kind, name }
  })
}

/** The version of a page that a form was opened on; 0 of one that nobody saved. */
const opened = z.preprocess(
  (sent) => (typeof sent === 'string' && /^\d{1,9}$/.test(sent) ? Number(sent) : sent),
  z.int('We can’t tell which version you opened. Please open this again.').min(0),
)

/** A form about a whole page, with the version that it was opened on. */
export const pageForm = z.object({ version: opened })

const forms = new WeakMap<z.ZodObject, ReturnType<typeof formOf>>()
const formOf = (section: z.ZodObject) => formRules(z.object({ ...section.shape, version: opened }), section)

/** The rules of a section's form: those of what is stored with the version it was opened on, and the ticks that somebody has to set. */
export function getSectionFormRules(section: z.ZodObject): ReturnType<typeof formOf> {
  const form = forms.get(section) ?? formOf(section)
  forms.set(section, form)
  return form
}

/** What is stored, and the ticks that somebody has to set. */
export function formRules<Rules extends z.ZodObject>(rules: Rules, section: z.ZodObject = rules): Rules {
  return rules.superRefine((fields, { addIssue }) => {
    for (const { path, message } of unticked(fieldsOf(section.shape as Record<string, z.ZodType>), fields))
      addIssue({ code: 'custom', path, message })
  })
}

/** The ticks among `fields` that have to be set and aren't, or that lack what they need, each with its path and message. */
function unticked(
  fields: readonly NamedField[],
  words: Record<string, unknown>,
): { path: (string | number)[]; message: string }[] {
  return fields.flatMap((field) => {
    const value = words[field.name]
    if (field.kind === 'tick' && field.must && value !== true) return [{ path: [field.name], message: field.must }]
    if (field.kind === 'tick' && field.needs && value === true && !words[field.needs.field])
      return [{ path: [field.needs.field], message: field.needs.message }]
    if (field.kind !== 'list' || !Array.isArray(value)) return []
    return value.flatMap((item, place) =>
      unticked(field.fields, item).map(({ path, message }) => ({ path: [field.name, place, ...path], message })),
    )
  })
}

export function getSectionView(name: string, schema: z.ZodObject): SectionView {
  return { name, title: name, ...titles.get(schema), fields: fieldsOf(schema.shape as Record<string, z.ZodType>) }
}

const UNKNOWN = 'We can’t tell which picture this was. Please choose it again.'
export const UNDESCRIBED = 'Please say what is in this picture, or tick ‘It is only decoration’.'
const UNKNOWN_PART = 'Please choose which part of the picture stays in sight.'
/** A screen reader reads it in one go. */
export const LONGEST_ALT = 300

const isDrawing = (name: string): boolean => Object.hasOwn(drawings, name)
/** For a file field left empty a browser sends an empty file. */
const isChosen = (file: unknown) => file instanceof File && file.size > 0

/** A picture in a page's words, as a form sends it or as it is stored. A chosen file was kept before, and is named. */
export function pictureRule(drawing: z.ZodType<string> = z.string(UNKNOWN).refine(isDrawing, UNKNOWN)) {
  return z
    .object({
      drawing,
      picture: z.preprocess((name) => name || undefined, z.string(UNKNOWN).regex(PICTURE_NAME, UNKNOWN).optional()),
      part: z.preprocess((part) => part || undefined, z.enum(pictureParts, UNKNOWN_PART).optional()),
      file: z.unknown().optional(),
      alt: z.string().overwrite(toOneLine).max(LONGEST_ALT, tooLong(LONGEST_ALT)).default(''),
      decoration: formTick(),
      back: formTick(),
    })
    .superRefine(({ picture, file, alt, decoration, back }, { addIssue }) => {
      const isUpload = isChosen(file) || (picture !== undefined && !back)
      if (isUpload && alt === '' && !decoration) addIssue({ code: 'custom', path: ['alt'], message: UNDESCRIBED })
    })
    .transform(settled)
}

interface Sent extends Omit<ShownPicture, 'decoration'> {
  decoration: boolean
  back: boolean
}

function settled({ drawing, picture, part, alt, decoration, back }: Sent): ShownPicture {
  if (picture && back) return { drawing, alt: drawings[drawing as keyof typeof drawings] ?? '' }
  const words = decoration ? { alt: '', decoration } : { alt }
  return picture ? { drawing, picture, ...(part && { part }), ...words } : { drawing, ...words }
}
