import { type ZodType, z } from 'zod'
import { orNotFound } from '~/domain/refused'
import type { SafeHtml } from '~/domain/rich-text.server'
import { log } from '~/log.server'
import { convertToMarkdown } from '~db/migrations/043-markdown'
import type { Markdown, SectionView } from './field-kinds'
import { defineSection, getSectionView, lineField } from './fields.server'

export type Sections = Record<string, z.ZodObject>

/** A page's text as stored, by section. */
export type StoredTextOf<Of extends Sections> = { [Name in keyof Of]: z.output<Of[Name]> }

type ShownWords<Words> = Words extends Markdown
  ? SafeHtml
  : Words extends object
    ? { [Name in keyof Words]: ShownWords<Words[Name]> }
    : Words

/** A page's text as shown: formatted text is HTML. */
export type ShownTextOf<Of extends Sections> = ShownWords<StoredTextOf<Of>>
type FirstWords<Of extends Sections> = { [Name in keyof Of]: z.input<Of[Name]> }

/** Stored text of an older shape, with unknown fields. */
export type LegacyText = Record<string, Record<string, unknown> | undefined>

/** A public page that tutors edit. */
export interface WebsitePage<Of extends Sections = Sections> {
  /** The record's id in the activity log. It never changes. */
  id: number
  title: string
  /** Its address. */
  to: string
  sections: Of
  /** Rules for the whole page: type of the first text, forms, and check of stored text. */
  schema: z.ZodObject<Of>
  first: FirstWords<Of>
  /** Each section's form, in page order. */
  views: readonly SectionView[]
  /** Migrations of stored text from shape 1 to 2, 2 to 3, and so on. A page's shape is one more than their number. */
  upgrades: readonly ((old: LegacyText) => LegacyText)[]
  /** Note for editors on parts that they can't change. */
  note?: string
  /** When the first text last changed (YYYY-MM-DD), for pages that show it. */
  written?: string
}

export function definePage<Of extends Sections>({
  upgrades = [],
  ...definition
}: Pick<WebsitePage<Of>, 'id' | 'title' | 'to' | 'sections' | 'first' | 'written' | 'note'> & {
  upgrades?: WebsitePage['upgrades']
}): WebsitePage<Of> {
  return {
    ...definition,
    upgrades,
    schema: z.object(definition.sections),
    views: Object.entries(definition.sections).map(([name, section]) => getSectionView(name, section)),
  }
}

/** Migrates formatted text from HTML to Markdown. Only formatted text begins with a block element. */
export function textsToMarkdown(old: LegacyText): LegacyText {
  const markdown = (_: string, value: unknown) =>
    typeof value === 'string' && /^<(?:p|h\d|[uo]l|blockquote|table)[ >]/.test(value) ? convertToMarkdown(value) : value
  return JSON.parse(JSON.stringify(old, markdown))
}

/** Current shape of a page's text, from 1. */
export const getShapeVersion = ({ upgrades }: Pick<WebsitePage, 'upgrades'>): number => upgrades.length + 1

export const headingField = lineField('Heading', { max: 60 })

/** Description for search engines. */
export const searchFields = defineSection('For search engines', {
  description: lineField('In one sentence, what is on this page?', {
    max: 160,
    hint: 'Search engines may show it under the page’s name. It does not appear on the page itself.',
  }),
})

/** Stored text, with the page's shape at that time. */
export interface StoredText {
  shape: number
  words: string
}

/** Reads stored text in the page's current shape. A field that no longer follows its rules gets its first text. */
export function readStoredText<Of extends Sections>(
  page: WebsitePage<Of>,
  { shape, words }: StoredText,
): StoredTextOf<Of> {
  const upgraded = page.upgrades
    .slice(shape - 1)
    .reduce((old, upgrade) => upgrade(old), JSON.parse(words) as LegacyText)
  const read = Object.entries(page.sections).map(([name, rules]) => {
    const first = page.first[name] as Record<string, unknown>
    const stored = Object.hasOwn(upgraded, name) ? upgraded[name] : undefined
    const whole = rules.safeParse(stored ?? first)
    if (whole.success) return [name, whole.data]
    log.warn({ page: page.to, section: name }, 'stored text of the website breaks its rules')
    const fields = Object.entries(rules.shape).map(([field, rule]) => {
      const value = (rule as ZodType).safeParse(stored?.[field])
      return [field, value.success ? value.data : (rule as ZodType).parse(first[field])]
    })
    return [name, Object.fromEntries(fields)]
  })
  return Object.fromEntries(read) as StoredTextOf<Of>
}

export function getFirstText<Of extends Sections>(page: WebsitePage<Of>): StoredTextOf<Of> {
  return readStoredText(page, { shape: getShapeVersion(page), words: JSON.stringify(page.first) })
}

/** Returns a section's form. Throws Refused, notFound, for an unknown section. */
export function getSectionTitle(page: WebsitePage, section: string) {
  return orNotFound(page.views.find(({ name }) => name === section) ?? null)
}
