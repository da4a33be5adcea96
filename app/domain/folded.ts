/** A text without case and accents, for a search: Seán is found by 'sean'. */
export function folded(text: string): string {
  return text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()
}
