import type { SafeHtml } from '~/domain/rich-text.server'

/** A picture's number, from 1, between two characters of no text, as scripts/word.mjs puts it into HTML. */
const MARK = /\ufdd1(\d+)\ufdd2/g

/** Puts what `pictureOf` makes of its number, which is HTML of ours, in the place of each picture's mark. */
export function placePictures(html: SafeHtml, pictureOf: (number: number) => string): SafeHtml {
  return html.replace(MARK, (_, number: string) => pictureOf(Number(number))) as SafeHtml
}
