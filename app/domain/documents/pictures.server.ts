import { PAGE_WIDTHS } from '~/domain/files/kinds'
import type { SafeHtml } from '~/domain/rich-text.server'
import type { DocumentText, DocumentViewData } from './document-view.server'

/** A picture's number, from 1, between two noncharacters, as app/processes/word.mjs puts it into HTML. */
const PICTURE_MARK = /\ufdd1(\d+)\ufdd2/g

/** Replaces each picture's mark with the HTML that `render` returns for its number. That HTML must be safe. */
export function placePictures(html: SafeHtml, render: (number: number) => string): SafeHtml {
  return html.replace(PICTURE_MARK, (_, number: string) => render(Number(number))) as SafeHtml
}

/** The document as people see it: with its pictures placed in its text, without remarks; `url` is the address of its download. */
export function withPictures(document: DocumentViewData | null, url: string): DocumentViewData | null {
  if (!document || document.state === 'failed') return document
  const { remarks: _, ...shown } = document
  if (shown.state !== 'text') return shown
  const html = placePictures(shown.html, (number) => {
    const picture = shown.pictures[number - 1]
    return picture ? renderPicture(`${url}?picture=${number}`, picture) : ''
  })
  return { ...shown, html, pictures: [] }
}

const HTML_ENTITIES: Record<string, string> = { '&': '&amp;', '"': '&quot;', '<': '&lt;', '>': '&gt;' }
/** Escapes a text for HTML. */
export const escapeHtml = (text: string) => text.replace(/[&"<>]/g, (sign) => HTML_ENTITIES[sign] ?? sign)

function renderPicture(url: string, { width, height, alt }: NonNullable<DocumentText['pictures'][number]>): string {
  const address = (wanted: number) => escapeHtml(`${url}&width=${wanted}`)
  const [small, large] = PAGE_WIDTHS
  const sizes = `(min-width: 1024px) ${Math.min(width, 640)}px, 100vw`
  const choice =
    width > small ? ` srcset="${address(small)} ${small}w, ${address(large)} ${width}w" sizes="${sizes}"` : ''
  return `<img src="${address(large)}"${choice} width="${width}" height="${height}" alt="${escapeHtml(alt)}" loading="lazy" decoding="async" />`
}
