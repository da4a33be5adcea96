import type { z } from 'zod'
import {
  accessibilityStatement,
  type CentrePart,
  productParts,
  type StatementPart,
  statementParts,
} from '~/content/accessibility-statement'
import type { Policy, PolicySection } from '~/content/policy'
import { AFTER_RETENTION, privacyPolicy, retentionPart } from '~/content/privacy-policy'
import type { Terms } from '~/content/retention-terms'
import { termsOfService } from '~/content/terms-of-service'
import { dateInWords } from '~/domain/dublin'
import { renderMarkdown, type SafeHtml, textOf } from '~/domain/rich-text.server'
import { paths } from '~/paths'
import { easyRead, withEasyRead } from './easy-read.server'
import { line, list, prose, section, text } from './fields.server'
import { type OldWords, page, search, textsToMarkdown } from './page.server'

function typed({ paragraphs, points = [], dates = [], links = [] }: PolicySection): string {
  return [
    ...paragraphs,
    points.map((point) => `- ${point}`).join('\n'),
    ...dates.map(({ words, date }) => `${words} ${dateInWords(date)}.`),
    ...links.map(({ url, text }) => `[${text}](${url})`),
  ]
    .filter(Boolean)
    .join('\n\n')
}

const part = { heading: line('Heading', { most: 80 }), text: prose('Text') }

const policySections = {
  intro: section('The top of the page', { text: text('Introduction', { most: 500 }) }),
  parts: section('The parts of this page', { items: list('Parts', 'part', part, { least: 1, most: 40 }) }),
}

type Part = { heading: string; text: SafeHtml }

/** What the first words said of terms until shape 2: the page tells them as they are now. */
const TERM =
  /<li>(?:Messages|Newsletter|Newsletter sign-ups that nobody confirmed|Which newsletters were sent to you|Portal accounts and files|Logins|The log of what was changed in the portal|The days when you did not come|What you typed when you were logged out in the middle of a form|A note that a form was saved, so that it is not saved twice|Backups): [^<]{0,400}<\/li>\s?/g
const INTRO = /<p>We keep information for as long as there is a good reason, and then we remove it\.[^<]{0,200}<\/p>\s?/
const heading = retentionPart().heading

/** Stored words without the terms; what a centre wrote beside them stays. */
function withoutTerms(old: OldWords): OldWords {
  const items = old.parts?.items as Part[] | undefined
  if (!items) return old
  const left = items.map((part) =>
    part.heading === heading
      ? { ...part, text: String(part.text).slice(0, 60_000).replace(INTRO, '').replace(TERM, '') }
      : part,
  )
  const said = left.filter((part) => part.heading !== heading || textOf(part.text).trim() !== '')
  return { ...old, parts: { ...old.parts, items: said } }
}

/** The parts of the privacy page: the centre's words, and before the law's reasons how long things are kept. */
export function privacyOf(parts: readonly Part[], terms: Terms): Part[] {
  const section = retentionPart(terms)
  const found = parts.findIndex(({ heading }) => heading === AFTER_RETENTION)
  const place = found === -1 ? parts.length : found
  return [...parts.slice(0, place), { heading, text: renderMarkdown(typed(section)) }, ...parts.slice(place)]
}

function firstOf({ intro, sections }: Policy, description: string) {
  const items = sections.map((section) => ({ heading: section.heading, text: typed(section) }))
  return { intro: { text: intro }, parts: { items }, search: { description } }
}

export const privacy = page({
  id: 8,
  title: privacyPolicy.title,
  to: paths.privacy,
  sections: { ...policySections, easyRead, search },
  first: withEasyRead(
    firstOf(privacyPolicy, 'What we keep about you when you use this website, why, and what you can ask us to do.'),
    'privacy',
  ),
  written: privacyPolicy.updated,
  note: '‘How long we keep things’ is on this page too. It follows the terms under Profile, Keeping.',
  upgrades: [withoutTerms, textsToMarkdown],
})
export const terms = page({
  upgrades: [textsToMarkdown],
  id: 9,
  title: termsOfService.title,
  to: paths.terms,
  sections: { ...policySections, search },
  first: firstOf(termsOfService, 'The rules for using this website and the student portal, in short sentences.'),
  written: termsOfService.updated,
})

const isProducts = (name: StatementPart) => (productParts as readonly StatementPart[]).includes(name)
const statement = Object.entries(statementParts) as [StatementPart, PolicySection][]
const centres = statement.filter(([name]) => !isProducts(name)) as [CentrePart, PolicySection][]
const products = Object.fromEntries(
  productParts.map((name) => {
    const { heading } = statementParts[name]
    return [name, { heading, text: renderMarkdown(typed(statementParts[name])) }]
  }),
) as Partial<Record<StatementPart, { heading: string; text: SafeHtml }>>

/** The parts of the statement in the order of its page: the centre's words, and the product's between them. */
export function statementOf(words: Record<CentrePart, { heading: string; text: SafeHtml }>) {
  return statement.map(([name]) => products[name] ?? words[name as CentrePart])
}

/** The accessibility statement has a section for each part of the EU's model that is the centre's, so that none can be left out. */
const statementSections = {
  intro: policySections.intro,
  ...(Object.fromEntries(centres.map(([name, { heading }]) => [name, section(heading, part)])) as Record<
    CentrePart,
    z.ZodObject<typeof part>
  >),
  search,
}

export const accessibility = page({
  upgrades: [textsToMarkdown],
  id: 10,
  title: accessibilityStatement.title,
  to: paths.accessibility,
  sections: statementSections,
  first: {
    intro: { text: accessibilityStatement.intro },
    ...(Object.fromEntries(
      centres.map(([name, section]) => [name, { heading: section.heading, text: typed(section) }]),
    ) as Record<CentrePart, { heading: string; text: string }>),
    search: { description: 'What works on this website, what may not work yet, and how to tell us.' },
  },
  written: accessibilityStatement.updated,
  note: `${productParts.map((name) => `‘${statementParts[name].heading}’`).join(' and ')} are on this page too. They come with the website, and change when it does.`,
})
