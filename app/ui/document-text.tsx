import type { DocumentText } from '~/domain/documents/shown.server'
import { Listen } from '~/ui/listen/listen'

export interface DocumentViewProps<Shown> {
  title: string
  /** The address of the document's download. */
  url: string
  shown: Shown
}

/** The text of a Word document, with its pictures, to read or to listen to. */
export function TextOfDocument({ title, url, shown: { html, isCut } }: DocumentViewProps<DocumentText>) {
  // Several documents may be on one page.
  const id = `words-of-${url.split('/').pop()}`
  return (
    <section aria-label={`Text of ${title}`} className="mt-6">
      <Listen to={id} />
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: its type says that it was sanitised */}
      <div id={id} data-rich-text className="prose mt-4 break-words" dangerouslySetInnerHTML={{ __html: html }} />
      {isCut && <p className="mt-6 font-bold">This document goes on. Download it to read the rest.</p>}
    </section>
  )
}
