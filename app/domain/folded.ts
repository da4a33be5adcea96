/** A text without case and accents, for searches: 'aine' has to find Áine. */
export function folded(text: string): string {
  return text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()
}
