import type { z } from 'zod'
import {
  accessibilityStatement,
  type CentrePart,
  productParts,
  type StatementPart,
  statementParts,
} from '~/content/accessibility-statement'
import type { Policy, PolicySection } from '~/content/policy'
import { createRetentionSection, HEADING_AFTER_RETENTION, privacyPolicy } from '~/content/privacy-policy'
import type { RetentionMonths } from '~/content/retention-terms'
import { termsOfService } from '~/content/terms-of-service'
import { formatDate } from '~/domain/dublin'
import { renderMarkdown, type SafeHtml, toPlainHtmlText } from '~/domain/rich-text.server'
import { paths } from '~/paths'
import { easyReadSection, withEasyRead } from './easy-read.server'
import { defineSection, lineField, listField, proseField, textField } from './fields.server'
import { definePage, type LegacyText, searchFields, textsToMarkdown } from './page.server'

function typed({ paragraphs, points = [], dates = [], links = [] }: PolicySection): string {
  return [
    ...paragraphs,
    points.map((point) => `- ${point}`).join('\n'),
    ...dates.map(({ words, date }) => `${words} ${formatDate(date)}.`),
    ...links.map(({ url, text }) => `[${text}](${url})`),
  ]
    .filter(Boolean)
    .join('\n\n')
}

const part = { heading: lineField('Heading', { most: 80 }), text: proseField('Text') }

const policySections = {
  intro: defineSection('The top of the page', { text: textField('Introduction', { most: 500 }) }),
  parts: defineSection('The parts of this page', { items: listField('Parts', 'part', part, { least: 1, most: 40 }) }),
}

type Part = { heading: string; text: SafeHtml }

/** What the first words said of terms until shape 2: the page tells them as they are now. */
const TERM =
  /<li>(?:Messages|Newsletter|Newsletter sign-ups that nobody confirmed|Which newsletters were sent to you|Portal accounts and files|Logins|The log of what was changed in the portal|The days when you did not come|What you typed when you were logged out in the middle of a form|A note that a form was saved, so that it is not saved twice|Backups): [^<]{0,400}<\/li>\s?/g
const INTRO = /<p>We keep information for as long as there is a good reason, and then we remove it\.[^<]{0,200}<\/p>\s?/
const heading = createRetentionSection().heading

/** Stored words without the terms; what a centre wrote next to them stays. */
function withoutTerms(old: LegacyText): LegacyText {
  const items = old.parts?.items as Part[] | undefined
  if (!items) return old
  const left = items.map((part) =>
    part.heading === heading
      ? { ...part, text: String(part.text).slice(0, 60_000).replace(INTRO, '').replace(TERM, '') }
      : part,
  )
  const said = left.filter((part) => part.heading !== heading || toPlainHtmlText(part.text).trim() !== '')
  return { ...old, parts: { ...old.parts, items: said } }
}

/** The parts of the privacy page: the centre's words, and before the law's reasons how long things are kept. */
export function getPrivacyParts(parts: readonly Part[], terms: RetentionMonths): Part[] {
  const section = createRetentionSection(terms)
  const found = parts.findIndex(({ heading }) => heading === HEADING_AFTER_RETENTION)
  const place = found === -1 ? parts.length : found
  return [...parts.slice(0, place), { heading, text: renderMarkdown(typed(section)) }, ...parts.slice(place)]
}

function firstOf({ intro, sections }: Policy, description: string) {
  const items = sections.map((section) => ({ heading: section.heading, text: typed(section) }))
  return { intro: { text: intro }, parts: { items }, search: { description } }
}

export const privacyPage = definePage({
  id: 8,
  title: privacyPolicy.title,
  to: paths.privacy,
  sections: { ...policySections, easyRead: easyReadSection, search: searchFields },
  first: withEasyRead(
    firstOf(privacyPolicy, 'What we keep about you when you use this website, why, and what you can ask us to do.'),
    'privacy',
  ),
  written: privacyPolicy.updated,
  note: '‘How long we keep things’ is on this page too. It follows the terms under Profile, Keeping.',
  upgrades: [withoutTerms, textsToMarkdown],
})
export const termsPage = definePage({
  upgrades: [textsToMarkdown],
  id: 9,
  title: termsOfService.title,
  to: paths.terms,
  sections: { ...policySections, search: searchFields },
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
export function getStatementParts(words: Record<CentrePart, { heading: string; text: SafeHtml }>) {
  return statement.map(([name]) => products[name] ?? words[name as CentrePart])
}

/** The accessibility statement has a section for each part of the EU's model that is the centre's, so that none can be left out. */
const statementSections = {
  intro: policySections.intro,
  ...(Object.fromEntries(centres.map(([name, { heading }]) => [name, defineSection(heading, part)])) as Record<
    CentrePart,
    z.ZodObject<typeof part>
  >),
  search: searchFields,
}

export const accessibilityPage = definePage({
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
