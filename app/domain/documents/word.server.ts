import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { PAGE_WIDTHS } from '~/domain/files/kinds'
import { type DocumentOrder, readWordHtml, readWordPicture, type WordHtml } from '~/domain/files/picture.server'
import { HelperFailure } from '~/domain/foreign/helper.server'
import { documentProcessorTime, helperBounds, wordBounds } from '~/domain/foreign/registry'
import { type SafeHtml, toSafeHtml } from '~/domain/rich-text.server'
import { type DocumentText, type DocumentViewData, getPageFileName } from './document-view.server'
import { escapeHtml, placePictures } from './pictures.server'

/** The highest heading is h3, because the file's title is h2. */
const TOP_HEADING = 3

/** Names a picture that can't be drawn, in HTML. */
const nameMissingPicture = (alt: string) => `(The download has a picture here${alt && `: ${escapeHtml(alt)}`}.)`

/** Inline elements between two crossed-out pieces of one text. */
const INLINE_TAGS = /^(?:<\/?(?:strong|em|sub|sup)>)*$/

/** Says in words what is crossed out, for people who listen. */
function announceCrossedOut(html: SafeHtml): SafeHtml {
  const [before = '', ...parts] = html.split('<s>')
  const pieces = parts.map((part) => {
    const [inside = '', ...after] = part.split('</s>')
    return { inside, after: after.join('</s>') }
  })
  const goesOn = (index: number) => index < pieces.length - 1 && INLINE_TAGS.test(pieces[index]!.after)
  const isBlank = ({ inside }: (typeof pieces)[number]) => !inside.replace(/<[^<>]*>/g, '').trim()
  const announced = pieces.map((piece, index) => {
    const isFirst = index === 0 || !goesOn(index - 1)
    const isLast = !goesOn(index)
    if (isFirst && isLast && isBlank(piece)) return `<s>${piece.inside}</s>${piece.after}`
    const [start, end] = [
      isFirst ? forListeners('Crossed out: ') : '',
      isLast ? forListeners('. End of crossed out. ') : '',
    ]
    return `<s>${start}${piece.inside}${end}</s>${piece.after}`
  })
  return [before, ...announced].join('') as SafeHtml
}

const forListeners = (words: string) => `<span class="sr-only">${words}</span>`

/**
 * Converts a Word document to HTML, with its pictures in `folder`. Throws what readWordHtml throws, and HelperFailure if the machine is
 * too busy.
 */
export async function convertWordDocument(
  document: DocumentOrder,
  folder: string,
  signal: AbortSignal,
): Promise<DocumentViewData> {
  const { made, processorTime } = await readWordHtml(document)
  const pictures: DocumentText['pictures'] = []
  const left = { processorTime: documentProcessorTime - processorTime, bytes: wordBounds.shownPictures }
  for (const [index, alt] of made.alts.entries()) {
    if (signal.aborted) break
    const mayDraw = left.processorTime > 0 && left.bytes > 0
    const saved = mayDraw ? await savePicture(document, folder, index + 1, alt) : null
    left.processorTime -= saved?.processorTime ?? 0
    left.bytes -= saved?.bytes ?? 0
    pictures.push(saved?.picture ?? null)
  }
  return writeDocumentText(made, pictures)
}

/** The text of a Word document as its page shows it, with marks for those of its pictures that were drawn; or that it is empty. */
export function writeDocumentText(
  { html, isCut, remarks, alts }: WordHtml,
  pictures: DocumentText['pictures'],
): DocumentViewData {
  const safe = announceCrossedOut(toSafeHtml(html, { top: TOP_HEADING, isDocument: true }))
  const placed = placePictures(safe, (number) =>
    pictures[number - 1] ? createPictureMark(number) : nameMissingPicture(alts[number - 1] ?? ''),
  )
  if (!/[^\s<>](?![^<>]*>)/.test(placed)) return { state: 'failed', reason: 'empty' }
  return { state: 'text', html: placed, isCut, pictures, remarks }
}

const createPictureMark = (number: number) => `\ufdd1${number}\ufdd2`

/** Saves a picture of the document; `picture` is null if it can't be drawn. Returns also the bytes and processor time that it took. */
async function savePicture(document: DocumentOrder, folder: string, number: number, alt: string) {
  const answer = await readWordPicture({ ...document, number, widths: PAGE_WIDTHS }).catch((error: unknown) => {
    if (error instanceof HelperFailure && error.reason === 'busy') throw error
    if (!(error instanceof HelperFailure)) return { made: null, processorTime: 0 }
    // Two ended processes are enough for one document.
    const processorTime = error.reason === 'ended' ? documentProcessorTime : helperBounds.word.processorTime
    return { made: null, processorTime }
  })
  const { made: drawn, processorTime } = answer
  if (!drawn) return { picture: null, processorTime, bytes: 0 }
  for (const { width, bytes } of drawn.pictures)
    await writeFile(join(folder, getPageFileName(number, width, 'picture')), bytes)
  const bytes = drawn.pictures.reduce((sum, picture) => sum + picture.bytes.length, 0)
  return { picture: { width: drawn.width, height: drawn.height, alt }, processorTime, bytes }
}
