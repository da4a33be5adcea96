import { placePictures } from '~/domain/documents/pictures'
import type { DocumentText } from '~/domain/documents/shown.server'
import { PAGE_WIDTHS } from '~/domain/files/kinds'
import { Listen } from '~/ui/listen/listen'
import { RichText } from '~/ui/site/rich-text'

export interface DocumentViewProps<Shown> {
  title: string
  /** The address of the document's download. */
  url: string
  shown: Shown
}

const SIGNS: Record<string, string> = { '&': '&amp;', '"': '&quot;', '<': '&lt;', '>': '&gt;' }
const escaped = (text: string) => text.replace(/[&"<>]/g, (sign) => SIGNS[sign] ?? sign)

/** The text of a Word document, with its pictures, to read or to listen to. */
export function TextOfDocument({ title, url, shown: { html, isCut, pictures } }: DocumentViewProps<DocumentText>) {
  // Several documents may be on one page.
  const id = `words-of-${url.split('/').at(-1)}`
  const placed = placePictures(html, (number) => {
    const picture = pictures[number - 1]
    return picture ? pictureIn(`${url}?picture=${number}`, picture) : ''
  })
  return (
    <section aria-label={`Text of ${title}`} className="mt-6">
      <Listen to={id} />
      <div id={id} className="mt-4 break-words">
        <RichText html={placed} />
      </div>
      {isCut && <p className="mt-6 font-bold">This document goes on. Download it to read the rest.</p>}
    </section>
  )
}

function pictureIn(url: string, { width, height, alt }: NonNullable<DocumentText['pictures'][number]>): string {
  const address = (wanted: number) => escaped(`${url}&width=${wanted}`)
  const [small, large] = PAGE_WIDTHS
  const sizes = `(min-width: 1024px) ${Math.min(width, 640)}px, 100vw`
  const choice =
    width > small ? ` srcset="${address(small)} ${small}w, ${address(large)} ${width}w" sizes="${sizes}"` : ''
  return `<img src="${address(large)}"${choice} width="${width}" height="${height}" alt="${escaped(alt)}" loading="lazy" decoding="async">`
}
