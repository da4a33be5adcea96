/** Replaces line breaks and control characters by spaces: they could start another header or reorder the text on screen. */
export function oneLine(text: string): string {
  return text
    .replace(/[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]+/gu, ' ')
    .replace(/ {2,}/g, ' ')
    .trim()
}

/** Removes control characters except line breaks and tabs: they are invisible, and some programs act on them. */
export function paragraphs(text: string): string {
  return text.replace(/[^\P{Cc}\n\r\t]+/gu, '').trim()
}

/** A text of at most `most` characters: a longer one is cut between words, and ends in an ellipsis. */
export function cutShort(text: string, most: number): string {
  return text.length > most ? `${text.slice(0, most - 1).replace(/(?<!\s)\s+\S*$/, '')}…` : text
}

/** A text without case and accents, for searches: 'aine' has to find Áine. */
export function folded(text: string): string {
  return text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()
}
