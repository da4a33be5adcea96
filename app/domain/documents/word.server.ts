import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { PAGE_WIDTHS } from '~/domain/files/kinds'
import { type DocumentOrder, readWordHtml, readWordPicture } from '~/domain/files/picture.server'
import { HelperFailure } from '~/domain/foreign/helper.server'
import { documentProcessorTime, helperBounds, wordBounds } from '~/domain/foreign/registry'
import { toSafeHtml } from '~/domain/rich-text.server'
import { type DocumentText, type DocumentViewData, getPageFileName } from './document-view.server'
import { placePictures } from './pictures.server'

/** The highest heading is h3, because the file's title is h2. */
const TOP_HEADING = 3
const MISSING_PICTURE = '(The download has a picture here.)'

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
  for (const [place, alt] of made.alts.entries()) {
    if (signal.aborted) break
    const mayDraw = left.processorTime > 0 && left.bytes > 0
    const saved = mayDraw ? await savePicture(document, folder, place + 1, alt) : null
    left.processorTime -= saved?.processorTime ?? 0
    left.bytes -= saved?.bytes ?? 0
    pictures.push(saved?.picture ?? null)
  }
  const safe = toSafeHtml(made.html, { top: TOP_HEADING })
  const placed = placePictures(safe, (number) => (pictures[number - 1] ? createPictureMark(number) : MISSING_PICTURE))
  if (!/[^\s<>](?![^<>]*>)/.test(placed)) return { state: 'failed', reason: 'empty' }
  return { state: 'text', html: placed, isCut: made.isCut, pictures }
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
