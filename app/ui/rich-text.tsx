/** HTML that went through toSafeHtml (app/domain/rich-text.server.ts); nothing else has this type. */
export type SafeHtml = string & { readonly safe: true }

/** Text that a tutor wrote as HTML: headings, lists, links, tables. */
export function RichText({ html }: { html: SafeHtml }) {
  // biome-ignore lint/security/noDangerouslySetInnerHtml: it is markup by contract (spec section 2, Board), and its type says that it was sanitised
  return <div data-rich-text className="prose" dangerouslySetInnerHTML={{ __html: html }} />
}
