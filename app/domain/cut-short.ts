/** A text of at most `most` characters: a longer one is cut between words, and ends in an ellipsis. */
export function cutShort(text: string, most: number): string {
  return text.length > most ? `${text.slice(0, most - 1).replace(/(?<!\s)\s+\S*$/, '')}…` : text
}
