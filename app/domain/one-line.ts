/** A text without what could begin another header or reorder what is read: line breaks and control characters become spaces. */
export function oneLine(text: string): string {
  return text
    .replace(/[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]+/gu, ' ')
    .replace(/ {2,}/g, ' ')
    .trim()
}

/** A text whose lines and tabs stay, without other control characters: nobody sees them, and some programs obey them. */
export function paragraphs(text: string): string {
  return text.replace(/[^\P{Cc}\n\r\t]+/gu, '').trim()
}
