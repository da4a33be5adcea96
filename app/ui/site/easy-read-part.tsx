import type { SafeHtml } from '~/domain/rich-text.server'

/** What a record says in Easy Read, before its own words, in large type; nothing where nobody wrote it. */
export function EasyReadPart({ html, level: Heading = 'h2' }: { html: SafeHtml | null; level?: 'h2' | 'h3' | 'h4' }) {
  if (!html) return null
  return (
    <div className="mb-6 mt-4 max-w-measure rounded border-2 border-river bg-white p-4">
      <Heading className="text-h3">Easy Read</Heading>
      {/* As RichText, which a student's screen would fetch for this alone. */}
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: its type says that it was sanitised */}
      <section data-rich-text className="prose mt-2 text-lead" dangerouslySetInnerHTML={{ __html: html }} />
    </div>
  )
}
