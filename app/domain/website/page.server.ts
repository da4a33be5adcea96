import { type ZodType, z } from 'zod'
import { orNotFound } from '~/domain/refused'
import type { SafeHtml } from '~/domain/rich-text.server'
import { log } from '~/log.server'
import { convertToMarkdown } from '~db/migrations/043-markdown'
import type { Markdown, SectionView } from './field-kinds'
import { defineSection, getSectionView, lineField } from './fields.server'

export type Sections = Record<string, z.ZodObject>

/** The words of a page as they are stored, by section. */
export type StoredTextOf<Of extends Sections> = { [Name in keyof Of]: z.output<Of[Name]> }

type ShownWords<Words> = Words extends Markdown
  ? SafeHtml
  : Words extends object
    ? { [Name in keyof Words]: ShownWords<Words[Name]> }
    : Words

/** The words of a page as they are shown: formatted texts are HTML. */
export type ShownTextOf<Of extends Sections> = ShownWords<StoredTextOf<Of>>
type FirstWords<Of extends Sections> = { [Name in keyof Of]: z.input<Of[Name]> }

/** Words of an older shape, of which nothing is known but that they were stored. */
export type LegacyText = Record<string, Record<string, unknown> | undefined>

/** A public page whose words tutors edit. */
export interface WebsitePage<Of extends Sections = Sections> {
  /** The record's id in the activity log. It never changes. */
  id: number
  title: string
  /** Its address. */
  to: string
  sections: Of
  /** The whole page's rules: the type of its first words, those of its forms, and the check of what is stored. */
  schema: z.ZodObject<Of>
  first: FirstWords<Of>
  /** How each section's form is drawn, in the order of the page. */
  views: readonly SectionView[]
  /** What brought stored words from shape 1 to 2, from 2 to 3, and so on. A page's shape is one more than their number. */
  upgrades: readonly ((old: LegacyText) => LegacyText)[]
  /** What of the page is not the tutors' to change, for its editor. */
  note?: string
  /** When the first words were last changed, for pages that tell it: YYYY-MM-DD. */
  written?: string
}

export function definePage<Of extends Sections>({
  upgrades = [],
  ...given
}: Pick<WebsitePage<Of>, 'id' | 'title' | 'to' | 'sections' | 'first' | 'written' | 'note'> & {
  upgrades?: WebsitePage['upgrades']
}): WebsitePage<Of> {
  return {
    ...given,
    upgrades,
    schema: z.object(given.sections),
    views: Object.entries(given.sections).map(([name, section]) => getSectionView(name, section)),
  }
}

/** What brings a page's words from when formatted texts were stored as HTML to Markdown: those begin with a block, and no other text does. */
export function textsToMarkdown(old: LegacyText): LegacyText {
  const markdown = (_: string, value: unknown) =>
    typeof value === 'string' && /^<(?:p|h\d|[uo]l|blockquote|table)[ >]/.test(value) ? convertToMarkdown(value) : value
  return JSON.parse(JSON.stringify(old, markdown))
}

/** The shape of the words that a page has today, from 1. */
export const getShapeVersion = ({ upgrades }: Pick<WebsitePage, 'upgrades'>): number => upgrades.length + 1

export const headingField = lineField('Heading', { most: 60 })

/** What search engines show under the page's name. */
export const searchFields = defineSection('For search engines', {
  description: lineField('In one sentence, what is on this page?', {
    most: 160,
    hint: 'Search engines may show it under the page’s name. Nobody sees it on the page itself.',
  }),
})

/** Words as they were stored, with the shape that their page had then. */
export interface StoredText {
  shape: number
  words: string
}

/** Stored words as today's page has them; a field that no longer keeps to its rules is as it was written first. */
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
    log.warn({ page: page.to, section: name }, 'words of the website no longer keep to their rules')
    const kept = Object.entries(rules.shape).map(([field, rule]) => {
      const value = (rule as ZodType).safeParse(stored?.[field])
      return [field, value.success ? value.data : (rule as ZodType).parse(first[field])]
    })
    return [name, Object.fromEntries(kept)]
  })
  return Object.fromEntries(read) as StoredTextOf<Of>
}

export function getFirstText<Of extends Sections>(page: WebsitePage<Of>): StoredTextOf<Of> {
  return readStoredText(page, { shape: getShapeVersion(page), words: JSON.stringify(page.first) })
}

/** A section as its form shows it. Throws Refused, 404, for a name that the page doesn't have. */
export function getSectionTitle(page: WebsitePage, section: string) {
  return orNotFound(page.views.find(({ name }) => name === section) ?? null)
}
