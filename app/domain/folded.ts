/** A text without case and accents, to be searched: 'aine' finds Áine. */
export function folded(text: string): string {
  return text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()
}
