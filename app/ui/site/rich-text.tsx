import type { SafeHtml } from '~/domain/rich-text.server'

/** A link that is a paragraph of its own is as large to press as a button (WCAG 2.5.5). */
export const ALONE = 'inline-flex min-h-target items-center'
const withTargets = (html: SafeHtml) =>
  html.replace(/<p><a (href="[^"]*">[^<]*<\/a><\/p>)/g, `<p><a class="${ALONE}" $1`)

/** A tutor's HTML: headings, lists, links, tables. */
export function RichText({ html }: { html: SafeHtml }) {
  // A section and no div: a list item without its list, which tutors may write, would end a list that the div stands in.
  // biome-ignore lint/security/noDangerouslySetInnerHtml: it is markup by contract, and its type says that it was sanitised
  return <section data-rich-text className="prose" dangerouslySetInnerHTML={{ __html: withTargets(html) }} />
}
