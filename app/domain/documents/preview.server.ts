import { setTimeout } from 'node:timers/promises'
import { PAGE_WIDTHS } from '~/domain/files/kinds'
import { toPlainHtmlText } from '~/domain/rich-text.server'
import { type DocumentViewData, readDocumentView } from './document-view.server'
import { placePictures } from './pictures.server'

/** How much text a preview shows. */
const MAX_WORDS = 600
const POLL_INTERVAL = 100

/** The beginning of a document as students will see it: its first page or words. */
export type DocumentPreview =
  | { state: 'pending' }
  | { state: 'failed'; reason: Extract<DocumentViewData, { state: 'failed' }>['reason'] }
  | { state: 'page'; image: { src: string; width: number; height: number } | null; words: string }
  | { state: 'words'; words: string }

/** Reads the preview of a stored document, whose download is at `url`. Waits at most `patience` ms until it is converted. */
export async function readDocumentPreview(
  uploads: string,
  storageKey: string,
  { url, patience }: { url: string; patience: number },
): Promise<DocumentPreview> {
  let view = await readDocumentView(uploads, storageKey)
  for (let waited = 0; !view && waited < patience; waited += POLL_INTERVAL) {
    await setTimeout(POLL_INTERVAL)
    view = await readDocumentView(uploads, storageKey)
  }
  if (!view) return { state: 'pending' }
  if (view.state === 'failed') return view
  if (view.state === 'text') return { state: 'words', words: cut(readWords(view.html)) }
  const [first] = view.pages
  if (!first) return { state: 'failed', reason: 'empty' }
  const [width] = PAGE_WIDTHS
  const image = { src: `${url}?page=1&width=${width}`, width, height: Math.round((first.height * width) / first.width) }
  return { state: 'page', image: first.undrawn === 'most' ? null : image, words: cut(first.text) }
}

const cut = (text: string) => (text.length > MAX_WORDS ? `${text.slice(0, MAX_WORDS).trimEnd()} …` : text)

const ENTITIES: Record<string, string> = { '&lt;': '<', '&gt;': '>', '&quot;': '"', '&amp;': '&' }

/** The text of a document's HTML, a line for each block. */
function readWords(html: Extract<DocumentViewData, { state: 'text' }>['html']): string {
  const blocks = placePictures(html, () => '(picture) ')
    .replace(/<\/(?:p|li|h[1-6]|td|th|tr)>|<br \/>|<[ou]l\b/g, '\n$&')
    // A raised figure is no part of the number before it.
    .replace(/<sup>(?=\d)/g, ' ')
  // The words say what is crossed out.
  return toPlainHtmlText(blocks.replace(/<\/?s>/g, ''))
    .replace(/&(?:lt|gt|quot|amp);/g, (entity) => ENTITIES[entity] ?? entity)
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)
    .join('\n')
}
