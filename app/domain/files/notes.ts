/** What is stored of an upload, with words about what is missing of a damaged file that can be used all the same. */
export interface Noted {
  note?: string
}

/** A record of an upload with the note of its inspection. */
export const noted = <Kept extends object>(record: Kept, { note }: Noted): Kept & Noted =>
  note ? { ...record, note } : record

/** More would not fit into a message. */
const MOST_NOTES = 3

/** The notes of uploads that came together, with their names where they are several; undefined without any. */
export function notesInWords(uploads: readonly ({ fileName: string } & Noted)[]): string | undefined {
  const found = uploads.filter(({ note }) => note)
  const named = found.map(({ fileName, note }) => (uploads.length > 1 ? `${fileName}: ${note}` : note))
  const rest = named.length - MOST_NOTES
  if (rest > 0) named.splice(MOST_NOTES, rest, `Please look at ${rest} more: their files are incomplete too.`)
  return named.join(' ') || undefined
}
