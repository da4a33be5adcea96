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

/** Form kinds by schema: each schema created here is both a rule and a form field. */
const kinds = z.registry<FieldKind>()
const titles = z.registry<{ title: string; hint?: string }>()

interface FieldOptions {
  hint?: string
  /** Most characters. */
  max?: number
  /** True if it may be empty. */
  optional?: boolean
}

const describeMissing = (label: string) => `Please fill in ‘${label}’.`
const describeTooLong = (max: number) => `Please use at most ${max} characters.`

const textRules = { line: [toOneLine, requiredText], text: [normalizeParagraphs, requiredParagraphs] } as const

function plainField(
  kind: 'line' | 'text',
  label: string,
  { hint, max, optional = false }: FieldOptions & { max: number },
) {
  const [clean, required] = textRules[kind]
  const rule = optional
    ? z.string().overwrite(clean).max(max, describeTooLong(max)).default('')
    : required(describeMissing(label), { max })
  return (rule as z.ZodType<string, string>).register(kinds, { kind, label, hint, max, isRequired: !optional })
}

/** One line of text. */
export const lineField = (label: string, options: FieldOptions = {}) =>
  plainField('line', label, { max: 120, ...options })

/** Plain text of a few sentences, with line breaks. */
export const textField = (label: string, options: FieldOptions = {}) =>
  plainField('text', label, { max: 400, ...options })

/** Formatted text as typed: Markdown, and HTML by the rules for resources. `max` counts visible characters. */
export function proseField(label: string, { max = 6000 }: Pick<FieldOptions, 'max'> = {}) {
  return z
    .string(describeMissing(label))
    .max(LONGEST_HTML, describeTooLong(max))
    .transform((typed) => normalizeParagraphs(typed) as Markdown)
    .check(({ value, issues }) => {
      const read = renderPlainText(value)
      const message = hasVisible(read) ? (read.length > max ? describeTooLong(max) : '') : describeMissing(label)
      if (message) issues.push({ code: 'custom', input: value, message })
    })
    .register(kinds, { kind: 'prose', label, max, isRequired: true })
}

const NO_ADDRESS = 'Please enter a web address, such as https://www.hse.ie/'

export function addressField(label: string) {
  const max = 500
  const rule = z
    .string(describeMissing(label))
    .overwrite((typed) => withHttps(toOneLine(typed)))
    .max(max, describeTooLong(max))
    .refine(isAddress, NO_ADDRESS)
  return (rule as z.ZodType<string, string>).register(kinds, { kind: 'address', label, max, isRequired: true })
}

function isAddress(typed: string): boolean {
  return /^https?:\/\/[^\s\\/?#.]+\.[^\s\\]+$/i.test(typed) && URL.canParse(typed)
}

/** A whole number from `min` to `max`, or null if empty. */
export function numberField(label: string, { min, max }: { min: number; max: number }) {
  const message = `Please enter a number from ${min} to ${max}.`
  return z
    .preprocess(
      (typed) => (typed === undefined || typed === '' ? null : typeof typed === 'string' ? Number(typed) : typed),
      z.int(message).min(min, message).max(max, message).nullable(),
    )
    .register(kinds, { kind: 'number', label, min, max, isRequired: false })
}

/** A day as people write it, stored as YYYY-MM-DD. */
export function dayField(label: string, { hint }: Pick<FieldOptions, 'hint'> = {}) {
  const rule = requiredDay(NO_DAY)
  return rule.register(kinds, { kind: 'day', label, hint, isRequired: true })
}

export function optionalDayField(label: string, { hint }: Pick<FieldOptions, 'hint'> = {}) {
  return optionalDay(NO_DAY).register(kinds, { kind: 'day', label, hint, isRequired: false })
}

/** One of a few values with labels; `drawn` shows them as pictures (field-kinds.ts). */
export function choiceField<const Values extends Record<string, string>>(
  label: string,
  values: Values,
  drawn?: 'icons' | 'symbols',
) {
  const names = Object.keys(values) as (keyof Values & string)[]
  const options = Object.entries(values).map(([value, label]) => ({ value, label }))
  return z.enum(names, describeMissing(label)).register(kinds, { kind: 'choice', label, options, drawn })
}

/**
 * A checkbox. `must` is the message if a form leaves it unticked (addRequiredTicks); stored and first text may. `needs` is another
 * field that must be filled in when it is ticked.
 */
export function tickField(
  label: string,
  { must, needs }: Pick<Extract<FieldKind, { kind: 'tick' }>, 'must' | 'needs'> = {},
) {
  return z
    .preprocess((sent) => (sent === 'on' || sent === 'true' ? true : (sent ?? false)), z.boolean())
    .register(kinds, { kind: 'tick', label, must, needs })
}

interface PictureOptions extends Shape, Pick<FieldOptions, 'hint'> {}

/** A picture, shown at `width` by `height` pixels or in that proportion. */
export function pictureField(label: string, { width, height, hint }: PictureOptions) {
  return pictureRule().register(kinds, { kind: 'picture', label, hint, width, height })
}

/** Optional photo, without a drawing as placeholder. */
export function photoField(label: string, { width, height, hint }: PictureOptions) {
  // Conform leaves out empty fields.
  const rule = pictureRule(z.literal('', UNKNOWN_PICTURE).default('')).prefault({ drawing: '' })
  return rule.register(kinds, { kind: 'picture', label, hint, width, height, isOptional: true })
}

/** Picture next to a person's name. If it must be hidden, nothing replaces it: a drawing would show another person. */
export function portraitField(label: string, { width, height, hint }: PictureOptions) {
  const isNoneOrDrawing = (name: string) => name === '' || isDrawing(name)
  // Conform leaves out empty fields.
  const rule = pictureRule(z.string(UNKNOWN_PICTURE).refine(isNoneOrDrawing, UNKNOWN_PICTURE).default(''))
  return rule.register(kinds, { kind: 'picture', label, hint, width, height, isPortrait: true })
}

export function listField<Fields extends Record<string, z.ZodType>>(
  label: string,
  one: string,
  fields: Fields,
  { hint, min = 0, max = 12 }: { hint?: string; min?: number; max?: number } = {},
) {
  return z
    .array(z.object(fields))
    .min(min, `Please add at least ${min === 1 ? `one ${one}` : `${min}`}.`)
    .max(max, `You can have at most ${max} here. Please remove some.`)
    .register(kinds, { kind: 'list', label, hint, one, min, max, fields: listFields(fields) })
}

/** A part of a page with its own form. */
export function defineSection<Fields extends Record<string, z.ZodType>>(title: string, fields: Fields, hint?: string) {
  return z.object(fields).register(titles, { title, hint })
}

function listFields(fields: Record<string, z.ZodType>): NamedField[] {
  return Object.entries(fields).map(([name, field]) => {
    const kind = kinds.get(field)
    if (!kind) throw new Error(`The field ${name} was not made by fields.server.ts.`)
    return { ...kind, name }
  })
}

/** Version of the page that a form was opened on; 0 if it was never saved. */
const versionField = z.preprocess(
  (sent) => (typeof sent === 'string' && /^\d{1,9}$/.test(sent) ? Number(sent) : sent),
  z.int('We can’t tell which version you opened. Please open this again.').min(0),
)

/** A form for a whole page, with the version it was opened on. */
export const pageForm = z.object({ version: versionField })

const forms = new WeakMap<z.ZodObject, ReturnType<typeof createFormRules>>()
const createFormRules = (section: z.ZodObject) =>
  addRequiredTicks(z.object({ ...section.shape, version: versionField }), section)

/** Rules for a section's form: those of the stored text, the version it was opened on, and required ticks. */
export function getSectionFormRules(section: z.ZodObject): ReturnType<typeof createFormRules> {
  const form = forms.get(section) ?? createFormRules(section)
  forms.set(section, form)
  return form
}

/** Adds required ticks to the rules of stored text. */
function addRequiredTicks<Rules extends z.ZodObject>(rules: Rules, section: z.ZodObject = rules): Rules {
  return rules.superRefine((fields, { addIssue }) => {
    for (const { path, message } of findMissingTicks(listFields(section.shape as Record<string, z.ZodType>), fields))
      addIssue({ code: 'custom', path, message })
  })
}

/** Paths and messages of required ticks that are not set, and of empty fields that a tick needs. */
function findMissingTicks(
  fields: readonly NamedField[],
  words: Record<string, unknown>,
): { path: (string | number)[]; message: string }[] {
  return fields.flatMap((field) => {
    const value = words[field.name]
    if (field.kind === 'tick' && field.must && value !== true) return [{ path: [field.name], message: field.must }]
    if (field.kind === 'tick' && field.needs && value === true && !words[field.needs.field])
      return [{ path: [field.needs.field], message: field.needs.message }]
    if (field.kind !== 'list' || !Array.isArray(value)) return []
    return value.flatMap((item, index) =>
      findMissingTicks(field.fields, item).map(({ path, message }) => ({
        path: [field.name, index, ...path],
        message,
      })),
    )
  })
}

export function getSectionView(name: string, schema: z.ZodObject): SectionView {
  return { name, title: name, ...titles.get(schema), fields: listFields(schema.shape as Record<string, z.ZodType>) }
}

const UNKNOWN_PICTURE = 'We can’t tell which picture this was. Please choose it again.'
export const NO_PICTURE_DESCRIPTION = 'Please say what is in this picture, or tick ‘It is only decoration’.'
const UNKNOWN_PART = 'Please choose which part of the picture to show.'
/** Screen readers read alt texts without pauses. */
export const LONGEST_ALT = 300

const isDrawing = (name: string): boolean => Object.hasOwn(drawings, name)
/** Browsers send an empty file for an empty file field. */
const isChosen = (file: unknown) => file instanceof File && file.size > 0

/** A picture in a page's text, from a form or as stored. A chosen file is already stored, and has a name. */
export function pictureRule(drawing: z.ZodType<string> = z.string(UNKNOWN_PICTURE).refine(isDrawing, UNKNOWN_PICTURE)) {
  return z
    .object({
      drawing,
      picture: z.preprocess(
        (name) => name || undefined,
        z.string(UNKNOWN_PICTURE).regex(PICTURE_NAME, UNKNOWN_PICTURE).optional(),
      ),
      part: z.preprocess((part) => part || undefined, z.enum(pictureParts, UNKNOWN_PART).optional()),
      file: z.unknown().optional(),
      alt: z.string().overwrite(toOneLine).max(LONGEST_ALT, describeTooLong(LONGEST_ALT)).default(''),
      decoration: formTick(),
      back: formTick(),
    })
    .superRefine(({ picture, file, alt, decoration, back }, { addIssue }) => {
      const isUpload = isChosen(file) || (picture !== undefined && !back)
      if (isUpload && alt === '' && !decoration)
        addIssue({ code: 'custom', path: ['alt'], message: NO_PICTURE_DESCRIPTION })
    })
    .transform(toShownPicture)
}

interface SentPicture extends Omit<ShownPicture, 'decoration'> {
  decoration: boolean
  back: boolean
}

function toShownPicture({ drawing, picture, part, alt, decoration, back }: SentPicture): ShownPicture {
  if (picture && back) return { drawing, alt: drawings[drawing as keyof typeof drawings] ?? '' }
  const words = decoration ? { alt: '', decoration } : { alt }
  return picture ? { drawing, picture, ...(part && { part }), ...words } : { drawing, ...words }
}
