import { PAGE_WIDTHS } from '~/domain/files/kinds'
import type { SafeHtml } from '~/domain/rich-text.server'
import type { DocumentText, DocumentViewData } from './shown.server'

/** A picture's number, from 1, between two characters of no text, as scripts/word.mjs puts it into HTML. */
const MARK = /\ufdd1(\d+)\ufdd2/g

/** Puts what `pictureOf` makes of its number, which is HTML of ours, in the place of each picture's mark. */
export function placePictures(html: SafeHtml, pictureOf: (number: number) => string): SafeHtml {
  return html.replace(MARK, (_, number: string) => pictureOf(Number(number))) as SafeHtml
}

/** The document with the pictures of its text in their places; `url` is the address of its download. */
export function withPictures(shown: DocumentViewData | null, url: string): DocumentViewData | null {
  if (shown?.state !== 'text') return shown
  const html = placePictures(shown.html, (number) => {
    const picture = shown.pictures[number - 1]
    return picture ? pictureIn(`${url}?picture=${number}`, picture) : ''
  })
  return { ...shown, html, pictures: [] }
}

const SIGNS: Record<string, string> = { '&': '&amp;', '"': '&quot;', '<': '&lt;', '>': '&gt;' }
const escaped = (text: string) => text.replace(/[&"<>]/g, (sign) => SIGNS[sign] ?? sign)

function pictureIn(url: string, { width, height, alt }: NonNullable<DocumentText['pictures'][number]>): string {
  const address = (wanted: number) => escaped(`${url}&width=${wanted}`)
  const [small, large] = PAGE_WIDTHS
  const sizes = `(min-width: 1024px) ${Math.min(width, 640)}px, 100vw`
  const choice =
    width > small ? ` srcset="${address(small)} ${small}w, ${address(large)} ${width}w" sizes="${sizes}"` : ''
  return `<img src="${address(large)}"${choice} width="${width}" height="${height}" alt="${escaped(alt)}" loading="lazy" decoding="async" />`
}
