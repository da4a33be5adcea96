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
