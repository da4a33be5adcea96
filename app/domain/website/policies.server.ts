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
import { formatDate } from '~/domain/events/days'
import { renderMarkdown, type SafeHtml, toPlainHtmlText } from '~/domain/rich-text.server'
import { paths } from '~/paths'
import { easyReadSection, withEasyRead } from './easy-read.server'
import { defineSection, lineField, listField, proseField, textField } from './fields.server'
import { definePage, type LegacyText, searchFields, textsToMarkdown } from './page.server'

function toMarkdown({ paragraphs, points = [], dates = [], links = [] }: PolicySection): string {
  return [
    ...paragraphs,
    points.map((point) => `- ${point}`).join('\n'),
    ...dates.map(({ words, date }) => `${words} ${formatDate(date)}.`),
    ...links.map(({ url, text }) => `[${text}](${url})`),
  ]
    .filter(Boolean)
    .join('\n\n')
}

const part = { heading: lineField('Heading', { max: 80 }), text: proseField('Text') }

const policySections = {
  intro: defineSection('The top of the page', { text: textField('Introduction', { max: 500 }) }),
  parts: defineSection('The parts of this page', { items: listField('Parts', 'part', part, { min: 1, max: 40 }) }),
}

type Part = { heading: string; text: SafeHtml }

/** Retention periods in the first text until shape 2. The page now inserts the current ones. */
const OLD_PERIOD =
  /<li>(?:Messages|Newsletter|Newsletter sign-ups that nobody confirmed|Which newsletters were sent to you|Portal accounts and files|Logins|The log of what was changed in the portal|The days when you did not come|What you typed when you were logged out in the middle of a form|A note that a form was saved, so that it is not saved twice|Backups): [^<]{0,400}<\/li>\s?/g
const OLD_INTRO =
  /<p>We keep information for as long as there is a good reason, and then we remove it\.[^<]{0,200}<\/p>\s?/
const heading = createRetentionSection().heading

/** Removes retention periods from stored text, but keeps a centre's own additions. */
function removePeriods(old: LegacyText): LegacyText {
  const items = old.parts?.items as Part[] | undefined
  if (!items) return old
  const left = items.map((part) =>
    part.heading === heading
      ? { ...part, text: String(part.text).slice(0, 60_000).replace(OLD_INTRO, '').replace(OLD_PERIOD, '') }
      : part,
  )
  const nonEmpty = left.filter((part) => part.heading !== heading || toPlainHtmlText(part.text).trim() !== '')
  return { ...old, parts: { ...old.parts, items: nonEmpty } }
}

/** Parts of the privacy page: the centre's own, with the retention periods inserted before the legal reasons. */
export function getPrivacyParts(parts: readonly Part[], terms: RetentionMonths): Part[] {
  const section = createRetentionSection(terms)
  const found = parts.findIndex(({ heading }) => heading === HEADING_AFTER_RETENTION)
  const index = found === -1 ? parts.length : found
  return [...parts.slice(0, index), { heading, text: renderMarkdown(toMarkdown(section)) }, ...parts.slice(index)]
}

function createFirstText({ intro, sections }: Policy, description: string) {
  const items = sections.map((section) => ({ heading: section.heading, text: toMarkdown(section) }))
  return { intro: { text: intro }, parts: { items }, search: { description } }
}

export const privacyPage = definePage({
  id: 8,
  title: privacyPolicy.title,
  to: paths.privacy,
  sections: { ...policySections, easyRead: easyReadSection, search: searchFields },
  first: withEasyRead(
    createFirstText(
      privacyPolicy,
      'What we keep about you when you use this website, why, and what you can ask us to do.',
    ),
    'privacy',
  ),
  written: privacyPolicy.updated,
  note: '‘How long we keep things’ is on this page too. It follows the periods under Profile, ‘How long we keep things’.',
  upgrades: [removePeriods, textsToMarkdown],
})
export const termsPage = definePage({
  upgrades: [textsToMarkdown],
  id: 9,
  title: termsOfService.title,
  to: paths.terms,
  sections: { ...policySections, search: searchFields },
  first: createFirstText(
    termsOfService,
    'The rules for using this website and the student portal, in short sentences.',
  ),
  written: termsOfService.updated,
})

const isProductPart = (name: StatementPart) => (productParts as readonly StatementPart[]).includes(name)
const allParts = Object.entries(statementParts) as [StatementPart, PolicySection][]
const centreParts = allParts.filter(([name]) => !isProductPart(name)) as [CentrePart, PolicySection][]
const renderedProductParts = Object.fromEntries(
  productParts.map((name) => {
    const { heading } = statementParts[name]
    return [name, { heading, text: renderMarkdown(toMarkdown(statementParts[name])) }]
  }),
) as Partial<Record<StatementPart, { heading: string; text: SafeHtml }>>

/** Parts of the accessibility statement in page order, the centre's and the product's. */
export function getStatementParts(words: Record<CentrePart, { heading: string; text: SafeHtml }>) {
  return allParts.map(([name]) => renderedProductParts[name] ?? words[name as CentrePart])
}

/** One section for each of the centre's parts in the EU's model statement, so that none can be left out. */
const statementSections = {
  intro: policySections.intro,
  ...(Object.fromEntries(centreParts.map(([name, { heading }]) => [name, defineSection(heading, part)])) as Record<
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
      centreParts.map(([name, section]) => [name, { heading: section.heading, text: toMarkdown(section) }]),
    ) as Record<CentrePart, { heading: string; text: string }>),
    search: { description: 'What works on this website, what may not work yet, and how to tell us.' },
  },
  written: accessibilityStatement.updated,
  note: `${productParts.map((name) => `‘${statementParts[name].heading}’`).join(' and ')} are on this page too. They are part of the website’s software, and change with it.`,
})
