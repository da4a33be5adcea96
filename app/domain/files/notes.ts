/** Note for the tutor on an upload that is damaged but usable, or hard to open. */
export interface UploadNote {
  note?: string
}

/** Note for a .doc, which can only be downloaded. */
export const OLD_WORD_NOTE =
  'Students can open .docx and PDF more easily. In Word: File, Save As, Word Document (.docx).'

/** Adds the note, if there is one, to an upload's record. */
export const addUploadNote = <Uploaded extends object>(
  record: Uploaded,
  { note }: UploadNote,
): Uploaded & UploadNote => (note ? { ...record, note } : record)

/** Most notes in one message. */
const MOST_NOTES = 3

/** Joins the notes of several uploads, with file names if there are several files; undefined without notes. */
export function joinUploadNotes(uploads: readonly ({ fileName: string } & UploadNote)[]): string | undefined {
  const found = uploads.filter(({ note }) => note)
  const named = found.map(({ fileName, note }) => (uploads.length > 1 ? `${fileName}: ${note}` : note))
  const rest = named.length - MOST_NOTES
  if (rest > 0) named.splice(MOST_NOTES, rest, `Please look at ${rest} more files too.`)
  return named.join(' ') || undefined
}
