import type { SafeHtml } from '~/domain/rich-text.server'

/** A record's Easy Read text in large type, before its full text, if it has one. */
export function EasyReadBox({ html, level: Heading = 'h2' }: { html: SafeHtml | null; level?: 'h2' | 'h3' | 'h4' }) {
  if (!html) return null
  return (
    <section className="mb-6 mt-4 max-w-measure rounded border-2 border-river bg-white p-4">
      <Heading className="text-h3">Easy Read</Heading>
      {/* Without RichText, which students' screens would load only for this. */}
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: its type says that it was sanitised */}
      <div data-rich-text className="prose mt-2 text-lead" dangerouslySetInnerHTML={{ __html: html }} />
    </section>
  )
}
