/** A file that can't be kept, in words for the person who sent it, and the field of the form they belong to. */
export class FileRefused extends Error {
  constructor(
    message: string,
    readonly field: 'file' | 'studentId' | 'photo' = 'file',
  ) {
    super(message)
  }
}
