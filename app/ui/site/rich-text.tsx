import type { SafeHtml } from '~/domain/rich-text.server'

/** A link that is its own paragraph has the target size of a button (WCAG 2.5.5). */
export const STANDALONE_LINK_CLASS = 'inline-flex min-h-target items-center'
const enlargeLinks = (html: SafeHtml) =>
  html.replace(/<p><a (href="[^"]*">[^<]*<\/a><\/p>)/g, `<p><a class="${STANDALONE_LINK_CLASS}" $1`)

/**
 * A tutor's HTML: headings, lists, links, tables. Inside a list, put a section around it: tutors may write a list item
 * without a list, which would close the outer list.
 */
export function RichText({ html }: { html: SafeHtml }) {
  // biome-ignore lint/security/noDangerouslySetInnerHtml: it is markup by contract, and its type says that it was sanitised
  return <div data-rich-text className="prose" dangerouslySetInnerHTML={{ __html: enlargeLinks(html) }} />
}
