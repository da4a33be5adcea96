import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { PAGE_WIDTHS } from '~/domain/files/kinds'
import { readWordHtml, readWordPicture } from '~/domain/files/picture.server'
import { Refused } from '~/domain/refused'
import { MAX_RENDERED_CHARACTERS, toSafeHtml } from '~/domain/rich-text.server'
import { placePictures } from './pictures.server'
import { type DocumentText, type DocumentViewData, getPageFileName } from './shown.server'

/** The level of its highest heading: the title of the file is h2. */
const TOP = 3
const NOT_DRAWN = '(The download has a picture here.)'

/** Makes the text of the Word document `path`, and its pictures in `folder`. Throws what readWordHtml throws, and Refused, 503, like it. */
export async function convertWordDocument(
  path: string,
  folder: string,
  signal: AbortSignal,
): Promise<DocumentViewData> {
  const { html, alts } = await readWordHtml(path)
  const pictures: DocumentText['pictures'] = []
  for (const [place, alt] of alts.entries()) {
    if (signal.aborted) break
    pictures.push(await keepPicture(path, folder, place + 1, alt))
  }
  const safe = toSafeHtml(html, { top: TOP })
  const placed = placePictures(safe, (number) => (pictures[number - 1] ? markOf(number) : NOT_DRAWN))
  if (!/[^\s<>](?![^<>]*>)/.test(placed)) return { state: 'failed', reason: 'empty' }
  return { state: 'text', html: placed, isCut: html.length > MAX_RENDERED_CHARACTERS, pictures }
}

const markOf = (number: number) => `\ufdd1${number}\ufdd2`

async function keepPicture(path: string, folder: string, number: number, alt: string) {
  const drawn = await readWordPicture(path, number, PAGE_WIDTHS).catch((error: unknown) => {
    if (error instanceof Refused && error.status === 503) throw error
    return null
  })
  if (!drawn) return null
  for (const { width, bytes } of drawn.pictures)
    await writeFile(join(folder, getPageFileName(number, width, 'picture')), bytes)
  return { width: drawn.width, height: drawn.height, alt }
}
