import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { PAGE_WIDTHS } from '~/domain/files/kinds'
import { readWordHtml, readWordPicture } from '~/domain/files/picture.server'
import { Refused } from '~/domain/refused'
import { MAX_RENDERED_CHARACTERS, toSafeHtml } from '~/domain/rich-text.server'
import { type DocumentText, type DocumentViewData, getPageFileName } from './document-view.server'
import { placePictures } from './pictures.server'

/** The highest heading is h3, because the file's title is h2. */
const TOP_HEADING = 3
const MISSING_PICTURE = '(The download has a picture here.)'

/**
 * Converts the Word document `path` to HTML, with its pictures in `folder`. Throws what readWordHtml throws, and Refused, 503, when
 * the picture queue is full.
 */
export async function convertWordDocument(
  path: string,
  folder: string,
  signal: AbortSignal,
): Promise<DocumentViewData> {
  const { html, alts } = await readWordHtml(path)
  const pictures: DocumentText['pictures'] = []
  for (const [place, alt] of alts.entries()) {
    if (signal.aborted) break
    pictures.push(await savePicture(path, folder, place + 1, alt))
  }
  const safe = toSafeHtml(html, { top: TOP_HEADING })
  const placed = placePictures(safe, (number) => (pictures[number - 1] ? createPictureMark(number) : MISSING_PICTURE))
  if (!/[^\s<>](?![^<>]*>)/.test(placed)) return { state: 'failed', reason: 'empty' }
  return { state: 'text', html: placed, isCut: html.length > MAX_RENDERED_CHARACTERS, pictures }
}

const createPictureMark = (number: number) => `\ufdd1${number}\ufdd2`

async function savePicture(path: string, folder: string, number: number, alt: string) {
  const drawn = await readWordPicture(path, number, PAGE_WIDTHS).catch((error: unknown) => {
    if (error instanceof Refused && error.status === 503) throw error
    return null
  })
  if (!drawn) return null
  for (const { width, bytes } of drawn.pictures)
    await writeFile(join(folder, getPageFileName(number, width, 'picture')), bytes)
  return { width: drawn.width, height: drawn.height, alt }
}
